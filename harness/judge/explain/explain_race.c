#include "explain_race.h"

#include "explain_meet.h"
#include "source_code.h"
#include "source_race.h"

#include <stdio.h>
#include <string.h>

/* The two threads by the order of their lines in the text. */
struct order {
    const struct gs_party *upper, *lower;
};

static struct order order_of(const struct gs_telling *t)
{
    if (t->first.line < t->second.line)
        return (struct order){&t->first, &t->second};
    return (struct order){&t->second, &t->first};
}

/* Names a line other than the finding's, where that is named: they stand in one file. */
static void set_line(const struct gs_telling *t, int line)
{
    if (t->out->line != 0)
        t->out->line = line;
}

static const char *verb_of(const struct gs_party *party)
{
    return party->reads ? "reads" : party->adds ? "changes" : "writes";
}

/* ---- one update is lost ---------------------------------------------------------------------- */

/* Where the line does not update, an atomic function is no advice. */
static bool say_lost_update(const struct gs_telling *t)
{
    const struct gs_cell cell = gs_finding_cell(t->finding);
    if (!gs_finding_why(t->finding, "lost-update"))
        return false;
    if (t->first.line != t->second.line || !gs_source_only_assigns(t->source, t->first.line))
        return gs_say(
            t->out, "race",
            "Two threads read the same old value of %s, so one update was lost (%s and %s). "
            "Use an atomic function, as atomicAdd(), or give each thread its own cell.",
            cell.text, t->first.name, t->second.name);
    return gs_say(t->out, "race",
                  "T%s and %s both read the old value of %s, and each writes a new one: one of "
                  "them is lost. Are both to come to this element? If each is to have its own, its "
                  "index is not what it should be.",
                  t->first.name + 1, t->second.name, cell.text);
}

/* No kernel that shares elements out among blocks does without the block's number. */
static bool say_block_forgotten(const struct gs_telling *t)
{
    const char *name = gs_get_text(json_object_get(t->finding, "launch"), "kernel");
    const struct gs_source_function *kernel = gs_code_kernel(t->source, name);
    return kernel != NULL && !gs_code_has(t->source, kernel, "blockIdx") &&
           !t->run->exercise->each_does_all && t->first.block[0] != t->second.block[0] &&
           t->first.thread[0] == t->second.thread[0] &&
           gs_get_number(t->finding, "index") == (long long)t->first.thread[0] &&
           gs_say(t->out, "race",
                  "Blocks %zu and %zu both work on %s: in each block threadIdx.x begins at 0, and "
                  "the threads of the blocks before it are not counted.",
                  t->second.block[0], t->first.block[0], gs_finding_cell(t->finding).text);
}

/* Likewise of blocks along x and y: the two threads have the same numbers in their blocks. */
static bool say_blocks_forgotten(const struct gs_telling *t)
{
    const json_t *launch = json_object_get(t->finding, "launch");
    const struct gs_source_function *kernel =
        gs_code_kernel(t->source, gs_get_text(launch, "kernel"));
    const bool same =
        t->first.thread[0] == t->second.thread[0] && t->first.thread[1] == t->second.thread[1];
    return kernel != NULL && !gs_code_has(t->source, kernel, "blockIdx") &&
           !t->run->exercise->each_does_all && gs_get_element(launch, "block", 1) > 1 && same &&
           (t->first.block[0] != t->second.block[0] || t->first.block[1] != t->second.block[1]) &&
           gs_say(t->out, "race",
                  "T%s and %s both work on %s: in each block threadIdx begins at 0, and the "
                  "threads of the blocks before it are not counted.",
                  t->first.name + 1, t->second.name, gs_finding_cell(t->finding).text);
}

/* Threads of two blocks take the element of their number in the block. */
static bool say_same_in_block(const struct gs_telling *t)
{
    return t->first.writes && t->second.writes && t->first.block[0] != t->second.block[0] &&
           t->first.thread[0] == t->second.thread[0] &&
           gs_get_number(t->finding, "index") == (long long)t->first.thread[0] &&
           gs_say(t->out, "race",
                  "T%s and %s both write %s, one value over the other: the element is chosen by "
                  "the thread's number in its block, which is the same in every block.",
                  t->first.name + 1, t->second.name, gs_finding_cell(t->finding).text);
}

void gs_say_race(const struct gs_telling *t)
{
    if (!say_block_forgotten(t) && !say_blocks_forgotten(t) && !say_lost_update(t) &&
        !gs_say_blocks_meet(t) && !say_same_in_block(t) && !gs_say_parts_of_sum(t))
        gs_say(t->out, "race", "%s", gs_get_text(t->finding, "sentence"));
}

/* Two lines that write one cell: mostly one of them is not meant to. */
static bool say_two_lines(const struct gs_telling *t)
{
    return t->first.line != 0 && t->second.line != 0 && t->first.line != t->second.line &&
           gs_say(t->out, "race",
                  "T%s writes %s in line %d, and %s writes it in line %d, this time the same "
                  "value. Which of the two lines is that cell for, and does the other reach one "
                  "cell too far?",
                  t->first.name + 1, gs_finding_cell(t->finding).text, t->first.line,
                  t->second.name, t->second.line);
}

/* Threads of one block that have the same number along x. */
static bool say_same_x(const struct gs_telling *t)
{
    const json_t *launch = json_object_get(t->finding, "launch");
    const long long x = gs_get_element(launch, "block", 0), y = gs_get_element(launch, "block", 1);
    return y > 1 && t->first.block[0] == t->second.block[0] &&
           t->first.block[1] == t->second.block[1] && t->first.thread[0] == t->second.thread[0] &&
           gs_say(
               t->out, "race",
               "T%s and %s both write %s, and both the same value. The two differ in "
               "threadIdx.y alone, and a block of this launch has %lld * %lld threads: does each "
               "value of threadIdx.y lead to another element?",
               t->first.name + 1, t->second.name, gs_finding_cell(t->finding).text, x, y);
}

/* The lanes of each warp tell each other what they have, and the block has no memory for it. */
static bool is_work_of_warps(const struct gs_telling *t)
{
    static const char *const shuffles[] = {"__shfl_xor_sync", "__shfl_down_sync", "__shfl_up_sync",
                                           "__shfl_sync"};
    const char *name = gs_get_text(json_object_get(t->finding, "launch"), "kernel");
    const struct gs_source_function *kernel = gs_code_kernel(t->source, name);
    bool any = false;
    for (size_t k = 0; kernel != NULL && k < sizeof shuffles / sizeof shuffles[0]; k++)
        any |= gs_code_has(t->source, kernel, shuffles[k]);
    return any && !gs_code_has(t->source, kernel, "__shared__");
}

/* Who is to write, where one thread is enough. */
static const char *name_one_thread(const struct gs_telling *t)
{
    enum { WARP = 32 };
    const size_t one = t->first.thread[0] / WARP, other = t->second.thread[0] / WARP;
    if (t->first.block[0] != t->second.block[0])
        return "blockIdx.x == 0 && threadIdx.x == 0";
    return one == other && is_work_of_warps(t) ? "threadIdx.x % 32 == 0" : "threadIdx.x == 0";
}

/* That an index is the same for both is more frequent than that one of them is to write. */
void gs_say_same_value(const struct gs_telling *t)
{
    if (say_block_forgotten(t) || say_blocks_forgotten(t) || say_two_lines(t) ||
        gs_say_index_meets(t) || gs_say_parts_of_sum(t) || say_same_x(t))
        return;
    gs_say(t->out, "race",
           "T%s and %s both write %s, and both the same value. Is the index to be another one for "
           "each thread? If one thread is enough here, let one do it, as `if (%s)`.",
           t->first.name + 1, t->second.name, gs_finding_cell(t->finding).text, name_one_thread(t));
}

/* ---- a barrier is missing -------------------------------------------------------------------- */

static size_t threads_of_block(const json_t *finding)
{
    return gs_block_threads(json_object_get(finding, "launch"));
}

static bool is_of_warp(const struct gs_telling *t)
{
    return gs_finding_is(t->finding, "race-warp");
}

/* What orders the two: the barrier of the block, where there is more of it than a warp, which then
 * is mostly a part that the case happened to show. */
static const char *name_barrier(const struct gs_telling *t)
{
    return is_of_warp(t) && threads_of_block(t->finding) <= 32 ? "__syncwarp()" : "__syncthreads()";
}

static bool say_between(const struct gs_telling *t)
{
    const struct order by = order_of(t);
    set_line(t, by.lower->line);
    return gs_say(t->out, "missing-barrier",
                  "T%s %s %s in line %d, %s %s it in line %d, and nothing says which comes first. "
                  "Put `%s` between the two lines, where all threads of the block come by.",
                  by.upper->name + 1, verb_of(by.upper), gs_finding_cell(t->finding).text,
                  by.upper->line, by.lower->name, verb_of(by.lower), by.lower->line,
                  name_barrier(t));
}

/* Whether tokens (open, close) hold a barrier that every thread comes by: in no `if`, and in no
 * brackets of its own. */
static bool holds_barrier(const struct gs_source *source, size_t open, size_t close)
{
    const struct gs_tokens *tokens = &source->compiled;
    for (size_t i = open + 1; i < close; i++) {
        if (gs_token_is(tokens, i, "{"))
            i = tokens->items[i].match;
        else if (gs_token_is(tokens, i, "__syncthreads") && !gs_token_is(tokens, i - 1, ")") &&
                 !gs_token_is(tokens, i - 1, "else"))
            return true;
    }
    return false;
}

/* The line is in a loop, in each turn of which all threads wait for each other. */
static bool waits_each_turn(const struct gs_telling *t, int line)
{
    const struct gs_tokens *tokens = &t->source->compiled;
    const struct gs_source_function *kernel =
        gs_code_kernel(t->source, gs_get_text(json_object_get(t->finding, "launch"), "kernel"));
    for (size_t i = kernel != NULL ? kernel->body : SIZE_MAX; kernel != NULL && i < kernel->end;
         i++) {
        if ((!gs_token_is(tokens, i, "for") && !gs_token_is(tokens, i, "while")) ||
            !gs_token_is(tokens, i + 1, "("))
            continue;
        const size_t open = tokens->items[i + 1].match + 1;
        if (!gs_token_is(tokens, open, "{"))
            continue;
        const size_t close = tokens->items[open].match;
        if (close < tokens->count && (int)tokens->items[open].line <= line &&
            (int)tokens->items[close].line >= line && holds_barrier(t->source, open, close))
            return true;
    }
    return false;
}

/* The barriers keep the turns of the loop apart, so it is one and the same turn. */
static bool say_same_turn(const struct gs_telling *t, const struct gs_party *reader,
                          const struct gs_party *other)
{
    return waits_each_turn(t, reader->line) &&
           gs_say(t->out, "race",
                  "T%s reads %s in line %d, and %s %s it there in the same turn of the loop, where "
                  "no barrier is between them. In a turn no thread may read what another one "
                  "writes: is the index what you mean?",
                  reader->name + 1, gs_finding_cell(t->finding).text, reader->line, other->name,
                  verb_of(other));
}

static bool say_same_line(const struct gs_telling *t)
{
    const struct gs_party *reader = t->first.reads ? &t->first : &t->second;
    const struct gs_party *other = reader == &t->first ? &t->second : &t->first;
    if (t->first.line != t->second.line)
        return false;
    if (!reader->reads)
        return gs_say_parts_of_sum(t) ||
               gs_say(t->out, "race", "%s", gs_get_text(t->finding, "sentence"));
    if (say_same_turn(t, reader, other))
        return true;
    return gs_say(
        t->out, "missing-barrier",
        "T%s reads %s in line %d, %s %s it in the same line, and nothing says which comes first. "
        "Put `%s` at the end of each turn of the loop, for all threads, so outside of an `if`. "
        "(Where there is no loop: read into a variable, wait, and write then.)",
        reader->name + 1, gs_finding_cell(t->finding).text, reader->line, other->name,
        verb_of(other), name_barrier(t));
}

/* A barrier of the kernel between the two lines that some threads of a block did not come to: those
 * that did are no whole number of blocks. */
static int skipped_barrier(const struct gs_telling *t, struct order by)
{
    const json_t *accesses = gs_inspected_counts(t->report, "accesses");
    const char *kernel = gs_get_text(json_object_get(t->finding, "launch"), "kernel");
    const long long block = (long long)threads_of_block(t->finding);
    for (size_t i = 0; block > 0 && i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        const int line = gs_line_of(access);
        if (gs_has_text(access, "kind", "barrier") && gs_has_text(access, "kernel", kernel) &&
            line >= by.upper->line && line <= by.lower->line &&
            gs_get_number(access, "active_lanes") % block != 0)
            return line;
    }
    return 0;
}

static bool say_skipped_barrier(const struct gs_telling *t, struct order by)
{
    const int barrier = skipped_barrier(t, by);
    if (barrier == 0)
        return false;
    set_line(t, barrier);
    return gs_say(t->out, "divergent-barrier",
                  "Only some threads of the block reach this barrier, and the others go on without "
                  "waiting: %s %s %s in line %d, %s %s it in line %d, and nothing says which comes "
                  "first. Move `__syncthreads()` out of the `if`.",
                  by.upper->name, verb_of(by.upper), gs_finding_cell(t->finding).text,
                  by.upper->line, by.lower->name, verb_of(by.lower), by.lower->line);
}

/* A barrier stands between the two lines, and orders them within one turn of a loop only. */
static bool say_next_turn(const struct gs_telling *t)
{
    const struct order by = order_of(t);
    if (!gs_finding_why(t->finding, "next-turn"))
        return false;
    return say_skipped_barrier(t, by) ||
           gs_say(t->out, "missing-barrier",
                  "T%s %s %s in line %d, %s %s it in line %d in the next turn of the loop, and "
                  "nothing says which comes first. Put `%s` at the end of each turn, where all "
                  "threads of the block come by.",
                  by.lower->name + 1, verb_of(by.lower), gs_finding_cell(t->finding).text,
                  by.lower->line, by.upper->name, verb_of(by.upper), by.upper->line,
                  name_barrier(t));
}

/* Lines of two files stand in no order. */
static bool say_two_files(const struct gs_telling *t)
{
    return !gs_has_text(t->finding, "other_file", gs_get_text(t->finding, "file")) &&
           gs_say(t->out, "missing-barrier", "%s", gs_get_text(t->finding, "sentence"));
}

void gs_say_unordered(const struct gs_telling *t)
{
    if (!say_lost_update(t) && !say_two_files(t) && !say_next_turn(t) && !say_same_line(t))
        say_between(t);
}

/* ---- barriers that not all threads come to --------------------------------------------------- */

/* Of two barriers that threads of one block wait at, the one in a branch, or in a loop of fewer
 * turns, mostly stands first; the others went past it. */
/* A function that the kernel calls where not all threads come by: the barrier in it is right. */
static bool say_call_in_branch(const struct gs_telling *t)
{
    const char *function = "";
    const int line = gs_source_call_in_branch(t->source, gs_line_of(t->finding), &function);
    if (line == 0)
        return false;
    set_line(t, line);
    return gs_say(t->out, "divergent-barrier",
                  "%s() waits for all threads of the block, at the barrier in line %d, and only "
                  "some of them call it here: this call is in an `if`, or in a loop that not all "
                  "threads run equally often. Call it where all threads of the block come by.",
                  function, gs_line_of(t->finding));
}

void gs_say_divergence(const struct gs_telling *t)
{
    const struct order by = order_of(t);
    if (say_call_in_branch(t))
        return;
    if (gs_finding_why(t->finding, "ended-threads")) {
        gs_say(t->out, "divergent-barrier", "%s", gs_get_text(t->finding, "sentence"));
        return;
    }
    if (by.upper->line == by.lower->line || by.upper->line == 0) {
        gs_say(t->out, "divergent-barrier",
               "Only some threads of the block reach this barrier. Move it out of the `if`, or out "
               "of the loop that not all threads run equally often. %s",
               gs_get_text(t->finding, "sentence"));
        return;
    }
    set_line(t, by.upper->line);
    gs_say(t->out, "divergent-barrier",
           "Only some threads of the block reach this barrier: %s waits here, %s in line %d. Move "
           "it out of the `if`, or out of the loop that not all threads run equally often.",
           by.upper->name, by.lower->name, by.lower->line);
}
