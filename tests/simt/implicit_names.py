#!/usr/bin/env python3
"""Which names does nvcc bring into every .cu file, and simt-cc does not?

usage: implicit_names.py NVCC INCLUDE LISTED

nvcc includes cuda_runtime.h ahead of a program; what that brings in turn (<limits.h>, <ctype.h>,
CUDA's functions and types) a program may use without including it. This takes every word of an
empty program as nvcc's host pass preprocesses it, finds those that are names of the global
namespace or of std there, and asks simt-cc's headers, in INCLUDE, for each one. LISTED lists what
may be missing, a regular expression for whole names a line; `#` begins a comment.

Prints the names that are missing and not in LISTED. Exit status: 0 none, 1 some, 2 wrong
usage, 77 no nvcc.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

KEYWORDS = set("""alignas alignof and and_eq asm auto bitand bitor bool break case catch char
char16_t char32_t class compl const constexpr const_cast continue decltype default delete do double
dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable
namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
reinterpret_cast return short signed sizeof static static_assert static_cast struct switch template
this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile
wchar_t while xor xor_eq""".split())


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", **more)


def nvcc_text(nvcc, folder):
    """An empty program behind the preprocessor of nvcc's host pass."""
    plan = run([nvcc, "--dryrun", "-std=c++17", "-c", "empty.cu"], cwd=folder).stderr
    for line in plan.splitlines():
        if line.startswith("#$ ") and " -E " in line and "-D__CUDA_ARCH__=" not in line:
            words = shlex.split(line[3:])
            at = words.index("-o")
            done = run(words[:at] + words[at + 2:], cwd=folder)
            if done.returncode == 0:
                return done.stdout
    sys.exit("implicit_names: " + nvcc + " does not preprocess an empty program")


def simt_text(include, folder):
    """The same by simt-cc's headers. simt-cc itself would refuse names, the first one it meets."""
    done = run(["g++", "-std=c++17", "-E", "-I" + include, "-include", "cuda_runtime.h", "-x",
                "c++", "empty.cu"], cwd=folder)
    if done.returncode != 0:
        sys.exit("implicit_names: " + done.stderr[:2000])
    return done.stdout


def probe(names, scope):
    """A using-declaration a line: each is an error where there is no such name."""
    return "".join(f"using {scope}::{name};\n" for name in names)


def without(names, command, name, folder):
    """The names whose lines, counted from line 2 of the file NAME, have an error."""
    errors = run(command, cwd=folder).stderr
    lines = {int(n) for n in re.findall(rf"(?m)^{name}:(\d+):.*\berror\b", errors)}
    if any(n < 2 or n > len(names) + 2 for n in lines):
        sys.exit("implicit_names: " + errors[:2000])
    return {word for at, word in enumerate(names) if at + 2 in lines}


def known(words, scope, text, folder):
    """The words that are names of the scope in a preprocessed program: macros play no part."""
    with open(os.path.join(folder, "probe.ii"), "w") as file:
        file.write(text + '\n# 1 "probe.cu"\nnamespace probed {\n' + probe(words, scope) + "}\n")
    command = ["g++", "-std=c++17", "-w", "-fsyntax-only", "-fpermissive", "-fmax-errors=0",
               "-x", "c++-cpp-output", "probe.ii"]
    bad = without(words, command, "probe.cu", folder)
    return [word for word in words if word not in bad]


def missing_names(nvcc, include, folder):
    with open(os.path.join(folder, "empty.cu"), "w"):
        pass
    theirs, ours = nvcc_text(nvcc, folder), simt_text(include, folder)
    code = re.sub(r"(?m)^#.*$", "", theirs)
    words = sorted(set(re.findall(r"\b[A-Za-z_]\w*", code)) - KEYWORDS)
    missing = []
    for scope in ("", "::std"):
        there = known(words, scope, theirs, folder)
        if len(there) < 100:
            sys.exit("implicit_names: hardly a name of nvcc's was understood")
        here = set(known(there, scope, ours, folder))
        missing += [f"{scope}::{name}" for name in there if name not in here]
    return missing


def main():
    if len(sys.argv) != 4:
        print(__doc__, file=sys.stderr)
        return 2
    nvcc, include, listed = sys.argv[1:]
    if shutil.which(nvcc) is None:
        print("implicit_names: skipped, there is no nvcc")
        return 77
    with open(listed) as file:
        patterns = [line.split("#")[0].strip() for line in file]
    allowed = re.compile("|".join(f"(?:{p})" for p in patterns if p))
    with tempfile.TemporaryDirectory() as folder:
        missing = missing_names(nvcc, os.path.abspath(include), folder)
    new = [name for name in missing if not allowed.fullmatch(name.rsplit("::", 1)[1])]
    for name in new:
        print(name)
    print(f"implicit_names: {len(new)} missing that {os.path.basename(listed)} does not list,",
          f"{len(missing) - len(new)} that it lists")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
