#!/usr/bin/env python3
"""usage: editors.py GRIDSTRIDE

What check and inspect write for editors and for GitHub: SARIF is whole and valid, lines are as those
of compilers, each names the line that the text names, and the tasks of VS Code read them."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import sarif_check

GRIDSTRIDE = os.path.abspath(sys.argv[1])
TREE = Path(__file__).resolve().parents[2]
os.environ["GRIDSTRIDE_CALLED"] = "gridstride"
os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("GITHUB_WORKSPACE", None)

REVERSE = """\
__global__ void reverse(int *out, const int *in)
{
    __shared__ int tile[64];
\ttile[threadIdx.x] = in[threadIdx.x]; // no \u00e4 and no __syncthreads()
    out[threadIdx.x] = tile[63 - threadIdx.x];
}
#include <cstdio>
int main()
{
    int *a, *b;
    cudaMalloc(&a, 64 * sizeof *a);
    cudaMalloc(&b, 64 * sizeof *b);
    cudaMemset(a, 0, 64 * sizeof *a);
    reverse<<<1, 64>>>(b, a);
    puts("of the program");
    cudaFree(a);
    return cudaFree(b);
}
"""


def run(*words, status=None):
    ended = subprocess.run([GRIDSTRIDE, *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if status is not None:
        assert ended.returncode == status, (words, ended)
    return ended


def log_of(path):
    return sarif_check.check(json.loads(Path(path).read_text("utf-8")))


def commands_of(printed):
    """The commands that a runner of GitHub takes from what it reads: it begins anywhere in a line with ##[, and behind
    stop-commands it waits for the token."""
    taken, token = [], None
    for line in printed.splitlines():
        if token is not None:
            token = None if line.strip() == f"::{token}::" else token
        elif line.strip().startswith("::stop-commands::"):
            token = line.strip()[len("::stop-commands::"):]
            assert re.fullmatch("[0-9a-f]{32}", token), line
        elif re.match(r"\s*::(error|warning|notice) ", line) or "##[" in line:
            taken.append(line)
    assert token is None, printed
    return taken


def test_github():
    """What a program prints, on either stream, is no command."""
    said = '::error file=x.c,line=1::spoofed'
    Path("spoof.cu").write_text(REVERSE.replace(
        'puts("of the program");', f'puts("{said}"); fputs("##[error]{said}\\n  {said}\\n", stderr);'), "utf-8")
    ended = run("inspect", "spoof.cu", "--github", "--no-margin", status=1)
    assert ended.stdout.count("spoofed") == 3 and "spoofed" not in ended.stderr, ended
    taken = commands_of(ended.stdout)
    places = [re.match("::(error|notice) file=spoof.cu,line=([45]),", line).groups() for line in taken]
    assert len(places) == 2 and [level for level, _ in places] == ["error", "notice"], taken
    assert {line for _, line in places} == {"4", "5"}, taken
    # From the root of the repository, wherever in it the command is given.
    os.mkdir("below")
    for root, name in ((os.getcwd(), "spoof.cu"), (os.path.dirname(os.getcwd()), f"{os.path.basename(os.getcwd())}/spoof.cu"),
                       (os.path.abspath("below"), "../spoof.cu"), ("/nowhere", "../spoof.cu")):
        ended = subprocess.run([GRIDSTRIDE, "inspect", "../spoof.cu", "--github"], capture_output=True, text=True,
                               check=False, cwd="below", env={**os.environ, "GITHUB_WORKSPACE": root})
        taken = commands_of(ended.stdout)
        assert len(taken) == 2 and all(f" file={name}," in line for line in taken), (root, ended)
    tokens = {re.match("::stop-commands::(.*)", run("inspect", "spoof.cu", "--github", status=1).stdout).group(1) for _ in "12"}
    assert len(tokens) == 2, tokens
    # Where there is no result the runner takes commands again, and the reason stands on standard error.
    ended = run("inspect", "no.cu", "--github", status=2)
    assert commands_of(ended.stdout) == [] and "no.cu" in ended.stderr, ended


def test_check():
    ended = run("check", "3.1", "--lines", "--sarif", "one.sarif", "--seed", "1", status=1)
    own = "exercises/03_vecadd/vecadd.cu"
    lines = ended.stdout.splitlines()
    found = re.fullmatch(rf"{own}:(\d+):(\d+): error: (.*) \[(.*)\]", lines[0])
    assert found and len(lines) == 1, ended.stdout
    # The text is the same, for people, on the other stream.
    line, column, sentence, kind = found.groups()
    assert f"{own}:{line}: " in ended.stderr and sentence[:20] in ended.stderr, ended.stderr
    source = Path(own).read_text("utf-8").splitlines()[int(line) - 1]
    assert int(column) == len(source) - len(source.lstrip()) + 1, (column, source)
    results = log_of("one.sarif")
    assert len(results) == 1 and results[0]["ruleId"] == kind and results[0]["level"] == "error"
    assert sarif_check.place(results[0]) == (own, int(line)) and results[0]["message"]["text"] == sentence
    ended = run("check", "3.1", "--github", "--seed", "1", status=1)
    assert commands_of(ended.stdout) == [f"::error file={own},line={line},col={column},title={kind}::{sentence}"], ended
    assert f"{own}:{line}: " in ended.stdout and ended.stderr.count("\n") == 1, ended
    return line


def test_passes():
    shutil.copy(TREE / "lessons/03_vecadd/exercises/solutions/vecadd.cu", "exercises/03_vecadd/vecadd.cu")
    ended = run("check", "exercises/03_vecadd/vecadd.cu", "--lines", "--sarif", "two words/right.sarif", status=2)
    assert "two words" in ended.stderr and ended.stdout == "", ended
    os.mkdir("two words")
    ended = run("check", "exercises/03_vecadd/vecadd.cu", "--lines", "--sarif", "two words/right.sarif", status=0)
    assert ended.stdout == "" and "passed" in ended.stderr, ended
    assert log_of("two words/right.sarif") == []
    assert os.listdir("two words") == ["right.sarif"]


def test_of_a_name():
    """A name that is no UTF-8 is shown as the text shows it."""
    name = b"v\xff.cu"
    shutil.copy(TREE / "lessons/03_vecadd/exercises/vecadd.cu", os.fsdecode(name))
    for words in ("--lines",), ("--github",), ("--lines", "--sarif", "name.sarif"):
        ended = subprocess.run([GRIDSTRIDE, "check", "3.1", name, *words, "--seed", "1"], capture_output=True, check=False)
        told = [line for line in ended.stdout.splitlines() if b"error" in line and b"v\\xff.cu" in line]
        assert ended.returncode == 1 and told, ended
    (one,) = log_of("name.sarif")
    assert sarif_check.place(one)[0] == "v\\xff.cu", one
    Path(os.fsdecode(name)).write_text(REVERSE, "utf-8")
    ended = subprocess.run([GRIDSTRIDE, "inspect", name, "--lines"], capture_output=True, check=False)
    assert ended.returncode == 1 and b"[race-shared]" in ended.stdout, ended


def test_of_a_lesson():
    ended = run("check", "3", "--sarif", "-", status=1)
    results = sarif_check.check(json.loads(ended.stdout))
    assert {sarif_check.place(one)[0] for one in results if one["level"] == "error"} == \
        {"exercises/03_vecadd/hypotenuse.cu"}, results
    assert "not checked yet" in ended.stderr


def test_inspect():
    os.mkdir("a b")
    Path("a b/r\u00e9verse.cu").write_text(REVERSE, "utf-8")
    ended = run("inspect", "a b/r\u00e9verse.cu", "--lines", "--sarif", "x.sarif", "--no-margin", status=1)
    lines = ended.stdout.splitlines()
    assert len(lines) == 2, ended
    places = {}
    for line in lines:
        path, row, column, level = re.match(r"(.*?):(\d+):(\d+): (\w+): .* \[race-shared\]$", line).groups()
        assert path == "a b/r\u00e9verse.cu", line
        places[level] = int(row), int(column)
    assert sorted(places.values()) == [(4, 2), (5, 5)] and set(places) == {"error", "note"}, places
    assert "of the program" in ended.stderr and "race-shared: " in ended.stderr
    (one,) = log_of("x.sarif")
    assert sarif_check.place(one) == ("a b/r\u00e9verse.cu", places["error"][0])
    region = one["relatedLocations"][0]["physicalLocation"]["region"]
    assert region["startLine"] == places["note"][0] and region["snippet"]["text"] == \
        REVERSE.splitlines()[region["startLine"] - 1].strip()
    # Two documents in one stream are refused, before anything is written.
    for words in (("--lines", "--github"), ("--sarif", "-", "--lines"), ("--json", "-", "--sarif", "-")):
        ended = run("inspect", "a b/r\u00e9verse.cu", *words, status=2)
        assert ended.stdout == "" and ended.stderr.count("\n") == 1 and "both write" in ended.stderr, ended
    ended = run("inspect", "a b/r\u00e9verse.cu", "--json", "-", "--no-margin", status=1)
    assert json.loads(ended.stdout)["findings"][0]["kind"] == "race-shared"
    # What was there stays where there is no result.
    before = Path("x.sarif").read_bytes()
    run("inspect", "no.cu", "--sarif", "x.sarif", status=2)
    assert Path("x.sarif").read_bytes() == before


def test_interrupted():
    """Nothing is left beside the file of a command that is interrupted while what it runs goes on."""
    signal.alarm(300)
    os.mkdir("left")
    Path("ever.cu").write_text('#include <cstdio>\n#include <unistd.h>\nint main() { puts("begun"); fflush(stdout); '
                               'for (;;) pause(); }\n', "utf-8")
    for number in signal.SIGINT, signal.SIGTERM:
        with subprocess.Popen([GRIDSTRIDE, "inspect", "ever.cu", "--sarif", "left/x.sarif", "--json", "left/x.json"],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              start_new_session=True) as ended:
            assert any(line == "begun\n" for line in ended.stdout)
            assert os.listdir("left") == []
            os.killpg(ended.pid, number)  # as Ctrl-C does
            ended.stdout.read()
        assert ended.returncode != 0 and os.listdir("left") == [], (ended.returncode, os.listdir("left"))
    signal.alarm(0)


def test_lesson():
    os.chdir(TREE)
    ended = run("inspect", "1", "--n", "65", "--block", "32", "--variant", "racy", "--sarif", "-", "--no-margin", status=0)
    (one,) = sarif_check.check(json.loads(ended.stdout))
    assert one["level"] == "note" and one["ruleId"] == "race-global", one
    path, line = sarif_check.place(one)
    assert path == "kernels/01_race_add.cu" and f"{path}:{line}: race-global" in ended.stderr


def test_tasks(line):
    tasks = json.loads(Path("exercises/.vscode/tasks.json").read_text("utf-8"))
    by_name = {task["label"]: task for task in tasks["tasks"]}
    check, watch = (by_name[f"gridstride: check this file{end}"] for end in ("", " at each save"))
    assert check["options"]["cwd"] == "${workspaceFolder}/.." and check["command"] == "gridstride"
    pattern = check["problemMatcher"]["pattern"]
    words = [os.path.abspath("exercises/03_vecadd/vecadd.cu") if word == "${file}" else word for word in check["args"]]
    ended = run(*words, "--seed", "1", status=1)
    found = re.match(pattern["regexp"], ended.stdout.splitlines()[0])
    assert found.group(pattern["line"]) == line and found.group(pattern["severity"]) == "error"
    assert os.path.samefile(found.group(pattern["file"]), "exercises/03_vecadd/vecadd.cu")
    # Never overwritten.
    Path("exercises/.vscode/tasks.json").write_text("mine", "utf-8")
    run("check", "3.1", status=1)
    assert Path("exercises/.vscode/tasks.json").read_text("utf-8") == "mine"
    # Made also where the folder holds something else.
    os.rename("exercises/.vscode/tasks.json", "exercises/.vscode/settings.json")
    run("check", "3.1", status=1)
    assert json.loads(Path("exercises/.vscode/tasks.json").read_text("utf-8")) == tasks
    assert Path("exercises/.vscode/settings.json").read_text("utf-8") == "mine"
    return watch["problemMatcher"]


def test_watch(matcher):
    """A check as it starts, and one behind a save; each time the file is written anew."""
    signal.alarm(300)  # a line that never comes is waited for no longer
    error = re.compile(matcher["pattern"]["regexp"])
    begins, ends = (re.compile(matcher["background"][name]) for name in ("beginsPattern", "endsPattern"))
    with open("watch.err", "w", encoding="utf-8") as told:
        watch = subprocess.Popen([GRIDSTRIDE, "check", "3.1", "--watch", "--lines", "--sarif", "w.sarif"],
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=told, text=True)
    try:
        assert begins.match(watch.stdout.readline())
        assert error.match(watch.stdout.readline())
        assert ends.match(watch.stdout.readline())
        assert len(log_of("w.sarif")) == 1
        shutil.copy(TREE / "lessons/03_vecadd/exercises/solutions/vecadd.cu", "saved.cu")
        os.replace("saved.cu", "exercises/03_vecadd/vecadd.cu")
        assert begins.match(watch.stdout.readline())
        assert ends.match(watch.stdout.readline())
        assert log_of("w.sarif") == []
        # A file that goes away is an error, until it is there again.
        os.rename("exercises/03_vecadd/vecadd.cu", "gone.cu")
        assert begins.match(watch.stdout.readline())
        gone = watch.stdout.readline()
        assert error.match(gone) and "exercises/03_vecadd/vecadd.cu is not there" in gone, gone
        assert ends.match(watch.stdout.readline())
        os.rename("gone.cu", "exercises/03_vecadd/vecadd.cu")
        assert begins.match(watch.stdout.readline())
        assert ends.match(watch.stdout.readline())
        assert log_of("w.sarif") == []
    finally:
        watch.send_signal(signal.SIGINT)
        watch.wait()
    assert watch.returncode == 130, watch.returncode
    assert "interrupted; your progress is kept" in Path("watch.err").read_text("utf-8")
    assert json.loads(Path("exercises/progress.json").read_text("utf-8"))
    ended = run("check", "3.1", "--watch", "--sarif", "-", status=2)
    assert "name a file behind --sarif" in ended.stderr
    signal.alarm(0)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        line = test_check()
        test_watch(test_tasks(line))
        test_passes()
        test_of_a_name()
        test_of_a_lesson()
        test_inspect()
        test_github()
        test_interrupted()
        test_lesson()
        os.chdir("/")


main()
