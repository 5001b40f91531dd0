# Of launches that were given: the size that most were given for, `cells`, and the threads of each.
# Loaded by load.gp for the plots over launches.
given(i, from) = R_ORIGIN[i] == from && R_GRID[i] > 0
threads_in(i) = 1.0 * R_GRID[i] * R_BLOCK[i]
launches_at(n) = sum [i = 1:own_rows] (given(i, 0) && R_N[i] == n && \
    (sum [j = 1:i - 1] (given(j, 0) && R_N[j] == n && threads_in(j) == threads_in(i))) == 0)
cells = 0
most = 0
do for [i = 1:own_rows] {
    if (given(i, 0) && (sum [j = 1:i - 1] (given(j, 0) && R_N[j] == R_N[i])) == 0) {
        count = launches_at(R_N[i])
        if (count > most || (count == most && R_N[i] < cells)) { most = count; cells = R_N[i] }
    }
}
shown_launch(i, from) = given(i, from) && R_N[i] == cells
