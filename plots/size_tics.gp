# Tics of the axis of sizes: powers of two, in Ki, Mi and Gi; without labels where size_labels is 0.
power(p) = p < 10 ? sprintf("%d", 2**p) : p < 20 ? sprintf("%d Ki", 2**(p - 10)) : \
           p < 30 ? sprintf("%d Mi", 2**(p - 20)) : sprintf("%d Gi", 2**(p - 30))
power_step = (last_power - first_power + 8) / 8
unset xtics
set xtics nomirror out textcolor rgb INK
set xtics ('' 1)
do for [p = first_power:last_power] {
    if ((p - first_power) % power_step == 0) { set xtics add ((size_labels ? power(p) : '') 2.0**p) }
    else { set xtics add ('' 2.0**p 1) }
}
