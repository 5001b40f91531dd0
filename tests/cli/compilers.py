#!/usr/bin/env python3
"""usage: compilers.py SOURCE

Which compilers the package for pip names to its programs, by what a machine has. The compilers are scripts that say their version."""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.abspath(sys.argv[1]), "python"))
from gridstride import programs  # noqa: E402

failures = 0


def put(path, text="#!/bin/sh\n"):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, 0o755)


def put_gcc(folder, version):
    put(f"{folder}/gcc")
    put(f"{folder}/g++", f'#!/bin/sh\n[ "$*" = -dumpversion ] && echo {version}\n')


def put_clang(folder):
    put(f"{folder}/clang")
    put(f"{folder}/clang++", "#!/bin/sh\necho 4.2.1\n")  # as old ones say, to be taken for a gcc


def expect(wanted, *, ordinary=(), elsewhere=(), ziglang=False):
    """Each word is the version of a gcc, or "clang"."""
    global failures
    with tempfile.TemporaryDirectory() as root:
        for folder, compilers in ((f"{root}/usr/bin", ordinary), (f"{root}/opt/bin", elsewhere)):
            for compiler in compilers:
                put_clang(folder) if compiler == "clang" else put_gcc(folder, compiler)
        if ziglang:
            put(f"{root}/site/ziglang/zig")
        programs.HERE = f"{root}/site/gridstride"
        programs.ORDINARY_FOLDERS = (f"{root}/usr/bin",)
        os.environ["PATH"] = f"{root}/opt/bin:{root}/usr/bin"
        found = {name: path.replace(root, "") for name, path in programs.compilers_elsewhere().items()}
    wanted = {} if wanted is None else {"SIMT_CXX": wanted[0], "SIMT_CC": wanted[-1]}
    if found != wanted:
        failures += 1
        print(f"FAILED: {ordinary} {elsewhere} {ziglang}: {found}, not {wanted}")


bundled = ("/site/gridstride/lib/gridstride/compiler/c++",)
elsewhere = ("/opt/bin/g++", "/opt/bin/gcc")

# The programs find these by themselves.
expect(None)
expect(None, ordinary=["12"])
expect(None, ordinary=["13.2.0"], elsewhere=["clang"], ziglang=True)
expect(None, ordinary=["clang"])
expect(None, ziglang=True)
# Not on the PATH of what runs in a sandbox.
expect(elsewhere, elsewhere=["12"])
expect(("/opt/bin/clang++", "/opt/bin/clang"), elsewhere=["clang"])
# An old g++ is passed over where there is another compiler.
expect(("clang++", "clang"), ordinary=["11", "clang"])
expect(elsewhere, ordinary=["11"], elsewhere=["14"])
expect(bundled, ordinary=["11"], ziglang=True)
expect(bundled, ordinary=["9.4.0"], ziglang=True)
expect(bundled, elsewhere=["11"], ziglang=True)
expect(("/opt/bin/clang++", "/opt/bin/clang"), elsewhere=["11", "clang"], ziglang=True)
# What it says of a compiler that cannot be used, a program says.
expect(None, ordinary=["11"])
expect(None, elsewhere=["11"])
# What says no version, is asked by the programs.
expect(None, ordinary=["of its own"], ziglang=True)

sys.exit(failures > 0)
