# One panel of bandwidth.gp: the series first_series … last_series (of which
# first_marked … last_marked have markers) over n, from zero, with the ceiling
# panel_peak (NaN: none) as a line. Leaves no label or arrow behind for the next panel.
set tmargin at screen panel_top
set bmargin at screen panel_bottom
top_rate = known(panel_peak) ? panel_peak : 0
do for [i = 1:rows] {
    do for [s = first_series:last_series] {
        if (drawn(s, i) && RATE[i] > top_rate) { top_rate = RATE[i] }
    }
}
if (top_rate <= 0) { top_rate = 1 }
set yrange [0:top_rate * (panel_note eq '' ? 1.12 : 1.25)]
set ytics nomirror out autofreq textcolor rgb INK
set format y "%g"
set xlabel (size_labels ? 'n (elements)' : '')
load dir.'/size_tics.gp'
set label 1 panel_text at screen 0.017, (panel_top + panel_bottom) / 2 center rotate by 90 front
if (panel_note ne '') { set label 2 bold(panel_note) at graph 0.02, graph 0.93 left font "sans-serif,14" boxed front }
if (known(panel_peak)) {
    set arrow 1 from graph 0, first panel_peak to graph 1, first panel_peak nohead dt RULE lw 1.5 lc rgb "#000000" back
    # the ceiling's label goes where no curve passes: above the line or below it, from left to right
    label_x = -1
    do for [side = 0:1] {
        do for [k = 0:7] {
            if (label_x < 0 && (sum [s = first_series:last_series] curve_passes(s, first_power + \
                    0.1 * k * (last_power - first_power), panel_peak - side * 0.13 * top_rate)) == 0) {
                label_x = 0.015 + 0.095 * k
                label_side = side ? -0.6 : 0.6
            }
        }
    }
    if (label_x < 0) { label_x = 0.015; label_side = 0.6 }
    set label 3 sprintf("measured copy: %.4g GB/s", panel_peak) at graph label_x, first panel_peak \
        left offset 0, label_side font "sans-serif,12" front
}
if (last_series < first_series) { plot 0 with lines lt nodraw }
else {
    plot for [s = first_series:last_series] R_N using (drawn(s, int($1)) ? R_N[int($1)] : NaN):(RATE[int($1)]) \
             smooth unique with lines lc rgb SERIES_COLOUR[s] dt SERIES_DASH[s] lw SERIES_WIDTH[s], \
         for [m = first_marked:last_marked] R_N using (drawn(MARKED[m], int($1)) ? R_N[int($1)] : NaN):(rate_q3(int($1))) \
             :(0):(rate_q1(int($1)) - rate_q3(int($1))) with vectors nohead dt SOLID lw 1.2 lc rgb SERIES_COLOUR[MARKED[m]], \
         for [m = first_marked:last_marked] R_N using (drawn(MARKED[m], int($1)) ? R_N[int($1)] : NaN) \
             :(RATE[int($1)]) with points \
             pt SERIES_POINT[MARKED[m]] ps SERIES_SIZE[MARKED[m]] lw 1.2 lc rgb SERIES_COLOUR[MARKED[m]], \
         0 with lines lt nodraw
}
unset label
unset arrow
