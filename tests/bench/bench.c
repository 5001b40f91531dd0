/*
 * make bench: how fast the simulator and the CPU baselines are, against their goals. It prints and
 * never fails: speed depends on what else the machine is doing, so it is no test. The two sides of
 * each ratio are sampled in turn, and medians compared.
 *
 * usage: gridstride-bench PROGRAM PYTHON_SCRIPT
 * PROGRAM is the gridstride program, PYTHON_SCRIPT python_add.py.
 */
#include "arrays.h"
#include "barriers.h"
#include "clock.h"
#include "cpu.h"
#include "device.h"
#include "dtype.h"
#include "measure.h"
#include "plan.h"
#include "registry.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAMPLES = 31 };

static const size_t large_n = ((size_t)1 << 24) + 11;

static void print_row(const char *what, double value, const char *unit, const char *goal, bool met)
{
    printf("%-66s %8.3g %-3s %-9s %s\n", what, value, unit, goal, met ? "met" : "SHORT");
    fflush(stdout);
}

/* What two functions take, sampled in turn. */
struct contest {
    double (*run[2])(void *context);
    void *context[2];
};

static void sample_in_turn(const struct contest *contest, double medians[2])
{
    double samples[2][SAMPLES];
    for (int i = -1; i < SAMPLES; i++) { /* the first round warms up */
        for (int side = 0; side < 2; side++) {
            double seconds = contest->run[side](contest->context[side]);
            if (i >= 0)
                samples[side][i] = seconds;
        }
    }
    medians[0] = gs_median(samples[0], SAMPLES);
    medians[1] = gs_median(samples[1], SAMPLES);
}

/* ---- vecadd ---------------------------------------------------------------------------------- */

struct variant_run {
    gs_run_fn *run;
    struct gs_call call;
};

static double time_variant(void *context)
{
    const struct variant_run *variant = context;
    double start = gs_clock_s();
    variant->run(&variant->call);
    return gs_clock_s() - start;
}

struct copy_run {
    void *to;
    const void *from;
    size_t bytes;
};

static double time_copy(void *context)
{
    const struct copy_run *copy = context;
    double start = gs_clock_s();
    gs_cpu_stream_copy(copy->to, copy->from, copy->bytes);
    return gs_clock_s() - start;
}

/* The variant of that name; it exists, or the benchmark is out of date. */
static const struct gs_variant *variant_named(const struct gs_workload *workload, const char *name)
{
    const struct gs_variant *variant;
    struct gs_error error = {0};
    if (gs_variant_find(workload, name, &variant, &error) != GS_OK) {
        fprintf(stderr, "gridstride-bench: %s\n", error.text);
        exit(GS_USAGE);
    }
    return variant;
}

static void bench_large(const struct gs_lesson *lesson, struct gs_device *device)
{
    const struct gs_workload *workload = &lesson->workloads[0];
    struct gs_point point = {.lesson = lesson, .workload = workload, .dtype = GS_F32, .n = large_n};
    struct gs_arrays arrays;
    struct gs_error error = {0};
    if (gs_arrays_make(&arrays, &point, 1, device, &error) != GS_OK) {
        fprintf(stderr, "gridstride-bench: %s\n", error.text);
        exit(GS_USAGE);
    }
    struct variant_run threads = {variant_named(workload, "threads")->run,
                                  {GS_F32, large_n, 0, arrays.host_data, NULL}};
    struct variant_run simulated = {variant_named(workload, "one_per_thread")->run,
                                    {GS_F32, large_n, 256, arrays.device_data, NULL}};
    struct copy_run copy = {arrays.host[2].data, arrays.host[0].data, large_n * sizeof(float)};
    double medians[2];
    sample_in_turn(
        &(struct contest){{time_variant, time_variant}, {&simulated, &threads}}, medians);
    print_row("simulator: vecadd f32, n = 2^24+11, block 256; times of `threads`",
              medians[0] / medians[1], "x", "<= 2.5", medians[0] <= 2.5 * medians[1]);
    sample_in_turn(&(struct contest){{time_variant, time_copy}, {&threads, &copy}}, medians);
    double ratio = (3.0 / medians[0]) / (2.0 / medians[1]);
    print_row("CPU: `threads` GB/s over a streaming copy's, same arrays", ratio, "x", ">= 0.9",
              ratio >= 0.9);
    gs_arrays_release(&arrays, device);
}

/* ---- simulator ------------------------------------------------------------------------------- */

static void bench_simulator(struct gs_device *device)
{
    enum { BARRIERS = 2000, LAUNCHES = 1000 };
    void *out;
    struct gs_error error = {0};
    if (gs_device_alloc(device, BARRIER_BLOCK * sizeof(int), &out, &error) != GS_OK)
        return;
    double barrier[SAMPLES], launch[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        double start = gs_clock_s();
        bench_barriers(out, BARRIERS);
        double middle = gs_clock_s();
        for (int k = 0; k < LAUNCHES; k++)
            bench_one_thread(out);
        barrier[i] = (middle - start) / BARRIERS / BARRIER_BLOCK * 1e9;
        launch[i] = (gs_clock_s() - middle) / LAUNCHES * 1e6;
    }
    double median = gs_median(barrier, SAMPLES);
    print_row("simulator: shared memory, a barrier a thread, one core", median, "ns", "<= 25",
              median <= 25);
    median = gs_median(launch, SAMPLES);
    print_row("simulator: launch and wait for a kernel of one thread", median, "us", "< 20",
              median < 20);
    gs_device_release(device, out);
}

/* ---- NumPy and Numba ------------------------------------------------------------------------- */

static double median_of_threads(const struct gs_lesson *lesson, size_t n)
{
    const struct gs_workload *workload = &lesson->workloads[0];
    struct gs_point point = {.lesson = lesson, .workload = workload, .dtype = GS_F32, .n = n};
    struct gs_arrays arrays;
    struct gs_error error = {0};
    if (gs_arrays_make(&arrays, &point, 1, NULL, &error) != GS_OK)
        return 0;
    struct variant_run threads = {variant_named(workload, "threads")->run,
                                  {GS_F32, n, 0, arrays.host_data, NULL}};
    size_t batch = 200000 / n + 1;
    double samples[SAMPLES];
    for (int i = -1; i < SAMPLES; i++) {
        double start = gs_clock_s();
        for (size_t k = 0; k < batch; k++)
            threads.run(&threads.call);
        if (i >= 0)
            samples[i] = (gs_clock_s() - start) / (double)batch;
    }
    gs_arrays_release(&arrays, NULL);
    return gs_median(samples, SAMPLES);
}

static void bench_python(const struct gs_lesson *lesson, const char *script)
{
    char command[4096], library[32], what[128];
    size_t n;
    double theirs;
    snprintf(command, sizeof command,
             "python3 '%s' 1024 16384 262144 1048576 4194304 16777227 2>/dev/null", script);
    FILE *python = popen(command, "r");
    if (python == NULL)
        return;
    int lines = 0;
    while (fscanf(python, "%31s %zu %lf", library, &n, &theirs) == 3) {
        double ours = median_of_threads(lesson, n);
        snprintf(what, sizeof what, "CPU: %s c = a + b f32, n = %zu; times of `threads`", library,
                 n);
        print_row(what, theirs / ours, "x", ">= 1", theirs >= ours);
        lines++;
    }
    pclose(python);
    if (lines == 0)
        printf("NumPy and Numba: not compared, python3 with numpy is not installed\n");
}

/* ---- a whole lesson -------------------------------------------------------------------------- */

static void bench_lesson(const char *program)
{
    char folder[] = "/tmp/gridstride-bench-XXXXXX";
    if (mkdtemp(folder) == NULL)
        return;
    char *arguments[] = {(char *)program, "run", "3", "--device", "sim", "--quiet",
                         "--out",         folder, NULL};
    pid_t child;
    struct rusage usage;
    int status;
    double start = gs_clock_s();
    if (posix_spawn(&child, program, NULL, NULL, arguments, environ) != 0 ||
        wait4(child, &status, 0, &usage) != child)
        return;
    double seconds = gs_clock_s() - start;
    /* The largest point: three f64 arrays on the host, and as many on the simulated device. */
    double arrays_mib = 2 * 3 * (double)large_n * sizeof(double) * 0x1p-20;
    double memory_mib = (double)usage.ru_maxrss / 1024;
    print_row("lesson 3 on the simulator, without plots", seconds, "s", "< 30", seconds < 30);
    print_row("its memory over the arrays of its largest point", memory_mib / arrays_mib, "x",
              "<= 1.25", memory_mib <= 1.25 * arrays_mib);
}

int main(int argc, char **argv)
{
    const struct gs_lesson *lesson;
    struct gs_device *device;
    struct gs_error error = {0};
    if (argc != 3) {
        fprintf(stderr, "usage: gridstride-bench PROGRAM PYTHON_SCRIPT\n");
        return GS_USAGE;
    }
    if (gs_lesson_find("vecadd", &lesson, &error) != GS_OK ||
        gs_device_open(&device, &error) != GS_OK) {
        fprintf(stderr, "gridstride-bench: %s\n", error.text);
        return GS_USAGE;
    }
    printf("%s, %d threads; medians of %d samples, the two sides of a ratio in turn\n",
           gs_cpu_name(), gs_cpu_threads(), SAMPLES);
    bench_large(lesson, device);
    bench_simulator(device);
    gs_device_close(device);
    bench_python(lesson, argv[2]);
    bench_lesson(argv[1]);
    return 0;
}
