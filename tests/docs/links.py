#!/usr/bin/env python3
"""usage: links.py SOURCE ...

Each link of a Markdown file to a file, a folder, a picture or a heading of this tree has one.
"""
import os
import pathlib
import re
import sys
import urllib.parse

import markdown

SOURCE = pathlib.Path(os.path.abspath(sys.argv[1]))
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?[^)]*\)|(?:src|srcset|href)=\"([^\"]+)\"")
failures = links = 0


def prose(path):
    """(line, text) without the code in it."""
    for begin, language, lines in markdown.blocks(path.read_text()):
        if language is None:
            text = re.sub(r"(?<!`)`[^`]+`(?!`)", lambda code: re.sub(r"[^\n]", "x", code[0]), "\n".join(lines))
            yield begin, text


def anchors(path):
    """The names of a page's headings, as GitHub makes them, and those that it gives itself."""
    names, seen = set(), {}
    for _, language, lines in markdown.blocks(path.read_text()):
        for line in lines if language is None else []:
            heading = re.match(r"#+ +(.*?) *#*$", line)
            names.update(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", line))
            if not heading:
                continue
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).replace("`", "")
            name = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
            seen[name] = seen.get(name, -1) + 1
            names.add(f"{name}-{seen[name]}" if seen[name] else name)
    return names


def wrong(path, target):
    """What is wrong with a link; None: nothing."""
    file, _, anchor = urllib.parse.unquote(target).partition("#")
    aim = path if not file else pathlib.Path(os.path.normpath(path.parent / file))
    if not aim.exists():
        return "there is no such file"
    if SOURCE not in (aim, *aim.parents):
        return "it leads out of the tree"
    if anchor and aim.suffix == ".md" and anchor not in anchors(aim):
        return f"there is no heading of that name: {', '.join(sorted(anchors(aim)))}"
    return None


for page in markdown.files(SOURCE):
    for first, text in prose(page):
        for found in LINK.finditer(text):
            goal = found[1] or found[2]
            if re.match(r"[a-z]+:", goal):
                continue
            links += 1
            why = wrong(page, goal)
            if why:
                failures += 1
                line = first + text.count("\n", 0, found.start())
                print(f"FAILED: {page.relative_to(SOURCE)}:{line}: {goal}\n    {why}")
if links < 50:
    failures += 1
    print(f"FAILED: {links} links are found, and there are more")
sys.exit(failures > 0)
