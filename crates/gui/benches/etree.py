#!/usr/bin/env python3
"""Python's xml.etree reading dumps into the flat model of `gui::flat`, for comparison.

Usage: etree.py SECONDS FILE...   prints the CPU microseconds that one pass over all files takes, best of the passes
that fit into SECONDS.
"""
import re
import sys
import time
import xml.etree.ElementTree as ElementTree

FLAGS = ["NAF", "checkable", "checked", "clickable", "enabled", "focusable", "focused", "scrollable",
         "long-clickable", "password", "selected", "visible-to-user", "editable"]
KNOWN = set(FLAGS) | {"class", "resource-id", "text", "content-desc", "package", "hint", "bounds", "index",
                      "drawing-order", "displayed"}
CONTAINERS = {"hierarchy", "displays", "display", "window"}
BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")


def rows(text):
    out = []

    def visit(element, depth):
        if depth == 0 and element.tag in CONTAINERS:
            for child in element:
                visit(child, 0)
            return
        a = element.attrib
        get = a.get
        name = element.tag
        edges = BOUNDS.match(get("bounds", ""))
        flags = 0
        for bit, flag in enumerate(FLAGS):
            if get(flag) == "true":
                flags |= 1 << bit
        extras = [(k, v) for k, v in a.items() if k not in KNOWN] if len(a) > 17 else []
        out.append((depth, get("class", name if name != "node" else ""), get("resource-id", ""), get("text", ""),
                    get("content-desc", ""), get("package", ""), get("hint", ""),
                    tuple(map(int, edges.groups())) if edges else (0, 0, 0, 0), int(get("index", 0)),
                    int(get("drawing-order", 0)), flags, extras))
        for child in element:
            visit(child, depth + 1)

    visit(ElementTree.fromstring(text), 0)
    return out


def main():
    seconds = float(sys.argv[1])
    texts = [open(path, "rb").read() for path in sys.argv[2:]]
    best = float("inf")
    end = time.process_time() + seconds
    while time.process_time() < end:
        start = time.process_time_ns()
        for text in texts:
            rows(text)
        best = min(best, (time.process_time_ns() - start) / 1000)
    print(best)


main()
