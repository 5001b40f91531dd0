/*
 * The CPU baselines `threads` of all lessons against NumPy and Numba's parallel CPU target. A
 * Python process waits beside this one for lines that ask it for a turn, so that the three sides
 * go through all samples in turn and meet the same machine.
 */
#include "baselines.h"

#include "arrays.h"
#include "clock.h"
#include "dtype.h"
#include "registry.h"
#include "sampling.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAMPLES = 7 };

/* The sides of a contest. */
enum { NUMPY, NUMBA, LIBRARIES, OURS = LIBRARIES, SIDES };

static const char *const libraries[] = {[NUMPY] = "numpy", [NUMBA] = "numba"};

static const size_t sizes[] = {1000, 10000, 100000, 1000000, 10000000};

/* Those that the Python side knows; every workload with a baseline has both. */
static const enum gs_dtype dtypes[] = {GS_F32, GS_F64};

/* So long a side warms up before the clock starts, and about as long it runs under it. */
static const double turn_s = 0.01;

/* Before each turn: threads of the side before stay awake for a while, looking for work. */
static const struct timespec rest = {.tv_nsec = 20 * 1000 * 1000};

/* ---- the Python process ---------------------------------------------------------------------- */

struct python {
    pid_t process;
    FILE *to, *from;
    bool has[LIBRARIES];
};

/* Starts python3 with the script between two pipes. */
static bool spawn(struct python *python, const char *script)
{
    int in[2], out[2];
    char *arguments[] = {(char[]){"python3"}, (char *)script, NULL};
    posix_spawn_file_actions_t actions;
    if (pipe2(in, O_CLOEXEC) != 0)
        return false;
    if (pipe2(out, O_CLOEXEC) != 0) {
        close(in[0]);
        close(in[1]);
        return false;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    int failure = posix_spawnp(&python->process, "python3", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    python->to = fdopen(in[1], "w");
    python->from = fdopen(out[0], "r");
    if (failure != 0)
        python->process = 0;
    return failure == 0 && python->to != NULL && python->from != NULL;
}

/* Its input ends, and so does it. */
static void stop(struct python *python)
{
    if (python->to != NULL)
        fclose(python->to);
    if (python->from != NULL)
        fclose(python->from);
    if (python->process != 0)
        waitpid(python->process, NULL, 0);
}

/* Reads the first line, what is installed, and prints it. Whether there is anything. */
static bool introduce(struct python *python)
{
    char line[128] = "", versions[LIBRARIES][32] = {"", ""};
    int found = fgets(line, sizeof line, python->from) == NULL
                    ? 0
                    : sscanf(line, "numpy %31s numba %31s", versions[NUMPY], versions[NUMBA]);
    for (int library = 0; library < LIBRARIES; library++) {
        python->has[library] = library < found;
        if (python->has[library])
            printf("%s %s\n", libraries[library], versions[library]);
        else
            printf("%s: not compared, python3 has no such module\n", libraries[library]);
    }
    return found > 0;
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* Warms up, then times as many runs as that took; the seconds of one. */
static double our_turn(const struct gs_point *point, struct gs_arrays *arrays)
{
    struct gs_call call = {.dtype = point->dtype,
                           .n = point->n,
                           .scalars = arrays->scalars,
                           .arrays = arrays->host_data};
    nanosleep(&rest, NULL);
    double start = gs_clock_s();
    size_t runs = 0;
    while (runs == 0 || gs_clock_s() - start < turn_s) {
        point->variant->run(&call);
        runs++;
    }
    start = gs_clock_s();
    for (size_t i = 0; i < runs; i++)
        point->variant->run(&call);
    return (gs_clock_s() - start) / (double)runs;
}

/* The same of a library; NaN where it is missing, does not know the workload, or is gone. */
static double their_turn(const struct gs_point *point, struct python *python, int library)
{
    double seconds = NAN;
    if (!python->has[library])
        return NAN;
    nanosleep(&rest, NULL);
    fprintf(python->to, "%s %s %s %zu\n", libraries[library], point->workload->name,
            gs_dtype_name(point->dtype), point->n);
    fflush(python->to);
    if (fscanf(python->from, "%lf", &seconds) != 1)
        return NAN;
    return seconds;
}

/* Medians of all sides; false where there was no memory. */
static bool contest(const struct gs_point *point, struct python *python, double medians[SIDES])
{
    double samples[SIDES][SAMPLES];
    struct gs_arrays arrays;
    struct gs_error error = {0};
    if (gs_arrays_make(&arrays, point, 1, NULL, &error) != GS_OK) {
        fprintf(stderr, "gridstride-bench: %s\n", error.text);
        gs_arrays_release(&arrays, NULL);
        return false;
    }
    for (int i = 0; i < SAMPLES; i++) {
        for (int library = 0; library < LIBRARIES; library++)
            samples[library][i] = their_turn(point, python, library);
        samples[OURS][i] = our_turn(point, &arrays);
    }
    for (int side = 0; side < SIDES; side++)
        medians[side] = gs_median(samples[side], SAMPLES);
    gs_arrays_release(&arrays, NULL);
    return true;
}

/* ---- the table ------------------------------------------------------------------------------- */

static void print_ratio(double ratio)
{
    if (isnan(ratio))
        printf("%10s ", "-");
    else
        printf("%9.3gx%c", ratio, ratio < 1 ? '<' : ' ');
}

static void bench_workload(const struct gs_point *point, struct python *python)
{
    double medians[SIDES];
    if (!contest(point, python, medians))
        return;
    printf("%-16s%-4s%10zu%12.4g", point->workload->name, gs_dtype_name(point->dtype), point->n,
           medians[OURS] * 1e6);
    for (int library = 0; library < LIBRARIES; library++)
        print_ratio(medians[library] / medians[OURS]);
    printf("\n");
    fflush(stdout);
}

/* All workloads that have a baseline `threads`. */
static void bench_lesson(const struct gs_lesson *lesson, struct python *python)
{
    for (size_t i = 0; i < lesson->workload_count; i++) {
        struct gs_error error;
        struct gs_point point = {.lesson = lesson, .workload = &lesson->workloads[i]};
        if (gs_variant_find(point.workload, "threads", &point.variant, &error) != GS_OK)
            continue;
        for (size_t k = 0; k < GS_COUNT(dtypes) * GS_COUNT(sizes); k++) {
            point.dtype = dtypes[k / GS_COUNT(sizes)];
            point.n = sizes[k % GS_COUNT(sizes)];
            bench_workload(&point, python);
        }
    }
}

void bench_baselines(const char *script)
{
    struct python python = {0};
    signal(SIGPIPE, SIG_IGN); /* a process that ended is seen by its silence */
    printf("\nCPU baselines, medians of %d samples in turn\n", SAMPLES);
    if (!spawn(&python, script)) {
        printf("not compared: there is no python3\n");
    } else if (introduce(&python)) {
        printf("time of each library over that of `threads`; < is slower than the library\n");
        printf("%-16s%-4s%10s%12s%10s %10s\n", "workload", "", "n", "threads us", "NumPy", "Numba");
        for (size_t i = 0; i < gs_lesson_count(); i++)
            bench_lesson(gs_lesson_at(i), &python);
    }
    stop(&python);
}
