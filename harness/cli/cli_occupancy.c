/* gridstride occupancy: how many blocks a multiprocessor holds at once, and what limits them. */
#include "cli_commands.h"

#include "numbers.h"
#include "occupancy.h"
#include "suggest.h"

#include <string.h>

enum { MOST_GPUS = 32, GPU_NAME = 24, BAR = 32 };

struct occupancy_arguments {
    struct gs_number shared, registers;
    const char *gpu;
};

/* ---- what is asked for ----------------------------------------------------------------------- */

/* "9.0", "H100", ...: all names that --gpu knows. */
struct gpu_names {
    char text[MOST_GPUS][GPU_NAME];
    const char *list[MOST_GPUS];
    size_t count;
};

static void add_name(struct gpu_names *names, const char *name, size_t length)
{
    if (names->count == MOST_GPUS)
        return;
    char *text = names->text[names->count];
    snprintf(text, GPU_NAME, "%.*s", (int)length, name);
    names->list[names->count++] = text;
}

static void list_names(struct gpu_names *names)
{
    const struct gs_multiprocessor *sm;
    names->count = 0;
    for (size_t i = 0; (sm = gs_multiprocessor_at(i)) != NULL; i++) {
        add_name(names, sm->capability, strlen(sm->capability));
        for (const char *gpu = sm->gpus; *gpu != '\0'; gpu += strspn(gpu, ", ")) {
            const size_t length = strcspn(gpu, ",");
            add_name(names, gpu, length);
            gpu += length;
        }
    }
}

static enum gs_status find_gpu(const char *name, const struct gs_multiprocessor **out,
                               struct gs_error *error)
{
    struct gpu_names names;
    *out = gs_multiprocessor_find(name);
    if (*out != NULL)
        return GS_OK;
    list_names(&names);
    return gs_unknown(error, "GPU", name, names.list, names.count);
}

static enum gs_status check_block(size_t block, struct gs_error *error)
{
    return block >= 1 && block <= GS_MOST_BLOCK_THREADS
               ? GS_OK
               : gs_fail(error, GS_USAGE, "occupancy: a block has 1 to %d threads, not %zu",
                         (int)GS_MOST_BLOCK_THREADS, block);
}

static enum gs_status check_shared(const struct gs_multiprocessor *sm, size_t bytes,
                                   struct gs_error *error)
{
    const size_t most = gs_multiprocessor_block_shared_bytes(sm);
    return bytes <= most
               ? GS_OK
               : gs_fail(error, GS_USAGE,
                         "--shared %zu: a block can have %zu bytes of shared memory at most, on a "
                         "GPU of compute capability %s",
                         bytes, most, sm->capability);
}

/* ---- one block size -------------------------------------------------------------------------- */

static const char *const limit_names[GS_OCCUPANCY_LIMITS] = {
    [GS_OCCUPANCY_BY_THREADS] = "threads",
    [GS_OCCUPANCY_BY_BLOCKS] = "blocks",
    [GS_OCCUPANCY_BY_REGISTERS] = "registers",
    [GS_OCCUPANCY_BY_SHARED] = "shared memory",
};

static void print_row(const struct gs_occupancy *found, enum gs_occupancy_limit limit, size_t has,
                      size_t takes)
{
    char fit[16] = "any number";
    if (takes > 0)
        snprintf(fit, sizeof fit, "%u", found->by[limit]);
    printf("  %-14s %10zu %14zu %12s%s\n", limit_names[limit], has, takes, fit,
           found->by[limit] == found->blocks ? "  <- the limit" : "");
}

/* The limits by which no more blocks fit: "threads and registers". */
static void print_limits(const struct gs_occupancy *found)
{
    const char *names[GS_OCCUPANCY_LIMITS];
    size_t count = 0;
    for (int limit = 0; limit < GS_OCCUPANCY_LIMITS; limit++) {
        if (found->by[limit] == found->blocks)
            names[count++] = limit_names[limit];
    }
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i == 0 ? "" : i + 1 == count ? " and " : ", ", names[i]);
}

static void print_sentence(const struct gs_occupancy *found)
{
    if (found->blocks == 0) {
        printf("\nNo block fits, by its ");
        print_limits(found);
        puts(": such a launch fails.");
        return;
    }
    printf("\n%u block%s resident at once: %u of %u warps, an occupancy of %s %%.\n"
           "What allows no more: ",
           found->blocks, found->blocks == 1 ? " is" : "s are", found->warps, found->most_warps,
           gs_decimal(100.0 * found->warps / found->most_warps, 3).text);
    print_limits(found);
    puts(".");
}

static void print_one(const struct gs_multiprocessor *sm, const struct gs_block_needs *needs)
{
    const struct gs_occupancy found = gs_occupancy_of(sm, needs);
    const struct gs_block_needs takes = gs_occupancy_takes(sm, needs);
    printf("\n  %-14s %10s %14s %12s\n", "", "one SM has", "a block takes", "blocks fit");
    print_row(&found, GS_OCCUPANCY_BY_THREADS, sm->threads, takes.threads);
    print_row(&found, GS_OCCUPANCY_BY_BLOCKS, sm->blocks, 1);
    print_row(&found, GS_OCCUPANCY_BY_REGISTERS, sm->registers, takes.registers);
    print_row(&found, GS_OCCUPANCY_BY_SHARED, sm->shared_bytes, takes.shared_bytes);
    print_sentence(&found);
}

/* ---- several --------------------------------------------------------------------------------- */

static void print_several(const struct gs_multiprocessor *sm, const struct gs_block_needs *needs,
                          const struct gs_sizes *blocks)
{
    printf("\n  threads a block  blocks  warps  occupancy  %-*s the limit\n", BAR, "");
    for (size_t i = 0; i < blocks->count; i++) {
        struct gs_block_needs one = *needs;
        one.threads = (unsigned)blocks->values[i];
        const struct gs_occupancy found = gs_occupancy_of(sm, &one);
        char bar[BAR + 1] = "";
        memset(bar, '#', (size_t)BAR * found.warps / found.most_warps);
        printf("  %15u %7u %6u %8s %%  %-*s  ", one.threads, found.blocks, found.warps,
               gs_decimal(100.0 * found.warps / found.most_warps, 3).text, BAR, bar);
        print_limits(&found);
        puts("");
    }
}

/* ---- the command ----------------------------------------------------------------------------- */

static void print_head(const struct gs_multiprocessor *sm, const struct gs_block_needs *needs)
{
    printf("One multiprocessor (SM) of compute capability %s (%s); %u register%s a thread, %zu "
           "byte%s of\nshared memory a block.\n",
           sm->capability, sm->gpus, needs->registers, needs->registers == 1 ? "" : "s",
           needs->shared_bytes, needs->shared_bytes == 1 ? "" : "s");
}

enum gs_status gs_command_occupancy(const struct gs_command_line *line, const void *options,
                                    struct gs_error *error)
{
    const struct occupancy_arguments *a = options;
    const struct gs_multiprocessor *sm;
    struct gs_block_needs needs = {
        .registers = a->registers.text != NULL ? (unsigned)a->registers.value : 32,
        .shared_bytes = a->shared.value};
    struct gs_sizes blocks;
    enum gs_status status = find_gpu(a->gpu != NULL ? a->gpu : "9.0", &sm, error);
    if (status == GS_OK)
        status = check_shared(sm, needs.shared_bytes, error);
    if (status != GS_OK)
        return status;
    status = gs_sizes_parse("occupancy", line->operands[0], &blocks, error);
    if (status != GS_OK)
        return status;
    for (size_t i = 0; status == GS_OK && i < blocks.count; i++)
        status = check_block(blocks.values[i], error);
    if (status == GS_OK) {
        print_head(sm, &needs);
        needs.threads = (unsigned)blocks.values[0];
        if (blocks.count == 1)
            print_one(sm, &needs);
        else
            print_several(sm, &needs, &blocks);
    }
    gs_sizes_release(&blocks);
    return status;
}

#define AT(field) offsetof(struct occupancy_arguments, field)

static const struct gs_option occupancy_options[] = {
    {"--shared", "BYTES", GS_OPTION_NUMBER, AT(shared),
     .help = "shared memory of a block, static and dynamic together (default: none)",
     .most = (size_t)1 << 30},
    {"--registers", "N", GS_OPTION_NUMBER, AT(registers),
     .help = "registers of a thread, as `nvcc -Xptxas -v` tells them (default: 32)",
     .most = GS_MOST_THREAD_REGISTERS},
    {"--gpu", "G", GS_OPTION_TEXT, AT(gpu),
     .help = "a compute capability, as 8.9, or a GPU, as H100 (default: 9.0)"},
    {0},
};

const struct gs_syntax gs_occupancy_syntax = {
    .name = "occupancy",
    .operands = "BLOCK",
    .about = "how many blocks a multiprocessor holds at once, and what limits them",
    .text = "BLOCK is the number of threads in a block, or a list of them, as --blocks of run "
            "takes it: 32:1024:*2. It is computed from the limits of the GPU; no GPU is asked.",
    .options = occupancy_options,
    .bytes = sizeof(struct occupancy_arguments),
    .least = 1,
    .most = 1,
    .wanted = "the threads of a block",
    .example = "occupancy 256 --shared 48Ki --registers 40",
};
