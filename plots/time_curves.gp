# Draws the series over x_of(i), each with lines; those in MARKED with markers and whiskers as well.
do for [kind in "svg png"] {
    eval terminal(kind)
    set output out.'.'.kind
    if (series == 0) { plot low_t with lines lt nodraw }
    else {
        plot for [s = 1:series] R_N using (mine(s, int($1)) ? x_of(int($1)) : NaN):(TIME[int($1)]) \
                 smooth unique with lines lc rgb SERIES_COLOUR[s] dt SERIES_DASH[s] lw SERIES_WIDTH[s], \
             for [m = 1:marked] R_N using (mine(MARKED[m], int($1)) ? x_of(int($1)) : NaN) \
                 :(TIME_Q1[int($1)]):(0):(TIME_Q3[int($1)] - TIME_Q1[int($1)]) with vectors nohead \
                 dt SOLID lw 1.2 lc rgb SERIES_COLOUR[MARKED[m]], \
             for [m = 1:marked] R_N using (mine(MARKED[m], int($1)) ? x_of(int($1)) : NaN) \
                 :(TIME[int($1)]) with points \
                 pt SERIES_POINT[MARKED[m]] ps SERIES_SIZE[MARKED[m]] lw 1.2 lc rgb SERIES_COLOUR[MARKED[m]], \
             low_t with lines lt nodraw
    }
    unset output
}
