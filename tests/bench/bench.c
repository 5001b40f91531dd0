/*
 * make bench: how fast the simulator and the CPU baselines are, against their goals. It prints and
 * never fails: speed depends on what else the machine is doing, so it is no test. The two sides of
 * each ratio are sampled in turn, and medians compared.
 *
 * usage: gridstride-bench PROGRAM PYTHON_SCRIPT
 * PROGRAM is the gridstride program, PYTHON_SCRIPT python_baselines.py.
 */
#include "arrays.h"
#include "barriers.h"
#include "baselines.h"
#include "clock.h"
#include "cpu.h"
#include "device.h"
#include "dtype.h"
#include "plan.h"
#include "processor.h"
#include "record.h"
#include "registry.h"
#include "sampling.h"

#include <glob.h>
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
                                  {.dtype = GS_F32, .n = large_n, .arrays = arrays.host_data}};
    struct variant_run simulated = {
        variant_named(workload, "one_per_thread")->run,
        {.dtype = GS_F32, .n = large_n, .block = 256, .arrays = arrays.device_data}};
    struct copy_run copy = {arrays.host[2].data, arrays.host[0].data, large_n * sizeof(float)};
    double medians[2];
    sample_in_turn(&(struct contest){{time_variant, time_variant}, {&simulated, &threads}},
                   medians);
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

/* ---- a whole lesson -------------------------------------------------------------------------- */

/* Runs the program with these arguments; its exit status, or -1, and what it used. */
static int run_program(const char *program, char **arguments, struct rusage *usage)
{
    pid_t child;
    int status;
    arguments[0] = (char *)program;
    if (posix_spawn(&child, program, NULL, NULL, arguments, environ) != 0 ||
        wait4(child, &status, 0, usage) != child)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void bench_lesson(const char *program, char *folder)
{
    char *arguments[] = {NULL, "run", "3", "--device", "sim", "--quiet", "--out", folder, NULL};
    struct rusage usage;
    double start = gs_clock_s();
    if (run_program(program, arguments, &usage) != GS_OK)
        return;
    double seconds = gs_clock_s() - start;
    /* The largest point: three f64 arrays on the host, and as many on the simulated device. */
    double arrays_mib = 2 * 3 * (double)large_n * sizeof(double) * 0x1p-20;
    double memory_mib = (double)usage.ru_maxrss / 1024;
    print_row("lesson 3 on the simulator, without plots", seconds, "s", "< 30", seconds < 30);
    print_row("its memory over the arrays of its largest point", memory_mib / arrays_mib, "x",
              "<= 1.25", memory_mib <= 1.25 * arrays_mib);
}

/* The share of the measured copy that `cold` records of the result in the folder reach. */
static double best_share(const char *folder)
{
    char pattern[4096];
    glob_t found;
    double best = 0;
    snprintf(pattern, sizeof pattern, "%s/*/lesson3.json", folder);
    if (glob(pattern, 0, NULL, &found) != 0)
        return 0;
    struct gs_results results;
    struct gs_error error;
    if (gs_results_load(found.gl_pathv[0], &results, &error) == GS_OK) {
        for (size_t i = 0; i < results.count; i++) {
            const struct gs_record *record = &results.records[i];
            if (record->cache == GS_CACHE_COLD && gs_record_pct_of_peak(record) > best)
                best = gs_record_pct_of_peak(record);
        }
        gs_results_release(&results);
    }
    globfree(&found);
    return best / 100;
}

static void bench_gpu(const char *program, char *folder)
{
    char *arguments[] = {NULL,      "run",     "3",     "--device", "cuda", "--variant",
                         "vector4", "--dtype", "f32",   "--sizes",  "2^27", "--blocks",
                         "256",     "--quiet", "--out", folder,     NULL};
    struct rusage usage;
    if (run_program(program, arguments, &usage) != GS_OK) {
        printf("GPU: not measured, there is none\n");
        return;
    }
    double share = best_share(folder);
    print_row("GPU: `vector4` f32, n = 2^27, cold, GB/s over the best copy's", share, "x",
              ">= 0.97", share >= 0.97);
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
        gs_device_open(1, &device, &error) != GS_OK) {
        fprintf(stderr, "gridstride-bench: %s\n", error.text);
        return GS_USAGE;
    }
    printf("%s, %d threads; medians of %d samples, the two sides of a ratio in turn\n",
           gs_cpu_name(), gs_cpu_threads(), SAMPLES);
    bench_large(lesson, device);
    bench_simulator(device);
    gs_device_close(device);
    char simulated[] = "/tmp/gridstride-bench-XXXXXX", gpu[] = "/tmp/gridstride-bench-XXXXXX";
    if (mkdtemp(simulated) != NULL)
        bench_lesson(argv[1], simulated);
    if (mkdtemp(gpu) != NULL)
        bench_gpu(argv[1], gpu);
    char *remove[] = {NULL, "-rf", simulated, gpu, NULL};
    struct rusage usage;
    run_program("/bin/rm", remove, &usage);
    bench_baselines(argv[2]);
    return 0;
}
