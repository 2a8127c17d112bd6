#!/usr/bin/env python3
"""Verifies a file that `demandatlas events export` wrote, without demandatlas and without its secret key.

    verify_export.py EVENTS.jsonl [ANCHORS.jsonl]

Checks the file's count and checksum, that every stream counts from 1 without a gap, and the chain over all events:
each link's digest is SHA-256 of the digest before it and of the events since. An anchor is a line that `demandatlas
ledger anchor` printed on the day it was made and that you have kept: the chain must have its link, so that nothing up to
there was changed, removed, inserted or put in another order since that day.

Python 3.8 or newer, standard library only. Exit code 1 if anything is wrong.
"""

import hashlib
import json
import sys

START = bytes(32)
DECODER = json.JSONDecoder()
NOTES = ("restored", "rotated")


def wrong(text):
    sys.exit(f"wrong: {text}")


def member(line, name, start=0):
    """The text of an event's member as it was stored, and where it ends."""
    begin = line.index(f'"{name}":', start) + len(name) + 3
    _, end = DECODER.raw_decode(line, begin)
    return line[begin:end], end


def part(text):
    """A part of what is hashed: its length in eight bytes, then itself."""
    data = text.encode()
    return len(data).to_bytes(8, "big") + data


def event_bytes(line, event):
    # The last members, in this order. No quoted text can hold such a name with its quotes.
    payload, end = member(line, "payload", line.index('"recorded_at":'))
    metadata, _ = member(line, "metadata", end)
    return b"".join((
        part(event["aggregate_type"]), part(event["aggregate_id"]), event["sequence"].to_bytes(8, "big"),
        part(event["event_type"]), part(event["event_version"]), part(payload), part(metadata),
    ))


class Chain:
    def __init__(self, anchors):
        self.anchors = anchors
        self.events = self.links = self.found = 0
        self.digest = START
        self.since = hashlib.sha256(START)
        self.linked = 0

    def event(self, line, event):
        self.events += 1
        self.since.update(event_bytes(line, event))

    def link(self, link):
        number = link["number"]
        if number != self.links + 1:
            wrong(f"link {self.links + 1} is missing")
        if link["kind"] in NOTES:
            note = part(link["kind"]) + part(link["note"])
            digest = hashlib.sha256(self.digest + note).digest()
        else:
            digest = self.since.digest()
        if link["events"] != self.events or link["digest"] != digest.hex():
            wrong(f"link {number}: events {self.linked + 1} to {link['events']} are not those that were linked")
        self.links, self.digest, self.linked = number, digest, self.events
        self.since = hashlib.sha256(digest)
        for anchor in self.anchors:
            if anchor["link"] == number:
                if any(anchor[name] != link[name] for name in ("events", "digest", "seal")):
                    wrong(f"link {number} is not the one that the anchor of {anchor['at']} names")
                self.found += 1

    def end(self):
        for anchor in self.anchors:
            if anchor["link"] > self.links:
                wrong(f"the file ends {anchor['events'] - self.linked} events before the anchor of {anchor['at']}")


def verify(path, anchors):
    chain, streams, closing = Chain(anchors), {}, None
    checksum, at = hashlib.sha256(), 0
    with open(path, "rb") as file:
        if json.loads(next(file, b"null")) != {"demandatlas_events": 1}:
            wrong("this is not an export")
        for line in file:
            if closing is not None:
                wrong("there is more after the closing line")
            entry = json.loads(line)
            if "end" in entry:
                closing = entry["end"]
                continue
            checksum.update(line)
            if "link" in entry:
                chain.link(entry["link"])
            elif "position" in entry:
                stream = (entry["aggregate_type"], entry["aggregate_id"])
                streams[stream] = streams.get(stream, 0) + 1
                if entry["sequence"] != streams[stream] or entry["position"] <= at:
                    wrong(f"event {entry['sequence']} of {' '.join(stream)} is out of place")
                at = entry["position"]
                chain.event(line.decode(), entry)
    if closing is None:
        wrong("the file was cut off")
    if closing != {"events": chain.events, "sha256": checksum.hexdigest()}:
        wrong("the file does not have the count and the checksum that it was closed with")
    chain.end()
    print(f"{chain.events} events in {len(streams)} streams, {chain.linked} of them linked; "
          f"{chain.found} of {len(anchors)} anchors found.")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    kept = []
    if len(sys.argv) == 3:
        with open(sys.argv[2], encoding="utf-8") as lines:
            kept = [json.loads(text) for text in lines if text.strip()]
    verify(sys.argv[1], kept)
