#!/bin/sh
# usage: host_use.sh LIST COMPILER [OPTION...]
# Compiles each line of LIST as a program of its own. Passes when the compiler refuses those that say
# "no", with a message that names the line of the kernel, and compiles the others.
list=$1
shift
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
status=0
grep -v '^#' "$list" >"$folder/rows"
while IFS='|' read -r verdict before body; do
    verdict=${verdict%% *}
    cat >"$folder/x.cu" <<END
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iostream>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
$before
__global__ void k(float *a, int n)
{
    int i = threadIdx.x;
$body
}
END
    if "$@" -std=c++17 -c -o "$folder/x.o" "$folder/x.cu" >"$folder/message" 2>&1 </dev/null; then
        got=yes
    else
        got=no
    fi
    if [ "$got" != "$verdict" ]; then
        echo "$verdict:$before:$body: the compiler says $got"
        status=1
    elif [ $got = no ] && ! grep -q 'x\.cu[:(]21' "$folder/message"; then
        echo "$before:$body: the message does not name the line:"
        cat "$folder/message"
        status=1
    fi
done <"$folder/rows"
exit $status
