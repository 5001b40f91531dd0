# Median time over the threads of the launch, both axes logarithmic; at the n that most launches were
# given for. Kernels have their data on the device. Variables: see README.md.
if (!exists("dir")) dir = 'plots'
cases_too = 1
load dir.'/load.gp'
if (!exists("out")) out = 'launches'

# ---- what is drawn -------------------------------------------------------------------------------------
has_launch(class) = (sum [i = 1:rows] (shown_launch(i, R_ORIGIN[i]) && timed(i) && CLASS[i] == class)) > 0
drawn_cpus = 0; left_out_cpus = 0
do for [v = 1:variants] {
    class = class_of(0, v, 0, 0)
    if (IS_CPU[v] && has_launch(class)) {
        if (drawn_cpus == MAX_CPU) { left_out_cpus = left_out_cpus + 1 }
        else {
            drawn_cpus = drawn_cpus + 1
            if (drawn_cpus == 1) { nothing = heading('CPU') }
            nothing = add_series(class, CPU_COLOUR[drawn_cpus], SOLID, 2, CPU_POINT[drawn_cpus], 0.6)
            nothing = sample(cpu_title(v), CPU_COLOUR[drawn_cpus], SOLID, 2, CPU_POINT[drawn_cpus])
        }
    }
}
if (left_out_cpus) { nothing = remark(plural(left_out_cpus, 'variant').' not shown') }
do for [from = 0:1] {
    drawn_devices = 0; left_out_devices = 0
    do for [v = 1:variants] {
        class = class_of(from, v, 1, 0)
        if (!IS_CPU[v] && has_launch(class)) {
            if (drawn_devices == MAX_DEVICE) { left_out_devices = left_out_devices + 1 }
            else {
                drawn_devices = drawn_devices + 1
                k = drawn_devices
                if (k == 1) { nothing = heading(from ? ref_label : 'Device-resident, cold cache') }
                if (k == 1 && from) { nothing = remark('device-resident, cold cache') }
                nothing = add_series(class, DEVICE_COLOUR[k], from ? REF_DEVICE : SOLID, 2, \
                    from ? DEVICE_HOLLOW[k] : DEVICE_FILLED[k], from ? 0.9 : 0.6)
                nothing = sample(VARIANT[v], DEVICE_COLOUR[k], from ? REF_DEVICE : SOLID, 2, \
                    from ? DEVICE_HOLLOW[k] : DEVICE_FILLED[k])
            }
        }
    }
    if (left_out_devices) { nothing = remark(plural(left_out_devices, 'variant').' not shown') }
}
nothing = not_right_legend(3)

# ---- ranges and tics -----------------------------------------------------------------------------------
mine(s, i) = i <= rows && shown_launch(i, R_ORIGIN[i]) && timed(i) && CLASS[i] == SERIES_CLASS[s]
title_text = sprintf("%s, %s: time over the threads of the launch, %s", workload, dtype, plural(cells, 'cell'))
subtitle_text = machine
set logscale xy
load dir.'/launch_axis.gp'
load dir.'/time_axis.gp'

# ---- drawing -------------------------------------------------------------------------------------------
load dir.'/legend.gp'
x_of(i) = threads_in(i)
load dir.'/time_curves.gp'
