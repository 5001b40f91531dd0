#!/bin/sh
# usage: collect.sh ZIG PROCESSOR FOLDER
# Copies into FOLDER the libraries of C and C++ that `zig c++` builds for PROCESSOR (x86_64, aarch64) and
# glibc 2.36: those that the compiler in this folder links. It takes a minute. Without what debuggers read:
# with it, the lines of a program are not found in a program that has these libraries.
set -eu
zig=$1 target=$2-linux-gnu.2.36 folder=$3
cache=$(mktemp -d)
trap 'rm -rf "$cache"' EXIT
export ZIG_GLOBAL_CACHE_DIR="$cache" ZIG_LOCAL_CACHE_DIR="$cache"
printf '#include <iostream>\nint main() { std::cout << "hello"; }\n' >"$cache/hello.cpp"
"$zig" c++ -target "$target" -mcpu=baseline -s -O2 "$cache/hello.cpp" -o "$cache/hello"
mkdir -p "$folder"
"$zig" cc -target "$target" -mcpu=baseline -s -O2 -c "$(dirname "$0")/absent.c" -o "$cache/absent.o"
rm -f "$folder/libabsent.a"
"$zig" ar rc "$folder/libabsent.a" "$cache/absent.o"
for file in crt1.o libc++.a libc++abi.a libunwind.a libcompiler_rt.a libc_nonshared.a libm.so.6 libc.so.6 libld.so.2; do
    cp "$(find "$cache" -name "$file" | head -n 1)" "$folder/"
done
mv "$folder/libm.so.6" "$folder/libm.so"
for name in pthread dl rt; do # glibc has them in libc.so.6
    rm -f "$folder/lib$name.a"
    "$zig" ar rc "$folder/lib$name.a"
done
