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

# ---- break-even: the last crossing after which the device stays ahead of the best CPU ----------------
sizes = 0
array SIZE[lines]
next_size(n) = (_s = 1e300, sum [i = 1:own_rows] (AT_DEFAULT[i] && R_N[i] > n && R_N[i] < _s ? (_s = R_N[i], 0) : 0), _s)
n = next_size(0)
while (n < 1e300) {
    sizes = sizes + 1
    SIZE[sizes] = n
    n = next_size(n)
}
best_cpu(n) = (_t = NaN, sum [i = 1:own_rows] (AT_DEFAULT[i] && R_CPU[i] && R_N[i] == n && !(TIME[i] >= _t) ? (_t = TIME[i], 0) : 0), _t)
array CROSS_N[2]; array CROSS_T[2]
array CROSS_CLASS[2]
CROSS_CLASS[1] = best_device ? class_of(0, best_device, 1, 0) : -1
# from host to host: the faster of what copies for itself, and the fastest kernel from pinned memory
copying_class = best_copying ? class_of(0, best_copying, residency_of(best_copying), 0) : -1
pinned_class = best_device ? class_of(0, best_device, 3, 0) : -1
by_itself = has(copying_class) && !(has(pinned_class) && per_element(pinned_class) < per_element(copying_class))
CROSS_CLASS[2] = by_itself ? copying_class : pinned_class
array CROSS_NAME[2]
CROSS_NAME[1] = 'device-resident'
CROSS_NAME[2] = by_itself ? VARIANT[best_copying] : 'pinned'
array CROSS_STATE[2]
do for [c = 1:2] {
    CROSS_N[c] = NaN
    CROSS_STATE[c] = ''
    class = own_device_times ? CROSS_CLASS[c] : -1
    last_n = 0
    last_ratio = NaN
    do for [k = 1:sizes] {
        n = SIZE[k]
        cpu = best_cpu(n)
        ratio = class < 0 ? NaN : time_at(class, n) / cpu
        if (known(ratio)) {
            if (ratio < 1 && last_ratio >= 1) {
                share = log(last_ratio) / (log(last_ratio) - log(ratio))
                CROSS_N[c] = exp(log(last_n) + share * (log(n) - log(last_n)))
                CROSS_T[c] = exp(log(last_cpu) + share * (log(cpu) - log(last_cpu)))
                CROSS_STATE[c] = 'n = '.elements(CROSS_N[c])
            }
            if (ratio < 1 && last_n == 0) { CROSS_STATE[c] = 'below n = '.exact_n(n) }
            if (ratio >= 1) {
                CROSS_N[c] = NaN
                CROSS_STATE[c] = 'none up to n = '.exact_n(n)
            }
            last_n = n
            last_ratio = ratio
            last_cpu = cpu
        }
    }
}
crossings = 0
if (CROSS_STATE[1] ne '' || CROSS_STATE[2] ne '') { nothing = heading('Break-even with the best CPU') }
do for [c = 1:2] {
    if (CROSS_STATE[c] ne '') {
        nothing = sample(CROSS_NAME[c].': '.CROSS_STATE[c], "#000000", SOLID, 0, known(CROSS_N[c]) ? 12 : 0)
    }
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
do for [c = 1:2] {
    if (known(CROSS_N[c])) {
        other = CROSS_N[3 - c]
        to_left = known(other) && CROSS_N[c] < other
        set arrow 10 + c from first CROSS_N[c], graph 0 to first CROSS_N[c], CROSS_T[c] nohead dt RULE lw 1.2 lc rgb "#000000" back
        set label 10 + c '' at CROSS_N[c], CROSS_T[c] point pt 12 ps 1.3 lw 2 lc rgb "#000000" front
        if (to_left) { set label 20 + c elements(CROSS_N[c]) at first CROSS_N[c], graph 0.025 right offset -0.5, 0 font "sans-serif,12" front }
        else { set label 20 + c elements(CROSS_N[c]) at first CROSS_N[c], graph 0.025 left offset 0.5, 0 font "sans-serif,12" front }
    }
}
load dir.'/legend.gp'
x_of(i) = R_N[i]
load dir.'/time_curves.gp'
