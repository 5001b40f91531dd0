# The axis of times: its range, from what mine(s, i) says is in series s; its tics; and on it the floor
# of an empty launch, or why there are no device times.
least_t = 1e300; most_t = 0
do for [i = 1:rows] {
    do for [s = 1:series] {
        if (mine(s, i)) {
            least_t = TIME[i] < least_t ? TIME[i] : least_t
            most_t = TIME[i] > most_t ? TIME[i] : most_t
        }
    }
}
floor_s = (_f = NaN, sum [i = 1:own_rows] (own_device_times && timed(i) && !R_CPU[i] && R_FLOOR[i] > 0 ? (_f = R_FLOOR[i], 0) : 0), _f)
if (most_t == 0) { least_t = 1e-6; most_t = 1e-3 }
low_t = known(floor_s) && floor_s / 2 < least_t / 1.5 ? floor_s / 2 : least_t / 1.5
high_t = most_t * 1.5
if (high_t / low_t < 100) { low_t = low_t / 5; high_t = high_t * 5 }
if (no_times ne '') { high_t = high_t * (high_t / low_t)**0.09 }   # room for the note
set yrange [low_t:high_t]
y_text = 'median time (whiskers: quartiles)'
unset ytics
set ytics nomirror out textcolor rgb INK
set ytics ('' 1)
do for [p = floor(log10(low_t)):ceil(log10(high_t))] {
    set ytics add (seconds(10.0**p) 10.0**p)
    do for [q = 2:9] { set ytics add ('' q * 10.0**p 1) }
}

if (no_times ne '') { set label 1 bold(no_times) at graph 0.02, 0.955 left font "sans-serif,14" boxed front }
if (known(floor_s)) {
    set arrow 1 from graph 0, first floor_s to graph 1, first floor_s nohead dt RULE lw 1.2 lc rgb SOFT back
    set label 2 'empty-launch floor '.seconds(floor_s) at graph 0.99, first floor_s right \
        offset 0, (log(floor_s / low_t) < 0.06 * log(high_t / low_t) ? 0.6 : -0.6) \
        font "sans-serif,12" textcolor rgb SOFT front
}
