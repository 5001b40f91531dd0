# GB/s over n, held against the measured copy ceilings: the device above, the CPU below, each with an
# axis of its own. Variables: see README.md.
if (!exists("dir")) dir = 'plots'
load dir.'/load.gp'
if (!exists("out")) out = 'bandwidth'

title_text = sprintf("%s, %s: bandwidth over n", workload, dtype)
subtitle_text = machine
y_text = ''

# ---- what is drawn: first the device's series, then the CPU's ----------------------------------------
where_text = over_bus ? 'Host to host, over the bus' : 'Device-resident, cold cache'
drawn_device(v) = own_copies(v) == over_bus
best = over_bus ? best_copying : best_device
do for [from = 0:1] {
    if (shown_devices && (from == source || (from == 1 && ref_device_times))) {
        recorded = from == 1
        nothing = heading(recorded ? ref_label : where_text)
        if (recorded) { nothing = remark(over_bus ? 'host to host, over the bus' : 'device-resident, cold cache') }
        if (one_block(from)) { nothing = remark(sprintf('%d threads a block', one_block(from))) }
        warm_lines = 0
        do for [k = 1:shown_devices] {
            v = SHOWN_DEVICE[k]
            class = class_of(from, v, residency_of(v), 0)
            if (drawn_device(v) && has(class) && (from == source || v == best)) {
                point = recorded ? DEVICE_HOLLOW[k] : DEVICE_FILLED[k]
                dash = recorded ? REF_DEVICE : SOLID
                nothing = add_series(class, DEVICE_COLOUR[k], dash, 2, point, recorded ? 0.9 : 0.6)
                nothing = sample(over_bus ? copying_title(v) : device_title(from, v), \
                    DEVICE_COLOUR[k], dash, 2, point)
                class = class_of(from, v, 1, 1)
                if (!recorded && has(class) && greatest_n > smallest_n && v == best) {
                    nothing = add_series(class, DEVICE_COLOUR[k], SOLID, 0.8, 0, 0)
                    warm_lines = warm_lines + 1
                }
            }
        }
        if (warm_lines) {
            nothing = sample('warm cache: '.VARIANT[best], DEVICE_COLOUR[STYLE[best]], SOLID, 0.8, 0)
        }
        if (hidden_devices && from == source) { nothing = remark(plural(hidden_devices, 'slower variant').' not shown') }
    }
}
device_series = series
device_marked = marked
if (shown_cpus) { nothing = heading('CPU') }
do for [k = 1:shown_cpus] {
    v = SHOWN_CPU[k]
    nothing = add_series(class_of(0, v, 0, 0), CPU_COLOUR[k], SOLID, 2, CPU_POINT[k], 0.6)
    nothing = sample(cpu_title(v), CPU_COLOUR[k], SOLID, 2, CPU_POINT[k])
}
if (hidden_cpus) { nothing = remark(plural(hidden_cpus, 'slower variant').' not shown') }
if (series) { nothing = gap(0) + remark('points: medians; whiskers: quartiles') + \
    remark('above a ceiling: '.(over_bus ? 'a cache, or both ways at once' : 'served by a cache')) }
nothing = not_right_legend(3)

# ---- the axis of sizes ---------------------------------------------------------------------------------
set logscale x
set xrange [2.0**first_power / 1.25:2.0**last_power * 1.25]

# ---- drawing ---------------------------------------------------------------------------------------------
drawn(s, i) = in_class(i, SERIES_CLASS[s]) && known(RATE[i])
# Whether a curve comes near a label that starts at x (log2 of n) and y: by its least and greatest value
# over the sizes the label spans, one size more on either side.
near(s, i, x) = drawn(s, i) && log2(R_N[i]) > x - size_step && log2(R_N[i]) < x + 0.31 * (last_power - first_power) + size_step
curve_passes(s, x, y) = (_low = 1e300, _high = -1, sum [i = 1:rows] (near(s, i, x) ? \
    (_low = RATE[i] < _low ? RATE[i] : _low, _high = RATE[i] > _high ? RATE[i] : _high, 0) : 0), \
    _high > y && _low < y + 0.13 * top_rate)
upper = device_series > 0
lower = series > device_series || !upper
do for [kind in "svg png"] {
    eval terminal(kind)
    set output out.'.'.kind
    set multiplot
    load dir.'/legend.gp'
    if (upper) {
        first_series = 1
        last_series = device_series
        first_marked = 1
        last_marked = device_marked
        panel_bottom = lower ? 0.430 : BOTTOM
        panel_top = TOP
        panel_text = source == 1 ? 'recorded GPU, GB/s' : over_bus ? 'bus, GB/s' : 'device, GB/s'
        panel_peak = peak_of(source, over_bus ? 3 : 1)
        panel_note = no_times
        size_labels = !lower
        load dir.'/rate_panel.gp'
    }
    if (lower) {
        first_series = device_series + 1
        last_series = series
        first_marked = device_marked + 1
        last_marked = marked
        panel_bottom = BOTTOM
        panel_top = upper ? 0.385 : TOP
        panel_text = 'CPU, GB/s'
        panel_peak = peak_of(0, 0)
        panel_note = upper ? '' : no_times
        size_labels = 1
        load dir.'/rate_panel.gp'
    }
    unset multiplot
    unset output
}
