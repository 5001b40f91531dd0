#!/bin/sh
# usage: shards.sh GRIDSTRIDE
# A plan in parts, and the parts together again.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

sweep() {
    "$gridstride" run 2 --device sim --workload grid_add --dtype f32,i32 --sizes 33,64,100,1Ki --quiet "$@" \
        >stdout 2>stderr
}
sweep --out whole || fail "the whole run fails"
for i in 1 2 3; do
    sweep --out out --shard $i/3 || fail "shard $i fails"
done
folder=$(dirname "$(echo out/*/lesson2.shard1of3.json)")
rows=0
for i in 1 2 3; do
    part=$(($(wc -l <"$folder/lesson2.shard${i}of3.csv") - 1))
    [ $part -ge 12 ] || fail "shard $i has only $part records"
    rows=$((rows + part))
done
[ $rows -eq $(($(wc -l <"$(echo whole/*/lesson2.csv)") - 1)) ] || fail "the shards have $rows records together"

# Nothing is written before everything is there.
expect_error 'merge: 1 of 3 shards missing: 2/3' merge "$folder/lesson2.shard1of3.json" "$folder/lesson2.shard3of3.json"
expect_error 'merge: shard 1/3 is there twice: ' merge "$folder"/*.json "$folder/lesson2.shard1of3.json"
expect_error ' is no shard' merge whole/*/lesson2.json
expect_error ' is no shard' merge "$folder"/*.json whole/*/lesson2.json
expect_error 'merge: name the shards' merge
mkdir damaged
sed 's#"shard": "1/3"#"shard": "1/4294967295"#' "$folder/lesson2.shard1of3.json" >damaged/lesson2.shard1of3.json
expect_error ' is no shard' merge damaged/lesson2.shard1of3.json
sweep --out seeds --shard 2/3 --seed 5 || fail "a shard of another seed fails"
expect_error ' are of different runs (' merge "$folder/lesson2.shard1of3.json" seeds/*/lesson2.shard2of3.json \
    "$folder/lesson2.shard3of3.json"
[ -z "$(find out -name 'lesson2.json')" ] || fail "a merge that was refused wrote a result"

# In any order: the records of the whole run, in its order.
expect 0 'lesson2.json and .csv' merge "$folder/lesson2.shard3of3.json" "$folder/lesson2.shard1of3.json" \
    "$folder/lesson2.shard2of3.json"
cut -d, -f1-11 whole/*/lesson2.csv >whole.keys
cut -d, -f1-11 "$folder/lesson2.csv" >merged.keys
cmp -s whole.keys merged.keys || fail "merged, the records differ: $(diff whole.keys merged.keys | head -3)"
expect 0 'verdicts: 88 of 88 right' table "$folder/lesson2.json"
[ "$(grep -c '"shard": "./3"' "$folder/lesson2.json")" -eq 3 ] || fail "the shards' contexts are not kept"
expect 0 lesson2_ plot --out out # all, but not the shards beside them
expect 0 elsewhere/ merge "$folder"/lesson2.shard*.json --out elsewhere

# What they are shards of stands in the files; in those of earlier versions, in their names alone.
mkdir renamed old
for i in 1 2 3; do
    cp "$folder/lesson2.shard${i}of3.json" "renamed/part$i.json"
    sed '/"result": "lesson2"/d' "$folder/lesson2.shard${i}of3.json" >"old/lesson2.shard${i}of3.json"
done
! cmp -s renamed/part1.json old/lesson2.shard1of3.json || fail "a shard does not say what it is a shard of"
expect 0 'renamed/lesson2.json and .csv' merge renamed/part1.json renamed/part2.json renamed/part3.json
expect 0 'old/lesson2.json and .csv' merge old/lesson2.shard?of3.json
cmp -s renamed/lesson2.csv old/lesson2.csv || fail "renamed shards give another result"
for i in 1 2 3; do
    sed -i 's#"result": "lesson2"#"result": "../lesson2"#' "renamed/part$i.json"
done
expect_error 'context.gridstride.result is "../lesson2"' merge renamed/part1.json renamed/part2.json renamed/part3.json
cmp -s "$folder/lesson2.csv" elsewhere/*/lesson2.csv || fail "--out changes the records"

for text in 0/3 4/3 1 1/ /3 a/b 1/3x -1/3 1/-3 1/99999999; do
    expect_error "--shard: \"$text\" is no part" run 2 --shard=$text
done
expect_error 'take fewer shards' run 2 --device sim --sizes 33 --dtype f32 --workload grid_add --shard 2/2 --out few
finish
