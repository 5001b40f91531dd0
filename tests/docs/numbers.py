#!/usr/bin/env python3
"""usage: numbers.py SOURCE BINARIES

The numbers of lessons and exercises that README.md and docs/exercises.md say are those of the program.
"""
import pathlib
import re
import sys

import course_list

SOURCE = pathlib.Path(sys.argv[1])
WORDS = "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()
failures = 0


def expect(page, sentence, right):
    """`sentence` has groups; what stands in them is to be `right`."""
    global failures
    text = " ".join((SOURCE / page).read_text(encoding="utf-8").split())
    found = re.search(sentence, text)
    if not found or list(found.groups()) != right:
        failures += 1
        print(f"FAILED: {page}: {found[0] if found else 'nothing like ' + sentence}: right is {', '.join(right)}")


lessons = course_list.lessons(sys.argv[2])
counts = [len(exercises) for _, exercises in lessons.values() if exercises]
expect("README.md", r"with (\w+) lessons and (\w+) exercises", [WORDS[len(lessons)], str(sum(counts))])
expect("docs/exercises.md", r"have (\w+) to (\w+) exercises each", [WORDS[min(counts)], WORDS[max(counts)]])
sys.exit(failures > 0)
