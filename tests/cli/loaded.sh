#!/bin/sh
# usage: loaded.sh GRIDSTRIDE FOLDER [OTHER]
# A lesson of ours, as it was compiled in and as a folder that is loaded, has the same records: same
# points, verdicts, answers and errors. OTHER is another gridstride, without that lesson, that loads it.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
folder=$2
loading=${3:-$gridstride}
XDG_CACHE_HOME=$here/cache
export XDG_CACHE_HOME
name=${folder##*/}
slug=${name#*_} number=${name%%_*}
number=$((${number#0}))

# compared FILE: what says the same in every run of one seed. Not of a race: threads race on the real CPU,
# and on the simulator in an order that is drawn anew for each launch, of which a loaded lesson has more.
compared() {
    awk '
        function read_fields(line, at, count, quoted, value, c) {
            count = quoted = 0
            value = ""
            for (at = 1; at <= length(line) + 1; at++) {
                c = substr(line, at, 1)
                if (c == "\"") {
                    quoted = !quoted
                } else if (c == "" || (c == "," && !quoted)) {
                    f[++count] = value
                    value = ""
                } else {
                    value = value c
                }
            }
        }
        { read_fields($0) }
        NR == 1 { for (i in f) column[f[i]] = i }
        races == "" && f[column["variant"]] ~ /^racy/ { next }
        {
            print f[column["workload"]], f[column["variant"]], f[column["place"]], f[column["dtype"]],
                f[column["n"]], f[column["grid"]], f[column["block"]], f[column["residency"]],
                f[column["verdict"]], f[column["detail"]], f[column["values"]], f[column["lost_share"]],
                f[column["answers"]], f[column["launches"]], f[column["max_error"]], f[column["max_ulp"]]
        }' races="${2-}" "$1"
}

# same OPTIONS...: both have the same records.
same() {
    rm -rf built loaded
    expect 0 'verdicts: ' verify "$number" --device sim --sizes 1,65 --blocks 64 --seed 3 --out built "$@"
    "$loading" verify "$folder" --device sim --sizes 1,65 --blocks 64 --seed 3 --out loaded "$@" >stdout 2>stderr ||
        fail "the lesson cannot be loaded"
    compared built/*/verify"$number".csv "${2-}" >built.txt
    compared loaded/*/verify-"$slug".csv "${2-}" >loaded.txt
    [ "$(wc -l <built.txt)" -gt 4 ] || fail "there is nothing to compare"
    diff built.txt loaded.txt >stderr || fail "the loaded lesson has other records"
}

same
[ "$number" -ne 1 ] || same --variant racy # by itself, so that both begin with the same launch
grep -q 'source_hash' loaded/*/verify-"$slug".json || fail "the records do not say what was loaded"
finish
