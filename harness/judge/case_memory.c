#include "case_memory.h"

#include "random.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ALIGNMENT = 64 };

/* ---- layout ---------------------------------------------------------------------------------- */

unsigned gs_case_devices(const struct gs_exercise *exercise)
{
    return exercise->on_second != 0 ? 2 : 1;
}

static void lay_out(const struct gs_exercise *exercise, const struct gs_shape *shape,
                    unsigned rounds, struct gs_case_file *c)
{
    size_t at = 0;
    unsigned k = 0;
    for (; exercise->parameters[k].name != NULL; k++) {
        const struct gs_array *parameter = &exercise->parameters[k];
        const unsigned device = exercise->on_second >> k & 1;
        struct gs_case_parameter *out = &c->parameter[k];
        bool number = parameter->role == GS_NUMBER;
        *out =
            (struct gs_case_parameter){.role = parameter->role,
                                       .home = parameter->home,
                                       .device = device,
                                       .dtype = parameter->dtype,
                                       .count = number ? 1 : gs_exercise_count(exercise, shape, k),
                                       .offset = at};
        out->bytes = out->count * gs_dtype_bytes(parameter->dtype);
        snprintf(out->name, sizeof out->name, "%s", parameter->name);
        snprintf(out->type, sizeof out->type, "%s", gs_dtype_c_name(parameter->dtype));
        at = (at + out->bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    c->magic = GS_CASE_MAGIC;
    c->parameters = k;
    c->devices = gs_case_devices(exercise);
    c->rounds = rounds;
    c->round_bytes = at;
}

/* ---- contents -------------------------------------------------------------------------------- */

bool gs_case_is_seed(uint64_t one, uint64_t other)
{
    enum { QUANTITY_BITS = 48 };
    return (one ^ other) >> QUANTITY_BITS != 0;
}

static bool is_seed(const struct gs_memory *memory, unsigned k)
{
    uint64_t values[2];
    if (memory->c->parameter[k].bytes != sizeof values[0])
        return false;
    for (unsigned round = 0; round < 2; round++)
        memcpy(&values[round], memory->arrays[round][k], sizeof values[round]);
    return gs_case_is_seed(values[0], values[1]);
}

/* What kernels are to see are the arrays of the host alone, or its seeds alone. */
static void keep_for_kernels(struct gs_memory *memory)
{
    const bool numbers = memory->c->stands_in == GS_NUMBERS_STAND_IN;
    for (unsigned k = 0; k < memory->c->parameters; k++) {
        const struct gs_case_parameter *parameter = &memory->c->parameter[k];
        const void *shown = memory->arrays[0][k];
        if (shown != NULL && (parameter->role == GS_NUMBER ? !numbers || !is_seed(memory, k)
                                                           : parameter->home == GS_HOME_DEVICE))
            memcpy(memory->arrays[1][k], shown, (size_t)parameter->bytes);
    }
}

static void copy_numbers(const struct gs_exercise *exercise, void *const *to, void *const *from)
{
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++) {
        if (exercise->parameters[k].role == GS_NUMBER)
            memcpy(to[k], from[k], gs_dtype_bytes(exercise->parameters[k].dtype));
    }
}

/* Fills the arrays of a round anew, and leaves its numbers. */
static void fill_others(const struct gs_exercise *exercise, const struct gs_shape *shape,
                        uint64_t seed, unsigned round, void *const *arrays)
{
    uint64_t numbers[GS_MOST_PARAMETERS];
    void *kept[GS_MOST_PARAMETERS];
    for (unsigned k = 0; k < GS_MOST_PARAMETERS; k++)
        kept[k] = &numbers[k];
    copy_numbers(exercise, kept, arrays);
    gs_exercise_fill(exercise, shape, gs_random_bits(seed, GS_MOST_ROUNDS + round, 0), arrays);
    copy_numbers(exercise, arrays, kept);
}

static void fill_inputs(const struct gs_exercise *exercise, const struct gs_shape *shape,
                        uint64_t seed, bool others, struct gs_memory *memory)
{
    const unsigned rounds = memory->c->rounds + (memory->c->stands_in != 0);
    for (unsigned round = 0; round < rounds; round++) {
        char *base = (char *)memory->c + GS_CASE_ARRAYS + round * memory->c->round_bytes;
        for (unsigned k = 0; k < memory->c->parameters; k++) {
            bool output = memory->c->parameter[k].role == GS_OUTPUT;
            memory->arrays[round][k] = output ? NULL : base + memory->c->parameter[k].offset;
        }
        gs_exercise_fill(exercise, shape, gs_random_bits(seed, round, 0), memory->arrays[round]);
        if (others)
            fill_others(exercise, shape, seed, round, memory->arrays[round]);
    }
    if (memory->c->stands_in)
        keep_for_kernels(memory);
}

/* Junk that no function would compute, other for each element: what still holds it afterwards was
 * never written. As integers of any width these are about the largest; as floats large, or NaN. */
static void fill_output(uint64_t seed, struct gs_memory *memory, size_t at, size_t bytes)
{
    const size_t first = at / sizeof(uint64_t),
                 end = (at + bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t);
    uint64_t *to = (uint64_t *)(void *)((char *)memory->answer + GS_CASE_ARRAYS);
    for (size_t i = first; i < end; i++)
        to[i] = (gs_random_bits(seed, 7, i) & 0x7fff7fff7fff7fffu) | 0x7f807f807f807f80u;
    memcpy(memory->junk + at, to + first, (end - first) * sizeof *to);
}

/* Nobody looks at the junk of what is no output, and it takes as long to make. */
static void fill_outputs(uint64_t seed, struct gs_memory *memory)
{
    for (unsigned k = 0; k < memory->c->rounds * memory->c->parameters; k++) {
        const struct gs_case_parameter *parameter =
            &memory->c->parameter[k % memory->c->parameters];
        const size_t round_at = k / memory->c->parameters * memory->c->round_bytes;
        if (parameter->role == GS_OUTPUT)
            fill_output(seed, memory, round_at + parameter->offset, parameter->bytes);
    }
}

static void *map_file(int fd, size_t bytes)
{
    void *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return map != MAP_FAILED ? map : NULL;
}

enum gs_status gs_memory_make(const struct gs_exercise *exercise, const struct gs_shape *shape,
                              uint64_t seed, const struct gs_case_calls *calls,
                              struct gs_memory *memory, struct gs_error *error)
{
    const unsigned rounds = calls->rounds;
    struct gs_case_file head = {.samples = calls->samples,
                                .times_bus = calls->times_bus,
                                .stands_in = calls->stands_in,
                                .traced_blocks = calls->traced_blocks,
                                .left_out = calls->left_out,
                                .left_out_number = calls->left_out_number};
    lay_out(exercise, shape, rounds, &head);
    *memory = (struct gs_memory){
        .case_fd = memfd_create("case", MFD_CLOEXEC | MFD_ALLOW_SEALING),
        .answer_fd = memfd_create("answer", MFD_CLOEXEC | MFD_ALLOW_SEALING),
        .bytes = GS_CASE_ARRAYS + (rounds + (head.stands_in != 0)) * head.round_bytes};
    off_t length = (off_t)memory->bytes;
    if (memory->case_fd >= 0 && memory->answer_fd >= 0 && ftruncate(memory->case_fd, length) == 0 &&
        ftruncate(memory->answer_fd, length) == 0) {
        memory->c = map_file(memory->case_fd, memory->bytes);
        memory->answer = map_file(memory->answer_fd, memory->bytes);
        memory->junk = malloc(memory->bytes);
    }
    if (memory->c == NULL || memory->answer == NULL || memory->junk == NULL)
        return gs_fail(error, GS_SYSTEM_FAILED, "no memory for a case of %zu bytes: %s",
                       memory->bytes, strerror(errno));
    *memory->c = head;
    memory->device = exercise->device != NULL ? exercise->device(shape, seed) : NULL;
    fill_inputs(exercise, shape, seed, calls->other_arrays, memory);
    fill_outputs(seed, memory);
    /* Nobody who has the descriptors can change their length, nor what the case holds. */
    const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
    if (fcntl(memory->answer_fd, F_ADD_SEALS, seals) != 0 ||
        fcntl(memory->case_fd, F_ADD_SEALS, seals | F_SEAL_FUTURE_WRITE) != 0)
        return gs_fail(error, GS_USAGE, "cannot seal a case: %s", strerror(errno));
    return GS_OK;
}

enum gs_status gs_memory_share(const struct gs_memory *memory, struct gs_memory *out,
                               struct gs_error *error)
{
    *out = (struct gs_memory){.case_fd = fcntl(memory->case_fd, F_DUPFD_CLOEXEC, 0),
                              .answer_fd = memfd_create("answer", MFD_CLOEXEC | MFD_ALLOW_SEALING),
                              .bytes = memory->bytes,
                              .device = memory->device};
    if (out->case_fd >= 0 && out->answer_fd >= 0 &&
        ftruncate(out->answer_fd, (off_t)out->bytes) == 0) {
        void *c = mmap(NULL, out->bytes, PROT_READ, MAP_SHARED, out->case_fd, 0);
        out->c = c != MAP_FAILED ? c : NULL;
        out->answer = map_file(out->answer_fd, out->bytes);
    }
    if (out->c == NULL || out->answer == NULL)
        return gs_fail(error, GS_SYSTEM_FAILED, "no memory for a case of %zu bytes: %s", out->bytes,
                       strerror(errno));
    memcpy(out->answer, memory->answer, out->bytes);
    if (fcntl(out->answer_fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        return gs_fail(error, GS_USAGE, "cannot seal a case: %s", strerror(errno));
    return GS_OK;
}

void gs_memory_release(struct gs_memory *memory)
{
    if (memory->c != NULL)
        munmap(memory->c, memory->bytes);
    if (memory->answer != NULL)
        munmap(memory->answer, memory->bytes);
    if (memory->case_fd >= 0)
        close(memory->case_fd);
    if (memory->answer_fd >= 0)
        close(memory->answer_fd);
    for (unsigned k = 0; k < GS_MOST_PARAMETERS; k++)
        free(memory->want[k]);
    for (unsigned k = 0; k < GS_MOST_ROUNDS * GS_MOST_PARAMETERS; k++)
        free(memory->known[k / GS_MOST_PARAMETERS][k % GS_MOST_PARAMETERS]);
    free(memory->states);
    free(memory->junk);
    *memory = (struct gs_memory){.case_fd = -1, .answer_fd = -1};
}
