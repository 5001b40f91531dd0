/* Lesson 1's questions. */
#include "exercise_tools.h"

#include <stdio.h>

enum { WARP = 32 };

enum { LAUNCH_BLOCKS = 1024, LAUNCH_THREADS = 1024 };

static struct gs_answer answer_threads(void)
{
    return gs_answer_exactly((double)LAUNCH_BLOCKS * LAUNCH_THREADS);
}

static bool explain_threads(double given, char *sentence, size_t size)
{
    if (given != LAUNCH_BLOCKS + LAUNCH_THREADS && given != LAUNCH_THREADS)
        return false;
    return gs_reply(sentence, size,
                    "The first number in <<< >>> counts blocks, the second the threads of each "
                    "block: every one of the %d blocks has %d threads.",
                    (int)LAUNCH_BLOCKS, (int)LAUNCH_THREADS);
}

enum { RACY_BLOCKS = 32, RACY_THREADS = 1024 };

/* The lanes of a warp read together, so of 32 updates one is left; at most every warp's. */
static struct gs_answer answer_most_left(void)
{
    return gs_answer_exactly(0.5 * RACY_BLOCKS * RACY_THREADS / WARP);
}

static bool explain_most_left(double given, char *sentence, size_t size)
{
    const char *thought = NULL;
    if (given == 0.5 * RACY_BLOCKS * RACY_THREADS)
        thought = "That is left where no update is lost. But the 32 threads of a warp read the "
                  "same value together, and write the same sum.";
    else if (given == (double)RACY_BLOCKS * RACY_THREADS / WARP)
        thought = "That is the number of updates that can be left. Each of them adds 0.5.";
    else if (given == 0.5 * RACY_BLOCKS)
        thought = "That is one update for each block. A block of 1024 threads has many warps, and "
                  "those may come one after the other.";
    else if (given == 0.5)
        thought = "That is the least that can be left. What if every warp reads the cell only "
                  "after the one before has written it?";
    if (thought == NULL)
        return false;
    return gs_reply(sentence, size, "%s", thought);
}

enum { SUM_BLOCKS = 1024, SUM_CELLS = 2 };

static struct gs_answer answer_atomics(void)
{
    return gs_answer_exactly((double)SUM_BLOCKS * SUM_CELLS);
}

static bool explain_atomics(double given, char *sentence, size_t size)
{
    if (given == (double)SUM_BLOCKS * LAUNCH_THREADS * SUM_CELLS)
        snprintf(sentence, size,
                 "So many does `atomic` make, one for each cell and thread. `block_then_atomic` "
                 "adds up the steps of a block in shared memory first.");
    else if (given == SUM_BLOCKS)
        snprintf(sentence, size, "One for each block would do for one cell: here are %d.",
                 (int)SUM_CELLS);
    else
        return false;
    return true;
}

const struct gs_question gs_questions_race_add[] = {
    {
        .name = "threads",
        .text = "How many threads does a launch with <<<1024, 1024>>> start?",
        .hints = {"What does the first of the two numbers count, and what the second?",
                  "1024 blocks of 1024 threads each.", "1024 * 1024."},
        .answer = answer_threads,
        .explain = explain_threads,
    },
    {
        .name = "most_left",
        .text = "A cell starts at 0, and 32 blocks of 1024 threads each do `cell += 0.5f`, no "
                "atomics. If the threads of a warp always go together, what is the largest value "
                "that the cell can hold in the end?",
        .hints = {"How many different sums do the 32 threads of one warp write?",
                  "Of each warp one update can be left. The best case is that the warps come one "
                  "after the other.",
                  "32 * 1024 threads are 1024 warps, and each can leave 0.5."},
        .answer = answer_most_left,
        .explain = explain_most_left,
    },
    {
        .name = "atomics",
        .text = "How many calls of atomicAdd() does `block_then_atomic` make for two cells, "
                "launched with 1024 blocks of 1024 threads?",
        .hints = {"Who goes to memory there, each thread or each block?",
                  "Each block makes one atomicAdd() for each cell.", "1024 blocks, two cells."},
        .answer = answer_atomics,
        .explain = explain_atomics,
    },
    {0},
};
