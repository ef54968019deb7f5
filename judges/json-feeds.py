"""Judges JSON feeds by the schemas of a folder, which is named by the first argument.

Standard input: JSON lines {"where", "body"}. Standard output: a JSON list of {"what", "where"}.
"""
import json
import pathlib
import sys

from jsonschema import Draft7Validator, FormatChecker

folder = pathlib.Path(sys.argv[1])
# The schema refers to parts of that of version 1: with both in one document, no address is asked.
schema = json.loads((folder / "feed.json").read_text().replace('"feed-1#/', '"#/first/'))
schema["first"] = json.loads((folder / "feed-1.json").read_text().replace('"#/', '"#/first/'))
validator = Draft7Validator(schema, format_checker=FormatChecker())
seen = [
    {"what": f"{error.json_path}: {error.message[:300]}", "where": feed["where"]}
    for feed in map(json.loads, sys.stdin)
    for error in validator.iter_errors(json.loads(feed["body"]))
]
print(json.dumps(seen))
