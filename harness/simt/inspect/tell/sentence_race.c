#include "sentence_race.h"

#include "race_why.h"

#include <stdio.h>
#include <string.h>

/* The places of a race in words, "line 12", or "line 12 of a.cuh" where the files differ: by party,
 * and in the order of the source. */
struct places {
    char first[96], second[96];
    const char *low, *high;
    const char *reader, *writer;
    char both[208]; /* "line 12 and line 14", or "line 12" if they are one */
    bool same_line;
};

static void write_line(const struct simt_position *position, bool with_file, char *text,
                       size_t size)
{
    const char *slash = strrchr(position->file, '/');
    if (position->line == 0)
        (void)snprintf(text, size, "an unknown line");
    else if (with_file)
        (void)snprintf(text, size, "line %d of %.64s", position->line,
                       slash != NULL ? slash + 1 : position->file);
    else
        (void)snprintf(text, size, "line %d", position->line);
}

/* `places` must stay where it is: it points into itself. */
static void find_places(const struct simt_finding *finding, struct places *places)
{
    struct simt_position first = simt_source_find(finding->first.site);
    struct simt_position second = simt_source_find(finding->second.site);
    bool one_file = strcmp(first.file, second.file) == 0;
    bool first_is_low = one_file && first.line < second.line;
    bool first_writes = simt_access_writes(finding->first.access);
    bool same_line = places->same_line = simt_source_same_line(&first, &second);
    write_line(&first, !one_file, places->first, sizeof places->first);
    write_line(&second, !one_file, places->second, sizeof places->second);
    places->low = first_is_low ? places->first : places->second;
    places->high = first_is_low ? places->second : places->first;
    places->writer = same_line ? "the same line" : first_writes ? places->first : places->second;
    places->reader = first_writes ? places->second : places->first;
    if (first.line == 0 && second.line == 0)
        (void)snprintf(places->both, sizeof places->both, "the two accesses");
    else
        (void)snprintf(places->both, sizeof places->both, "%s%s%s", places->low,
                       same_line ? "" : " and ", same_line ? "" : places->high);
}

#define SAY(...) (void)snprintf(finding->sentence, sizeof finding->sentence, __VA_ARGS__)

/* What is the matter, for sentences that have said what is missing. */
static const char *conflict(const struct simt_finding *finding)
{
    bool first_atomic = finding->first.access == SIMT_ACCESS_ATOMIC;
    if (first_atomic != (finding->second.access == SIMT_ACCESS_ATOMIC))
        return "one thread uses an atomic function on what another accesses without";
    if (simt_access_writes(finding->first.access) && simt_access_writes(finding->second.access))
        return "two threads write to one element, and which value stays is chance";
    return "one thread reads what another writes, and nothing says which comes first";
}

/* Between threads of one block, or lanes of one warp. */
static void say_barrier(struct simt_finding *finding, const struct places *at, bool warp)
{
    const char *barrier = warp ? "__syncwarp()" : "__syncthreads()";
    const char *advice = warp ? "; the lanes of a warp need not run in step" : "";
    if (finding->why == SIMT_WHY_ATOMIC_AND_PLAIN)
        SAY("%s access one element in %s, one by an atomic function and one without: put a "
            "barrier between them, as %s, or, where either may come first, use an atomic function "
            "for both.",
            warp ? "Two lanes of a warp" : "Two threads", at->both, barrier);
    else if (finding->why == SIMT_WHY_LOST_UPDATE)
        SAY("Several threads change one element in %s, and changes get lost: use an atomic "
            "function, as atomicAdd(), or let each thread change an element of its own.",
            at->both);
    else if (finding->why == SIMT_WHY_NEXT_TURN)
        SAY("%s is missing between %s and the next turn of the loop, which comes to %s again: %s; "
            "the barrier between the two lines orders them within one turn only.",
            barrier, at->high, at->low, conflict(finding));
    else if (finding->why == SIMT_WHY_TWO_WRITES && !at->same_line)
        SAY("Two %s write to one element in %s, and which value stays is chance: give each thread "
            "an element of its own, or, where one of the two is to come first, put %s between the "
            "lines.",
            warp ? "lanes of a warp" : "threads", at->both, barrier);
    else if (!at->same_line)
        SAY("%s is missing between %s: %s%s.", barrier, at->both, conflict(finding), advice);
    else if (finding->why == SIMT_WHY_TWO_WRITES)
        SAY("Two threads write to one element in %s, and which value stays is chance: let one "
            "thread write it, or give each thread an element of its own.",
            at->low);
    else
        SAY("In %s one thread reads what another writes: read into a variable of the thread, then "
            "%s, then write. In a loop, %s may be missing at the end of each turn.",
            at->low, barrier, barrier);
}

/* Of an atomic function and an access without one: whether the latter stores. */
static bool plain_writes(const struct simt_finding *finding)
{
    bool first_atomic = finding->first.access == SIMT_ACCESS_ATOMIC;
    return simt_access_writes(first_atomic ? finding->second.access : finding->first.access);
}

/* Between blocks, which nothing orders within a launch. */
static void say_blocks(struct simt_finding *finding, const struct places *at)
{
    if (finding->why == SIMT_WHY_ATOMIC_AND_PLAIN)
        SAY("Threads of different blocks access one element in %s, one by an atomic function and "
            "one without: %s",
            at->both,
            plain_writes(finding)
                ? "blocks run in any order, and __syncthreads() does not reach beyond its block. "
                  "Set the element before the launch, as by cudaMemset() or an earlier kernel."
                : "use an atomic function for both, or read the result in a later kernel.");
    else if (finding->why == SIMT_WHY_LOST_UPDATE)
        SAY("Threads of different blocks change one element in %s, and changes get lost, for "
            "blocks run in any order and at the same time: use an atomic function, as atomicAdd(), "
            "or let each thread change an element of its own.",
            at->both);
    else if (finding->why == SIMT_WHY_TWO_WRITES)
        SAY("Threads of different blocks write to one element in %s, and which value stays is "
            "chance, for blocks run in any order and at the same time: give each thread an element "
            "of its own, or let one thread write it.",
            at->both);
    else
        SAY("A thread of one block reads in %s what one of another block writes in %s, and which "
            "comes first is chance, for blocks run in any order and at the same time, and "
            "__syncthreads() does not reach beyond its block: write to another array, or make two "
            "kernels of this one.",
            at->reader, at->writer);
}

static void say_same_value(struct simt_finding *finding, const struct places *at, bool same_block,
                           const char *value)
{
    char of_value[48] = "";
    if (value != NULL)
        (void)snprintf(of_value, sizeof of_value, " (%.40s)", value);
    SAY("%s write the same value%s to one element in %s: the result does not depend on which comes "
        "last, but it is a race all the same. Let one thread write it, %s, or use atomicExch().",
        same_block ? "Two threads" : "Threads of different blocks", of_value, at->both,
        same_block ? "as with if (threadIdx.x == 0)"
                   : "if (blockIdx.x == 0 && threadIdx.x == 0), or a launch before");
}

static void say_fence(struct simt_finding *finding, const struct places *at, bool same_block)
{
    const char *fence = same_block ? "__threadfence_block()" : "__threadfence()";
    if (finding->why == SIMT_WHY_AFTER_FLAG_IS_READ)
        SAY("A flag or counter tells that %s is done, and the thread that came to %s has read it, "
            "but it may have accessed memory ahead of that: put %s, or a barrier, after the flag "
            "is read and before the memory is accessed.",
            at->second, at->first, fence);
    else
        SAY("A flag or counter tells that %s is done, but other threads may see the flag first and "
            "old memory in %s: put %s between the access and the write of the flag.",
            at->second, at->first, fence);
}

void simt_say_race(struct simt_finding *finding, const char *value)
{
    bool same_block = finding->first.thread.block == finding->second.thread.block;
    bool in_warp = simt_race_in_warp(finding);
    struct places places;
    find_places(finding, &places);
    if (finding->kind == SIMT_FINDING_RACE_SAME_VALUE)
        say_same_value(finding, &places, same_block, value);
    else if (finding->kind == SIMT_FINDING_MISSING_FENCE)
        say_fence(finding, &places, same_block);
    else if (same_block || in_warp)
        say_barrier(finding, &places, in_warp);
    else
        say_blocks(finding, &places);
}
