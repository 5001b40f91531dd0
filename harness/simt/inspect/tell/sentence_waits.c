#include "sentence_waits.h"

#include "place_words.h"
#include "runtime/devices.h"

#include <stdio.h>

#define SAY(...) simt_place_append(finding->sentence, sizeof(finding->sentence), __VA_ARGS__)

/* "line 12 and line 15" */
static const char *lines_words(const struct simt_finding *finding, char *text, size_t size)
{
    (void)snprintf(text, size, "line %d and line %d", simt_source_find(finding->first.site).line,
                   simt_source_find(finding->second.site).line);
    return text;
}

void simt_say_mask(struct simt_finding *finding, const struct simt_mask_facts *facts)
{
    char lines[48];

    if (finding->why == SIMT_WHY_OWN_LANE)
        SAY("Lane %u calls this with mask 0x%08x, which lacks its own bit: the mask must name "
            "exactly the lanes that come here.",
            facts->lane, facts->mask);
    else if (finding->why == SIMT_WHY_ABSENT_LANE)
        SAY("Lane %u reads the value of lane %u, which takes no part in this call%s: what it gets "
            "is undefined, and must not be used.",
            facts->lane, facts->other,
            facts->other_ended ? " (it has returned from the kernel, or never was)" : "");
    else if (finding->why == SIMT_WHY_TWO_PLACES)
        SAY("Lanes of one warp meet at different __syncwarp(), in %s: the mask 0x%08x names lanes "
            "that go another way. Call it once, outside of the branch, or give each branch the "
            "mask of the lanes that take it.",
            lines_words(finding, lines, sizeof(lines)), facts->mask);
    else
        SAY("Deadlock: mask 0x%08x names lane %u, which never comes here: it waits elsewhere. Call "
            "this outside the branch, or with the mask of the lanes that take the branch.",
            facts->mask, facts->other);
}

void simt_say_divergence(struct simt_finding *finding)
{
    if (finding->why == SIMT_WHY_TWO_BARRIERS)
        SAY("Threads of one block meet at different __syncthreads(): each must be reached by all "
            "threads of the block or by none. Move it out of the branch.");
    else if (finding->why == SIMT_WHY_ENDED_THREADS)
        SAY("Only some threads of the block reach this barrier: %llu of %llu have ended without "
            "it. Today's GPUs happen not to wait for those, but CUDA's rule is that all threads of "
            "a block come to a __syncthreads(), or none. Move it out of the `if`, or give all "
            "threads as many turns of its loop; where threads return before it, put an `if` around "
            "the work instead.",
            finding->most - finding->given, finding->most);
    else
        SAY("Deadlock: some threads of the block wait at __syncthreads() while others wait in a "
            "warp function for lanes that never come.");
}

static void say_standing(struct simt_finding *finding, const struct simt_standing *standing)
{
    static const char *const one[] = {"comes back to", "waits at the barrier in",
                                      "waits for its warp in"};
    static const char *const several[] = {"come back to", "wait at the barrier in",
                                          "wait for their warp in"};
    bool single = standing->threads == 1;

    SAY(" %u thread%s %s line %d", standing->threads, single ? "" : "s",
        (single ? one : several)[standing->how], simt_source_find(standing->site).line);
}

void simt_say_endless_kernel(struct simt_finding *finding, double seconds,
                             const struct simt_standing *standings, unsigned count,
                             uint64_t blocks_waiting)
{
    if (count == 0) {
        SAY("The kernel was stopped after %g s: a loop in it has no end, and accesses no memory.",
            seconds);
        return;
    }
    SAY("The kernel was stopped after %g s. In this block", seconds);
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            SAY(", and");
        say_standing(finding, &standings[i]);
    }
    if (blocks_waiting > 0)
        SAY(". %llu block%s not begun, for blocks run when others have made room: a loop that "
            "waits "
            "for a later block has no end",
            (unsigned long long)blocks_waiting, blocks_waiting == 1 ? " has" : "s have");
    if (simt_device_count() > 1)
        SAY(". Here one launch ends before the next one begins, on whichever device: a kernel that "
            "waits for a later one cannot be inspected");
}

void simt_say_endless_host(struct simt_finding *finding, double seconds,
                           const struct simt_launch_info *launch)
{
    /* How many it are depends on what else the machine does, and the sentence is to be the same. */
    SAY("The program was stopped after %s of CPU time, in ",
        seconds < 2 ? "a second" : "some seconds");
    if (launch)
        SAY("its launch number %u: does the loop around it have no end, or could one launch do the "
            "work of many?",
            launch->number);
    else
        SAY("host code%s: does it wait for ever, or has a loop no end?",
            finding->first.site ? " here" : "");
}

void simt_say_waiting_host(struct simt_finding *finding, int seconds,
                           const struct simt_launch_info *launch)
{
    SAY("The program was stopped: for %d s it did nothing. It waits ", seconds);
    if (launch)
        SAY("in its launch number %u ", launch->number);
    else if (finding->first.site)
        SAY("here ");
    SAY("for what does not come, such as a lock that it holds itself.");
}
