#!/bin/sh
# usage: plot.sh GRIDSTRIDE
# Plots, and those without PNG where gnuplot is missing.
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
# only_svg: four pictures and one line on the PNGs; no file of an earlier time is taken for theirs.
only_svg() {
    for kind in time bandwidth block stages; do
        file=$(echo out/*)/lesson3_vecadd_${kind}_f32
        grep -q "^plot:    $file.svg$" stdout || fail "without gnuplot: $file.svg is not named"
        grep -q "<svg" "$file.svg" || fail "without gnuplot: $file.svg is no SVG"
        [ ! -e "$file.png" ] || fail "without gnuplot: there is $file.png"
    done
    grep -q '^plot:    no PNG, gnuplot is not installed (apt install gnuplot-nox)$' stdout ||
        fail "without gnuplot: nothing says what to do"
    [ "$(grep -c gnuplot stdout)" -eq 1 ] || fail "without gnuplot: it is not said in one line"
}
only_svg
touch "$(echo out/*)/lesson3_vecadd_time_f32.png"
without_gnuplot plot out/*/lesson3.json
[ $status -eq 0 ] || fail "plot without gnuplot: exit status $status"
only_svg

# One size and one block make no curve, and that is said (where no GPU was recorded in this dtype).
"$gridstride" run 4 --device sim --workload gaussian_pdf --sizes 33 --blocks 32 --dtype f64 \
    --variant hoisted --out single >stdout 2>stderr || fail "run fails"
grep -q '^plot:    none, a curve takes two sizes' stdout || fail "nothing is said of one size"

# Predicted over measured times: a point for each time with a prediction, in columns of any order. What is no such list
# is refused by its line.
printf 'n,measured_us,gpu,caches,predicted_us\n1,10,a,cold,11\n2,20,b,warm,19\n3,30,b,warm,\n' >times.csv
without_gnuplot plot times.csv
[ $status -eq 0 ] || fail "plot of predicted times: exit status $status"
for words in '>a: 1 time<' '>b: 1 time<' '1 more without a prediction' 'predicted time, warm caches'; do
    grep -q -F "$words" times.svg || fail "the plot of predicted times does not say '$words'"
done
[ "$(grep -c '<use ' times.svg)" -eq 4 ] || fail "the plot of predicted times has not two points and two samples"
# refuses TEXT WORDS: a file of this text is refused with these words.
refuses() {
    printf '%b' "$1" >bad.csv
    without_gnuplot plot bad.csv
    [ $status -eq 2 ] || fail "plot of '$1': exit status $status"
    grep -q -F "$2" stderr || fail "plot of '$1' does not say '$2': $(cat stderr)"
    [ ! -e bad.svg ] || fail "plot of '$1' draws"
}
refuses 'gpu,caches,measured_us\na,cold,1\n' 'no column predicted_us'
refuses 'gpu,caches,measured_us,predicted_us\na,cold,1,much\n' 'line 2 of bad.csv has a time that is no number over 0'
refuses 'gpu,caches,measured_us,predicted_us\na,tepid,1,2\n' 'neither cold nor warm'
refuses 'gpu,caches,measured_us,predicted_us\na,cold,1\n' 'line 2 of bad.csv lacks cells'
refuses 'gpu,caches,measured_us,predicted_us\na,cold,1,\n' 'has no time with a prediction'
refuses '' 'no column gpu'

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

# says FILE WORDS: the picture says these.
says() {
    grep -q -F -e "$2" "$1.svg" || fail "$1 says nothing of '$2'"
}

# The simulator's losses beside a recorded GPU's, in a picture that says which are whose. Two launches with
# as many threads are two points, each with its tic.
"$gridstride" run 1 --device sim --sizes 2 --grids 1,32 --blocks 1,32 --dtype f32 --variant serial,racy,atomic \
    --out race >stdout 2>stderr || fail "run with launches fails"
[ "$(grep -c '^plot:' stdout)" -eq 2 ] || fail "launches are not two plots: $(grep '^plot:' stdout)"
losses=$(echo race/*)/lesson1_race_add_losses_f32
launches=$(echo race/*)/lesson1_race_add_launches_f32
is_plot "$losses"
is_plot "$launches"
says "$losses" 'right, no update is lost'
says "$losses" 'On the simulator'
says "$losses" ', this machine<'
"$gridstride" report --out race >stdout 2>stderr || fail "a report of the race: exit status $?"
grep -q 'The share of the updates that are kept: race_add' race/report.html ||
    fail "the report says of the plot of kept updates: $(grep -o 'alt="[^"]*race_add f32[^"]*"' race/report.html)"
says "$losses" '>Kernels: on the simulator<'
says "$losses" '>GPU: NVIDIA H100 80GB HBM3, recorded 2026-'
says "$launches" 'race_add, f32: time over launches, 2 cells'
says "$launches" 'racy: lost updates ('
! grep -q 'on the simulator' "$launches.svg" || fail "times are said to be the simulator's"
for grid in 1 32; do
    for block in 1 32; do
        label=$(grep -c ">$grid ×<" "$launches.svg")
        [ "$label" -ge 2 ] || fail "launches has no tic for $grid blocks of $block threads"
    done
done

# A time on the simulator is none, whatever the record holds; without a recorded GPU, kernels have the predicted curve,
# or none.
"$gridstride" run 4 --device sim --workload gaussian_pdf --sizes 33,1003 --blocks 32 --dtype f64 --variant serial,hoisted \
    --out untimed >stdout 2>stderr || fail "run fails"
untimed=$(echo untimed/*)/lesson4_gaussian_pdf_time_f64
says "$untimed" '>serial (1 thread)<'
says "$untimed" '>Predicted for an NVIDIA H100'
sed -i 's/"predicted": {/"not_known": {/' "${untimed%_gaussian_pdf_time_f64}.json"
"$gridstride" plot --out untimed >stdout 2>stderr || fail "plot fails"
! grep -q '>hoisted<' "$untimed.svg" || fail "time draws a kernel that nobody timed"

# The recorded results, as they are drawn here: whose they are, and what they show.
mkdir -p gpu
cp "$tests"/../../results/recorded/nvidia-h100-80gb-hbm3/lesson[1356].json gpu
"$gridstride" plot gpu/lesson?.json >stdout 2>stderr || fail "plot of recorded results fails"
says gpu/lesson3_vecadd_time_f32 '>GPU: NVIDIA H100 80GB HBM3, 2026-'
says gpu/lesson3_vecadd_bandwidth_f32 'measured copy: 3043 GB/s'
says gpu/lesson3_vecadd_block_f32 '2048: invalid argument'
says gpu/lesson5_hidden_layer_stages_f32 'resident, pageable: 124 ms, busy 131 ms'
says gpu/lesson5_hidden_layer_time_f32 'overlapped, pinned'
says gpu/lesson5_hidden_layer_bandwidth_f32 'GB/s over the bus'
says gpu/lesson6_sum_accuracy_f32 'half a unit'
says gpu/lesson6_sum_accuracy_f32 'past the tolerance'
says gpu/lesson1_race_add_losses_f32 'On the GPU'
# Its break-even is that of the table.
even=$("$gridstride" table gpu/lesson3.json | sed -n 's/^break-even.*: device-resident \(n = [^ ]*\) (.*/\1/p' | head -n 1)
[ -n "$even" ] || fail "the table has no break-even"
says gpu/lesson3_vecadd_time_f32 ">on the device: $even<"
# 4.5 times a copy was a cache; 107 % may be noise, or another mix of reads and writes, and nothing is said.
says gpu/lesson3_vecadd_bandwidth_f32 'in a cache'
mkdir -p near
sed -E 's/("peak_gb_per_s": ?)[0-9.e+]+/\13300/' gpu/lesson3.json >near/lesson3.json
"$gridstride" plot near/lesson3.json >stdout 2>stderr || fail "plot of 107 % fails"
says near/lesson3_vecadd_bandwidth_f32 'measured copy: 3300 GB/s'
! grep -q 'in a cache' near/lesson3_vecadd_bandwidth_f32.svg || fail "107 % of a copy is called a cache"

# What other libraries took beside ours has a plot of its own, and the result no other one.
mkdir -p peers/gpu
cp "$tests"/recorded/peers3.json "$tests"/recorded/peers3.csv peers/gpu
"$gridstride" plot peers/gpu/peers3.json >stdout 2>stderr || fail "plot of peers fails"
grep -q '^plot:    peers/gpu/lesson3_vecadd_peers_f32.svg and .png$' stdout || fail "peers are not drawn"
[ "$(grep -c '^plot:' stdout)" -eq 1 ] || fail "peers are drawn as a lesson: $(grep '^plot:' stdout)"
is_plot peers/gpu/lesson3_vecadd_peers_f32
for words in '>Ours<' 'Libraries on the device' 'Libraries on the CPU' '>thrust<' '>numpy<' \
    '>CPU: threads (16 threads)<' '>device: fastest at each n<' '>one_per_thread, vector4<' \
    'numba_cuda: launch failed' 'empty launch: 2.78 µs' 'NVIDIA H200'; do
    grep -q -F -e "$words" peers/gpu/lesson3_vecadd_peers_f32.svg || fail "the plot of peers says nothing of '$words'"
done
rm peers/gpu/*.svg
"$gridstride" plot --out peers >stdout 2>stderr || fail "plot without FILE fails on peers"
is_plot peers/gpu/lesson3_vecadd_peers_f32
# peers draws it at its end, where there are libraries to run (a program with sanitizers is in none). A kernel
# that the simulator ran has no line.
python3 -c 'import numpy' 2>/dev/null || PATH=/usr/bin:$PATH
if python3 -c 'import numpy' 2>/dev/null &&
    [ -e "$(dirname "$gridstride")/../lib/gridstride/libgridstride-sim.so" ]; then
    "$gridstride" peers 3 --device sim --sizes 33,1003 --dtype f32 --variant serial,vector4,numpy --out live \
        >stdout 2>stderr || fail "peers fails"
    grep -q '^plot: .*_vecadd_peers_f32.svg and .png$' stdout || fail "peers draws nothing: $(grep '^plot:' stdout)"
    live=$(echo live/*)/lesson3_vecadd_peers_f32
    is_plot "$live"
    says "$live" '>numpy<'
    ! grep -q '>device: ' "$live.svg" || fail "peers draws times that nobody has"
else
    echo "not tested: the plot at the end of peers (there is no NumPy, or no library to load)"
fi
# Three launches over as many cells are a line over their threads; two sizes of each are no line over n.
"$gridstride" run 1 --device sim --sizes 2,5 --grids 1,2,3 --blocks 1 --dtype f32 --variant serial,atomic \
    --out given >stdout 2>stderr || fail "run with launches fails"
[ "$(grep -c '^plot:' stdout)" -eq 1 ] || fail "launches are not one plot: $(grep '^plot:' stdout)"
is_plot "$(echo given/*)/lesson1_race_add_launches_f32"

# Where no GPU was recorded in this dtype, blocks on the simulator are no curve.
"$gridstride" run 4 --device sim --workload gaussian_pdf --sizes 33 --blocks 32,64 --dtype f64 \
    --variant hoisted --out blocks4 >stdout 2>stderr || fail "run over blocks fails"
grep -q '^plot:    none' stdout || fail "blocks without a time are drawn"

# A gnuplot that fails is told, and leaves nothing behind.
mkdir -p broken
printf '#!/bin/sh\nexit 3\n' >broken/gnuplot
chmod +x broken/gnuplot
"$gridstride" run 3 --device sim --sizes 33,70 --dtype f32 --variant serial --quiet --out left >stdout 2>stderr || fail "run fails"
PATH=$PWD/broken:$PATH "$gridstride" plot left/*/lesson3.json >stdout 2>stderr && fail "a failure of gnuplot is passed over"
grep -q 'gnuplot could not draw left/.*/lesson3_vecadd_time_f32.svg and .png' stderr || fail "gnuplot's failure is not told"
[ "$(find left -type f | wc -l)" -eq 2 ] || fail "a plot that was not drawn leaves files: $(find left -type f)"
finish
