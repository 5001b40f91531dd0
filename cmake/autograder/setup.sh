#!/usr/bin/env bash
# Started once by Gradescope, as root, when it builds the image that submissions are graded in.
set -euo pipefail
root=${AUTOGRADER_ROOT:-/autograder}
cd "$root/source/gridstride"

sh cmake/install_deps.sh

# Images of Ubuntu 22.04 and before have a CMake that is too old.
old_cmake() {
    [ "$(printf '%s\n' 3.25 "$(cmake --version | sed -n '1s/^cmake version //p')" | sort -V | head -n 1)" != 3.25 ]
}
if old_cmake; then
    apt-get install -q -y --no-install-recommends python3-pip
    pip3 install --quiet 'cmake>=3.25,<4'
    hash -r
fi
if old_cmake; then
    echo "setup.sh: CMake 3.25 or newer is needed; choose a newer base image in the settings" >&2
    exit 1
fi

cmake --preset release -B build -DGRIDSTRIDE_CUDA=OFF -DBUILD_TESTING=OFF
cmake --build build --parallel "$(nproc)" --target programs

# Where the sandbox can be no more than another user, what everybody may read can be read.
chmod -R go-rwx lessons/*/exercises/solutions lessons/*/exercises/right lessons/*/exercises/mutants 2>/dev/null || true

course=
if [ -d "$root/source/course" ]; then
    course=$root/source/course
    chmod -R go-rwx "$course" 2>/dev/null || true
fi

# An autograder that cannot grade is found out here, not by the first student.
"$root/source/try.sh" build/bin/gridstride lessons "$(cat "$root/source/exercises")" "$course"
