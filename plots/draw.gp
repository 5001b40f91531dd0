# Draws one plot. `gridstride plot` writes what is drawn into a file of data blocks (`chart`): it has
# chosen records, axes, tics, colours and the place of every text. This file holds how it looks.
# Lengths are in units of the SVG, from the lower left corner.

load chart

set dashtype 2 (9, 4)         # a recorded GPU, data on the device
set dashtype 3 (14, 4)        # host to host, pinned
set dashtype 4 (2, 4)         # host to host, pageable
set dashtype 5 (14, 4, 2, 4)  # a recorded GPU, host to host, pinned
set dashtype 6 (3, 3)         # limits, floors and drop lines
set dashtype 7 (7, 4)         # another library on the CPU
set dashtype 8 (4, 4)         # predicted, not measured

unset key
set style textbox opaque fillcolor rgb "#FFFFFF" noborder margins 0, 0
set grid xtics ytics back lt 1 lw 0.75 lc rgb "#DDDDDD"

# One picture, as svg and as a png of twice the size. (cairo draws markers two thirds as large, and
# text a third larger.)
terminal(kind) = kind eq "svg" ? \
    sprintf('set terminal svg size %d,%d enhanced font "sans-serif,16" background "#FFFFFF"', width, height) : \
    sprintf('set terminal pngcairo size %d,%d enhanced font "sans-serif,16" fontscale 1.5', 2 * width, 2 * height). \
    ' linewidth 2 pointscale 3 background "#FFFFFF"'

# ---- the data blocks: one thing a line, its values between blanks -----------------------------------
panel(p, k) = real(word($panels[p], k))       # left right bottom top, x from to, y from to, x log, y log
curve(c, k) = word($curves[c], k)             # panel colour dash width marker size; in $points: x y low high
curves_of(p) = sum [_c = 1:|$curves|] (int(curve(_c, 1)) == p)
curves_before(p) = sum [_p = 1:p - 1] curves_of(_p)
words_before(s) = s[1:strstrt(s, '|') - 1]
words_of(s) = s[strstrt(s, '|') + 1:*]
label(t) = 'set label i words_of(t) at real(word(t, 1)), real(word(t, 2)) '.word(t, 4). \
    ' font "sans-serif,'.word(t, 3).'" textcolor rgb word(t, 5) front '.word(t, 6).' '.word(words_before(t), 7)

canvas = |$panels|                            # the last panel is the whole canvas: samples of the legend
do for [kind in "svg png"] {
    eval terminal(kind)
    set output out.'.'.kind
    set multiplot
    do for [p = 1:canvas] {
        set lmargin at screen panel(p, 1) / width
        set rmargin at screen panel(p, 2) / width
        set bmargin at screen panel(p, 3) / height
        set tmargin at screen panel(p, 4) / height
        unset logscale
        if (panel(p, 9)) { set logscale x }
        if (panel(p, 10)) { set logscale y }
        set xrange [panel(p, 5):panel(p, 6)]
        set yrange [panel(p, 7):panel(p, 8)]
        set border (p < canvas ? 3 : 0) lc rgb "#666666"
        unset xtics
        unset ytics
        if (p < canvas) {
            set xtics nomirror out scale 0.6, 0.35 ('' 1e-300)
            set ytics nomirror out scale 0.6, 0.35 ('' 1e-300)
        }
        do for [i = 1:|$tics|] {
            if (int(word($tics[i], 1)) == p) {
                at = real(word($tics[i], 3))
                if (word($tics[i], 2) eq 'x') { set xtics add ('' at word($tics[i], 4) eq '1') }
                else { set ytics add ('' at word($tics[i], 4) eq '1') }
            }
        }
        unset object
        unset label
        do for [i = 1:|$boxes|] {
            b = $boxes[i]
            if (int(word(b, 1)) == p) {
                set object i rectangle from real(word(b, 3)), real(word(b, 4)) to real(word(b, 5)), real(word(b, 6)) \
                    fillcolor rgb word(b, 2) fillstyle solid 0.85 noborder back
            }
        }
        if (p == canvas) {
            do for [i = 1:|$texts|] {
                t = $texts[i]
                eval label(t)
            }
        }
        first = curves_before(p) + 1
        last = first + curves_of(p) - 1
        if (last < first) { plot 1e-300 with lines lt nodraw }
        else {
            plot for [c = first:last] $points index c - 1 using 1:(real(curve(c, 4)) > 0 ? $2 : NaN) with lines \
                     lc rgb curve(c, 2) dt int(curve(c, 3)) lw curve(c, 4), \
                 for [c = first:last] $points index c - 1 using 1:3:(0):($4 - $3) with vectors nohead \
                     dt 1 lw 1.2 lc rgb curve(c, 2), \
                 for [c = first:last] $points index c - 1 using 1:(int(curve(c, 5)) ? $2 : NaN) with points \
                     pt int(curve(c, 5)) ps real(curve(c, 6)) lw 1.2 lc rgb curve(c, 2), \
                 1e-300 with lines lt nodraw
        }
    }
    unset multiplot
    unset output
}
