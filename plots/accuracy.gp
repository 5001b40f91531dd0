# Largest relative error over n, both axes logarithmic, one line a variant. Variables: see README.md.
if (!exists("dir")) dir = 'plots'
load dir.'/load.gp'
if (!exists("out")) out = 'accuracy'

# ---- the rows: any with an error, also of an answer too inaccurate to be right -----------------------------
compared(i) = (R_VERDICT[i] eq 'right' || R_VERDICT[i] eq 'inaccurate') && R_ERROR[i] > 0 && R_N[i] > 0
# kernels: those of the recorded GPU where this run has only the simulator's
gpu_rows = sum [i = 1:rows] (R_ORIGIN[i] == 1 && !R_CPU[i] && compared(i))
own_kernels = sum [i = 1:rows] (R_ORIGIN[i] == 0 && !R_CPU[i] && !R_SIMULATED[i] && compared(i))
kernels_from = gpu_rows && !own_kernels ? 1 : 0
at_block(i) = R_BLOCK[i] == DEFAULT_BLOCK[R_ORIGIN[i] * 256 + variant_of(R_VARIANT[i], R_CPU[i])]
belongs(i, v) = compared(i) && at_block(i) && R_VARIANT[i] eq VARIANT[v] && R_CPU[i] == IS_CPU[v] && \
    R_ORIGIN[i] == (IS_CPU[v] ? 0 : kernels_from)
# of several rows at one n (cold, warm, host to host) the first stands for all
drawn(v, i) = belongs(i, v) && (sum [j = 1:i - 1] (R_N[j] == R_N[i] && belongs(j, v))) == 0

# ---- what is drawn: with the colours of the other plots -----------------------------------------------------
has_errors(v) = (sum [i = 1:rows] belongs(i, v)) > 0
exact(v) = (sum [i = 1:rows] (R_VERDICT[i] eq 'right' && R_VARIANT[i] eq VARIANT[v] && R_CPU[i] == IS_CPU[v])) > 0 && !has_errors(v)
used_cpus = shown_cpus
used_devices = shown_devices
add_line(v, colour, dash, point, size) = add_series(v, colour, dash, 2, point, size) + sample(VARIANT[v], colour, dash, 2, point)
do for [cpu in "1 0"] {
    headed = 0
    hidden = 0
    do for [v = 1:variants] {
        if (IS_CPU[v] == int(cpu) && has_errors(v)) {
            if (!headed) {
                headed = 1
                nothing = heading(int(cpu) ? 'CPU' : kernels_from ? ref_label : own_kernels ? 'GPU' : 'On the simulator')
            }
            k = STYLE[v]
            if (k == 0 && int(cpu)) { used_cpus = used_cpus + 1; k = used_cpus }
            if (k == 0 && !int(cpu)) { used_devices = used_devices + 1; k = used_devices }
            if (k > (int(cpu) ? MAX_CPU : MAX_DEVICE)) { hidden = hidden + 1 }
            else {
                if (int(cpu)) { nothing = add_line(v, CPU_COLOUR[k], SOLID, CPU_POINT[k], 0.7) }
                else {
                    nothing = add_line(v, DEVICE_COLOUR[k], kernels_from ? REF_DEVICE : SOLID, \
                        kernels_from ? DEVICE_HOLLOW[k] : DEVICE_FILLED[k], kernels_from ? 0.9 : 0.6)
                }
            }
        }
    }
    if (hidden) { nothing = remark(plural(hidden, 'more variant').' not shown') }
}
exacts = 0
do for [v = 1:variants] {
    if (exact(v)) {
        exacts = exacts + 1
        if (exacts == 1) { nothing = heading('Without any error') }
        nothing = remark(VARIANT[v])
    }
}
inaccurate_rows = sum [i = 1:rows] (compared(i) && R_VERDICT[i] eq 'inaccurate')
if (inaccurate_rows) { nothing = heading('Inaccurate') + sample('past the tolerance', "#000000", SOLID, 0, 2) }

nothing = heading('One rounding') + sample('half a unit of the last place', "#000000", RULE, 1.5, 0)

# ---- ranges and tics -----------------------------------------------------------------------------------
mine(s, i) = i <= rows && drawn(SERIES_CLASS[s], i)
half_ulp = dtype eq 'f64' ? 2.0**-53 : 2.0**-24
least_e = half_ulp; most_e = half_ulp
smallest_n = 1e300; greatest_n = 0
do for [i = 1:rows] {
    if (compared(i) && R_ORIGIN[i] == (R_CPU[i] ? 0 : kernels_from)) {
        least_e = R_ERROR[i] < least_e ? R_ERROR[i] : least_e
        most_e = R_ERROR[i] > most_e ? R_ERROR[i] : most_e
        smallest_n = R_N[i] < smallest_n ? R_N[i] : smallest_n
        greatest_n = R_N[i] > greatest_n ? R_N[i] : greatest_n
    }
}
if (greatest_n == 0) { smallest_n = 1024; greatest_n = 2.0**20 }
first_power = floor(log2(smallest_n) + 1e-9)
last_power = ceil(log2(greatest_n) - 1e-9)
if (last_power - first_power < 2) { first_power = first_power - 1; last_power = last_power + 1 }
low_e = 10.0**floor(log10(least_e) - 0.3)
high_e = 10.0**ceil(log10(most_e) + 0.3)
set logscale xy
set xrange [2.0**first_power / 1.25:2.0**last_power * 1.25]
set yrange [low_e:high_e]
set xlabel 'n (elements)'
size_labels = 1
load dir.'/size_tics.gp'
unset ytics
set ytics nomirror out textcolor rgb INK
set ytics ('' 1)
decades = log10(high_e / low_e)
do for [p = floor(log10(low_e)):ceil(log10(high_e))] {
    if (decades <= 10 || p % 2 == 0) { set ytics add (sprintf("10^{%d}", p) 10.0**p) }
    else { set ytics add ('' 10.0**p 1) }
    if (decades <= 6) { do for [q = 2:9] { set ytics add ('' q * 10.0**p 1) } }
}
title_text = sprintf("%s, %s: accuracy over n", workload, dtype)
subtitle_text = machine
y_text = 'largest relative error'

# ---- drawing -------------------------------------------------------------------------------------------
set arrow 1 from graph 0, first half_ulp to graph 1, first half_ulp nohead dt RULE lw 1.5 lc rgb "#000000" back
if (series == 0) { set label 1 bold('no errors in this result') at graph 0.02, 0.955 left font "sans-serif,14" boxed front }
bad(i) = i <= rows && compared(i) && R_VERDICT[i] eq 'inaccurate' && R_ORIGIN[i] == (R_CPU[i] ? 0 : kernels_from)
do for [i = 1:rows] {
    if (bad(i)) { set label (2000 + i) '' at first R_N[i], first R_ERROR[i] point pt 2 ps 1.3 lw 2.2 lc rgb "#000000" front }
}
load dir.'/legend.gp'
do for [kind in "svg png"] {
    eval terminal(kind)
    set output out.'.'.kind
    if (series == 0) { plot low_e with lines lt nodraw }
    else {
        plot for [s = 1:series] R_N using (mine(s, int($1)) ? R_N[int($1)] : NaN):(R_ERROR[int($1)]) \
                 smooth unique with lines lc rgb SERIES_COLOUR[s] dt SERIES_DASH[s] lw SERIES_WIDTH[s], \
             for [s = 1:series] R_N using (mine(s, int($1)) ? R_N[int($1)] : NaN):(R_ERROR[int($1)]) \
                 with points pt SERIES_POINT[s] ps SERIES_SIZE[s] lw 1.2 lc rgb SERIES_COLOUR[s], \
             low_e with lines lt nodraw
    }
    unset output
}
