#include "case_process.h"

#include "occupancy.h"
#include "random.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What a case may take. A right answer takes less than a second of the processor, or some where its
 * threads take a lock in turns; on a busy machine that is many on the clock, which only ends what
 * waits. */
static const struct gs_confined_limits on_simulator = {.wall_s = 240,
                                                       .cpu_s = 40,
                                                       .memory_bytes = (size_t)1 << 30,
                                                       .file_bytes = (size_t)16 << 20,
                                                       .processes = 64};
/* Where another case has failed, this one only tells more of the same. And an exercise has up to 24
 * cases: all together may take no more than some that wait for a lock do, with what a case takes
 * that does not for each of the rest. */
enum { KNOWN_WRONG_CPU_S = 4, ALL_CASES_CPU_S = 60 };

/* A trace takes a tenth of it; one of a loop that goes through all elements is not waited for. */
enum { TRACED_CPU_S = 1 };

/* The driver maps all of the device's memory, and starts threads of its own. */
static const struct gs_confined_limits on_gpu = {.wall_s = 60,
                                                 .cpu_s = 60,
                                                 .memory_bytes = (size_t)16 << 30,
                                                 .file_bytes = (size_t)16 << 20,
                                                 .processes = 256};

enum { BLOCK_TIMEOUT_S = 3 };

static void close_file(int fd)
{
    if (fd >= 0)
        close(fd);
}

/*
 * What is said of a finding depends on the lines around it, and in a sandbox, or built by an
 * earlier check, the program does not find its source where it was compiled. -1: no memory.
 */
static int source_file(const char *source)
{
    int fd = memfd_create("source", MFD_CLOEXEC);
    size_t length = source != NULL ? strlen(source) : 0, done = 0;
    while (fd >= 0 && done < length) {
        ssize_t written = write(fd, source + done, length - done);
        if (written <= 0) {
            close(fd);
            return -1;
        }
        done += (size_t)written;
    }
    return fd;
}

enum gs_status gs_case_files_open(const char *source, struct gs_case_files *files,
                                  struct gs_error *error)
{
    *files = (struct gs_case_files){.report = memfd_create("report", MFD_CLOEXEC),
                                    .printed = memfd_create("printed", MFD_CLOEXEC),
                                    .source = source_file(source)};
    if (files->report >= 0 && files->printed >= 0 && files->source >= 0)
        return GS_OK;
    return gs_fail(error, GS_SYSTEM_FAILED, "no memory for a case: %s", strerror(errno));
}

void gs_case_files_close(const struct gs_case_files *files)
{
    close_file(files->report);
    close_file(files->printed);
    close_file(files->source);
}

static struct gs_confined_limits limits_of(const struct gs_case_run *run, bool traced)
{
    if (run->cuda)
        return on_gpu;
    struct gs_confined_limits limits = on_simulator;
    const double left_s = ALL_CASES_CPU_S - run->spent_cpu_s;
    if (limits.cpu_s > left_s)
        limits.cpu_s = left_s;
    if (run->is_known_wrong || limits.cpu_s < KNOWN_WRONG_CPU_S)
        limits.cpu_s = KNOWN_WRONG_CPU_S;
    if (traced)
        limits.cpu_s = TRACED_CPU_S;
    return limits;
}

enum gs_status gs_case_process(const struct gs_case_run *run, const struct gs_memory *memory,
                               const struct gs_case_files *files,
                               struct gs_confined_outcome *outcome, struct gs_error *error)
{
    /* Of the schedule: from it nobody can tell the seed of the values. */
    char seed[48], timeout[32], devices[32], capability[32], *argv[] = {(char *)run->program, NULL};
    const char *readable[] = {run->program, NULL};
    snprintf(seed, sizeof seed, "SIMT_SEED=%u", (unsigned)(gs_random_bits(run->seed, 6, 0) >> 33));
    snprintf(timeout, sizeof timeout, "SIMT_TIMEOUT=%d", BLOCK_TIMEOUT_S);
    snprintf(devices, sizeof devices, "SIMT_DEVICES=%u", (unsigned)memory->c->devices);
    snprintf(capability, sizeof capability, "SIMT_CAPABILITY=%s",
             memory->device != NULL ? memory->device->capability : "");
    char *environment[] = {"PATH=/usr/bin:/bin",
                           "LANG=C.UTF-8",
                           "SIMT_INSPECT_JSON=/proc/self/fd/5",
                           "SIMT_INSPECT_FORMAT=none",
                           "SIMT_INSPECT_SOURCE=/proc/self/fd/6",
                           "SIMT_MEMORY=512M",
                           "OMP_NUM_THREADS=1",
                           seed,
                           timeout,
                           devices,
                           memory->device != NULL ? capability : NULL,
                           NULL};
    const int descriptors[] = {memory->case_fd, memory->answer_fd, files->report, files->source};
    const struct gs_confined confined = {.sandbox = run->sandbox,
                                         .argv = argv,
                                         .environment = environment,
                                         .readable = readable,
                                         .descriptors = descriptors,
                                         .descriptor_count = 4,
                                         .output = files->printed,
                                         .limits = limits_of(run, memory->c->traced_blocks > 0)};
    return gs_confined_run(&confined, outcome, error);
}
