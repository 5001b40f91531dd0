# Median time over n, both axes logarithmic: our fastest beside other libraries, with the data on the
# device and on the CPU. Variables: see README.md.
if (!exists("dir")) dir = 'plots'
load dir.'/load.gp'
if (!exists("out")) out = 'peers'

title_text = sprintf("%s, %s: time over n, ours and other libraries", workload, dtype)
subtitle_text = machine

# ---- ours: at each n the fastest, as gridstride's table has it (harness/show/text/table_peers.c) --------------
cold(i) = !R_CPU[i] && R_RESIDENCY[i] == 1 && !R_WARM[i]
stands_for_us(i, cpu) = i <= own_rows && timed(i) && !R_PEER[i] && (cpu ? R_CPU[i] : cold(i))
beats(i, j) = TIME[i] < TIME[j] || (TIME[i] == TIME[j] && i < j)
array FASTEST[lines]
do for [i = 1:rows] {
    FASTEST[i] = stands_for_us(i, R_CPU[i]) && (sum [j = 1:own_rows] \
        (R_N[j] == R_N[i] && stands_for_us(j, R_CPU[i]) && beats(j, i))) == 0
}
wins(v) = sum [i = 1:own_rows] (FASTEST[i] && of_variant(i, 0, v))
winners(cpu) = sum [v = 1:variants] (IS_CPU[v] == cpu && wins(v) > 0)
winner(cpu) = (_w = 0, sum [v = 1:variants] (IS_CPU[v] == cpu && wins(v) > 0 ? (_w = v, 0) : 0), _w)
names(cpu) = (_s = '', sum [v = 1:variants] (IS_CPU[v] == cpu && wins(v) > 0 ? \
    (_s = _s.(_s eq '' ? '' : ', ').VARIANT[v], 0) : 0), _s)

# ---- what is drawn ---------------------------------------------------------------------------------
# Ours lies below, broad and dark, and each library on it is narrower than the one before: those that
# are equally fast are still seen.
OURS = -2   # the class of ours on the device; OURS + 1 is that on the CPU
OUR_COLOUR = "#333333"
OUR_CPU_COLOUR = "#888888"
set dashtype 7 (7, 4)
OTHER_CPU = 7
MAX_PEER_CPU = 3
array PEER_CPU_COLOUR[MAX_PEER_CPU] = ["#8A5A2B", "#888888", "#000000"]
array PEER_CPU_POINT[MAX_PEER_CPU] = [2, 3, 1]

our_title(cpu) = winners(cpu) > 1 ? 'fastest at each n' : cpu ? cpu_title(winner(1)) : VARIANT[winner(0)]
our_legend(cpu, colour, width, point) = \
    sample((cpu ? 'CPU: ' : 'device: ').our_title(cpu), colour, SOLID, width, point) + \
    (winners(cpu) > 1 ? remark(names(cpu)) : 0)
nothing = heading('Ours')
if (winners(0)) {
    nothing = add_series(OURS, OUR_COLOUR, SOLID, 6, 7, 0.9)
    nothing = our_legend(0, OUR_COLOUR, 6, 7)
}
if (winners(1)) {
    nothing = add_series(OURS + 1, OUR_CPU_COLOUR, SOLID, 4, 5, 0.7)
    nothing = our_legend(1, OUR_CPU_COLOUR, 4, 5)
}

is_peer(v) = (sum [i = 1:own_rows] (R_PEER[i] && of_variant(i, 0, v))) > 0
peer_class(v) = class_of(0, v, IS_CPU[v] ? 0 : 1, 0)
do for [cpu in "0 1"] {
    drawn_peers = 0; left_out = 0
    most = int(cpu) ? MAX_PEER_CPU : MAX_DEVICE
    do for [v = 1:variants] {
        if (IS_CPU[v] == int(cpu) && is_peer(v) && has(peer_class(v))) {
            if (drawn_peers == most) { left_out = left_out + 1 }
            else {
                drawn_peers = drawn_peers + 1
                k = drawn_peers
                if (k == 1) { nothing = heading('Other libraries, on the '.(int(cpu) ? 'CPU' : 'device')) }
                if (k == 1 && !int(cpu)) { nothing = remark('all device times: data there, cold cache') }
                colour = int(cpu) ? PEER_CPU_COLOUR[k] : DEVICE_COLOUR[k]
                dash = int(cpu) ? OTHER_CPU : SOLID
                point = int(cpu) ? PEER_CPU_POINT[k] : DEVICE_FILLED[k]
                width = k < 6 ? 3.2 - 0.4 * k : 1
                nothing = add_series(peer_class(v), colour, dash, width, point, 0.4 + 0.15 * width)
                nothing = sample(VARIANT[v], colour, dash, width, point)
            }
        }
    }
    if (left_out) { nothing = remark(plural(left_out, 'more library').' not shown') }
}
nothing = not_right_legend(6)

# ---- ranges and tics ---------------------------------------------------------------------------------
mine(s, i) = SERIES_CLASS[s] < 0 ? i <= own_rows && FASTEST[i] && R_CPU[i] == SERIES_CLASS[s] - OURS : \
    in_class(i, SERIES_CLASS[s])
set logscale xy
set xrange [2.0**first_power / 1.25:2.0**last_power * 1.25]
set xlabel 'n (elements)'
size_labels = 1
load dir.'/size_tics.gp'
do for [i = 1:rows] { if (!cold(i)) { R_FLOOR[i] = NaN } }   # the floor of what is drawn
load dir.'/time_axis.gp'

# ---- drawing -------------------------------------------------------------------------------------------
load dir.'/legend.gp'
x_of(i) = R_N[i]
load dir.'/time_curves.gp'
