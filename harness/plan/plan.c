#include "plan.h"

#include "dtype.h"
#include "grow.h"
#include "registry.h"
#include "suggest.h"
#include "workload.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 64 };

void gs_point_name(const struct gs_point *point, char name[static 256])
{
    int length = snprintf(name, 256, "%s/%s/%s/n:%zu", point->workload->name, point->variant->name,
                          gs_dtype_name(point->dtype), point->n);
    if (point->grid > 0)
        length += snprintf(name + length, 256 - (size_t)length, "/grid:%u", point->grid);
    if (point->block > 0 || point->variant->place == GS_DEVICE)
        snprintf(name + length, 256 - (size_t)length, "/block:%u", point->block);
}

size_t gs_point_bytes(const struct gs_point *point)
{
    size_t bytes = 0;
    for (size_t i = 0; i < point->workload->array_count; i++)
        bytes += gs_workload_bytes(point->workload, i, point->dtype, point->n);
    return bytes;
}

void gs_point_bus_bytes(const struct gs_point *point, size_t *in, size_t *out)
{
    const struct gs_workload *workload = point->workload;
    *in = *out = 0;
    for (size_t i = 0; i < workload->array_count; i++) {
        enum gs_role role = workload->arrays[i].role;
        size_t bytes = gs_workload_bytes(workload, i, point->dtype, point->n);
        bool is_there = role == GS_INPUT && (point->variant->traits & GS_INPUTS_ON_DEVICE);
        if ((role == GS_INPUT || role == GS_UPDATED) && !is_there)
            *in += bytes;
        if (role == GS_OUTPUT || role == GS_UPDATED)
            *out += bytes;
    }
}

bool gs_is_listed(const char *list, const char *name)
{
    if (list == NULL)
        return true;
    size_t length = strlen(name);
    for (const char *at = list; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
            return true;
    }
    return false;
}

/* Calls check on each name of a list between commas. */
static enum gs_status each_name(const char *list, const struct gs_selection *selection,
                                enum gs_status (*check)(const struct gs_selection *, const char *,
                                                        struct gs_error *),
                                struct gs_error *error)
{
    if (list == NULL)
        return GS_OK;
    char *copy = strdup(list), *rest = copy, *name;
    enum gs_status status = copy == NULL ? gs_out_of_memory(error) : GS_OK;
    while (status == GS_OK && (name = strsep(&rest, ",")) != NULL)
        status = check(selection, name, error);
    free(copy);
    return status;
}

static enum gs_status dtype_exists(const struct gs_selection *selection, const char *name,
                                   struct gs_error *error)
{
    (void)selection;
    enum gs_dtype dtype;
    if (gs_dtype_parse(name, &dtype))
        return GS_OK;
    const char *names[GS_DTYPE_COUNT];
    for (int i = 0; i < GS_DTYPE_COUNT; i++)
        names[i] = gs_dtype_name((enum gs_dtype)i);
    return gs_unknown(error, "dtype", name, names, GS_DTYPE_COUNT);
}

/* Adds name where it is not there yet and there is room. */
static void add_name(const char **names, size_t *count, const char *name)
{
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(names[i], name) == 0)
            return;
    }
    if (*count < MOST_NAMES)
        names[(*count)++] = name;
}

/* A variant may be in any of the lesson's chosen workloads. */
static enum gs_status variant_exists(const struct gs_selection *selection, const char *name,
                                     struct gs_error *error)
{
    const char *names[MOST_NAMES];
    size_t count = 0;
    for (size_t i = 0; i < selection->lesson->workload_count; i++) {
        const struct gs_workload *workload = &selection->lesson->workloads[i];
        for (size_t v = 0; v < workload->variant_count; v++) {
            if (!gs_is_listed(selection->workload, workload->name))
                continue;
            if (strcmp(name, workload->variants[v].name) == 0)
                return GS_OK;
            add_name(names, &count, workload->variants[v].name);
        }
    }
    return gs_unknown(error, "variant", name, names, count);
}

static enum gs_status workload_exists(const struct gs_selection *selection, const char *name,
                                      struct gs_error *error)
{
    const struct gs_workload *workload;
    return gs_workload_find(selection->lesson, name, &workload, error);
}

static enum gs_status append(struct gs_plan *plan, struct gs_point point, struct gs_error *error)
{
    if (!gs_grow(&plan->points, plan->count, sizeof *plan->points))
        return gs_fail(error, GS_SYSTEM_FAILED, "out of memory: the plan has too many points");
    plan->points[plan->count++] = point;
    return GS_OK;
}

/* The sweep of one workload: sizes, and grids and blocks where n is the size that they are for. */
struct sweep {
    struct gs_sizes sizes;
    struct gs_sizes grids;
    struct gs_sizes blocks;
    bool cases;   /* the workload's cases too */
    bool product; /* every launch at every size, as the user asked */
    bool peers;   /* one launch of each variant at each size */
};

static size_t largest_of(const struct gs_sizes *sizes)
{
    size_t largest = 0;
    for (size_t i = 0; i < sizes->count; i++)
        largest = sizes->values[i] > largest ? sizes->values[i] : largest;
    return largest;
}

/* Every given launch of a kernel, at one size. */
static enum gs_status append_product(struct gs_plan *plan, const struct sweep *sweep,
                                     struct gs_point point, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t g = 0; status == GS_OK && g < sweep->grids.count; g++) {
        point.grid = (unsigned)sweep->grids.values[g];
        for (size_t b = 0; status == GS_OK && b < sweep->blocks.count; b++) {
            point.block = (unsigned)sweep->blocks.values[b];
            status = append(plan, point, error);
        }
    }
    return status;
}

static enum gs_status append_variant(struct gs_plan *plan, const struct sweep *sweep,
                                     struct gs_point point, struct gs_error *error)
{
    bool largest = point.n == largest_of(&sweep->sizes);
    unsigned usual = point.workload->block;
    /* Where launches are given with their blocks, the CPU too does the work of each. */
    bool launches = largest_of(&sweep->grids) > 0;
    bool any_block = point.variant->traits & GS_ANY_BLOCK;
    point.sweeps_n = !sweep->peers || (point.variant->traits & GS_OWN_COPIES);
    if (sweep->product && (point.variant->place == GS_DEVICE || launches) && !any_block)
        return append_product(plan, sweep, point, error);
    point.grid = (unsigned)sweep->grids.values[0];
    point.block = point.variant->place == GS_DEVICE || launches ? usual : 0;
    enum gs_status status = append(plan, point, error);
    if (point.variant->place != GS_DEVICE)
        return status;
    point.sweeps_n = false;
    for (size_t i = 0; status == GS_OK && largest && !sweep->peers && i < sweep->blocks.count;
         i++) {
        point.block = (unsigned)sweep->blocks.values[i];
        if (point.block != usual && !(point.variant->traits & (GS_OWN_COPIES | GS_ANY_BLOCK)))
            status = append(plan, point, error);
    }
    return status;
}

static enum gs_status append_size(struct gs_plan *plan, const struct gs_selection *selection,
                                  const struct sweep *sweep, struct gs_point point,
                                  struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t v = 0; status == GS_OK && v < point.workload->variant_count; v++) {
        point.variant = &point.workload->variants[v];
        if (gs_is_listed(selection->variants, point.variant->name))
            status = append_variant(plan, sweep, point, error);
    }
    return status;
}

static enum gs_status append_cases(struct gs_plan *plan, const struct gs_selection *selection,
                                   struct gs_point point, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; i < point.workload->case_count; i++) {
        point.n = point.workload->cases[i].n;
        point.grid = point.workload->cases[i].grid;
        point.block = point.workload->cases[i].block;
        for (size_t v = 0; status == GS_OK && v < point.workload->variant_count; v++) {
            point.variant = &point.workload->variants[v];
            if (gs_is_listed(selection->variants, point.variant->name))
                status = append(plan, point, error);
        }
    }
    return status;
}

static enum gs_status append_workload(struct gs_plan *plan, const struct gs_selection *selection,
                                      const struct gs_workload *workload, const struct sweep *sweep,
                                      struct gs_error *error)
{
    struct gs_point point = {.lesson = selection->lesson, .workload = workload};
    enum gs_status status = GS_OK;
    for (int dtype = 0; status == GS_OK && dtype < GS_DTYPE_COUNT; dtype++) {
        point.dtype = (enum gs_dtype)dtype;
        if (!(workload->dtypes & GS_DTYPE_BIT(point.dtype)) ||
            !gs_is_listed(selection->dtypes, gs_dtype_name(point.dtype)))
            continue;
        if (sweep->cases)
            status = append_cases(plan, selection, point, error);
        for (size_t i = 0; status == GS_OK && i < sweep->sizes.count; i++) {
            point.n = sweep->sizes.values[i];
            status = append_size(plan, selection, sweep, point, error);
        }
    }
    return status;
}

/* Limits that no workload is asked to think of: a size must be addressable in every dtype. */
static enum gs_status check_sweep(const struct sweep *sweep, const struct gs_selection *selection,
                                  const struct gs_workload *workload, struct gs_error *error)
{
    for (size_t i = 0; i < sweep->sizes.count; i++) {
        size_t n = sweep->sizes.values[i];
        if (n == 0 && !selection->edges)
            return gs_fail(error, GS_USAGE, "--sizes: 0 elements take no time; start from 1");
        if (n > (size_t)PTRDIFF_MAX / 64 / (workload->array_count + 1))
            return gs_fail(error, GS_USAGE,
                           "--sizes: %zu elements are more than memory can "
                           "address; choose a smaller size",
                           n);
    }
    for (size_t i = 0; i < sweep->grids.count; i++) {
        if (sweep->grids.values[i] > INT_MAX)
            return gs_fail(error, GS_USAGE,
                           "--grids: %zu blocks are too many; a grid ends at 2^31-1",
                           sweep->grids.values[i]);
    }
    for (size_t i = 0; i < sweep->blocks.count; i++) {
        if (sweep->blocks.values[i] > INT_MAX)
            return gs_fail(error, GS_USAGE,
                           "--blocks: %zu threads a block do not fit CUDA's int; "
                           "blocks end at 1024",
                           sweep->blocks.values[i]);
    }
    if (selection->grids != NULL && !workload->takes_grids)
        return gs_fail(error, GS_USAGE,
                       "--grids: the kernels of %s choose their own grids; leave it out, or choose "
                       "another --workload",
                       workload->name);
    return GS_OK;
}

/* The one value of a workload's own, where the user gave no list. */
static enum gs_status one_or_list(const char *option, const char *list, size_t one,
                                  struct gs_sizes *out, struct gs_error *error)
{
    char text[32];
    snprintf(text, sizeof text, "%zu", one);
    return gs_sizes_parse(option, list != NULL ? list : text, out, error);
}

/*
 * Where kernels go wrong: around 0, a warp, each block size, a size that nothing divides and one
 * over 2^24, up to which an f32 counts exactly.
 */
static const char edge_sizes[] = "0,1,2,31,32,33,63,64,65,127,128,129,255,256,257,511,512,513,1023,"
                                 "1024,1025,1000003,2^24+11";

/* From a launch's cost to more than any cache holds; 1e6 is the size that libraries are quoted at.
 */
static const char peer_sizes[] = "1Ki,16Ki,1e6,16Mi,128Mi";

/* Elements of all arrays at size n. */
static double all_elements(const struct gs_workload *workload, size_t n)
{
    double elements = 0;
    for (size_t i = 0; i < workload->array_count; i++)
        elements += (double)gs_workload_length(workload, i, n);
    return elements;
}

/* From its own largest size upwards, for far beyond it a length may be more than a size_t holds. */
static bool is_vast(const struct gs_workload *workload, size_t own, size_t n, double many)
{
    const double most = fmax(many, all_elements(workload, own));
    for (size_t smaller = own > 0 ? own : 1; smaller < n / 2; smaller *= 2) {
        if (all_elements(workload, smaller) > most)
            return true;
    }
    return all_elements(workload, n) > most;
}

/* Where n is the side of a square or a cube, the large sizes that others have are beyond all
 * measure: those stay that have no more elements than the workload's own largest size, or than
 * `many`; where none is left, its own. */
static enum gs_status drop_vast_sizes(const struct gs_workload *workload, double many,
                                      struct gs_sizes *sizes, struct gs_error *error)
{
    struct gs_sizes own = {0};
    size_t kept = 0;
    enum gs_status status =
        workload->sizes != NULL ? gs_sizes_parse("--sizes", workload->sizes, &own, error) : GS_OK;
    const size_t largest = status == GS_OK ? largest_of(&own) : 0;
    while (status == GS_OK && kept < sizes->count &&
           !is_vast(workload, largest, sizes->values[kept], many))
        kept++;
    if (status == GS_OK && kept == 0 && own.count > 0) {
        const struct gs_sizes vast = *sizes;
        *sizes = own;
        own = vast;
    } else if (status == GS_OK) {
        sizes->count = kept;
    }
    gs_sizes_release(&own);
    return status;
}

/* The sizes where the user gave none. */
static const char *sizes_of_kind(const struct gs_selection *selection,
                                 const struct gs_workload *workload)
{
    if (selection->edges)
        return edge_sizes;
    if (selection->usual_sizes != NULL)
        return selection->usual_sizes;
    return selection->peers && workload->sizes != NULL ? peer_sizes : workload->sizes;
}

static enum gs_status plan_workload(struct gs_plan *plan, const struct gs_selection *selection,
                                    const struct gs_workload *workload, struct gs_error *error)
{
    bool given = selection->sizes != NULL || selection->grids != NULL || selection->blocks != NULL;
    bool product = selection->blocks != NULL || selection->grids != NULL || selection->edges;
    struct sweep sweep = {.cases = !given, .product = product, .peers = selection->peers};
    /* A workload without a sweep has its cases; a launch or a size that is given is one more. */
    const char *sizes =
        selection->sizes != NULL ? selection->sizes : sizes_of_kind(selection, workload);
    const bool own = sizes == workload->sizes, chosen = sizes == selection->sizes;
    const double many = 0x1p27 * (selection->edges ? 1 : (double)workload->array_count);
    if (sizes == NULL && given)
        sizes = "2";
    const char *blocks = selection->edges ? "32:1024:*2" : workload->blocks;
    if (selection->blocks != NULL)
        blocks = selection->blocks;
    else if (selection->grids != NULL)
        blocks = NULL;
    enum gs_status status = GS_OK;
    if (sizes != NULL)
        status = gs_sizes_parse("--sizes", sizes, &sweep.sizes, error);
    if (status == GS_OK && !own && !chosen)
        status = drop_vast_sizes(workload, many, &sweep.sizes, error);
    if (status == GS_OK)
        status = one_or_list("--grids", selection->grids, workload->grid, &sweep.grids, error);
    if (status == GS_OK)
        status = one_or_list("--blocks", blocks, workload->block, &sweep.blocks, error);
    if (status == GS_OK)
        status = check_sweep(&sweep, selection, workload, error);
    if (status == GS_OK)
        status = append_workload(plan, selection, workload, &sweep, error);
    gs_sizes_release(&sweep.sizes);
    gs_sizes_release(&sweep.grids);
    gs_sizes_release(&sweep.blocks);
    return status;
}

enum gs_status gs_plan_make(const struct gs_selection *selection, struct gs_plan *out,
                            struct gs_error *error)
{
    *out = (struct gs_plan){0};
    enum gs_status status = each_name(selection->workload, selection, workload_exists, error);
    if (status == GS_OK)
        status = each_name(selection->variants, selection, variant_exists, error);
    if (status == GS_OK)
        status = each_name(selection->dtypes, selection, dtype_exists, error);
    for (size_t i = 0; status == GS_OK && i < selection->lesson->workload_count; i++) {
        const struct gs_workload *workload = &selection->lesson->workloads[i];
        if (gs_is_listed(selection->workload, workload->name))
            status = plan_workload(out, selection, workload, error);
    }
    if (status == GS_OK && out->count == 0)
        status = gs_fail(error, GS_USAGE, "nothing to run: no variant of %s handles these dtypes",
                         selection->lesson->slug);
    if (status != GS_OK)
        gs_plan_release(out);
    return status;
}

size_t gs_plan_group_end(const struct gs_plan *plan, size_t begin)
{
    const struct gs_point *first = &plan->points[begin];
    size_t end = begin + 1;
    while (end < plan->count && plan->points[end].workload == first->workload &&
           plan->points[end].dtype == first->dtype && plan->points[end].n == first->n)
        end++;
    return end;
}

void gs_plan_release(struct gs_plan *plan)
{
    free(plan->points);
    *plan = (struct gs_plan){0};
}
