#!/usr/bin/env python3
"""usage: commands.py SOURCE BINARIES

Each command that the Markdown files and the stubs of exercises tell people to type is one that the
programs and make take, and begins with ./gridstride or ./simt-cc, which work in the root of the tree.
Sources name the program in messages by gs_called(), which is as the user called it.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import markdown

SOURCE, BINARIES = (os.path.abspath(word) for word in sys.argv[1:3])
failures = 0

# An option that no command has. It is refused in its turn, when all words before it have been read.
NO_OPTION = "--no-such-option"
# A part of a plan that is so small that nothing is left for it: the plan is made, and nothing runs.
NO_SHARD = ["--shard", "9999/9999"]
NO_SHARD_SAID = "nothing is left for it"
PLACEHOLDERS = {"N": "3", "lessonN": "lesson3", "peersN": "peers3", "inspectN": "inspect3", "exerciseN": "exercise3",
                "LESSON": "3", "EXERCISE": "3.1",
                "lesson20": "lesson3", "inspect20": "inspect3", "20": "3"}  # the lesson that CONTRIBUTING.md adds


def fail(place, command, why):
    global failures
    failures += 1
    print(f"FAILED: {place}: {command}\n    {why}")


def said(words, folder):
    done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
                          check=False)
    return done.returncode, done.stdout + done.stderr


# ---- one command ------------------------------------------------------------------------------------


def try_plan(place, command, words, folder):
    """run, verify, peers: the plan is made of all that is said, and is not run."""
    words = ["run" if words[0] == "peers" else words[0], *words[1:]]  # no other library need be here
    words = ["sim" if i > 0 and words[i - 1] == "--device" else word for i, word in enumerate(words)]
    if "--device" not in words:
        words = words + ["--device", "sim"]
    status, text = said([f"{BINARIES}/gridstride", *words, *NO_SHARD, "--out", "out"], folder)
    if status != 2 or NO_SHARD_SAID not in text:
        fail(place, command, text.strip())


def try_words(place, command, words, folder):
    """Any other command: its name and its options."""
    words = [word for word in words if word != "--help"]
    end = words.index("--") if "--" in words else len(words)  # what stands behind is another program's
    status, text = said([f"{BINARIES}/gridstride-sim", *words[:end], NO_OPTION, *words[end:]], folder)
    if status != 2 or f'unknown option "{NO_OPTION}"' not in text:
        fail(place, command, text.strip())


def try_target(place, command, words, folder):
    """check, inspect: there is what the number or name says."""
    if words[0] == "check" and len(words) > 1 and re.fullmatch(r"\d\.q?\d+|\w+", words[1]) and "." in words[1]:
        status, text = said([f"{BINARIES}/gridstride", "check", words[1], "--hint"], folder)
    elif len(words) > 1 and words[1].isdigit():
        status, text = said([f"{BINARIES}/gridstride", "verify", words[1], *NO_SHARD, "--device", "sim"], folder)
        status = 0 if NO_SHARD_SAID in text else status
    else:
        return
    if status != 0:
        fail(place, command, text.strip())


def try_gridstride(place, command, words, folder):
    if words and words[0] in ("run", "verify", "peers") and "--help" not in words and "--shard" not in words and len(words) > 1:
        try_plan(place, command, words, folder)
    elif words and words != ["--help"] and words != ["--version"] and words != ["COMMAND", "--help"]:
        try_words(place, command, words, folder)
        if words[0] in ("check", "inspect"):
            try_target(place, command, words, folder)


def try_simt_cc(place, command, words, folder):
    status, text = said([f"{BINARIES}/simt-cc", *[w for w in words if w != "--help"], NO_OPTION], folder)
    if status == 0 or f"unknown option '{NO_OPTION}'" not in text:
        fail(place, command, text.strip())


def try_make(place, command, words):
    status, text = said(["make", "--dry-run", *words], SOURCE)
    if status != 0:
        fail(place, command, text.strip())


def try_command(place, command, folder):
    """The parts of a line of a shell: what stands between &&, |, ; and redirections."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    parts, skip = [[]], False
    for word in lexer:
        if set(word) <= set("();<>|&"):
            skip = set(word) <= set("<>")
            parts += [] if skip else [[]]
        elif not skip:
            parts[-1].append(PLACEHOLDERS.get(word, word))
    for words in parts:
        while words and re.match(r"[A-Z_]+=", words[0]):
            words = words[1:]
        program = words[0] if words else ""
        if program in ("gridstride", "simt-cc", "build/bin/gridstride", "build/bin/simt-cc"):
            fail(place, command, f"it is to begin with ./{os.path.basename(program)}, as in the root of the tree")
        elif program == "./gridstride":
            try_gridstride(place, command, words[1:], folder)
        elif program == "./simt-cc":
            try_simt_cc(place, command, words[1:], folder)
        elif program == "make":
            try_make(place, command, words[1:])


# ---- where commands stand ---------------------------------------------------------------------------


def commands_of(path):
    """(line, command) of a Markdown file."""
    for begin, language, lines in markdown.blocks(path.read_text()):
        if language is None:
            for offset, text in markdown.spans(lines):
                if re.match(r"(\./|build/bin/)?(gridstride|simt-cc) |make [a-z]", text) and "..." not in text:
                    yield begin + offset, text
            lines = [line if re.match(r" {4}(\./)?(gridstride|simt-cc|make) ", line) else "" for line in lines]
        elif language == "console":
            lines = [line[2:] if line.startswith("$ ") else "" for line in lines]
        elif language != "sh":
            continue
        joined = ""
        for offset, line in enumerate(lines):
            joined += line.strip()
            if joined.endswith("\\"):
                joined = joined[:-1]
                continue
            if joined and not joined.startswith("#"):
                yield begin + offset, joined
            joined = ""


def check_documents(folder):
    tried = 0
    for path in markdown.files(SOURCE):
        if path.name == "CHANGELOG.md" or "results" in path.parts:
            continue  # what versions have brought, and what was run once
        for line, command in commands_of(path):
            tried += 1
            try_command(f"{path.relative_to(SOURCE)}:{line}", command, folder)
    if tried < 100:
        fail("the Markdown files", f"{tried} commands", "they have more; the test does not find them")


def check_sources():
    """No message has the program's name in front of a command of its."""
    _, text = said([f"{BINARIES}/gridstride", "--help"], SOURCE)
    names = "|".join(re.findall(r"^  ([a-z]+) ", text, re.MULTILINE))
    told = re.compile(rf'"[^"]*(?<![/\w-])(?:gridstride (?:{names})|simt-cc --[a-z]+)\b[^"]*"')
    stub = re.compile(rf"(?<![/\w-])gridstride (?:{names})\b")
    for folder in ("harness", "lessons"):
        for path in sorted(pathlib.Path(SOURCE, folder).rglob("*")):
            pattern = {".c": told, ".cpp": told, ".cu": stub}.get(path.suffix)
            for number, line in enumerate(path.read_text().split("\n") if pattern else [], 1):
                if pattern.search(line) and 'testsuites name=' not in line:
                    fail(f"{path.relative_to(SOURCE)}:{number}", line.strip(), "a command to type begins as the program was called: gs_called()")


os.environ["GRIDSTRIDE_CALLED"] = "./gridstride"
with tempfile.TemporaryDirectory() as empty:
    for name in ("examples", "lessons", "kernels"):
        os.symlink(f"{SOURCE}/{name}", f"{empty}/{name}")
    os.environ["XDG_CACHE_HOME"] = f"{empty}/cache"  # where kernel files and folders are compiled to
    said([f"{BINARIES}/gridstride", "new", "--lesson", "squares"], empty)  # the folder that docs/kernels.md makes
    check_documents(empty)
check_sources()
sys.exit(failures > 0)
