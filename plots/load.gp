# Reads the result file `csv` (and the recorded one, `ref`) into arrays, and chooses what to show.
#
# One record of the wanted workload and dtype is one index i of the arrays R_*. TIME[i] is NaN
# unless the answer was right AND the time was measured on what the row names: a row that the
# simulator ran never has a time here, whatever its columns hold. Plots of times draw TIME and RATE.
#
# Kept are the rows of the sweep over n; those of launches that were given ("cases") too where
# cases_too is set. Columns are found by name; one that is missing is empty in every row.

if (!exists("dir")) dir = 'plots'
load dir.'/style.gp'
if (!exists("csv")) { printerr 'plots: no result file: give one with -e "csv=''results/.../lesson.csv''"'; exit status 1 }
if (!exists("machine")) machine = ''
if (!exists("ref")) ref = ''
if (!exists("ref_label")) ref_label = ref eq '' ? '' : 'recorded GPU ('.ref.')'
choose_workload = !exists("workload")
choose_dtype = !exists("dtype")
if (choose_workload) workload = ''
if (choose_dtype) dtype = ''

# ---- room for every record (gnuplot wants an array to exist where a function names it) --------------
# The file is read byte by byte, since gnuplot's own CSV reader does not know doubled quotes. `stats`
# is how gnuplot runs an expression for every byte; x keeps `plot` content where there are none.
bytes = 0
set table $UNUSED
set xrange [0:1]
set yrange [0:1]
plot csv binary format="%uchar" every ::0::0 using (bytes = bytes + 1, 1):(1) with dots, x
if (bytes == 0) { printerr 'plots: '.csv.': no records'; exit status 1 }
bytes = 0
if (ref ne '') { plot ref binary format="%uchar" every ::0::0 using (bytes = bytes + 1, 1):(1) with dots, x }
if (ref ne '' && bytes == 0) { printerr 'plots: '.ref.': no records'; exit status 1 }
unset table
set autoscale
lines = 2
stats csv binary format="%uchar" using (lines = lines + ($1 == 10), 1) nooutput
if (ref ne '') { stats ref binary format="%uchar" using (lines = lines + ($1 == 10), 1) nooutput }
array R_ORIGIN[lines]; array R_VARIANT[lines]; array R_CPU[lines]; array R_N[lines]
array R_BLOCK[lines]; array R_RESIDENCY[lines]; array R_WARM[lines]; array R_VERDICT[lines]
array R_DETAIL[lines]; array R_SIMULATED[lines]; array R_THREADS[lines]; array R_FLOOR[lines]
array R_PEAK[lines]; array TIME[lines]; array TIME_Q1[lines]; array TIME_Q3[lines]
array RATE[lines]; array CLASS[lines]; array AT_DEFAULT[lines]; array R_GRID[lines]
array R_COPIES[lines]; array R_COPY_IN[lines]; array R_KERNEL[lines]; array R_COPY_OUT[lines]
array R_LOST[lines]; array R_ERROR[lines]; array R_PEER[lines]
MAX_FIELDS = 64
array FIELD[MAX_FIELDS]
array HEADER[MAX_FIELDS]

column_of(name) = sum [_c = 1:MAX_FIELDS] (HEADER[_c] eq name ? _c : 0)
field(c) = c && c <= fields ? FIELD[c] : ''

# ---- one record of the file (a gnuplot 5.4 function needs an argument: _) ---------------------------
read_header(_) = (sum [_k = 1:MAX_FIELDS] (HEADER[_k] = _k <= fields ? FIELD[_k] : "", 0), \
    C_WORKLOAD = column_of("workload"), C_VARIANT = column_of("variant"), \
    C_PLACE = column_of("place"), C_DTYPE = column_of("dtype"), C_N = column_of("n"), \
    C_BLOCK = column_of("block"), C_RESIDENCY = column_of("residency"), \
    C_CACHE = column_of("cache"), C_VERDICT = column_of("verdict"), \
    C_DETAIL = column_of("detail"), C_MEDIAN = column_of("median_s"), C_Q1 = column_of("q1_s"), \
    C_Q3 = column_of("q3_s"), C_RATE = column_of("gb_per_s"), \
    C_PEAK = column_of("peak_gb_per_s"), C_THREADS = column_of("threads"), \
    C_SIMULATED = column_of("simulated"), C_FLOOR = column_of("floor_s"), \
    C_GRID = column_of("grid"), C_COPIES = column_of("copies"), C_COPY_IN = column_of("copy_in_s"), \
    C_KERNEL = column_of("kernel_s"), C_COPY_OUT = column_of("copy_out_s"), \
    C_LOST = column_of("lost_share"), C_ERROR = column_of("max_error"), 0)
header_complete(_) = C_WORKLOAD && C_VARIANT && C_PLACE && C_DTYPE && C_N && C_RESIDENCY && \
    C_VERDICT && C_MEDIAN && C_SIMULATED
wanted(_) = field(C_WORKLOAD) eq workload && field(C_DTYPE) eq dtype
settle(_) = (workload = choose_workload ? field(C_WORKLOAD) : workload, choose_workload = 0, \
    dtype = choose_dtype && field(C_WORKLOAD) eq workload ? field(C_DTYPE) : dtype, \
    choose_dtype = choose_dtype && dtype eq '', 0)
# another library's row (place "peer") ran where its data was
on_cpu(_) = field(C_PLACE) eq "cpu" || field(C_PLACE) eq "peer" && field(C_RESIDENCY) eq "host"
has_time(_) = field(C_VERDICT) eq "right" && num(field(C_MEDIAN)) > 0 && \
    (on_cpu(0) ? origin == 0 : field(C_SIMULATED) eq "0")
keep_row(_) = (rows = rows + 1, R_ORIGIN[rows] = origin, R_VARIANT[rows] = field(C_VARIANT), \
    R_CPU[rows] = on_cpu(0), R_PEER[rows] = field(C_PLACE) eq "peer", R_N[rows] = num(field(C_N)), \
    R_BLOCK[rows] = field(C_BLOCK) eq '' ? 0 : int(num(field(C_BLOCK))), \
    R_RESIDENCY[rows] = field(C_RESIDENCY) eq "host_pinned" ? 3 : \
        field(C_RESIDENCY) eq "host_pageable" ? 2 : field(C_RESIDENCY) eq "device" ? 1 : 0, \
    R_WARM[rows] = field(C_CACHE) eq "warm", R_VERDICT[rows] = field(C_VERDICT), \
    R_DETAIL[rows] = field(C_DETAIL), R_SIMULATED[rows] = field(C_SIMULATED) eq "1", \
    R_THREADS[rows] = field(C_THREADS), R_FLOOR[rows] = num(field(C_FLOOR)), \
    R_PEAK[rows] = num(field(C_PEAK)), TIME[rows] = has_time(0) ? num(field(C_MEDIAN)) : NaN, \
    TIME_Q1[rows] = has_time(0) ? num(field(C_Q1)) : NaN, \
    TIME_Q3[rows] = has_time(0) ? num(field(C_Q3)) : NaN, \
    RATE[rows] = has_time(0) ? num(field(C_RATE)) : NaN, \
    R_GRID[rows] = field(C_GRID) eq '' ? 0 : int(num(field(C_GRID))), \
    R_COPIES[rows] = field(C_COPIES) eq '' ? 0 : int(num(field(C_COPIES))), \
    R_COPY_IN[rows] = num(field(C_COPY_IN)), R_KERNEL[rows] = num(field(C_KERNEL)), \
    R_COPY_OUT[rows] = num(field(C_COPY_OUT)), R_LOST[rows] = num(field(C_LOST)), \
    R_ERROR[rows] = num(field(C_ERROR)), 0)
read_row(_) = (settle(0), wanted(0) ? keep_row(0) : 0)
end_record(_) = (records = records + 1, records == 1 ? read_header(0) : read_row(0), fields = 0)

# ---- RFC 4180: commas, double quotes around a field, a doubled quote for one inside -----------------
# Of a record of another workload or dtype only its end is looked for.
end_field(_) = (fields = fields < MAX_FIELDS ? fields + 1 : fields, FIELD[fields] = text, \
    skipping = records && ((fields == C_WORKLOAD && !choose_workload && text ne workload) || \
                           (fields == C_DTYPE && !choose_dtype && text ne dtype)), text = '')
quote(_) = (quoted = !quoted, quoted && last_byte == 34 ? (text = text.'"') : text)
plain(c) = quoted || (c != 44 && c != 10 && c != 13) ? (text = text.sprintf("%c", c)) : \
    c == 44 ? end_field(0) : c == 10 ? (end_field(0), end_record(0), '') : text
skip(c) = c == 10 && !quoted ? (fields = 0, skipping = 0) : 0
read_byte(c) = (c == 34 ? quote(0) : skipping ? skip(c) : plain(c), last_byte = c, 1)

# ---- both files --------------------------------------------------------------------------------------
start(from) = (origin = from, records = 0, fields = 0, quoted = 0, skipping = 0, last_byte = 10, text = '')
rows = 0
nothing = start(0)
stats csv binary format="%uchar" using (read_byte(int($1))) nooutput
if (last_byte != 10) { nothing = read_byte(10) }
if (!header_complete(0)) { printerr 'plots: '.csv.':1: not a result file: a column is missing'; exit status 1 }
own_rows = rows
if (own_rows == 0 && workload eq '') { printerr 'plots: '.csv.': no records'; exit status 1 }
if (own_rows == 0) { printerr sprintf("plots: %s: no records of workload '%s', dtype '%s'", csv, workload, dtype); exit status 1 }
if (ref ne '') {
    nothing = start(1)
    stats ref binary format="%uchar" using (read_byte(int($1))) nooutput
    if (last_byte != 10) { nothing = read_byte(10) }
    if (!header_complete(0)) { printerr 'plots: '.ref.':1: not a result file: a column is missing'; exit status 1 }
}

# ---- the sweep over n: launches that fit n, or, where all were given, the one with the most sizes ----
LEAST_SIZES = 3   # two are two cases
array SWEEP_GRID[2]; array SWEEP_BLOCK[2]; array NEW_SIZE[lines]
same_launch(i, j) = R_ORIGIN[i] == R_ORIGIN[j] && R_GRID[i] == R_GRID[j] && R_BLOCK[i] == R_BLOCK[j]
do for [i = 1:rows] { NEW_SIZE[i] = R_GRID[i] > 0 && (sum [j = 1:i - 1] (R_N[j] == R_N[i] && same_launch(i, j))) == 0 }
do for [from = 0:1] {
    fits_n = (sum [i = 1:rows] (R_ORIGIN[i] == from && R_GRID[i] == 0)) > 0
    SWEEP_GRID[from + 1] = fits_n ? 0 : -1
    SWEEP_BLOCK[from + 1] = 0
    most = LEAST_SIZES - 1
    do for [i = 1:rows] {
        if (!fits_n && R_ORIGIN[i] == from && NEW_SIZE[i]) {
            count = sum [j = 1:rows] (NEW_SIZE[j] && same_launch(i, j))
            if (count > most) { most = count; SWEEP_GRID[from + 1] = R_GRID[i]; SWEEP_BLOCK[from + 1] = R_BLOCK[i] }
        }
    }
}
in_sweep(i) = R_GRID[i] == SWEEP_GRID[R_ORIGIN[i] + 1] && (R_GRID[i] == 0 || R_BLOCK[i] == SWEEP_BLOCK[R_ORIGIN[i] + 1])
kept = 0
do for [i = 1:rows] {
    if (exists("cases_too") || in_sweep(i)) {
        kept = kept + 1
        R_ORIGIN[kept] = R_ORIGIN[i]; R_VARIANT[kept] = R_VARIANT[i]; R_CPU[kept] = R_CPU[i]
        R_N[kept] = R_N[i]; R_GRID[kept] = R_GRID[i]; R_BLOCK[kept] = R_BLOCK[i]
        R_RESIDENCY[kept] = R_RESIDENCY[i]; R_WARM[kept] = R_WARM[i]; R_VERDICT[kept] = R_VERDICT[i]
        R_DETAIL[kept] = R_DETAIL[i]; R_SIMULATED[kept] = R_SIMULATED[i]
        R_THREADS[kept] = R_THREADS[i]; R_FLOOR[kept] = R_FLOOR[i]; R_PEAK[kept] = R_PEAK[i]
        TIME[kept] = TIME[i]; TIME_Q1[kept] = TIME_Q1[i]; TIME_Q3[kept] = TIME_Q3[i]
        RATE[kept] = RATE[i]; R_COPIES[kept] = R_COPIES[i]; R_COPY_IN[kept] = R_COPY_IN[i]
        R_KERNEL[kept] = R_KERNEL[i]; R_COPY_OUT[kept] = R_COPY_OUT[i]; R_LOST[kept] = R_LOST[i]
        R_ERROR[kept] = R_ERROR[i]; R_PEER[kept] = R_PEER[i]
    }
}
rows = kept
own_rows = sum [i = 1:rows] (R_ORIGIN[i] == 0)
if (own_rows == 0) { printerr sprintf("plots: %s: no sweep over n of workload '%s', dtype '%s': all launches were given", csv, workload, dtype); exit status 1 }
if (exists("cases_too")) { load dir.'/given.gp' }

# the room that other workloads and dtypes left
do for [i = rows + 1:lines] { R_N[i] = NaN; TIME[i] = NaN; TIME_Q1[i] = NaN; TIME_Q3[i] = NaN; RATE[i] = NaN }

# ---- variants and blocks, as met ------------------------------------------------------------------
array VARIANT[256]; array IS_CPU[256]
variants = 0
variant_of(name, cpu) = sum [_v = 1:variants] (VARIANT[_v] eq name && IS_CPU[_v] == cpu ? _v : 0)
array BLOCK[64]
blocks = 0
block_index(b) = sum [_b = 1:blocks] (BLOCK[_b] == b ? _b : 0)
class_of(from, variant, residency, warm) = from * 100000 + variant * 100 + residency * 10 + warm
do for [i = 1:rows] {
    if (variant_of(R_VARIANT[i], R_CPU[i]) == 0) {
        variants = variants + 1
        VARIANT[variants] = R_VARIANT[i]
        IS_CPU[variants] = R_CPU[i]
    }
    if (block_index(R_BLOCK[i]) == 0) {
        blocks = blocks + 1
        BLOCK[blocks] = R_BLOCK[i]
    }
    CLASS[i] = class_of(R_ORIGIN[i], variant_of(R_VARIANT[i], R_CPU[i]), \
                        R_CPU[i] ? 0 : R_RESIDENCY[i], R_CPU[i] ? 0 : R_WARM[i])
}
# blocks in rising order
do for [i = 2:blocks] {
    do for [j = i:2:-1] {
        if (BLOCK[j] < BLOCK[j - 1]) { t = BLOCK[j]; BLOCK[j] = BLOCK[j - 1]; BLOCK[j - 1] = t }
    }
}

# ---- the default block of a variant: the one with the most right rows, near 256 where several are ---
timed(i) = known(TIME[i])
of_variant(i, from, v) = int(CLASS[i] / 100) == from * 1000 + v
array DEFAULT_BLOCK[512]
do for [from = 0:1] {
    do for [v = 1:variants] {
        best = -1
        DEFAULT_BLOCK[from * 256 + v] = 0
        do for [k = 1:blocks] {
            count = sum [i = 1:rows] (R_BLOCK[i] == BLOCK[k] && R_VERDICT[i] eq 'right' && of_variant(i, from, v))
            score = count - (BLOCK[k] ? 0.01 * abs(log2(BLOCK[k] / 256.0)) : 0)
            if (count && score > best) { best = score; DEFAULT_BLOCK[from * 256 + v] = BLOCK[k] }
        }
    }
}
# 1 where row i belongs on a plot over n
do for [i = 1:rows] {
    v = variant_of(R_VARIANT[i], R_CPU[i])
    AT_DEFAULT[i] = timed(i) && R_BLOCK[i] == DEFAULT_BLOCK[R_ORIGIN[i] * 256 + v]
}

# ---- questions about a class -----------------------------------------------------------------------
in_class(i, class) = i <= rows && AT_DEFAULT[i] && CLASS[i] == class
has(class) = (sum [i = 1:rows] in_class(i, class)) > 0
largest_n(class) = (_n = 0, sum [i = 1:rows] (in_class(i, class) && R_N[i] > _n ? (_n = R_N[i], 0) : 0), _n)
time_at(class, n) = (_t = NaN, sum [i = 1:rows] (in_class(i, class) && R_N[i] == n ? (_t = TIME[i], 0) : 0), _t)
per_element(class) = time_at(class, largest_n(class)) / largest_n(class)

# ---- what is shown: the first variant listed (where the lesson starts) and the fastest --------------
own_device_times = (sum [i = 1:rows] (R_ORIGIN[i] == 0 && !R_CPU[i] && timed(i))) > 0
ref_device_times = (sum [i = 1:rows] (R_ORIGIN[i] == 1 && !R_CPU[i] && timed(i))) > 0
source = own_device_times || !ref_device_times ? 0 : 1
# A variant is compared by its times with the data on the device; one that copies for itself has none,
# and is compared by those from host to host, in pinned memory where it ran with that.
has_residency(from, v, r) = (sum [i = 1:rows] (R_ORIGIN[i] == from && R_RESIDENCY[i] == r && CLASS[i] == class_of(from, v, r, R_WARM[i]))) > 0
# So are all where the lesson compares memories: where a kernel was run with only one kind of them.
on_device(v) = has_residency(source, v, 1)
compares_memory = (sum [v = 1:variants] (!IS_CPU[v] && on_device(v) && has_residency(source, v, 2) != has_residency(source, v, 3))) > 0
array RESIDENCY[256]
do for [v = 1:variants] {
    RESIDENCY[v] = IS_CPU[v] ? 0 : on_device(v) && !compares_memory ? 1 : has_residency(source, v, 3) ? 3 : has_residency(source, v, 2) ? 2 : 1
}
residency_of(v) = RESIDENCY[v]
own_copies(v) = RESIDENCY[v] > 1
array COST[256]
array STYLE[256]
do for [v = 1:variants] {
    class = class_of(IS_CPU[v] ? 0 : source, v, residency_of(v), 0)
    COST[v] = has(class) ? per_element(class) : NaN
    STYLE[v] = 0
}
candidate(v, cpu) = IS_CPU[v] == cpu && known(COST[v])
faster(v, cpu) = sum [w = 1:variants] (candidate(w, cpu) && (COST[w] < COST[v] || (COST[w] == COST[v] && w < v)))
first_of(cpu) = (_f = 0, sum [w = 1:variants] (_f == 0 && candidate(w, cpu) ? (_f = w, 0) : 0), _f)
shown(v, cpu, most) = candidate(v, cpu) && \
    (v == first_of(cpu) || faster(v, cpu) < most - 1 || \
     (faster(v, cpu) == most - 1 && faster(first_of(cpu), cpu) < most))
# best_device is the fastest with the data on the device, best_copying that of those that are compared
# from host to host
device_cost(v) = IS_CPU[v] || !has(class_of(source, v, 1, 0)) ? NaN : per_element(class_of(source, v, 1, 0))
best_device = (_b = 0, sum [w = 1:variants] (known(device_cost(w)) && (_b == 0 || device_cost(w) < device_cost(_b)) ? (_b = w, 0) : 0), _b)
best_copying = (_b = 0, sum [w = 1:variants] (candidate(w, 0) && own_copies(w) && (_b == 0 || COST[w] < COST[_b]) ? (_b = w, 0) : 0), _b)
over_bus = best_copying && (compares_memory || !best_device)
array SHOWN_DEVICE[MAX_DEVICE]; shown_devices = 0; hidden_devices = 0; shown_kernels = 0; shown_copying = 0
array SHOWN_CPU[MAX_CPU]; shown_cpus = 0; hidden_cpus = 0
do for [v = 1:variants] {
    if (shown(v, 0, MAX_DEVICE)) { shown_devices = shown_devices + 1; SHOWN_DEVICE[shown_devices] = v; STYLE[v] = shown_devices }
    if (shown(v, 1, MAX_CPU)) { shown_cpus = shown_cpus + 1; SHOWN_CPU[shown_cpus] = v; STYLE[v] = shown_cpus }
    if (candidate(v, 0) && !STYLE[v]) { hidden_devices = hidden_devices + 1 }
    if (candidate(v, 1) && !STYLE[v]) { hidden_cpus = hidden_cpus + 1 }
    if (STYLE[v] && !IS_CPU[v]) { shown_kernels = shown_kernels + (!own_copies(v) || v == best_device); shown_copying = shown_copying + own_copies(v) }
}

# ---- what is said about rows that have no time -------------------------------------------------------
device_rows = sum [i = 1:own_rows] (!R_CPU[i])
verified_rows = sum [i = 1:own_rows] (!R_CPU[i] && R_SIMULATED[i] && R_VERDICT[i] eq "right")
no_times = own_device_times ? '' : device_rows == 0 ? 'no device rows in this result' : \
    verified_rows ? 'kernels verified on the simulator; no device times' : 'no device times'

# The rows that are not right, in one remark a variant and verdict: "racy: wrong (14 rows)". What
# failed at another block than the default one is the block plot's matter; of launches that were
# given, only those over `cells` cells are drawn.
at_default_block(i) = (_d = DEFAULT_BLOCK[variant_of(R_VARIANT[i], R_CPU[i])], _d == 0 || _d == R_BLOCK[i])
not_right(i) = R_VERDICT[i] ne "right" && (exists("cases_too") ? shown_launch(i, 0) : at_default_block(i))
same_case(i, k) = not_right(i) && R_VARIANT[i] eq R_VARIANT[k] && R_VERDICT[i] eq R_VERDICT[k]
array NOT_RIGHT[64]
not_rights = 0
do for [k = 1:own_rows] {
    if (not_right(k) && not_rights < 64 && (sum [i = 1:k - 1] same_case(i, k)) == 0) {
        not_rights = not_rights + 1
        NOT_RIGHT[not_rights] = R_VARIANT[k].': '.R_VERDICT[k].' ('. \
            plural(sum [i = 1:own_rows] same_case(i, k), 'row').')'
    }
}
not_right_legend(most) = not_rights == 0 ? 0 : heading('Not right, so without a time') + \
    (sum [_r = 1:not_rights] (_r <= most ? remark(NOT_RIGHT[_r]) : 0)) + \
    (not_rights > most ? remark(sprintf("and %d more", not_rights - most)) : 0)

threads_of(v) = (_s = '', sum [i = 1:own_rows] (R_CPU[i] && R_VARIANT[i] eq VARIANT[v] && R_THREADS[i] ne '' ? (_s = R_THREADS[i], 0) : 0), _s)
cpu_title(v) = VARIANT[v].(threads_of(v) eq '' || threads_of(v) eq VARIANT[v] ? '' : threads_of(v) eq '1' ? ' (1 thread)' : ' ('.threads_of(v).' threads)')
# The block is named once for all where all have the same.
block_of(from, v) = DEFAULT_BLOCK[from * 256 + v]
one_block(from) = shown_devices == 0 ? 0 : \
    (sum [_k = 1:shown_devices] (block_of(from, SHOWN_DEVICE[_k]) != block_of(from, SHOWN_DEVICE[1]))) ? 0 : block_of(from, SHOWN_DEVICE[1])
device_title(from, v) = VARIANT[v].(one_block(from) || !block_of(from, v) ? '' : sprintf(", block %d", block_of(from, v)))

# from host to host, with the memory unless the name says it
memory_of(v) = residency_of(v) == 2 ? 'pageable' : 'pinned'
copying_title(v) = VARIANT[v].(strstrt(VARIANT[v], memory_of(v)) ? '' : ', '.memory_of(v))

# ---- the axis of sizes, common to the plots over n ---------------------------------------------------
smallest_n = 1e300; greatest_n = 0
do for [i = 1:rows] {
    if (AT_DEFAULT[i] && R_N[i] > 0) {
        smallest_n = R_N[i] < smallest_n ? R_N[i] : smallest_n
        greatest_n = R_N[i] > greatest_n ? R_N[i] : greatest_n
    }
}
if (greatest_n == 0) { smallest_n = 1024; greatest_n = 2.0**20 }
first_power = floor(log2(smallest_n) + 1e-9)
last_power = ceil(log2(greatest_n) - 1e-9)
if (last_power - first_power < 2) { first_power = first_power - 1; last_power = last_power + 1 }
# how far one size is from the next at most, about, in powers of two
sizes_met = sum [i = 1:rows] (AT_DEFAULT[i] && (sum [j = 1:i - 1] (AT_DEFAULT[j] && R_N[j] == R_N[i])) == 0)
size_step = 1.01 * (sizes_met < 2 ? 1 : ceil((last_power - first_power) / (sizes_met - 1.0)))

# ---- the measured copy ceiling: of the timed rows over n, the one of the largest size; residency 0: CPU
peak_row(i, from, residency) = timed(i) && R_ORIGIN[i] == from && R_PEAK[i] > 0 && \
    (R_CPU[i] ? 0 : R_RESIDENCY[i]) == residency
peak_of(from, residency) = (_p = NaN, _n = 0, sum [i = 1:rows] \
    (peak_row(i, from, residency) && R_N[i] >= _n ? (_n = R_N[i], _p = R_PEAK[i], 0) : 0), _p)

# the ends of a whisker: the rate at the quartiles of the time
rate_q1(i) = RATE[i] * TIME[i] / TIME_Q1[i]
rate_q3(i) = RATE[i] * TIME[i] / TIME_Q3[i]
