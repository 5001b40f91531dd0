"""usage: kinds.py SOURCE

Each kind of mistake that the judge tells stands in gs_mistake_kinds, so that a teacher's [say] can add to
it, and in docs/teaching.md.
"""

import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])
kind = r'"([a-z]+(?:-[a-z]+)*)"'
told = set()
for path in (source / "harness/judge/explain").glob("*.c"):
    text = path.read_text()
    told |= set(re.findall(r"gs_say\(\s*[^,;\"]+,\s*" + kind, text))
    told |= set(re.findall(r"\bsay\(\s*look,\s*[^;\"]+?,\s*" + kind, text))

listed = re.search(r"gs_mistake_kinds\[\] = \{(.*?)\};", (source / "harness/exercise/data_exercise.c").read_text(), re.S)
known = re.findall(kind, listed.group(1))
manual = (source / "docs/teaching.md").read_text().split("## What is said")[1].split("## Known mistakes")[0]
written = re.findall(r"`([a-z-]+)`", manual)

missing = sorted(told - set(known))
unwritten = sorted(set(known) ^ (set(written) & set(known)))
if len(told) < 30:
    sys.exit(f"kinds.py finds only {len(told)} kinds in harness/judge/explain: mend it")
if missing:
    sys.exit(f"told, and not in gs_mistake_kinds: {', '.join(missing)}")
if unwritten:
    sys.exit(f"not in docs/teaching.md: {', '.join(unwritten)}")
