# Shared look and helpers of the plots. Loaded first by load.gp.
#
# A colour and a marker belong to a variant, a dash pattern to where
# the data lives, so that the plots read in greyscale too. Only bold() text is "enhanced", with its
# special characters escaped: a name with an underscore is printed as it is.

# ---- palette ------------------------------------------------------------------------------------
# The first six are Okabe and Ito's; four of Paul Tol's muted ones follow, with the markers again.
MAX_DEVICE = 10
array DEVICE_COLOUR[MAX_DEVICE] = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", \
    "#882255", "#999933", "#332288", "#44AA99"]
array DEVICE_FILLED[MAX_DEVICE] = [7, 5, 9, 13, 11, 15, 7, 5, 9, 13]
array DEVICE_HOLLOW[MAX_DEVICE] = [6, 4, 8, 12, 10, 14, 6, 4, 8, 12]
MAX_CPU = 3
array CPU_COLOUR[MAX_CPU] = ["#888888", "#000000", "#8A5A2B"]
array CPU_POINT[MAX_CPU] = [1, 2, 3]
INK = "#333333"
SOFT = "#666666"
FAINT = "#DDDDDD"

set dashtype 2 (9, 4)         # a recorded GPU, device-resident
set dashtype 3 (14, 4)        # host to host, pinned
set dashtype 4 (2, 4)         # host to host, pageable
set dashtype 5 (14, 4, 2, 4)  # a recorded GPU, host to host, pinned
set dashtype 6 (3, 3)         # ceilings, floors and drop lines
SOLID = 1; REF_DEVICE = 2; PINNED = 3; PAGEABLE = 4; REF_PINNED = 5; RULE = 6

# ---- terminals: one picture, written as svg and as a png a third larger ---------------------------
# (cairo draws markers two thirds the size svg does, hence the pointscale)
terminal(kind) = kind eq "svg" ? \
    'set terminal svg size 1200,750 enhanced font "sans-serif,14" background "#FFFFFF"' : \
    'set terminal pngcairo size 1600,1000 enhanced font "sans-serif,14" fontscale 1.3333'. \
    ' linewidth 1.3333 pointscale 2 background "#FFFFFF"'

LEFT = 0.108; RIGHT = 0.680; BOTTOM = 0.115; TOP = 0.870
set lmargin at screen LEFT
set rmargin at screen RIGHT
set bmargin at screen BOTTOM
set tmargin at screen TOP
unset key
set border 3 lc rgb SOFT
# a row outside a series is skipped: it must not break the line
set datafile missing NaN
set grid xtics ytics lt 1 lw 0.75 lc rgb FAINT
set style textbox opaque fillcolor rgb "#FFFFFF" noborder margins 0.5, 0.5

# ---- numbers for people ---------------------------------------------------------------------------
known(x) = x > -1e300 && x < 1e300
# gnuplot 5.4 reads "1.e-06" but not "1e-06"
dotted(s, e) = e == 0 || strstrt(s, '.') ? s : s[1:e - 1].'.'.s[e:*]
num(s) = s eq '' ? NaN : real(dotted(s, strstrt(s, 'e')))
short(x) = x >= 9.95 ? sprintf("%.0f", x) : sprintf("%.2g", x)
elements(n) = n < 1024 ? short(n) : n < 2.0**20 ? short(n / 1024).' Ki' : \
              n < 2.0**30 ? short(n / 2.0**20).' Mi' : short(n / 2.0**30).' Gi'
grouped(s) = strlen(s) <= 3 ? s : grouped(s[1:strlen(s) - 3]).' '.s[strlen(s) - 2:*]
digits(s) = strlen(s) <= 4 ? s : grouped(s)
exact_n(n) = n < 1024 || n != 1024.0 * int(n / 1024) || n >= 2.0**20 && n != 2.0**20 * int(n / 2.0**20) ? \
             digits(sprintf("%.0f", n)) : elements(n)
seconds(t) = t < 1e-6 ? sprintf("%.3g ns", t * 1e9) : t < 1e-3 ? sprintf("%.3g µs", t * 1e6) : \
             t < 1 ? sprintf("%.3g ms", t * 1e3) : sprintf("%.3g s", t)
log2(x) = log(x) / log(2)
plural(n, what) = n == 1 ? '1 '.what : sprintf("%d %ss", n, what)

# ---- bold text: the svg terminal of gnuplot 5.4 knows no other way; & it would write unescaped, so
# that becomes a plus sign
special(c) = strstrt("{}_^@~\\", c) > 0
escape(s) = s eq '' ? '' : s[1:1] eq '&' ? '+'.escape(s[2:*]) : \
    (special(s[1:1]) ? "\\" : '').s[1:1].escape(s[2:*])
bold(s) = '{/:Bold '.escape(s).'}'

# ---- legend: lines of text beside the plot, with samples; drawn by legend.gp ----------------------
array LEGEND_TEXT[64]; array LEGEND_COLOUR[64]; array LEGEND_DASH[64]
array LEGEND_WIDTH[64]; array LEGEND_POINT[64]; array LEGEND_KIND[64]
legends = 0
legend(kind, text, colour, dash, width, point) = (legends = legends + 1, \
    LEGEND_KIND[legends] = kind, LEGEND_TEXT[legends] = text, LEGEND_COLOUR[legends] = colour, \
    LEGEND_DASH[legends] = dash, LEGEND_WIDTH[legends] = width, LEGEND_POINT[legends] = point, 0)
# A long text goes on in the next line, broken at a space.
WRAP = 30
break_at(s, i) = i < 12 ? WRAP : s[i:i] eq ' ' ? i : break_at(s, i - 1)
heading(s) = strlen(s) <= WRAP ? legend("heading", s, "", 0, 0, 0) : \
    heading_rest(s, break_at(s, WRAP))
heading_rest(s, i) = legend("heading", s[1:i], "", 0, 0, 0) + \
    legend("more", s[i + 1:*], "", 0, 0, 0)
remark(s) = strlen(s) <= WRAP + 12 ? legend("remark", s, "", 0, 0, 0) : \
    remark_rest(s, break_at(s, WRAP + 12))
remark_rest(s, i) = legend("remark", s[1:i], "", 0, 0, 0) + remark(s[i + 1:*])
gap(_) = legend("gap", '', '', 0, 0, 0)
sample(text, colour, dash, width, point) = legend("sample", text, colour, dash, width, point)

# ---- series: what a plot draws, one entry each; MARKED lists those with markers and whiskers ---------
array SERIES_CLASS[64]; array SERIES_COLOUR[64]; array SERIES_DASH[64]
array SERIES_WIDTH[64]; array SERIES_POINT[64]; array SERIES_SIZE[64]
array MARKED[64]
series = 0
marked = 0
add_series(class, colour, dash, width, point, size) = (series = series + 1, \
    SERIES_CLASS[series] = class, SERIES_COLOUR[series] = colour, SERIES_DASH[series] = dash, \
    SERIES_WIDTH[series] = width, SERIES_POINT[series] = point, SERIES_SIZE[series] = size, \
    point ? (marked = marked + 1, MARKED[marked] = series) : 0, 0)
