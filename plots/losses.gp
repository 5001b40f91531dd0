# Share of the updates that a race keeps, over the threads of the launch, both axes logarithmic; at
# the n that most launches were given for. Variables: see README.md.
if (!exists("dir")) dir = 'plots'
cases_too = 1
load dir.'/load.gp'
if (!exists("out")) out = 'losses'

# ---- what a launch over `cells` cells kept -------------------------------------------------------------
counted(i, from) = shown_launch(i, from) && (R_VERDICT[i] eq 'right' || R_VERDICT[i] eq 'lost_updates')
# what is not measured as lost was kept
kept_share(i) = i > rows ? NaN : R_VERDICT[i] eq 'right' ? 1 : known(R_LOST[i]) ? 1 - R_LOST[i] : NaN
least_kept(v, from) = (_k = 1, sum [i = 1:rows] (counted(i, from) && R_VARIANT[i] eq VARIANT[v] && R_CPU[i] == IS_CPU[v] && kept_share(i) < _k ? (_k = kept_share(i), 0) : 0), _k)
ran_in(v, from) = (sum [i = 1:rows] (counted(i, from) && R_VARIANT[i] eq VARIANT[v] && R_CPU[i] == IS_CPU[v])) > 0

# ---- what is drawn: variants that lose; the others are all one line, the right one ------------------------
losing_cpus = 0; losing_devices = 0; recorded_devices = 0
simulated = (sum [i = 1:own_rows] R_SIMULATED[i]) > 0
array CLASS_VARIANT[64]; array CLASS_FROM[64]
add_loss(v, from, colour, dash, point, size) = add_series(series + 1, colour, dash, 2, point, size) + \
    (CLASS_VARIANT[series] = v, CLASS_FROM[series] = from, 0)
do for [v = 1:variants] {
    if (IS_CPU[v] && least_kept(v, 0) < 1 && losing_cpus < MAX_CPU) {
        losing_cpus = losing_cpus + 1
        if (losing_cpus == 1) { nothing = heading('CPU threads') }
        nothing = add_loss(v, 0, CPU_COLOUR[losing_cpus], SOLID, CPU_POINT[losing_cpus], 0.7)
        nothing = sample(VARIANT[v], CPU_COLOUR[losing_cpus], SOLID, 2, CPU_POINT[losing_cpus])
    }
}
do for [v = 1:variants] {
    if (!IS_CPU[v] && least_kept(v, 0) < 1 && losing_devices < MAX_DEVICE) {
        losing_devices = losing_devices + 1
        if (losing_devices == 1) { nothing = heading(simulated ? 'On the simulator' : 'On the GPU') }
        k = losing_devices
        nothing = add_loss(v, 0, DEVICE_COLOUR[k], SOLID, DEVICE_FILLED[k], 0.8)
        nothing = sample(VARIANT[v], DEVICE_COLOUR[k], SOLID, 2, DEVICE_FILLED[k])
    }
}
if (simulated && losing_devices) { nothing = remark('a model of the race: the same seed, the same losses') }
do for [v = 1:variants] {
    if (!IS_CPU[v] && ran_in(v, 1) && least_kept(v, 1) < 1 && recorded_devices < MAX_DEVICE) {
        recorded_devices = recorded_devices + 1
        if (recorded_devices == 1) { nothing = heading(ref_label) }
        k = recorded_devices
        nothing = add_loss(v, 1, DEVICE_COLOUR[k], REF_DEVICE, DEVICE_HOLLOW[k], 1.0)
        nothing = sample(VARIANT[v], DEVICE_COLOUR[k], REF_DEVICE, 2, DEVICE_HOLLOW[k])
    }
}
sound = 0
do for [v = 1:variants] {
    if (ran_in(v, 0) && least_kept(v, 0) == 1) {
        sound = sound + 1
        if (sound == 1) { nothing = heading('Right at every launch') }
        nothing = remark(VARIANT[v].(IS_CPU[v] ? ' (CPU)' : ''))
    }
}

# ---- ranges and tics -----------------------------------------------------------------------------------
mine(s, i) = s <= series && i <= rows && counted(i, CLASS_FROM[s]) && R_VARIANT[i] eq VARIANT[CLASS_VARIANT[s]] && \
    R_CPU[i] == IS_CPU[CLASS_VARIANT[s]] && kept_share(i) > 0
lowest = 1.0
do for [i = 1:rows] {
    if (counted(i, R_ORIGIN[i]) && kept_share(i) > 0 && kept_share(i) < lowest) { lowest = kept_share(i) }
}
set logscale xy
load dir.'/launch_axis.gp'
lowest_decade = floor(log10(lowest) - 0.15)
set yrange [10.0**lowest_decade:10.0**(-0.08 * lowest_decade)]
unset ytics
set ytics nomirror out textcolor rgb INK
set ytics ('' 1)
# a tic's label is a format
percent(p) = p > -3 ? sprintf("%d %%%%", 10.0**(p + 2)) : sprintf(sprintf("%%.%df %%%%%%%%", -p - 2), 10.0**(p + 2))
do for [p = lowest_decade:0] {
    set ytics add (percent(p) 10.0**p)
    do for [q = 2:9] { if (p < 0) { set ytics add ('' q * 10.0**p 1) } }
    if (lowest_decade == -1 && p < 0) { set ytics add ('20 %%' 0.2); set ytics add ('50 %%' 0.5) }
}
title_text = sprintf("%s, %s: updates that are kept, %s", workload, dtype, plural(cells, 'cell'))
subtitle_text = machine
y_text = 'share of the updates that are kept'

# ---- drawing -------------------------------------------------------------------------------------------
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead dt RULE lw 1.5 lc rgb "#000000" back
set label 2 '100 %: right, no update is lost' at graph 0.985, first 1 right offset 0, 0.6 font "sans-serif,12" front
if (series == 0) { set label 1 bold('no launch lost an update') at graph 0.02, 0.9 left font "sans-serif,14" boxed front }
load dir.'/legend.gp'
do for [kind in "svg png"] {
    eval terminal(kind)
    set output out.'.'.kind
    if (series == 0) { plot 1e-300 with lines lt nodraw }
    else {
        plot for [s = 1:series] R_N using (mine(s, int($1)) ? threads_in(int($1)) : NaN):(kept_share(int($1))) \
                 smooth unique with lines lc rgb SERIES_COLOUR[s] dt SERIES_DASH[s] lw SERIES_WIDTH[s], \
             for [s = 1:series] R_N using (mine(s, int($1)) ? threads_in(int($1)) : NaN):(kept_share(int($1))) \
                 with points pt SERIES_POINT[s] ps SERIES_SIZE[s] lw 1.2 lc rgb SERIES_COLOUR[s], \
             1e-300 with lines lt nodraw
    }
    unset output
}
