#!/usr/bin/env python3
"""usage: editors_corpus.py GRIDSTRIDE PROGRAMS SOURCE...

Each faulty case of the inspector's corpus: the SARIF of its inspection is valid and has the findings
that the text has, with their kinds and lines. PROGRAMS is the folder of the built sources."""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import sarif_check

GRIDSTRIDE, PROGRAMS = sys.argv[1:3]
TOLD = re.compile(r"^(.*?):(\d+): (remark: )?([a-z-]+): ", re.MULTILINE)
OTHER_PLACES = re.compile(r"^  the same barrier would order line (\d+)(?: and line (\d+))?", re.MULTILINE)


def inspect(program, case):
    """Kinds and lines, as the text and as the log has them; and the lines of other places of a cause: an editor marks
    each place, the text has them under one finding."""
    limit = ["--timeout", "0.5"]
    ended = subprocess.run([GRIDSTRIDE, "inspect", program, "--no-margin", "--sarif", "log", *limit, "--", case],
                           capture_output=True, text=True, errors="replace", check=False)
    if ended.returncode not in (0, 1): # 0: no more than a remark
        sys.exit(f"{program} {case}: exit status {ended.returncode}: {ended.stderr}")
    said = {(os.path.basename(file), int(line), kind, "note" if remark else "error")
            for file, line, remark, kind in TOLD.findall(ended.stderr)}
    results = sarif_check.check(json.loads(Path("log").read_text("utf-8")))
    logged = set()
    for one in results:
        if one["ruleId"] != "program-failed": # the program's own exit status, which has no line
            path, line = sarif_check.place(one)
            logged.add((os.path.basename(path), line, one["ruleId"], one["level"]))
    others = {int(line) for lines in OTHER_PLACES.findall(ended.stderr) for line in lines if line}
    return said, logged, others


def main():
    kinds = set()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for source in sys.argv[3:]:
            text = Path(source).read_text("utf-8")
            for part in text.split("// case: ")[1:]:
                case = part.split()[0]
                if "// fault: " not in part:
                    continue
                said, logged, others = inspect(os.path.join(PROGRAMS, Path(source).stem), case)
                if not said <= logged or any(line not in others for _, line, _, _ in logged - said):
                    sys.exit(f"{source} {case}: the text has {sorted(said)}, the log has {sorted(logged)}")
                kinds |= {kind for _, _, kind, _ in logged}
        os.chdir("/")
    print(f"{len(kinds)} kinds: {' '.join(sorted(kinds))}")
    if len(kinds) < 20:
        sys.exit("too few kinds of findings were seen")


main()
