# Where host-to-host time goes, at the largest n: for each variant one bar of the time that copies in,
# kernels and copies out were busy, beside the time that all of it took. Variables: see README.md.
if (!exists("dir")) dir = 'plots'
load dir.'/load.gp'
if (!exists("out")) out = 'stages'

# ---- the bars: all that copy for themselves, and the fastest of the other kernels ---------------------------
copying(i) = R_ORIGIN[i] == source && !R_CPU[i] && R_COPIES[i] > 0 && R_RESIDENCY[i] > 1 && timed(i) && AT_DEFAULT[i]
bars_n = (_n = 0, sum [i = 1:rows] (copying(i) && R_N[i] > _n ? (_n = R_N[i], 0) : 0), _n)
MAX_BARS = 16
array BAR_ROW[MAX_BARS]
bars = 0
do for [v = 1:variants] {
    do for [i = 1:rows] {
        if (copying(i) && R_N[i] == bars_n && R_VARIANT[i] eq VARIANT[v] && !IS_CPU[v] && bars < MAX_BARS && \
            (own_copies(v) || v == best_device)) {
            bars = bars + 1
            BAR_ROW[bars] = i
        }
    }
}
stage(i, k) = (_s = k == 1 ? R_COPY_IN[i] : k == 2 ? R_KERNEL[i] : R_COPY_OUT[i], known(_s) ? _s : 0)
stages_until(i, k) = sum [_j = 1:k] stage(i, _j)
memory_text(i) = R_RESIDENCY[i] == 2 ? 'pageable' : 'pinned'
bar_title(i) = R_VARIANT[i].(strstrt(R_VARIANT[i], memory_text(i)) ? '' : ', '.memory_text(i))

# ---- legend, ranges --------------------------------------------------------------------------------------
array STAGE_NAME[3] = ["copies in", "kernels", "copies out"]
array STAGE_COLOUR[3] = ["#56B4E9", "#D55E00", "#009E73"]
nothing = heading(source == 1 ? ref_label : 'Busy, one after another')
if (source == 1) { nothing = remark('busy, one after another') }
do for [k = 1:3] { nothing = legend("box", STAGE_NAME[k], STAGE_COLOUR[k], SOLID, 0, 0) }
nothing = heading('The whole run') + sample('median time', "#000000", SOLID, 3, 0)
nothing = remark('a longer bar: stages ran side by side, or times varied')
widest = 0
do for [b = 1:bars] {
    widest = stages_until(BAR_ROW[b], 3) > widest ? stages_until(BAR_ROW[b], 3) : widest
    widest = TIME[BAR_ROW[b]] > widest ? TIME[BAR_ROW[b]] : widest
}
if (widest == 0) { widest = 1e-3 }
unit = widest < 1e-3 ? 1e6 : widest < 1 ? 1e3 : 1
unit_name = widest < 1e-3 ? 'µs' : widest < 1 ? 'ms' : 's'
title_text = sprintf("%s, %s: where the time goes", workload, dtype).(bars_n > 0 ? ', n = '.exact_n(bars_n) : '')
subtitle_text = machine
y_text = ''
longest = (_l = 12, sum [_b = 1:bars] (strlen(bar_title(BAR_ROW[_b])) > _l ? (_l = strlen(bar_title(BAR_ROW[_b])), 0) : 0), _l)
set lmargin at screen 0.025 + 0.0078 * (longest < 40 ? longest : 40)
set xrange [0:widest * unit * 1.2]
set yrange [(bars ? bars : 1) + 0.6:0.4]
set xlabel 'time from host to host, '.unit_name
set xtics nomirror out textcolor rgb INK
unset ytics
set grid noytics
set ytics nomirror out scale 0 textcolor rgb INK
set ytics ('' -1)

# ---- drawing ---------------------------------------------------------------------------------------------
do for [b = 1:bars] {
    i = BAR_ROW[b]
    set label (10 + b) bar_title(i) at graph -0.012, first b right noenhanced font "sans-serif,13" front
    do for [k = 1:3] {
        if (stage(i, k) > 0) {
            set object (100 + 4 * b + k) rectangle from first stages_until(i, k - 1) * unit, first b - 0.34 \
                to first stages_until(i, k) * unit, first b + 0.34 fillcolor rgb STAGE_COLOUR[k] fillstyle solid 0.85 noborder behind
        }
    }
    set arrow (50 + b) from first TIME[i] * unit, first b - 0.44 to first TIME[i] * unit, first b + 0.44 nohead lw 3 lc rgb "#000000" front
    end = stages_until(i, 3) > TIME[i] ? stages_until(i, 3) : TIME[i]
    set label (30 + b) seconds(TIME[i]) at first end * unit, first b left offset 0.8, 0 font "sans-serif,13" front
}
if (bars == 0) { set label 1 bold(no_times eq '' ? 'no copies in this result' : no_times) at graph 0.02, 0.955 left font "sans-serif,14" boxed front }
load dir.'/legend.gp'
do for [kind in "svg png"] {
    eval terminal(kind)
    set output out.'.'.kind
    plot -1 with lines lt nodraw
    unset output
}
