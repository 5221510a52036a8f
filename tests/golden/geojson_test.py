"""GeoJSON has the form of RFC 7946, and the elements of the plan."""
import json

from drawings import PLANS, Checks, draw


def area(ring):
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:])) / 2


def check_polygon(checks, name, rings):
    for index, ring in enumerate(rings):
        checks.true(len(ring) >= 4 and ring[0] == ring[-1], f"{name}: a ring that is not closed")
        checks.true((area(ring) > 0) == (index == 0), f"{name}: rings follow the right-hand rule (3.1.6)")


def main():
    checks = Checks()
    for name in PLANS:
        files = draw(name, "geojson")
        plan, collection = json.loads(files["plan.json"]), json.loads(files["plan.geojson"])
        checks.equal(collection["type"], "FeatureCollection", name)
        checks.true(not {"coordinates", "geometry", "properties", "crs"} & set(collection), f"{name}: 7.1, 4")
        wanted = {e["id"] for s in plan["storeys"] for k in ("walls", "openings", "rooms", "columns", "stairs") for e in s[k]}
        checks.equal({f["id"] for f in collection["features"]}, wanted, f"{name}: features")
        rooms = {r["id"]: r for s in plan["storeys"] for r in s["rooms"]}
        for feature in collection["features"]:
            checks.equal(feature["type"], "Feature", name)
            geometry = feature["geometry"]
            if geometry["type"] == "LineString":
                checks.equal(len(geometry["coordinates"]), 2, f"{name}: an opening")
                continue
            checks.equal(geometry["type"], "Polygon", name)
            check_polygon(checks, name, geometry["coordinates"])
            if feature["id"] in rooms:
                checks.near(sum(map(area, geometry["coordinates"])), rooms[feature["id"]]["area"], 0.002, f"{name}: area")
    checks.finish()


if __name__ == "__main__":
    main()
