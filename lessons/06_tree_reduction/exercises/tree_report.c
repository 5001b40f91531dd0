#include "tree_report.h"

#include "exercise_tools.h"

/* ---- what the inspector counted -------------------------------------------------------------- */

static bool is_of(const json_t *access, const char *space, const char *kind)
{
    return (space == NULL || gs_has_text(access, "space", space)) &&
           (kind == NULL || gs_has_text(access, "kind", kind));
}

static long long idle_of(const json_t *access)
{
    return 32 * gs_get_number(access, "requests") - gs_get_number(access, "active_lanes");
}

struct gs_lanes gs_count_lanes(const json_t *report, const char *space, const char *kind)
{
    const json_t *accesses = gs_inspected_counts(report, "accesses");
    struct gs_lanes lanes = {0};
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        if (!is_of(access, space, kind))
            continue;
        if (lanes.worst == NULL || idle_of(access) > idle_of(lanes.worst))
            lanes.worst = access;
        lanes.requests += gs_get_number(access, "requests");
        lanes.active += gs_get_number(access, "active_lanes");
        lanes.idle += idle_of(access);
    }
    return lanes;
}

enum { MANY = 16384 }; /* terms: a few threads are too few for them */

bool gs_audit_threads(size_t terms, const json_t *report, struct gs_saying *out)
{
    int line = 0;
    size_t threads = gs_inspected_threads(report, &line);
    if (terms < MANY || threads >= 256)
        return false;
    out->line = line;
    if (threads == 0)
        return gs_say(
            out, "too-few-threads",
            "The result is right, but no kernel was launched: let the device compute it.");
    return gs_say(out, "too-few-threads",
                  "%zu thread%s all the work for %zu terms, one after the other, while the device "
                  "has room for thousands. Launch many blocks, and join what they find in a tree.",
                  threads, threads == 1 ? " does" : "s do", terms);
}

bool gs_audit_loads(size_t terms, const json_t *report, struct gs_saying *out)
{
    struct gs_lanes lanes = gs_count_lanes(report, "global", "load");
    if (terms < MANY || lanes.idle < 7 * lanes.active)
        return false;
    out->line = gs_line_of(lanes.worst);
    return gs_say(out, "idle-lanes",
                  "A warp loads for %.3g of its 32 threads in line %d, and the others wait: let "
                  "each thread load elements of its own.",
                  (double)gs_get_number(lanes.worst, "active_lanes") /
                      (double)gs_get_number(lanes.worst, "requests"),
                  out->line);
}

bool gs_audit_atomics(size_t terms, const json_t *report, struct gs_saying *out)
{
    const size_t few = 1000, smallest_block = 64;
    struct gs_lanes lanes = gs_count_lanes(report, "global", "atomic");
    const size_t block = gs_block_threads(gs_inspected_largest_launch(report));
    const bool one_a_block = lanes.requests <= gs_inspected_total(report, "blocks");
    if (terms < few || (size_t)lanes.requests <= terms / smallest_block + 1 ||
        (one_a_block && block >= smallest_block))
        return false;
    out->line = gs_line_of(lanes.worst);
    return gs_say(
        out, "too-many-atomics",
        "Every warp adds to the one number that all share: %lld atomic additions that wait for "
        "each other. Add up within the block first, and let one thread of it make the only one.",
        lanes.requests);
}

bool gs_audit_surplus(size_t terms, const json_t *report, struct gs_saying *out)
{
    const size_t few = 16, more = 65536; /* a grid that fills a large GPU is as large as that */
    const size_t threads = (size_t)gs_inspected_total(report, "threads");
    if (terms < MANY || threads <= few * terms + more)
        return false;
    out->line = gs_line_of(gs_inspected_largest_launch(report));
    return gs_say(out, "surplus-threads",
                  "You launch %zu threads for %zu terms: nearly all of them find none, and are "
                  "started all the same. How many blocks does your launch come to? (`/` is done "
                  "before `+` and `-`.)",
                  threads, terms);
}

bool gs_audit_shared_atomics(const json_t *report, struct gs_saying *out)
{
    const long long few = 8; /* of the threads, one: each warp may add its sum */
    struct gs_lanes lanes = gs_count_lanes(report, "shared", "atomic");
    if (lanes.requests == 0 || few * lanes.active <= gs_inspected_total(report, "threads"))
        return false;
    out->line = gs_line_of(lanes.worst);
    return gs_say(out, "no-tree",
                  "The threads of a block add to one cell of shared memory by an atomic function, "
                  "%lld times in all, and wait for each other: that adds one after the other. In a "
                  "tree, all pairs of a level are added at the same time, by different threads.",
                  lanes.active);
}

/* ---- what the inspector found ---------------------------------------------------------------- */

size_t gs_terms_from(const json_t *finding, size_t n)
{
    const struct gs_party first = gs_party_of(finding, "first");
    const size_t begin = first.block[0] * gs_block_threads(json_object_get(finding, "launch"));
    return begin < n ? n - begin : 0;
}

/* A cell of shared memory whose thread has no term, and did not fill it. */
static bool say_unfilled(const json_t *finding, size_t terms, struct gs_saying *out)
{
    const struct gs_cell cell = gs_finding_cell(finding);
    const long long index = gs_get_number(finding, "index");
    if (!gs_finding_is(finding, "uninitialised") || !gs_has_text(finding, "memory", "shared") ||
        index < 0 || (size_t)index < terms || gs_get_number(finding, "elements") == 1)
        return false;
    return gs_say(out, "no-identity",
                  "The tree reads %s, a cell of shared memory that no thread has filled: its "
                  "thread is past the end, and has nothing to add. What can it store that changes "
                  "no sum?",
                  cell.text);
}

/* A level that reaches past the last cell. */
static bool say_past_cells(const json_t *finding, struct gs_saying *out)
{
    const char *array = gs_get_text(finding, "array");
    if (!gs_finding_is(finding, "out-of-bounds") || !gs_has_text(finding, "memory", "shared") ||
        array[0] == '\0' || !gs_party_of(finding, "first").reads)
        return false;
    return gs_say(out, "out-of-bounds",
                  "T%s uses %s[%lld], and there are only %lld cells. The first level adds the "
                  "upper half of the cells to the lower, so only the threads of the lower half "
                  "work, and no more than those.",
                  gs_party_of(finding, "first").name + 1, array, gs_get_number(finding, "index"),
                  gs_get_number(finding, "elements"));
}

bool gs_say_result_index(const json_t *finding, const char *result, struct gs_saying *out)
{
    if (!gs_finding_is(finding, "out-of-bounds") || !gs_has_text(finding, "array", result) ||
        !gs_party_of(finding, "first").writes)
        return false;
    return gs_say(out, "wrong-index",
                  "T%s wrote %s[%lld], and %s has %lld element%s, one for each block's result: the "
                  "index is the number of the block, and not that of a thread.",
                  gs_party_of(finding, "first").name + 1, result, gs_get_number(finding, "index"),
                  result, gs_get_number(finding, "elements"),
                  gs_get_number(finding, "elements") == 1 ? "" : "s");
}

bool gs_say_of_tree(const json_t *finding, size_t terms, struct gs_saying *out)
{
    return say_unfilled(finding, terms, out) || say_past_cells(finding, out);
}

bool gs_say_shared_result(const json_t *finding, const char *result, struct gs_saying *out)
{
    const struct gs_party first = gs_party_of(finding, "first");
    const struct gs_party second = gs_party_of(finding, "second");
    if (!gs_finding_is(finding, "race-global") || !gs_has_text(finding, "array", result))
        return false;
    if ((first.adds && second.writes) || (first.writes && second.adds)) {
        out->line = first.writes ? first.line : second.line;
        return gs_say(
            out, "race",
            "One block sets %s[0] while others may have added to it already, for blocks run in any "
            "order: what they added is lost.",
            result);
    }
    return first.writes && second.writes && !gs_finding_why(finding, "lost-update") &&
           gs_say(out, "race",
                  "T%s and %s both write to %s[0], one value over the other, and only one of them "
                  "stays.",
                  first.name + 1, second.name, result);
}
