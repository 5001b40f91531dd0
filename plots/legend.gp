# Draws the legend collected by heading(), sample(), remark() and legend("box") beside the plot, and the titles
# title_text and subtitle_text over it, and y_text along the left edge (gnuplot's own ylabel leaves
# the canvas when the margin is fixed and the tic labels are wide).
set label 1001 bold(title_text) at screen LEFT, 0.960 left font "sans-serif,19" front
set label 1002 subtitle_text at screen LEFT, 0.915 left noenhanced font "sans-serif,14" textcolor rgb SOFT front
set label 1003 y_text at screen 0.017, (TOP + BOTTOM) / 2 center rotate by 90 front
legend_x = RIGHT + 0.022
legend_y = TOP - 0.005
# lines move closer where they would not all fit
line_height(kind) = kind eq "gap" ? 0.016 : kind eq "remark" ? 0.029 : 0.031
height_of(i) = line_height(LEGEND_KIND[i]) + (LEGEND_KIND[i] eq "heading" && i > 1 ? 0.016 : 0)
legend_height = legends ? sum [_l = 1:legends] height_of(_l) : 0
closer = legend_height > legend_y ? legend_y / legend_height : 1
do for [i = 1:legends] {
    kind = LEGEND_KIND[i]
    if (kind eq "heading" && i > 1) { legend_y = legend_y - 0.016 * closer }
    if (kind eq "heading" || kind eq "more") {
        set label (1100 + i) bold(LEGEND_TEXT[i]) at screen legend_x, legend_y left font "sans-serif,13" front
    }
    if (kind eq "remark") {
        set label (1100 + i) LEGEND_TEXT[i] at screen legend_x, legend_y left noenhanced font "sans-serif,12" textcolor rgb SOFT front
    }
    if (kind eq "box") {
        set label (1100 + i) LEGEND_TEXT[i] at screen legend_x + 0.050, legend_y left noenhanced font "sans-serif,13" front
        set object (1100 + i) rectangle from screen legend_x, legend_y - 0.009 to screen legend_x + 0.042, legend_y + 0.009 \
            fillcolor rgb LEGEND_COLOUR[i] fillstyle solid 0.85 noborder
    }
    if (kind eq "sample") {
        name = LEGEND_TEXT[i]
        if (strlen(name) > 37) { name = name[1:35].'…' }
        set label (1100 + i) name at screen legend_x + 0.050, legend_y left noenhanced \
            font (strlen(name) > 32 ? "sans-serif,11" : "sans-serif,13") front
        if (LEGEND_WIDTH[i] > 0) {
            set arrow (1100 + i) from screen legend_x, legend_y to screen legend_x + 0.042, legend_y \
                nohead lc rgb LEGEND_COLOUR[i] dt LEGEND_DASH[i] lw (LEGEND_WIDTH[i] + 0.001 * i) front
        }
        if (LEGEND_POINT[i] > 0) {
            set label (1200 + i) "" at screen legend_x + 0.021, legend_y \
                point pt LEGEND_POINT[i] ps 0.65 lc rgb LEGEND_COLOUR[i] front
        }
    }
    legend_y = legend_y - line_height(kind) * closer
}
