#!/usr/bin/env python3
"""usage: class_browser.py GRIDSTRIDE

The page of a class, which `gridstride grade` writes, in a real browser. Exit status 77 where there is
no chromium.
"""

import pathlib
import subprocess
import sys
import tempfile

from browser import CONTRAST, Browser, program

# What is lost at the width of the window: what reaches out of it and cannot be scrolled to, the names
# of the students and their points behind its edge; on a screen, any column of the table.
LOST = """(() => {
  document.querySelectorAll('details').forEach(one => { one.open = true; });
  const lost = new Set(), width = document.documentElement.clientWidth;
  const inside = (part, right) => part.getBoundingClientRect().left >= -1
      && part.getBoundingClientRect().right <= right + 1;
  if (document.documentElement.scrollWidth > width) lost.add('the page is wider than the window');
  for (const part of document.querySelectorAll('.wide, svg, pre, p, h2, h3, li, summary'))
    if (part.getClientRects().length > 0 && !inside(part, width)) lost.add(part.tagName + ' reaches out');
  const heads = [...document.querySelectorAll('#students th')];
  const seen = width < 600 ? heads.slice(0, 2) : heads;
  const edge = document.querySelector('#students').parentElement.getBoundingClientRect().right;
  seen.filter(head => !inside(head, edge)).forEach(head => lost.add('column ' + head.textContent));
  return [heads.length, [...lost]];
})()"""


def hand_in(folder, lessons):
    """Right and wrong answers to lesson 3, so that each of its columns has words."""
    for number, name in enumerate(("Anna Weber", "Maximiliane von Hohenstein-Oettingen", "bo")):
        (folder / name).mkdir(parents=True)
        for stub in (lessons / "03_vecadd" / "exercises").glob("*.cu"):
            mutants = sorted((stub.parent / "mutants" / stub.stem).glob("*.cu"))
            source = mutants[0] if number == 0 else stub
            (folder / name / stub.name).write_bytes(source.read_bytes())
        (folder / name / "questions.txt").write_text("blocks = 1\nspare_threads =\n")


def main():
    chromium = program()
    if chromium is None:
        print("skipped: there is no chromium")
        return 77
    lessons, failures = pathlib.Path(__file__).resolve().parents[2] / "lessons", 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        hand_in(folder / "all", lessons)
        subprocess.run([sys.argv[1], "grade", folder / "all", "--out", folder / "marks", "--unsafe",
                        "--exercises", "3", "--quiet"], check=True, stdout=subprocess.DEVNULL)
        browser = Browser(chromium, folder)
        for scheme in ("light", "dark"):
            for width in (390, 1280, 1920):
                browser.load(folder / "marks" / "index.html", width=width, scheme=scheme)
                columns, lost = browser.value(LOST)
                bad = browser.value(CONTRAST)
                if columns < 8 or lost or bad or browser.complaints():
                    print(f"FAILED: {width} pixels, {scheme}: {columns} columns, lost: {lost}, hard to "
                          f"read: {bad[:4]}, the console: {browser.complaints()[:2]}")
                    failures += 1
        browser.close()
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
