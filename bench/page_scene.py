"""A storey of 60 rooms along a corridor, for bench/page.py: `page_scene.py FILE` writes it as a scene of the simulator."""

import json
import sys

ROOMS = 30  # on each side
WIDTH, DEPTH, CORRIDOR = 4.0, 5.0, 2.4  # m


def scene():
    length, near, far = ROOMS * WIDTH, DEPTH, DEPTH + CORRIDOR
    width = far + DEPTH

    def wall(name, start, end, thickness):
        return {"id": name, "from": start, "to": end, "thickness": thickness}

    walls = [wall("south", [0, 0], [length, 0], 0.36), wall("east", [length, 0], [length, width], 0.36),
             wall("north", [length, width], [0, width], 0.36), wall("west", [0, width], [0, 0], 0.36),
             wall("near", [0, near], [length, near], 0.15), wall("far", [0, far], [length, far], 0.15)]
    openings, stations = [], []
    for i in range(ROOMS):
        x = i * WIDTH
        if i:
            walls += [wall(f"s{i}", [x, 0], [x, near], 0.12), wall(f"n{i}", [x, far], [x, width], 0.12)]
        for corridor_wall, outer, outer_at in (("near", "south", x + 1.2), ("far", "north", length - x - 2.8)):
            openings += [{"wall": corridor_wall, "at": x + 1.5, "width": 0.95, "head": 2.05, "state": "open",
                          "opens_right": corridor_wall == "near"},
                         {"wall": outer, "at": outer_at, "type": "window", "width": 1.6, "sill": 0.9, "head": 2.2}]
        stations += [[x + 2, 2.4], [x + 2, width - 2.4]]
        if i % 2:
            stations.append([x, near + CORRIDOR / 2])
    return {"name": "sixty-rooms", "seed": 60, "tier": "T3", "features": ["60 rooms along a corridor"],
            "storeys": [{"floor": 0, "height": 2.7, "walls": walls, "openings": openings, "stations": stations}],
            "sensor": {"kind": "terrestrial", "step_deg": 0.9}, "world": {"yaw_deg": 11},
            "file": {"format": "e57"}}


if __name__ == "__main__":
    with open(sys.argv[1], "w") as file:
        json.dump(scene(), file)
