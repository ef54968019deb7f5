"""Judges feeds by the W3C's feedvalidator and JSON feeds by their schema.

Standard input: JSON lines {"where", "type", "body"}. Standard output: a JSON list of {"what", "where"}.
"""
import io
import json
import sys

import feedvalidator
from feedvalidator import compatibility
from feedvalidator.formatter.text_plain import Formatter
from feedvalidator.logging import DuplicateUpdated


def judge(feed):
    # The level of validator.w3.org: errors, and warnings about what readers stumble over.
    stream = io.BytesIO(feed["body"].encode())
    events = feedvalidator.validateStream(
        stream, contentType=feed["type"], base=feed["where"]
    )["loggedEvents"]
    for event in compatibility.AA(events):
        # What one visit found was found in one moment: RFC 4287 allows it, and not each run has it.
        if isinstance(event, DuplicateUpdated):
            continue
        yield type(event).__name__ + ": " + Formatter([event]).getMessage(event)


seen = [
    {"what": what, "where": feed["where"]}
    for feed in map(json.loads, sys.stdin)
    for what in judge(feed)
]
print(json.dumps(seen))
