#!/bin/sh
# usage: breakeven.sh GRIDSTRIDE
# The break-evens under a table are those of its plot: of every workload that was recorded on a GPU.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
plots=$tests/../../plots

if ! command -v gnuplot >/dev/null; then
    echo "not tested: there is no gnuplot"
    exit 77
fi

# of_table WORKLOAD DTYPE: "pinned 3.1Mi", a line each way, as `gridstride table` said them.
of_table() {
    awk -v wanted="$1 $2: median time" '
        /: median time/ { here = index($0, wanted) == 1 }
        !here || NF == 0 { on = 0; next }
        sub(/^break-even with the best CPU variant: /, "") { on = 1 }
        on { text = text " " $0 }
        END {
            gsub(/\([^)]*\)/, "", text)
            gsub(/host to host/, ",", text)
            gsub(/(up )?to n =|n =/, "", text)
            gsub(/ +/, " ", text)
            ways = split(text, way, " *, *")
            for (w = 1; w <= ways; w++) {
                gsub(/^ | $/, "", way[w])
                if (way[w] != "") print way[w]
            }
        }' table
}

# of_plot FILE: the same of an SVG.
of_plot() {
    grep -oE '>(device-resident|pinned|pageable): [^<]*' "$1" |
        sed -E -e 's/^>//' -e 's/://' -e 's/(up )?to //' -e 's/n = //' -e 's/ ([KMG]i)/\1/' \
            -e 's/([0-9]) ([0-9]{3})/\1\2/g' -e 's/([0-9]) ([0-9]{3})/\1\2/g'
}

compared=0
for lesson in 3 4 5 6; do
    file=$tests/../../results/recorded/nvidia-h100-80gb-hbm3/lesson$lesson
    "$gridstride" table "$file.json" >table 2>stderr || fail "table of lesson $lesson fails"
    for workload in $(sed -n 's/^\([a-z0-9_]*\) f32: median time.*/\1/p' table); do
        gnuplot -e "dir='$plots'; csv='$file.csv'; out='drawn'; workload='$workload'; dtype='f32'" \
            "$plots/time.gp" 2>stderr || fail "time.gp fails on $workload"
        of_table "$workload" f32 >a
        of_plot drawn.svg >b
        [ -s a ] || fail "table says nothing of $workload's break-even"
        if ! cmp -s a b; then
            diff a b
            fail "table and plot have other break-evens for $workload"
        fi
        compared=$((compared + 1))
    done
done
# drawn WORKLOAD TEXT...: the picture of made.csv says just these break-evens.
drawn() {
    gnuplot -e "dir='$plots'; csv='made.csv'; out='drawn'; workload='$1'; dtype='f32'" \
        "$plots/time.gp" 2>stderr || fail "time.gp fails on made.csv"
    shift
    printf '%s\n' "$@" >a
    of_plot drawn.svg >b
    cmp -s a b || fail "time.gp draws other break-evens: $(cat b)"
}

# Another block, which was only tried at the largest n, has no part in it; nor has a warm cache.
{
    echo workload,variant,place,dtype,n,grid,block,residency,cache,verdict,median_s,q1_s,q3_s,simulated
    add() {
        echo "$1,$2,$3,f32,$4,,$5,$6,$7,$8,$9,$9,$9,0"
    }
    for n in 1000 2000 4000; do
        add mixed serial cpu $n "" host warm right 2e-3
        add mixed kernel device $n 256 device cold right 3e-3
        add mixed kernel device $n 256 device warm right 1e-3
        add mixed broken device $n 256 device "" wrong 1e-3
        add ahead serial cpu $n "" host warm right 2e-3
        add ahead kernel device $n 256 device cold right 1e-3
    done
    add mixed kernel device 4000 512 device cold right 1e-3
    add mixed kernel device 1000 256 host_pinned "" right 1e-3
    add mixed kernel device 2000 256 host_pinned "" right 4e-3
    add mixed kernel device 4000 256 host_pinned "" right 1e-3
    add mixed kernel device 1000 256 host_pageable "" right 1e-3
    add mixed kernel device 4000 256 host_pageable "" right 2e-3
} >made.csv
drawn mixed 'device-resident never 4000' 'pinned 2.8Ki' 'pageable none that lasts 4000'
drawn ahead 'device-resident below 1000'

[ "$compared" -ge 8 ] || fail "only $compared workloads were compared"
finish
