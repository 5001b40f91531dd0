#!/bin/sh
# usage: refused_folder.sh GRIDSTRIDE
# Results that cannot be written, and results that would be overwritten though they are not ours:
# known before anything is measured, and nothing is touched.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

echo in the way >file
expect_error 'cannot make the results folder file/' run 3 --device sim --out file
grep -q 'Not a directory; choose another with --out' stderr || fail "the reason is not given"
expect_error 'cannot make the results folder file/below/' run 3 --device sim --out file/below
expect_error 'cannot make the results folder /proc/gridstride/' run 3 --device sim \
    --out /proc/gridstride
[ "$(cat file)" = "in the way" ] || fail "the file in the way was changed"

small_run --out out --quiet >stdout 2>stderr || fail "run fails"
machine=$(basename out/*)
folder=out/$machine
rm -rf out
mkdir out
cp file "$folder"
chmod +x "$folder"
expect_error "results folder $folder: Not a directory" run 3 --device sim --out out
rm -rf out

# refused WORDS: the run is refused in these words, and the folder stays as it is.
refused() {
    (cd "$folder" && ls -l --time-style=full-iso && cat ./*.json ./*.csv 2>/dev/null) >before
    expect_error "$1" run 3 --device sim --sizes 33 --out out
    (cd "$folder" && ls -l --time-style=full-iso && cat ./*.json ./*.csv 2>/dev/null) >after
    cmp -s before after || fail "a refused run changed $folder"
}

small_run --out out --quiet >stdout 2>stderr || fail "run fails"
cp "$folder/lesson3.json" good.json
size=$(wc -c <good.json)
for part in 0 1 $((size / 3)) $((size / 2)) $((size - 3)); do
    head -c "$part" good.json >"$folder/lesson3.json"
    refused "$folder/lesson3.json:"
done
sed 's/"verdict":"right"/"verdict":"rihgt"/' good.json >"$folder/lesson3.json"
line=$(grep -n rihgt "$folder/lesson3.json" | cut -d: -f1)
refused "$folder/lesson3.json:$line: record 1 has no valid \"verdict\""
echo '{"context": {}, "benchmarks": []}' >"$folder/lesson3.json"
refused "$folder/lesson3.json:1: not a gridstride result; move it away or choose another folder with --out"
printf 'MZ\000\001\377' >"$folder/lesson3.json"
refused "$folder/lesson3.json:1:"

# A good one is replaced.
cp good.json "$folder/lesson3.json"
small_run --out out --quiet >stdout 2>stderr || fail "a good result cannot be replaced"
[ -z "$(find out -name '*.new')" ] || fail "a temporary file was left"

if [ "$(id -u)" -ne 0 ]; then # root writes everywhere
    mkdir closed
    chmod 555 closed
    expect_error 'Permission denied; choose another with --out' run 3 --device sim --out closed
fi
finish
