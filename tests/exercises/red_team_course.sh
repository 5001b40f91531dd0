#!/bin/sh
# usage: red_team_course.sh GRIDSTRIDE COURSE LESSONS
# Attacks on an exercise that is a folder of data: its solution, its header and the process that
# computes its answers are out of reach, and what it lets pass no program of the host's can use.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"
course=$2/histogram
export XDG_CACHE_HOME="$here/cache"

mkdir -p alone/student
"$gridstride" grade alone --out alone_marks --course "$course" --seed 5 >stdout 2>stderr
if grep 'no sandbox of namespaces' stderr; then
    echo "skipped: there is no sandbox to attack"
    exit 77
fi
rm -r alone alone_marks

# In the file `expected`: NAME KIND PART OF THE SENTENCE
hand_in() { # NAME KIND WORDS: as histogram.cu, what comes from standard input
    mkdir -p "submissions/$1"
    cat >"submissions/$1/histogram.cu"
    echo "$1 $2 $3" >>expected
}
includes() { # a header that is not the student's to read
    printf '#include "histogram.h"\n#include %s\n' "$1"
}

# ---- the course's own files
includes '"solution.cu"' | hand_in solution_by_name does-not-compile 'There is no header'
includes '"reference.cu"' | hand_in reference_by_name does-not-compile 'There is no header'
includes "\"$course/solution.cu\"" | hand_in solution_by_path not-allowed 'includes a file by its path'
includes "<$course/solution.cu>" | hand_in solution_in_brackets not-allowed 'includes a file by its path'
includes '"../histogram/solution.cu"' | hand_in solution_from_above not-allowed 'includes a file by its path'
includes '"exercise.toml"' | hand_in settings does-not-compile 'There is no header'
mkdir submissions/solution_by_link
ln -s "$course/solution.cu" submissions/solution_by_link/histogram.cu
echo 'solution_by_link missing Nothing was handed in' >>expected
mkdir submissions/folder_by_link
ln -s "$course" submissions/folder_by_link/histogram
echo 'folder_by_link missing Nothing was handed in' >>expected

# ---- what lies beside it: a header and settings of the student's own
easy='void histogram(unsigned *counts) { counts[0] = 1; }'
printf '#include "histogram.h"\n%s\n' "$easy" | hand_in own_header no-function ''
echo 'extern "C" void histogram(unsigned *counts);' >submissions/own_header/histogram.h
cp "$course/exercise.toml" submissions/own_header/exercise.toml
sed -i 's/^sizes = .*/sizes = [0]/' submissions/own_header/exercise.toml
cp "$course/stub.cu" submissions/own_header/reference.cu

# ---- answers without a right kernel
hand_in host_counts host-work 'device' <<'CU'
#include "histogram.h"
#include <vector>

void histogram(unsigned *counts, const unsigned *values, size_t n)
{
    std::vector<unsigned> copy(n + 1), found(64);
    cudaMemcpy(copy.data(), values, n * sizeof *values, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++)
        found[copy[i]]++;
    cudaMemcpy(counts, found.data(), 64 * sizeof *counts, cudaMemcpyHostToDevice);
}
CU
hand_in one_thread_counts serial-work '' <<'CU'
#include "histogram.h"

__global__ void count(unsigned *counts, const unsigned *values, size_t n)
{
    for (int b = 0; b < 64; b++)
        counts[b] = 0;
    for (size_t i = 0; i < n; i++)
        counts[values[i]]++;
}

void histogram(unsigned *counts, const unsigned *values, size_t n)
{
    count<<<1, 1>>>(counts, values, n);
}
CU
hand_in reaches_the_answers computed-call 'an address that was computed' <<'CU'
#include "histogram.h"
#include <stdio.h>

void histogram(unsigned *counts, const unsigned *values, size_t n)
{
    ((int (*)(unsigned *))((char *)&puts + 4096))(counts);
}
CU
hand_in reference_as_answer device-pointer 'that is device memory' <"$course/reference.cu"
cp -r "$course/solution.cu" solution.cu
hand_in honest passed '' <solution.cu

find "$course" -printf '%p %y %m %T@ %l\n' | LC_ALL=C sort >before
"$gridstride" grade submissions --out marks --course "$course" --seed 5 --jobs 2 >stdout 2>stderr </dev/null
status=$?
[ $status -eq 0 ] || fail "the class cannot be graded: exit status $status"

while read -r name kind words; do
    if [ "$kind" = passed ]; then
        expect_rows 1 'f["student"] == "'"$name"'" && f["score"] == f["max_score"]' marks/class.csv \
            "$name does not have full marks"
        continue
    fi
    told=$(rows 'f["student"] == "'"$name"'" && f["histogram_mistake"] == "'"$kind"'" && f["score"] < f["max_score"]' \
        marks/class.csv)
    if [ "$told" != 1 ] || ! grep -q -F -e "$words" "marks/students/$name/marks.json"; then
        fail "$name is not told $kind: $words: $(grep -e '"kind"' -e '^  *"sentence"' "marks/students/$name/marks.json")"
    fi
done <expected
find "$course" -printf '%p %y %m %T@ %l\n' | LC_ALL=C sort | cmp -s before - || fail "the course has changed"
grep -r -l -F "$(sed -n 1p solution.cu)" marks --include=marks.json --include=index.html >files
! grep -v '/honest/\|index.html' files || fail "the solution stands in the marks of others"

# ---- attacks on an exercise of the course, on the same one as a folder whose solution answers
vecadd=$3/03_vecadd/exercises
mkdir -p folder/vecadd
{ echo 'about = "c = a + b"' && sed '/^\[right\]/,/^$/d' "$vecadd/vecadd.toml"; } >folder/vecadd/exercise.toml
cp "$vecadd/solutions/vecadd.cu" folder/vecadd/solution.cu
cp "$vecadd/vecadd.cu" folder/vecadd/stub.cu
for name in opens_a_file walks_the_files watches_others writes_to_descriptors maps_the_answer kills \
    keeps_the_first_answer host_adds_small_arrays host_adds_all_but_one changes_its_inputs includes_the_solution \
    report_over_stdout ends_the_report_early own_main reads_the_environment device_loops; do
    mkdir -p "attacks/$name"
    file=$tests/red_team/vecadd/$name.cu
    [ -e "$file" ] || file=$tests/red_team_text/$name.cu
    cp "$file" "attacks/$name/vecadd.cu"
    sed -n "1s|^/\* says: \([^:]*\): \(.*\) \*/\$|$name \1 \2|p" "$file" >>attacked
done
"$gridstride" grade attacks --out attacked_marks --course folder --seed 5 --jobs 2 >stdout 2>stderr </dev/null ||
    fail "the attacks cannot be graded: $(cat stderr)"
while read -r name kind words; do
    told=$(rows 'f["student"] == "'"$name"'" && f["vecadd_mistake"] == "'"$kind"'" && f["score"] < f["max_score"]' \
        attacked_marks/class.csv)
    if [ "$told" != 1 ] || ! grep -q -F -e "$words" "attacked_marks/students/$name/marks.json"; then
        fail "$name is not told $kind: $words, in a folder of data"
    fi
done <attacked
finish
