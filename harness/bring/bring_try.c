/*
 * The file's own functions are tried before anything is run with them: in a process of their own,
 * for they may crash or never end, and at the smallest size.
 */
#include "bring_parts.h"

#include "dtype.h"
#include "numbers.h"
#include "process.h"
#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_ELEMENTS = 4096, LIMIT_S = 30 };

enum step { LENGTHS, INPUTS, REFERENCE, DONE };
enum trouble { NONE, EMPTY, UNSTEADY_INPUT, UNSTEADY_REFERENCE, NO_MEMORY };

/* What the process has come to: shared memory, that the parent reads when it has ended. */
struct progress {
    enum step step;
    enum trouble trouble;
    size_t n, array, index;
    char values[2][48];
};

static size_t smallest_size(const char *sizes)
{
    struct gs_sizes list;
    struct gs_error ignored;
    size_t smallest = 1024;
    if (sizes == NULL || gs_sizes_parse("sizes", sizes, &list, &ignored) != GS_OK)
        return smallest;
    for (size_t i = 0; i < list.count; i++)
        smallest = i == 0 || list.values[i] < smallest ? list.values[i] : smallest;
    gs_sizes_release(&list);
    return smallest;
}

struct trial {
    const struct gs_workload *workload;
    struct progress *progress;
    struct gs_data data;
    void *arrays[GS_MOST_ARRAYS];
    double scalars[GS_MOST_SCALARS];
};

static bool fail(struct trial *trial, enum trouble trouble)
{
    trial->progress->trouble = trouble;
    return false;
}

/* Memory behind which none is: a function that reads past its end crashes here, and would take what
 * happens to lie there in a run. NULL: there is none. It goes with the process. */
static void *room_before_nothing(size_t bytes)
{
    enum { ALIGNMENT = 16 }; /* of what casts to float4 */
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (bytes > SIZE_MAX / 2)
        return NULL;
    const size_t used = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    const size_t whole = (used + page - 1) / page * page;
    char *room =
        mmap(NULL, whole + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED || mprotect(room + whole, page, PROT_NONE) != 0)
        return NULL;
    return room + whole - used;
}

static bool make_arrays(struct trial *trial)
{
    const struct gs_workload *workload = trial->workload;
    for (size_t i = 0; i < workload->array_count; i++) {
        trial->progress->array = i;
        size_t bytes = gs_workload_bytes(workload, i, trial->data.dtype, trial->data.n);
        if (bytes == 0)
            return fail(trial, EMPTY);
        trial->arrays[i] = room_before_nothing(bytes);
        if (trial->arrays[i] == NULL)
            return fail(trial, NO_MEMORY);
        memset(trial->arrays[i], 0xff, bytes);
    }
    return true;
}

/* Filled twice, an array holds the same. */
static bool fill_array(struct trial *trial, size_t array)
{
    const struct gs_workload *workload = trial->workload;
    size_t count = gs_workload_length(workload, array, trial->data.n);
    size_t bytes = gs_workload_bytes(workload, array, trial->data.dtype, trial->data.n);
    trial->progress->array = array;
    gs_workload_fill(workload, &trial->data, array, 0, count);
    void *first = malloc(bytes);
    if (first == NULL)
        return fail(trial, NO_MEMORY);
    memcpy(first, trial->arrays[array], bytes);
    gs_workload_fill(workload, &trial->data, array, 0, count);
    bool same = memcmp(first, trial->arrays[array], bytes) == 0;
    free(first);
    return same || fail(trial, UNSTEADY_INPUT);
}

static bool is_same(long double a, long double b)
{
    return a == b || (a != a && b != b);
}

static bool ask_twice(struct trial *trial, size_t array)
{
    static long double first[MOST_ELEMENTS], second[MOST_ELEMENTS];
    const struct gs_workload *workload = trial->workload;
    size_t count = gs_workload_length(workload, array, trial->data.n);
    trial->progress->array = array;
    count = count < MOST_ELEMENTS ? count : MOST_ELEMENTS;
    for (size_t i = 0; i < count; i++) {
        trial->progress->index = i;
        workload->answer(&trial->data, array, i, i + 1, &first[i]);
    }
    workload->answer(&trial->data, array, 0, count, second);
    for (size_t i = 0; i < count; i++) {
        if (is_same(first[i], second[i]))
            continue;
        trial->progress->index = i;
        snprintf(trial->progress->values[0], sizeof trial->progress->values[0], "%.9Lg", first[i]);
        snprintf(trial->progress->values[1], sizeof trial->progress->values[1], "%.9Lg", second[i]);
        return fail(trial, UNSTEADY_REFERENCE);
    }
    return true;
}

/* In the child. */
static void try_dtype(const struct gs_workload *workload, enum gs_dtype dtype,
                      struct progress *progress)
{
    struct trial trial = {.workload = workload, .progress = progress};
    trial.data = (struct gs_data){.dtype = dtype,
                                  .n = progress->n,
                                  .seed = 1,
                                  .scalars = trial.scalars,
                                  .arrays = trial.arrays};
    progress->step = LENGTHS;
    bool good = make_arrays(&trial);
    progress->step = INPUTS;
    if (good && workload->scalars != NULL)
        workload->scalars(trial.data.n, trial.scalars);
    for (size_t i = 0; good && i < workload->array_count; i++) {
        enum gs_role role = workload->arrays[i].role;
        if (role == GS_INPUT || role == GS_UPDATED)
            good = fill_array(&trial, i);
    }
    progress->step = REFERENCE;
    for (size_t i = 0; good && workload->answer != NULL && i < workload->array_count; i++)
        good = !gs_workload_is_result(workload, i) || ask_twice(&trial, i);
    if (!good)
        _exit(0);
}

/* ---- what became of it ----------------------------------------------------------------------- */

/* How the process of the functions ended, where it did not come to its end. */
enum ending { CRASHED, HUNG, ENDED };

static enum gs_status say_ending(const struct progress *p, const char *name, const char *source,
                                 unsigned line, enum ending ending, struct gs_error *error)
{
    static const char *const how[] = {
        [CRASHED] = "crashed", [HUNG] = "has not ended within 30 s", [ENDED] = "ended the program"};
    if (p->step == REFERENCE)
        return gs_fail(error, GS_USAGE,
                       "%.200s:%u: the reference %s at element %zu of \"%s\", n = %zu%s", source,
                       line, how[ending], p->index, name, p->n,
                       ending == CRASHED ? "; it may read only what the arrays have" : "");
    return gs_fail(error, GS_USAGE, "%.200s:%u: a function for %s of \"%s\" %s at n = %zu", source,
                   line, p->step == LENGTHS ? "the length" : "the first values", name, how[ending],
                   p->n);
}

static enum gs_status say(const struct progress *p, const char *name, const char *source,
                          unsigned line, struct gs_error *error)
{
    switch (p->trouble) {
    case EMPTY:
        return gs_fail(error, GS_USAGE, "%.200s:%u: the array \"%s\" has no elements at n = %zu",
                       source, line, name, p->n);
    case UNSTEADY_INPUT:
        return gs_fail(error, GS_USAGE,
                       "%.200s:%u: the array \"%s\" was filled twice and held something else each "
                       "time; what fills it may use n, the index and its random numbers alone",
                       source, line, name);
    case UNSTEADY_REFERENCE:
        return gs_fail(error, GS_USAGE,
                       "%.200s:%u: the reference is not deterministic: asked twice for element "
                       "%zu of \"%s\", it said %s and %s",
                       source, line, p->index, name, p->values[0], p->values[1]);
    case NO_MEMORY:
        return gs_fail(error, GS_USAGE, "%.200s:%u: no memory for the array \"%s\" at n = %zu",
                       source, line, name, p->n);
    case NONE:
        break;
    }
    return GS_OK;
}

enum gs_status gs_bring_try(const struct gs_workload *workload, const char *source,
                            const char *text, struct gs_error *error)
{
    struct progress *progress =
        mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int ended = 0;
    if (progress == MAP_FAILED)
        return gs_out_of_memory(error);
    *progress = (struct progress){.n = smallest_size(workload->sizes)};
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        for (int dtype = 0; dtype < GS_DTYPE_COUNT; dtype++) {
            if (workload->dtypes & GS_DTYPE_BIT((enum gs_dtype)dtype))
                try_dtype(workload, (enum gs_dtype)dtype, progress);
        }
        progress->step = DONE;
        _exit(0);
    }
    bool hung = child > 0 && gs_process_wait(child, LIMIT_S, &ended);
    const bool through = progress->step == DONE || progress->trouble != NONE;
    const enum ending ending = hung ? HUNG : WIFEXITED(ended) ? ENDED : CRASHED;
    const char *name = workload->arrays[progress->array].name;
    char quoted[48];
    snprintf(quoted, sizeof quoted, "\"%s\"", name);
    unsigned line = gs_bring_line_of(text, progress->step == REFERENCE ? "gs_reference" : quoted);
    enum gs_status status = child > 0 && !through
                                ? say_ending(progress, name, source, line, ending, error)
                                : say(progress, name, source, line, error);
    munmap(progress, sizeof *progress);
    return child < 0 ? gs_fail(error, GS_SYSTEM_FAILED, "cannot start a process") : status;
}
