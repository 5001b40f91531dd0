# Effect of the block size: GB/s at the largest n that was run with several blocks, data resident on
# the device, cold cache. Variables: see README.md.
if (!exists("dir")) dir = 'plots'
load dir.'/load.gp'
if (!exists("out")) out = 'block'

# ---- the size: the largest that a variant ran with two blocks or more -----------------------------------
resident_row(i, from) = R_ORIGIN[i] == from && !R_CPU[i] && R_RESIDENCY[i] == 1 && !R_WARM[i] && R_BLOCK[i] > 0
right_at(i, from, n) = resident_row(i, from) && R_N[i] == n && R_VERDICT[i] eq 'right'
ran_with(v, from, n, k) = (sum [i = 1:rows] (right_at(i, from, n) && R_BLOCK[i] == BLOCK[k] && R_VARIANT[i] eq VARIANT[v])) > 0
several(from, n) = (sum [v = 1:variants] (!IS_CPU[v] && (sum [k = 1:blocks] ran_with(v, from, n, k)) > 1)) > 0
below(from, n) = (_n = 0, sum [i = 1:rows] (resident_row(i, from) && R_N[i] < n && R_N[i] > _n ? (_n = R_N[i], 0) : 0), _n)
array BLOCK_N[2]
do for [from = 0:1] {
    n = below(from, 1e300)
    while (n > 0 && !several(from, n)) { n = below(from, n) }
    BLOCK_N[from + 1] = n
}
own_n = BLOCK_N[1]
ref_n = BLOCK_N[2]

# ---- the categories: every block met at those sizes, also where nothing ran -----------------------------
met(i) = R_BLOCK[i] > 0 && !R_CPU[i] && R_N[i] > 0 && R_N[i] == BLOCK_N[R_ORIGIN[i] + 1]
categories = 0
array CATEGORY[64]
do for [k = 1:blocks] {
    if ((sum [i = 1:rows] (met(i) && R_BLOCK[i] == BLOCK[k])) > 0) {
        categories = categories + 1
        CATEGORY[categories] = BLOCK[k]
    }
}
place_of(block) = sum [k = 1:categories] (CATEGORY[k] == block ? k : 0)

# ---- what is drawn ------------------------------------------------------------------------------------
drawn(s, i) = i <= rows && CLASS[i] == SERIES_CLASS[s] && R_BLOCK[i] > 0 && \
    R_N[i] == BLOCK_N[R_ORIGIN[i] + 1] && known(TIME[i]) && known(RATE[i])
has_points(class) = (sum [i = 1:rows] (CLASS[i] == class && R_BLOCK[i] > 0 && R_N[i] == BLOCK_N[R_ORIGIN[i] + 1] && known(TIME[i]) && known(RATE[i]))) > 0
do for [from = 0:1] {
    recorded = from == 1
    if (shown_kernels && BLOCK_N[from + 1] > 0 && (from == source || (recorded && ref_device_times))) {
        nothing = heading(recorded ? ref_label : 'Device-resident, cold cache')
        nothing = remark('n = '.exact_n(BLOCK_N[from + 1]).(recorded ? ', device-resident, cold cache' : ''))
        do for [k = 1:shown_devices] {
            v = SHOWN_DEVICE[k]
            class = class_of(from, v, 1, 0)
            if (has_points(class) && (from == source || v == best_device)) {
                point = recorded ? DEVICE_HOLLOW[k] : DEVICE_FILLED[k]
                dash = recorded ? REF_DEVICE : SOLID
                nothing = add_series(class, DEVICE_COLOUR[k], dash, 2, point, recorded ? 1.0 : 0.75)
                nothing = sample(VARIANT[v], DEVICE_COLOUR[k], dash, 2, point)
            }
        }
        if (hidden_devices && from == source) { nothing = remark(plural(hidden_devices, 'slower variant').' not shown') }
    }
}

# ---- launches that failed, and other rows that are not right ---------------------------------------------
# A block that no variant ran with has its column to itself: the reason stands in it. Where some ran,
# the others are counted in the legend, if they were run with several blocks at all.
last_part(s, p) = p == 0 ? s : last_part(s[p + 2:*], strstrt(s[p + 2:*], ': '))
reason(i) = R_DETAIL[i] eq '' ? R_VERDICT[i] : last_part(R_DETAIL[i], strstrt(R_DETAIL[i], ': '))
cut(s, i) = i < 20 ? s : s[i:i] eq ' ' ? s[1:i - 1].' …' : cut(s, i - 1)
brief(s) = strlen(s) <= 56 ? s : cut(s, 56)
failed(i) = met(i) && R_ORIGIN[i] == 0 && R_VERDICT[i] ne 'right'
ran(block) = (sum [i = 1:rows] (met(i) && R_BLOCK[i] == block && R_VERDICT[i] eq 'right')) > 0
swept_blocks(i) = (sum [j = 1:own_rows] (met(j) && R_VARIANT[j] eq R_VARIANT[i] && R_BLOCK[j] != R_BLOCK[i])) > 0
counted(i) = failed(i) && ran(R_BLOCK[i]) && swept_blocks(i)
like(i, k) = counted(i) && R_VARIANT[i] eq R_VARIANT[k] && R_VERDICT[i] eq R_VERDICT[k]
array FAILED_TEXT[64]
do for [k = 1:categories] {
    FAILED_TEXT[k] = ''
    do for [i = 1:own_rows] {
        if (failed(i) && R_BLOCK[i] == CATEGORY[k] && !ran(CATEGORY[k]) && FAILED_TEXT[k] eq '') {
            FAILED_TEXT[k] = sprintf("%d: ", CATEGORY[k]).brief(reason(i))
        }
    }
}
remarks = 0
do for [k = 1:own_rows] {
    if (counted(k) && (sum [i = 1:k - 1] like(i, k)) == 0) {
        remarks = remarks + 1
        if (remarks == 1) { nothing = heading('Not right, so without a time') }
        if (remarks <= 4) { nothing = remark(R_VARIANT[k].': '.R_VERDICT[k].' ('.plural(sum [i = 1:own_rows] like(i, k), 'row').')') }
    }
}
if (remarks > 4) { nothing = remark(sprintf("and %d more", remarks - 4)) }
if (series) { nothing = gap(0) + remark('points: medians; whiskers: quartiles') }

# ---- titles, ranges, tics --------------------------------------------------------------------------------
title_n = source == 0 || own_n == ref_n ? own_n : 0
title_text = sprintf("%s, %s: effect of the block size", workload, dtype).(title_n > 0 ? ', n = '.exact_n(title_n) : '')
subtitle_text = machine
y_text = series ? 'bandwidth, GB/s' : ''
note = no_times ne '' ? no_times : series == 0 ? 'no size was run with several blocks' : ''
peak = series ? peak_of(source, 1) : NaN
top_rate = known(peak) ? peak : 0
do for [i = 1:rows] {
    do for [s = 1:series] {
        if (drawn(s, i) && RATE[i] > top_rate) { top_rate = RATE[i] }
    }
}
set xrange [0.5:(categories ? categories : 1) + 0.5]
set yrange [0:(top_rate > 0 ? top_rate : 1) * (note eq '' ? 1.12 : 1.2)]
set xlabel 'block size (threads a block)'
unset xtics
set xtics nomirror out textcolor rgb INK
set xtics ('' -1)
do for [k = 1:categories] { set xtics add (sprintf("%d", CATEGORY[k]) k) }
set ytics nomirror out textcolor rgb INK
if (series == 0) { unset ytics }

# ---- drawing ---------------------------------------------------------------------------------------------
if (note ne '') { set label 1 bold(note) at graph 0.02, 0.955 left font "sans-serif,14" boxed front }
if (known(peak)) {
    set arrow 1 from graph 0, first peak to graph 1, first peak nohead dt RULE lw 1.5 lc rgb "#000000" back
    # on the side of the line, and at the end of it, that the fewest points are near
    near(side, right) = sum [i = 1:rows] (sum [s = 1:series] (drawn(s, i) && \
        (right ? place_of(R_BLOCK[i]) > categories * 0.6 : place_of(R_BLOCK[i]) <= categories * 0.45) && \
        (side > 0 ? RATE[i] - peak : peak - RATE[i]) > -0.01 * peak && \
        (side > 0 ? RATE[i] - peak : peak - RATE[i]) < 0.06 * top_rate))
    fewest = 1e9
    do for [choice in "2 3 0 1"] {
        side = int(choice) % 2 ? -1 : 1
        right = int(choice) / 2
        if (near(side, right) < fewest) { fewest = near(side, right); peak_side = side; peak_right = right }
    }
    peak_text = sprintf("measured copy: %.4g GB/s", peak)
    if (peak_right) { set label 2 peak_text at graph 0.985, first peak right offset 0, 0.6 * peak_side font "sans-serif,12" front }
    if (!peak_right) { set label 2 peak_text at graph 0.015, first peak left offset 0, 0.6 * peak_side font "sans-serif,12" front }
}
do for [k = 1:categories] {
    if (FAILED_TEXT[k] ne '') {
        set label (10 + k) '' at first k, graph 0.035 point pt 2 ps 1.1 lw 2.5 lc rgb "#000000" front
        set label (40 + k) FAILED_TEXT[k] at first k, graph 0.075 left noenhanced rotate by 90 font "sans-serif,13" front
    }
    if (series == 0 && ran(CATEGORY[k])) {
        set label (40 + k) 'verified' at first k, graph 0.075 left rotate by 90 font "sans-serif,13" textcolor rgb SOFT front
    }
}
load dir.'/legend.gp'
x_of(s, i) = drawn(s, i) ? place_of(R_BLOCK[i]) : NaN
do for [kind in "svg png"] {
    eval terminal(kind)
    set output out.'.'.kind
    if (series == 0) { plot 0 with lines lt nodraw }
    else {
        plot for [s = 1:series] R_N using (x_of(s, int($1))):(RATE[int($1)]) \
                 smooth unique with lines lc rgb SERIES_COLOUR[s] dt SERIES_DASH[s] lw SERIES_WIDTH[s], \
             for [s = 1:series] R_N using (x_of(s, int($1))):(rate_q3(int($1))) \
                 :(0):(rate_q1(int($1)) - rate_q3(int($1))) with vectors nohead dt SOLID lw 1.2 lc rgb SERIES_COLOUR[s], \
             for [s = 1:series] R_N using (x_of(s, int($1))):(RATE[int($1)]) \
                 with points pt SERIES_POINT[s] ps SERIES_SIZE[s] lw 1.2 lc rgb SERIES_COLOUR[s], \
             0 with lines lt nodraw
    }
    unset output
}
