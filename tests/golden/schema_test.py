"""plan.json and report.json are what their JSON Schemas say, and the schemas refuse what they should."""
import copy
import json

import jsonschema

from drawings import PLANS, SOURCE, Checks, draw

# What may be left out.
OPTIONAL = {"thickness_source", "curve_id", "deviation_mm", "swing", "up_from", "up_to", "at", "storey", "opening",
            "rim_shown", "hidden", "rule"}
# What may be left out of one object is needed in another.
NEEDED = {("rooms", "storey"), ("rooms", "rule")}


def validator(name):
    schema = json.loads((SOURCE / "docs" / "schema" / f"storey.{name}-1.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def objects(value, path=()):
    """The paths of all objects in `value`: the first of every list is enough."""
    if isinstance(value, dict):
        yield path
        for key, item in value.items():
            yield from objects(item, path + (key,))
    elif isinstance(value, list):
        for index, item in enumerate(value[:1]):
            yield from objects(item, path + (index,))


def at(value, path):
    for step in path:
        value = value[step]
    return value


def refuses(valid, document, path, change):
    changed = copy.deepcopy(document)
    change(at(changed, path))
    return not valid.is_valid(changed)


def check_document(checks, valid, document, name):
    for error in valid.iter_errors(document):
        checks.true(False, f"{name}: {error.json_path}: {error.message}")
    for path in objects(document):
        checks.true(refuses(valid, document, path, lambda o: o.update(unexpected=1)), f"{name}: a new field in {path}")
        for key, value in at(document, path).items():
            if path[-1:] == ("rules",):  # by their names
                continue
            if key not in OPTIONAL or (path[-2:-1] and (path[-2], key) in NEEDED):
                checks.true(refuses(valid, document, path, lambda o: o.pop(key)), f"{name}: {path} without {key}")
            other = 1 if isinstance(value, (str, list, dict, bool)) else "x"
            checks.true(refuses(valid, document, path, lambda o: o.update({key: other})),
                        f"{name}: {key} = {other!r} in {path}")


def main():
    checks = Checks()
    for name in PLANS:
        files = draw(name)
        plan = json.loads(files["plan.json"])
        check_document(checks, validator("plan"), plan, f"{name}: plan.json")
        check_document(checks, validator("report"), json.loads(files["report.json"]), f"{name}: report.json")
        for storey in plan["storeys"]:
            for wall in storey["walls"][:1]:
                for field, value in (("confidence", 1.1), ("thickness", 0), ("basis", "guessed"),
                                     ("polygon", [[0, 0], [1, 0]]), ("start", [1, 2, 3])):
                    changed = copy.deepcopy(plan)
                    changed["storeys"][storey["index"]]["walls"][0][field] = value
                    checks.true(not validator("plan").is_valid(changed), f"{name}: wall with {field} = {value}")
    checks.finish()


if __name__ == "__main__":
    main()
