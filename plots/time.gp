# Median time over n, both axes logarithmic: the CPU, the kernels with their data on the device, and
# host to host. Variables: see README.md.
if (!exists("dir")) dir = 'plots'
load dir.'/load.gp'
if (!exists("out")) out = 'time'

title_text = sprintf("%s, %s: time over n", workload, dtype)
subtitle_text = machine

# ---- what is drawn ---------------------------------------------------------------------------------
if (shown_cpus) { nothing = heading('CPU') }
do for [k = 1:shown_cpus] {
    v = SHOWN_CPU[k]
    nothing = add_series(class_of(0, v, 0, 0), CPU_COLOUR[k], SOLID, 2, CPU_POINT[k], 0.6)
    nothing = sample(cpu_title(v), CPU_COLOUR[k], SOLID, 2, CPU_POINT[k])
}
if (hidden_cpus) { nothing = remark(plural(hidden_cpus, 'slower variant').' not shown') }

do for [from = 0:1] {
    # with device times of its own, a result has one line of the recorded GPU beside it, else all
    if (from == source || (from == 1 && ref_device_times)) {
        recorded = from == 1
        all = from == source
        if (recorded) { nothing = heading(ref_label) }
        if (shown_kernels) { nothing = recorded ? remark('device-resident, cold cache') : heading('Device-resident, cold cache') }
        if (one_block(from) && shown_kernels) { nothing = remark(sprintf('%d threads a block', one_block(from))) }
        warm_lines = 0
        do for [k = 1:shown_devices] {
            v = SHOWN_DEVICE[k]
            class = class_of(from, v, 1, 0)
            if ((!own_copies(v) || v == best_device) && has(class) && (all || v == best_device)) {
                point = recorded ? DEVICE_HOLLOW[k] : DEVICE_FILLED[k]
                dash = recorded ? REF_DEVICE : SOLID
                nothing = add_series(class, DEVICE_COLOUR[k], dash, 2, point, recorded ? 0.9 : 0.6)
                nothing = sample(device_title(from, v), DEVICE_COLOUR[k], dash, 2, point)
                class = class_of(from, v, 1, 1)
                if (!recorded && has(class) && greatest_n > smallest_n && (shown_devices <= 3 || v == best_device)) {
                    nothing = add_series(class, DEVICE_COLOUR[k], SOLID, 0.8, 0, 0)
                    warm_lines = warm_lines + 1
                }
            }
        }
        if (warm_lines) {
            nothing = sample(warm_lines == 1 && shown_devices > 1 ? 'warm cache: '.VARIANT[best_device] : 'warm cache', \
                             warm_lines == 1 ? DEVICE_COLOUR[STYLE[best_device]] : SOFT, SOLID, 0.8, 0)
        }
        pinned = best_device && !own_copies(best_device) ? class_of(from, best_device, 3, 0) : -1
        pageable = best_device && !own_copies(best_device) ? class_of(from, best_device, 2, 0) : -1
        if (has(pinned) || has(pageable) || shown_copying) {
            nothing = recorded ? remark('host to host, copies included') : heading('Host to host, copies included')
        }
        do for [k = 1:shown_devices] {
            v = SHOWN_DEVICE[k]
            class = class_of(from, v, residency_of(v), 0)
            if (own_copies(v) && has(class) && (all || v == best_copying)) {
                point = recorded ? DEVICE_HOLLOW[k] : DEVICE_FILLED[k]
                dash = residency_of(v) == 2 ? PAGEABLE : recorded ? REF_PINNED : PINNED
                nothing = add_series(class, DEVICE_COLOUR[k], dash, 2, point, recorded ? 0.9 : 0.5)
                nothing = sample(copying_title(v), DEVICE_COLOUR[k], dash, 2, point)
            }
        }
        if (hidden_devices && all) { nothing = remark(plural(hidden_devices, 'slower variant').' not shown') }
        if (has(pinned) || has(pageable)) {
            k = STYLE[best_device]
            if (!recorded && (shown_kernels > 1 || shown_copying)) { nothing = remark('with the fastest kernel, '.VARIANT[best_device]) }
            if (has(pageable) && !recorded) {
                nothing = add_series(pageable, DEVICE_COLOUR[k], PAGEABLE, 2, DEVICE_FILLED[k], 0.4)
                nothing = sample('pageable memory', DEVICE_COLOUR[k], PAGEABLE, 2, DEVICE_FILLED[k])
            }
            if (has(pinned)) {
                nothing = add_series(pinned, DEVICE_COLOUR[k], recorded ? REF_PINNED : PINNED, 2, \
                    recorded ? DEVICE_HOLLOW[k] : DEVICE_FILLED[k], recorded ? 0.9 : 0.4)
                nothing = sample('pinned memory', DEVICE_COLOUR[k], recorded ? REF_PINNED : PINNED, 2, \
                    recorded ? DEVICE_HOLLOW[k] : DEVICE_FILLED[k])
            }
        }
    }
}

# ---- break-even: the n from which the fastest kernel stays ahead of the fastest CPU variant ----------
# At each n the best of either side counts, kernels at the block that most sizes were run with: as
# gridstride's table has it (harness/record/breakeven.c).
sizes = 0
array SIZE[lines]
next_size(n) = (_s = 1e300, sum [i = 1:own_rows] (R_N[i] > n && R_N[i] < _s ? (_s = R_N[i], 0) : 0), _s)
n = next_size(0)
while (n < 1e300) {
    sizes = sizes + 1
    SIZE[sizes] = n
    n = next_size(n)
}
ran_at(n, b) = (sum [i = 1:own_rows] (!R_CPU[i] && R_N[i] == n && R_BLOCK[i] == b)) > 0
usual_block = 0
most = 0
do for [k = 1:blocks] {
    count = sum [s = 1:sizes] ran_at(SIZE[s], BLOCK[k])
    if (count > most || (count == most && BLOCK[k] <= 256)) { most = count; usual_block = BLOCK[k] }
}
competes(i, residency) = R_CPU[i] ? residency == 0 : \
    R_RESIDENCY[i] == residency && !R_WARM[i] && R_BLOCK[i] == usual_block
best_time(residency, n) = (_t = NaN, sum [i = 1:own_rows] \
    (R_N[i] == n && timed(i) && competes(i, residency) && !(TIME[i] >= _t) ? (_t = TIME[i], 0) : 0), _t)
EVENS = 3
array EVEN_NAME[EVENS] = ['device-resident', 'pinned', 'pageable']
array EVEN_RESIDENCY[EVENS] = [1, 3, 2]
array EVEN_N[EVENS]; array EVEN_T[EVENS]; array EVEN_STATE[EVENS]
do for [c = 1:EVENS] {
    EVEN_N[c] = NaN
    EVEN_STATE[c] = ''
    below = 0; above = 0; ahead_once = 0
    do for [k = 1:sizes] {
        n = SIZE[k]
        cpu = best_time(0, n)
        ratio = own_device_times ? best_time(EVEN_RESIDENCY[c], n) / cpu : NaN
        if (known(ratio)) {
            ahead_once = ahead_once || ratio < 1
            if (ratio >= 1) { below = n; below_ratio = ratio; below_cpu = cpu; above = 0; EVEN_N[c] = NaN }
            if (ratio < 1 && above == 0) {
                above = n
                if (below > 0) {
                    share = log(below_ratio) / (log(below_ratio) - log(ratio))
                    EVEN_N[c] = exp(log(below) + share * (log(n) - log(below)))
                    EVEN_T[c] = exp(log(below_cpu) + share * (log(cpu) - log(below_cpu)))
                }
            }
        }
    }
    if (above > 0 && below > 0) { EVEN_STATE[c] = 'n = '.elements(EVEN_N[c]) }
    if (above > 0 && below == 0) { EVEN_STATE[c] = 'below n = '.exact_n(above) }
    if (below > 0 && above == 0) { EVEN_STATE[c] = (ahead_once ? 'none that lasts to ' : 'never up to ').exact_n(below) }
}
if ((sum [c = 1:EVENS] (EVEN_STATE[c] ne '')) > 0) { nothing = heading('Break-even with the best CPU') }
do for [c = 1:EVENS] {
    said = EVEN_NAME[c].': '.EVEN_STATE[c]
    if (known(EVEN_N[c])) { nothing = sample(said, "#000000", SOLID, 0, 12) }
    else { if (EVEN_STATE[c] ne '') { nothing = remark(said) } }
}

nothing = not_right_legend(3)

# ---- ranges and tics ---------------------------------------------------------------------------------
mine(s, i) = in_class(i, SERIES_CLASS[s])
set logscale xy
set xrange [2.0**first_power / 1.25:2.0**last_power * 1.25]
set xlabel 'n (elements)'
size_labels = 1
load dir.'/size_tics.gp'
load dir.'/time_axis.gp'

# ---- drawing -------------------------------------------------------------------------------------------
# Labels stand one above the other: break-evens may be close.
place(n) = log(n / (2.0**first_power / 1.25)) / log(2.0**(last_power - first_power) * 1.5625)
label_height = 0.025
do for [c = 1:EVENS] {
    if (known(EVEN_N[c])) {
        set arrow 10 + c from first EVEN_N[c], graph 0 to first EVEN_N[c], EVEN_T[c] nohead dt RULE lw 1.2 lc rgb "#000000" back
        set label 10 + c '' at EVEN_N[c], EVEN_T[c] point pt 12 ps 1.3 lw 2 lc rgb "#000000" front
        said = EVEN_NAME[c].' '.elements(EVEN_N[c])
        if (place(EVEN_N[c]) > 0.75) { set label 20 + c said at first EVEN_N[c], graph label_height right offset -0.5, 0 font "sans-serif,12" boxed front }
        else { set label 20 + c said at first EVEN_N[c], graph label_height left offset 0.5, 0 font "sans-serif,12" boxed front }
        label_height = label_height + 0.035
    }
}
load dir.'/legend.gp'
x_of(i) = R_N[i]
load dir.'/time_curves.gp'
