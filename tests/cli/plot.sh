#!/bin/sh
# usage: plot.sh GRIDSTRIDE
# Plots, and the one line that stands in their place where gnuplot is missing.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
mkdir empty

# without_gnuplot ARGUMENTS...: gridstride with a PATH that has nothing.
without_gnuplot() {
    env PATH="$here/empty" "$gridstride" "$@" >stdout 2>stderr
    status=$?
}

without_gnuplot run 3 --device sim --sizes 33,70 --dtype f32 --blocks 32,64 --variant one_per_thread \
    --out out
[ $status -eq 0 ] || fail "run without gnuplot: exit status $status"
[ "$(grep -c gnuplot stdout)" -eq 1 ] || fail "run without gnuplot does not say so in one line"
grep -q '^plot:    none, gnuplot is not installed (apt install gnuplot-nox)$' stdout ||
    fail "run without gnuplot does not say what to do"
without_gnuplot plot out/*/lesson3.json
[ $status -eq 2 ] || fail "plot without gnuplot: exit status $status, not 2"
grep -q '^gridstride: cannot plot: gnuplot is not installed (apt install' stderr ||
    fail "plot without gnuplot does not say what to do"
[ "$(wc -l <stderr)" -eq 1 ] || fail "plot without gnuplot says more than one line"

# One size and one block make no curve, and that is said (where no GPU was recorded in this dtype).
"$gridstride" run 4 --device sim --workload gaussian_pdf --sizes 33 --blocks 32 --dtype f64 \
    --variant hoisted --out single >stdout 2>stderr || fail "run fails"
grep -q '^plot:    none, a curve takes two sizes' stdout || fail "nothing is said of one size"

if ! command -v gnuplot >/dev/null; then
    echo "not tested: drawing (there is no gnuplot)"
    finish
fi
"$gridstride" plot --out out >stdout 2>stderr || fail "plot fails"
# is_plot FILE: FILE.svg and FILE.png are what they are called.
is_plot() {
    head -c 600 "$1.svg" | grep -q '<svg' || fail "$1.svg is no SVG"
    [ "$(head -c 4 "$1.png" | tail -c 3)" = PNG ] || fail "$1.png is no PNG"
}

for kind in time bandwidth block stages; do
    file=$(echo out/*)/lesson3_vecadd_${kind}_f32
    grep -q "^plot:    $file.svg and .png$" stdout || fail "plot does not name $file"
    is_plot "$file"
done
[ "$(grep -c '^plot:' stdout)" -eq 4 ] || fail "plot draws what vecadd has no records for"
rm -f out/*/*.svg
"$gridstride" plot out/*/lesson3.json >stdout 2>stderr || fail "plot FILE fails"
[ -s "$(echo out/*/lesson3_vecadd_time_f32.svg)" ] || fail "plot FILE draws nothing"

# Several blocks at one size make a plot of the blocks, and none over n.
"$gridstride" run 3 --device sim --sizes 33 --dtype f32 --variant one_per_thread --blocks 32,64 --out blocks >stdout 2>stderr || fail "run fails"
! grep -q -e _time_ -e _bandwidth_ stdout || fail "several blocks are drawn over n: $(grep '^plot:' stdout)"
is_plot "$(echo blocks/*)/lesson3_vecadd_block_f32"

# The scripts by themselves, on records of every kind; columns may stand in any order.
plots=$tests/../../plots
cat >made.csv <<'END'
workload,variant,place,dtype,n,grid,block,residency,cache,verdict,detail,lost_share,median_s,q1_s,q3_s,copy_in_s,kernel_s,copy_out_s,copies,bytes,gb_per_s,peak_gb_per_s,max_error,simulated
race,racy,device,f32,2,1,1,device,,right,,,,,,,,,,,,,,1
race,racy,device,f32,2,1,32,device,,lost_updates,"lost, all but one",0.96875,,,,,,,,,,,0.9,1
race,racy,device,f32,2,1024,1024,device,,lost_updates,,0.99999,,,,,,,,,,,0.9,1
race,atomic,device,f32,2,1,32,device,,right,,,,,,,,,,,,,,1
pipe,serial,cpu,f32,1000,,,host,warm,right,,,1e-3,1e-3,1e-3,,,,,8000,0.008,20,1e-7,0
pipe,serial,cpu,f32,100000,,,host,warm,inaccurate,,,,,,,,,,,,,0.5,0
pipe,overlapped,device,f32,1000,,256,host_pinned,,right,,,1e-4,1e-4,1e-4,8e-5,1e-5,7e-5,9,8000,0.08,50,1e-7,0
pipe,overlapped,device,f32,100000,,256,host_pinned,,right,,,1e-3,1e-3,1e-3,8e-4,1e-4,7e-4,9,800000,0.8,50,2e-7,0
race,serial,cpu,f32,2,1,1,host,warm,right,,,5e-9,5e-9,5e-9,,,,,,,,,0
race,serial,cpu,f32,2,1,32,host,warm,right,,,6e-8,6e-8,6e-8,,,,,,,,,0
race,serial,cpu,f32,2,1024,1024,host,warm,right,,,2e-3,2e-3,2e-3,,,,,,,,,0
END
# What was recorded of a GPU: three launches over two cells, and two sizes of one of them.
cat >recorded.csv <<'END'
workload,variant,place,dtype,n,grid,block,residency,cache,verdict,median_s,q1_s,q3_s,simulated
race,atomic,device,f32,2,1,1,device,cold,right,3e-6,3e-6,3e-6,0
race,atomic,device,f32,2,1,32,device,cold,right,4e-6,4e-6,4e-6,0
race,atomic,device,f32,2,1024,1024,device,cold,right,50e-3,50e-3,50e-3,0
race,atomic,device,f32,1000,1,32,device,cold,right,5e-6,5e-6,5e-6,0
END
# by_hand KIND WORKLOAD WORDS: plots/KIND.gp draws made.csv, and says these words in the picture.
by_hand() {
    gnuplot -e "dir='$plots'; csv='made.csv'; out='made_$1'; workload='$2'; dtype='f32'" \
        "$plots/$1.gp" 2>stderr || fail "$1.gp fails"
    [ ! -s stderr ] || fail "$1.gp complains"
    is_plot "made_$1"
    grep -q -F -e "$3" "made_$1.svg" || fail "$1.gp says nothing of '$3'"
}
by_hand losses race 'right, no update is lost'
by_hand losses race 'On the simulator'
by_hand launches race 'race, f32: time over the threads of the launch, 2 cells'
by_hand launches race 'racy: lost_updates (2 rows)'
by_hand launches race 'kernels verified on the simulator; no device times'
! grep -q '>100 ms<' made_launches.svg || fail "launches.gp draws times that nobody has"
gnuplot -e "dir='$plots'; csv='made.csv'; ref='recorded.csv'; ref_label='A GPU, recorded'; out='made_ref'; \
    workload='race'; dtype='f32'" "$plots/launches.gp" 2>stderr || fail "launches.gp fails on a recorded GPU"
for words in 'A GPU, recorded' atomic '>100 ms<'; do
    grep -q -F -e "$words" made_ref.svg || fail "launches.gp says nothing of '$words' of a recorded GPU"
done
# Two sizes of a launch are two cases, and no sweep over n.
if gnuplot -e "dir='$plots'; csv='recorded.csv'; out='made_time'; workload='race'; dtype='f32'" \
    "$plots/time.gp" 2>stderr; then
    fail "time.gp draws a sweep where there is none"
fi
grep -q 'no sweep over n of workload' stderr || fail "time.gp does not say that there is no sweep"
by_hand stages pipe 'overlapped, pinned'
by_hand stages pipe '1 ms'
by_hand accuracy pipe 'past the tolerance'
by_hand time pipe 'Host to host, copies included'
by_hand bandwidth pipe 'Host to host, over the bus'

# What other libraries took beside ours has a plot of its own, and the result no other one.
mkdir -p peers/gpu
cp "$tests"/recorded/peers3.json "$tests"/recorded/peers3.csv peers/gpu
"$gridstride" plot peers/gpu/peers3.json >stdout 2>stderr || fail "plot of peers fails"
grep -q '^plot:    peers/gpu/lesson3_vecadd_peers_f32.svg and .png$' stdout || fail "peers are not drawn"
[ "$(grep -c '^plot:' stdout)" -eq 1 ] || fail "peers are drawn as a lesson: $(grep '^plot:' stdout)"
is_plot peers/gpu/lesson3_vecadd_peers_f32
for words in '>Ours<' 'Other libraries, on the device' 'Other libraries, on the CPU' '>thrust<' '>numpy<' \
    '>CPU: threads (16 threads)<' '>device: fastest at each n<' '>one_per_thread, vector4<' \
    'numba_cuda: launch_failed (2 rows)' 'empty-launch floor 2.78 µs' 'NVIDIA H200'; do
    grep -q -F -e "$words" peers/gpu/lesson3_vecadd_peers_f32.svg || fail "peers.gp says nothing of '$words'"
done
rm peers/gpu/*.svg
"$gridstride" plot --out peers >stdout 2>stderr || fail "plot without FILE fails on peers"
is_plot peers/gpu/lesson3_vecadd_peers_f32
# peers draws it at its end, where there are libraries to run (a program with sanitizers is in none).
python3 -c 'import numpy' 2>/dev/null || PATH=/usr/bin:$PATH
if python3 -c 'import numpy' 2>/dev/null &&
    [ -e "$(dirname "$gridstride")/../lib/gridstride/libgridstride-sim.so" ]; then
    "$gridstride" peers 3 --device sim --sizes 33,1003 --dtype f32 --variant serial,numpy --out live \
        >stdout 2>stderr || fail "peers fails"
    grep -q '^plot: .*_vecadd_peers_f32.svg and .png$' stdout || fail "peers draws nothing: $(grep '^plot:' stdout)"
    is_plot "$(echo live/*)/lesson3_vecadd_peers_f32"
else
    echo "not tested: the plot at the end of peers (there is no NumPy, or no library to load)"
fi
# A kernel of ours that the simulator ran has no line; libraries on the CPU have theirs.
sed 's/NVIDIA H200,0,/NVIDIA H200,1,/' "$tests"/recorded/peers3.csv >simulated.csv
gnuplot -e "dir='$plots'; csv='simulated.csv'; out='made_peers'; workload='vecadd'; dtype='f32'" \
    "$plots/peers.gp" 2>stderr || fail "peers.gp fails on the simulator"
grep -q '>numpy<' made_peers.svg || fail "the simulator's peers.gp has no library on the CPU"
! grep -q '>thrust<\|>device: ' made_peers.svg || fail "peers.gp draws times that nobody has"

# Three launches over as many cells are a line over their threads; two sizes of each are no line over n.
"$gridstride" run 1 --device sim --sizes 2,5 --grids 1,2,3 --blocks 1 --dtype f32 --variant serial,atomic \
    --out given >stdout 2>stderr || fail "run with launches fails"
[ "$(grep -c '^plot:' stdout)" -eq 1 ] || fail "launches are not one plot: $(grep '^plot:' stdout)"
is_plot "$(echo given/*)/lesson1_race_add_launches_f32"

# Where no GPU was recorded in this dtype, blocks on the simulator are no curve.
"$gridstride" run 4 --device sim --workload gaussian_pdf --sizes 33 --blocks 32,64 --dtype f64 \
    --variant hoisted --out blocks4 >stdout 2>stderr || fail "run over blocks fails"
grep -q '^plot:    none' stdout || fail "blocks without a time are drawn"

# The CSV alone is what is drawn; without it, gnuplot's failure is passed on.
rm out/*/lesson3.csv
expect 2 'gnuplot could not draw' plot out/*/lesson3.json
finish
