#!/usr/bin/env python3
"""usage: course.py SOURCE BINARIES

docs/course.md has every lesson and every exercise of the program once, in their order, and nothing else. What an exercise
needs comes before it or is in another lesson; the list of puzzles says what the tables say. The minutes of a lesson are those
of its exercises; what a lesson needs comes before it, is enough for its exercises, and is in the picture.
"""
import pathlib
import re
import sys

import course_list

PUZZLES = ["map", "zip", "guard", "2-D map", "broadcast", "blocks", "blocks 2-D", "shared", "pooling", "dot", "1-D convolution",
           "prefix sum", "axis sum", "matrix multiply"]
text = (pathlib.Path(sys.argv[1]) / "docs" / "course.md").read_text(encoding="utf-8")
lessons = course_list.lessons(sys.argv[2])
failures = 0


def fail(what):
    global failures
    failures += 1
    print(f"FAILED: docs/course.md: {what}")


def expect(what, found, right):
    for name in [name for name in right if name not in found]:
        fail(f"{what} {name} is missing")
    for name in [name for name in found if name not in right]:
        fail(f"there is no {what} {name}")
    if sorted(found) == sorted(right) and found != right:
        fail(f"{what}s are not in their order")
    elif len(found) != len(set(found)):
        fail(f"a {what} stands there twice")


rows = re.findall(r"^\| (\d+\.\d+) `(\w+)` \| ([^|]+) \| ([^|]+) \| (\d+) \| ([^|]*)\|$", text, re.M)
listed = [exercise for _, exercises in lessons.values() for exercise in exercises]
expect("lesson", re.findall(r"^## (\d+ \w+)$", text, re.M), [f"{number} {name}" for number, (name, _) in lessons.items()])
expect("exercise", [f"{row[0]} {row[1]}" for row in rows], [f"{number} {name}" for number, name in listed])

numbers = [number for number, _ in listed]
for number, _, _, needs, minutes, _ in rows:
    for need in needs.strip().split(", "):
        if need != "C" and (need not in numbers or numbers.index(need) >= numbers.index(number)):
            fail(f"{number} needs {need}, which is no exercise before it")
    if not 5 <= int(minutes) <= 120:
        fail(f"{number} takes {minutes} minutes")

about = re.findall(r"^## (\d+) \w+\n\n\[The lesson\]\(\S+\) needs (?:nothing but C|lessons? ([\d, and]+))\. "
                   r"Its exercises take some (\d+) minutes\.$", text, re.M)
expect("sentence on what is needed and how long it takes, of lesson", [number for number, _, _ in about],
       [str(number) for number in lessons])
arrows = re.findall(r"^ +L(\d+)\[.*\] --> L(\d+)\[", text, re.M)
wanted = []
for lesson, needs, minutes in about:
    wanted += [(need, lesson) for need in re.findall(r"\d+", needs)]
    total = sum(int(row[4]) for row in rows if row[0].startswith(f"{lesson}."))
    if int(minutes) != total:
        fail(f"lesson {lesson} is said to take {minutes} minutes, and its exercises take {total}")
for need, lesson in wanted:
    if int(need) >= int(lesson):
        fail(f"lesson {lesson} needs lesson {need}, which does not come before it")
before = {}
for lesson, _, _ in about:
    direct = {need for need, other in wanted if other == lesson}
    before[lesson] = direct.union({lesson}, *(before.get(need, set()) for need in direct))
for number, _, _, needs, _, _ in rows:
    lesson = number.split(".")[0]
    for need in re.findall(r"(\d+)\.", needs):
        if need not in before.get(lesson, {need}):
            fail(f"{number} needs lesson {need}, and lesson {lesson} does not say so")
if sorted(arrows) != sorted(wanted):
    fail(f"the picture's arrows and the sentences differ: {sorted(set(arrows) ^ set(wanted))}")
hours = round(sum(int(row[4]) for row in rows) / 60)
if not re.search(rf"together\s+are some {hours} hours", text):
    fail(f"all exercises together are some {hours} hours")

for puzzle in PUZZLES:
    right = [row[0] for row in rows if puzzle in row[5].strip().split(", ")]
    if f"\n| {puzzle} | {', '.join(right)} |\n" not in text or not right:
        fail(f"the puzzle \"{puzzle}\" is to be in {', '.join(right) or 'an exercise'}")
sys.exit(failures > 0)
