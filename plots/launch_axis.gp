# The axis of threads of the plots over launches: from the smallest launch over `cells` to the largest.
fewest_threads = 1e300; most_threads = 1
do for [i = 1:rows] {
    if (shown_launch(i, R_ORIGIN[i])) {
        fewest_threads = threads_in(i) < fewest_threads ? threads_in(i) : fewest_threads
        most_threads = threads_in(i) > most_threads ? threads_in(i) : most_threads
    }
}
if (fewest_threads > most_threads) { fewest_threads = 1 }
first_power = floor(log2(fewest_threads) + 1e-9)
last_power = ceil(log2(most_threads) - 1e-9)
if (last_power - first_power < 2) { last_power = first_power + 2 }
set xrange [2.0**first_power / 1.4:2.0**last_power * 1.4]
set xlabel 'threads of the launch (blocks x threads a block)'
size_labels = 1
load dir.'/size_tics.gp'
