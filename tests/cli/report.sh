#!/bin/sh
# usage: report.sh GRIDSTRIDE
# All results on one page, which stays as it was where anything is wrong.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
recorded=$tests/../../results/recorded

# What was run here, and what is recorded, on a page that holds all that it shows.
"$gridstride" run 3 --device sim --sizes 33,70 --dtype f32 --variant one_per_thread --blocks 32 --out out --quiet >stdout 2>stderr || fail "run fails"
expect 0 'report:  out/report.html' report --out out
for words in 'class="badge loc">local<' 'class="badge rec">recorded 20' 'id="lesson3-vecadd"' 'not timed' \
    '<img alt="' '</html>'; do
    grep -q -F -e "$words" out/report.html || fail "the page has no $words"
done
! grep -q -i -E '(src|href)="?(https?:|//|[a-z]+\.)' out/report.html || fail "the page needs another file"
[ "$(wc -c <out/report.html)" -lt 10000000 ] || fail "the page is over 10 MB"

# Each part has a name of its own, and every link leads to one.
grep -o -E ' id="[^"]*"' out/report.html | sort >ids
sort -u ids >once
cmp -s ids once || fail "two parts have the same name: $(uniq -d ids | head -n 3)"
grep -o -E '<a href="#[^"]*"' out/report.html | sed 's/<a href="#/ id="/' | sort -u >links
[ -s links ] || fail "there are no links"
comm -23 links once >dead
[ ! -s dead ] || fail "links that lead nowhere: $(head -n 3 dead)"

# Files by name, and no others.
expect 0 '(of 1 result);' report "$recorded/nvidia-h200/lesson3.json" --out one
grep -q 'NVIDIA H200' one/report.html || fail "the page does not name the GPU"
# The file is of a version that did not write what the lesson says.
for words in 'vector addition' 'c[i] = a[i] + b[i]' '16 bytes an access'; do
    grep -q -F -e "$words" one/report.html || fail "the page does not say $words"
    [ "$words" = 'vector addition' ] || expect 0 "$words" table "$recorded/nvidia-h200/lesson3.json"
done
! grep -q 'badge loc">local</span> [A-Z]' one/report.html || fail "the page shows more than the file"

# What cannot be read is named; the page before stays.
cp one/report.html before.html
mkdir -p bad/m
echo '{' >bad/m/lesson3.json
expect_error bad/m/lesson3.json report bad/m/lesson3.json --out one
expect_error bad/m/lesson3.json report --out bad
expect_error 'no folder nowhere' report --out nowhere
[ ! -e nowhere ] || fail "a report of nothing makes a folder"
expect_error none/lesson3.json report none/lesson3.json --out one
cmp -s one/report.html before.html || fail "the page was replaced"
[ "$(ls one)" = report.html ] || fail "something was left: $(ls one)"
[ ! -e bad/report.html ] || fail "a page was written from a damaged file"

# A folder that cannot be one.
echo >file
expect_error file report "$recorded/nvidia-h200/lesson3.json" --out file
finish
