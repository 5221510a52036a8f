"""Furniture as dwellings, offices and shops have it, put at random before the walls of a simulated scene.

Only boxes and shelves of the simulator. A wall is furnished from one end to the other, in pieces; what stands before it
hides it more or less, and some of it reaches the ceiling as the wall does. What is built in is parallel to the wall, what
was put there by hand only nearly so.
"""
import math

CEILING = 99  # m: the simulator cuts what is higher off at the ceiling
WALL_CELLS = "#"
STATION_CELLS = "*123456789"
CLEAR = 0.7  # m about stations
HALF_DRAWN = 0.12  # m: half of what walls of drawings are thick at most


def box(along, depth, bottom, top, off=0.0, turn=0.0):
    """(from, to) along the wall and m off it; `off` is where it begins."""
    return along, depth, bottom, top, off, turn


def things_on(rng, width, height, depth):
    """Small things on a board."""
    at = rng.uniform(0, 0.3)
    while at < width - 0.1:
        size = rng.uniform(0.06, 0.4)
        yield box((at, min(width, at + size)), rng.uniform(0.06, depth), height, height + rng.uniform(0.05, 0.45),
                  rng.uniform(0, depth / 3), rng.choice([0, 0, rng.uniform(-30, 30)]))
        at += size + rng.expovariate(4)


def kitchen(rng, width):
    """Units below, units above, the wall between them."""
    end = rng.choice([0, 0, 0.6])
    worktop = rng.uniform(0.85, 0.95)
    yield box((0, width), 0.6, 0, worktop)
    yield from things_on(rng, width - end, worktop, 0.3)
    if end:
        yield box((width - end, width), 0.6, worktop, rng.choice([2.0, 2.2, CEILING]))
    if rng.random() < 0.8:
        first = rng.choice([0, rng.uniform(0, 0.3) * width])
        yield box((first, width - end), rng.uniform(0.3, 0.4), rng.uniform(1.3, 1.55),
                  rng.choice([1.9, 2.1, 2.25, CEILING, CEILING]))


def bookcase(rng, width):
    """Sides, boards and what stands on them; open at the front."""
    depth, top = rng.uniform(0.22, 0.4), rng.choice([1.2, 1.8, 2.1, CEILING])
    bays = max(1, round(width / 0.8))
    for bay in range(bays + 1):
        at = bay * (width - 0.02) / bays
        yield box((at, at + 0.02), depth, 0, top)
    level, foot = rng.uniform(0.03, 0.1), rng.choice([0, 0, 0.7])
    if foot:
        yield box((0, width), depth + 0.1, 0, foot)
    while level < min(top, 2.6) - 0.1:
        spacing = rng.uniform(0.28, 0.42)
        yield box((0, width), depth, level, level + 0.02)
        if level >= foot and rng.random() < 0.85:
            yield from things_on(rng, width, level + 0.02, depth * 0.9)
        level += spacing


def wardrobe(rng, width):
    """Doors that are not quite in one plane."""
    depth, top = rng.uniform(0.4, 0.65), rng.choice([1.8, 2.0, 2.2, 2.4, CEILING, CEILING])
    doors = max(1, round(width / rng.uniform(0.4, 0.9)))
    for door in range(doors):
        yield box((door * width / doors, (door + 1) * width / doors), depth + rng.choice([0, 0.005, 0.02]), 0, top)


def radiator(rng, width):
    yield box((0, width), rng.uniform(0.05, 0.12), rng.uniform(0.08, 0.15), rng.uniform(0.55, 0.95), 0.04)
    if rng.random() < 0.4:
        yield box((0, width), rng.uniform(0.2, 0.3), 0.95, 1.0)


def curtain(rng, width):
    """In folds."""
    top, bottom, off, at = rng.choice([2.2, CEILING, CEILING]), rng.choice([0.02, 0.02, 0.8]), rng.uniform(0.05, 0.15), 0
    while at < width:
        fold = rng.uniform(0.05, 0.15)
        yield box((at, at + fold), rng.uniform(0.02, 0.05), bottom, top, off + rng.uniform(0, 0.06))
        at += fold


def panel(rng, width):
    bottom = rng.uniform(0.5, 1.4)
    yield box((0, width), rng.uniform(0.015, 0.06), bottom, bottom + rng.uniform(0.3, 1.2))


def sideboard(rng, width):
    depth, top = rng.uniform(0.3, 0.55), rng.uniform(0.4, 1.2)
    yield box((0, width), depth, 0, top)
    yield from things_on(rng, width, top, depth * 0.7)
    if rng.random() < 0.3:
        yield box((0.1, width - 0.1), 0.05, top + 0.1, top + rng.uniform(0.5, 0.9), 0.02)


def sofa(rng, width):
    yield box((0, width), rng.uniform(0.8, 1.0), 0, 0.42, 0.05)
    yield box((0, width), 0.25, 0.42, rng.uniform(0.7, 0.95), 0.05)


def shelf_on_wall(rng, width):
    for level in rng.sample([1.2, 1.5, 1.8, 2.1], rng.choice([1, 2, 3])):
        yield box((0, width), 0.25, level, level + 0.03)
        yield from things_on(rng, width, level + 0.03, 0.22)


def pile(rng, width):
    """Boxes, chairs and plants, as they come."""
    for _ in range(rng.randint(2, 8)):
        size, at = rng.uniform(0.1, 0.5), rng.uniform(0, width)
        bottom = rng.choice([0, 0, rng.uniform(0, 1)])
        yield box((at, at + size), rng.uniform(0.1, 0.5), bottom, bottom + rng.uniform(0.15, 1.0),
                  rng.uniform(0, 0.6), rng.uniform(-90, 90))


def rack(rng, width):
    """Of a shop or store: posts and boards, with goods."""
    top = rng.choice([1.6, 2.0, 2.4, CEILING])
    for at in (0, width - 0.04):
        for off in (0.02, 0.5):
            yield box((at, at + 0.04), 0.04, 0, top, off)
    for level in (0.1, 0.6, 1.1, 1.6, 2.1):
        if level < top:
            yield box((0, width), 0.55, level, level + 0.03)
            yield from things_on(rng, width, level + 0.03, 0.5)


# What, how wide (m), how often.
PIECES = [(kitchen, (1.5, 4), 2), (bookcase, (0.6, 3), 3), (wardrobe, (0.8, 3), 3), (radiator, (0.5, 1.6), 2),
          (curtain, (0.4, 2.2), 2), (panel, (0.3, 1.6), 3), (sideboard, (0.8, 2.4), 3), (sofa, (1.4, 2.4), 1),
          (shelf_on_wall, (0.6, 1.6), 1), (pile, (0.6, 1.6), 2), (rack, (0.8, 2), 1)]
BUILT_IN = {kitchen, radiator, panel, shelf_on_wall}


def turn_of(rng, make):
    """By how many degrees a piece is askew to its wall."""
    if make in BUILT_IN or rng.random() < 0.4:
        return 0
    return rng.gauss(0, 2) if rng.random() < 0.8 else rng.uniform(-45, 45)


def overhead(rng, width):
    """Bulkheads and beams below the ceiling; seen from the ceiling down they are as walls."""
    if rng.random() < 0.12:
        yield box((0, width), rng.uniform(0.25, 0.6), rng.uniform(2.05, 2.35), CEILING)
    while rng.random() < 0.12:
        at = rng.uniform(0.2, 0.8) * width
        yield box((at, at + rng.uniform(0.15, 0.35)), rng.uniform(2, 6), rng.uniform(2.1, 2.4), CEILING)


def in_the_room(rng, width):
    """Tables, islands with a hood over them, screens and cupboards that stand free."""
    if rng.random() < 0.25:
        size, at, off = (rng.uniform(0.8, 2), rng.uniform(0.6, 1)), rng.uniform(0, width), rng.uniform(1.0, 2.5)
        kind = rng.choice(["table", "island", "cupboard", "screen"])
        along = (at, at + size[0])
        if kind == "table":
            yield box(along, size[1], 0.7, 0.75, off)
            for side in (-0.4, size[1]):
                for chair in range(int(size[0] / 0.6)):
                    yield box((at + 0.6 * chair, at + 0.6 * chair + 0.45), 0.4, 0, rng.uniform(0.45, 1.0), off + side,
                              rng.uniform(-20, 20))
        elif kind == "island":
            yield box(along, size[1], 0, 0.92, off)
            yield box((at + 0.1, at + size[0] - 0.1), size[1] - 0.2, rng.uniform(1.7, 2.0), CEILING, off + 0.1)
        else:
            depth = 0.05 if kind == "screen" else 0.45
            yield box(along, depth, 0, rng.choice([1.2, 1.6, 2.0]), off, rng.choice([0, 0, rng.uniform(-40, 40)]))


class Face:
    """Of a wall, from one end to the other; the room is on its left. The line is the wall's middle."""

    def __init__(self, start, end, half, taken=()):
        self.start, self.half, self.taken = start, half, taken
        self.length = math.hypot(end[0] - start[0], end[1] - start[1])
        self.u = ((end[0] - start[0]) / self.length, (end[1] - start[1]) / self.length) if self.length else (1, 0)

    def place(self, piece, shift, surface, askew):
        """`askew`: degrees by which all of the furniture is turned, and the place (m along the wall) about which."""
        (first, last), depth, bottom, top, off, turn = piece
        (degrees, about), along, across = askew, shift + (first + last) / 2, off + depth / 2
        cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        along, across = (about + (along - about) * cosine - across * sine,
                         self.half + (along - about) * sine + across * cosine)
        turn += degrees
        x = self.start[0] + along * self.u[0] - across * self.u[1]
        y = self.start[1] + along * self.u[1] + across * self.u[0]
        thing = {"shape": "box", "center": [round(x, 3), round(y, 3)], "size": [round(last - first, 3), round(depth, 3)],
                 "turn": round(math.degrees(math.atan2(self.u[1], self.u[0])) + turn, 2), "top": round(top, 3),
                 "surface": surface}
        return {**thing, "bottom": round(bottom, 3)} if bottom else thing

    def pieces(self, rng, fullness):
        at = rng.uniform(0.05, 0.5)
        while at < self.length - 0.4:
            make, (least, most), _ = rng.choices(PIECES, [often for _, _, often in PIECES])[0]
            width = min(rng.uniform(least, most), self.length - at)
            free = not any(first < at + width and last > at for first, last in self.taken) or rng.random() < 0.15
            if width >= least and free and rng.random() < fullness:
                degrees = turn_of(rng, make)
                # Its ends stay before the wall.
                yield at, list(make(rng, width)), (degrees, at if degrees > 0 else at + width)
            at += width + rng.choice([0, rng.expovariate(2)])
        yield 0, list(overhead(rng, self.length)), (0, 0)
        yield 0, list(in_the_room(rng, self.length)), (0, 0)


def faces_of_walls(storey):
    for wall in storey.get("walls", []):
        if wall.get("surface") == "glass" or "through" in wall:
            continue
        start, end, half = wall["from"], wall["to"], wall.get("thickness", 0.2) / 2
        spans = [(opening["at"], opening["at"] + opening["width"]) for opening in storey.get("openings", [])
                 if opening.get("wall") == wall.get("id") and "width" in opening]
        length = math.hypot(end[0] - start[0], end[1] - start[1])
        yield Face(start, end, half, spans)
        yield Face(end, start, half, [(length - last, length - first) for first, last in spans])


def faces_of_drawing(rows, cell):
    """Each run of a wall's cells with free cells along one side."""
    def at(row, column):
        return rows[row][column] if 0 <= row < len(rows) and 0 <= column < len(rows[row]) else "?"

    def middle(row, column):
        return ((column + 0.5) * cell[0], (len(rows) - row - 0.5) * cell[1])

    columns = max((len(row) for row in rows), default=0)
    lines = [[(r, c) for c in range(columns)] for r in range(len(rows))]
    lines += [[(r, c) for r in range(len(rows))] for c in range(columns)]
    for line in lines:
        across = (1, 0) if line[0][0] == line[-1][0] and len(line) > 1 else (0, 1)
        for sign in (1, -1):
            run = []
            for r, c in line + [(-9, -9)]:
                free = at(r + sign * across[0], c + sign * across[1]) in " " + STATION_CELLS
                if at(r, c) in WALL_CELLS and free:
                    run.append((r, c))
                    continue
                if len(run) > 1:
                    start, end = middle(*run[0]), middle(*run[-1])
                    # The room has to lie on the left: below a row (in the drawing) that means from right to left.
                    turned = (sign == 1) if across == (1, 0) else (sign == -1)
                    yield Face(end, start, HALF_DRAWN) if turned else Face(start, end, HALF_DRAWN)
                run = []


def stations_of(storey, rows, cell):
    for station in storey.get("stations", []):
        yield station["position"] if isinstance(station, dict) else station
    yield from storey.get("path", [])
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            if letter in STATION_CELLS:
                yield ((c + 0.5) * cell[0], (len(rows) - r - 0.5) * cell[1])


def furniture_of(storey, rows, cell, rng, fullness):
    stations = list(stations_of(storey, rows, cell))
    for face in list(faces_of_walls(storey)) + list(faces_of_drawing(rows, cell)):
        if face.length < 0.8:
            continue
        for shift, pieces, askew in face.pieces(rng, fullness):
            surface = rng.choice(["wood", "fabric", "dark", "plaster"])
            things = [face.place(piece, shift, surface, askew) for piece in pieces]
            low = [thing for thing in things if thing.get("bottom", 0) < 2]
            if all(math.dist(thing["center"], place[:2]) > CLEAR + max(thing["size"]) / 2
                   for thing in low for place in stations):
                yield from things
