"""What the tests of this folder read from the Markdown files of the tree."""
import os
import pathlib
import re


def files(source):
    """All Markdown files of the tree. Folders of builds and of runs are not entered: tests work in them meanwhile."""
    found = []
    for folder, folders, names in os.walk(source):
        if pathlib.Path(folder) == pathlib.Path(source):
            folders[:] = [f for f in folders if not f.startswith((".", "build", "exercises"))]
        elif pathlib.Path(folder) == pathlib.Path(source, "results"):
            folders[:] = ["recorded"] if "recorded" in folders else []
            continue
        found += [pathlib.Path(folder, name) for name in names if name.endswith(".md")]
    return sorted(found)


def blocks(text):
    """(number of the first line, language, lines) of each fenced block; prose has the language None."""
    begin, language, lines = 1, None, []
    for number, line in enumerate(text.split("\n"), 1):
        fence = re.match(r"\s*```(\w*)", line)
        if not fence:
            lines.append(line)
            continue
        yield begin, language, lines
        begin, lines = number + 1, []
        language = fence[1] if language is None else None
    yield begin, language, lines


def spans(lines):
    """(offset of the line, text) of each code span, which may go over the end of a line."""
    text = "\n".join(lines)
    for found in re.finditer(r"(?<!`)`([^`]+)`(?!`)", text):
        yield text.count("\n", 0, found.start()), " ".join(found[1].split())


def programs(text):
    """(name, text) of each program that a page shows: the C block behind the last mention of its name, as in `race.cu`."""
    name = None
    for _, language, block in blocks(text):
        if language is None:
            names = re.findall(r"`([\w.]+\.cu)`", "\n".join(block))
            name = names[-1] if names else name
        elif language == "c" and name:
            yield name, "\n".join(block) + "\n"
            name = None
