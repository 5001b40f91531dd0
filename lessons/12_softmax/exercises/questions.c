/* Lesson 12's questions. */
#include "exercise_tools.h"

#include <math.h>

enum { ROWS = 4096, COLUMNS = 4096, BYTES = 4, BLOCK = 256, WARP = 32, MEBI = 1 << 20 };

/* Read for the maximum, for the sum and for the result, and written once. */
static struct gs_answer answer_three_passes(void)
{
    const double bytes = 4.0 * ROWS * COLUMNS * BYTES;
    return gs_answer_exactly(bytes / MEBI);
}

static bool explain_three_passes(double given, char *sentence, size_t size)
{
    if (given == 3.0 * ROWS * COLUMNS * BYTES / MEBI)
        return gs_reply(sentence, size, "So much is read. The results are written, too.");
    return given == 2.0 * ROWS * COLUMNS * BYTES / MEBI &&
           gs_reply(sentence, size, "So much moves where a row is read once.");
}

/* The first x whose exp() is above the largest float. */
static struct gs_answer answer_overflow(void)
{
    const int least = (int)floor(log(3.402823466e38)) + 1;
    return gs_answer_exactly(least);
}

static bool explain_overflow(double given, char *sentence, size_t size)
{
    if (given == 88)
        return gs_reply(sentence, size, "exp(88) is 1.7e38, which is still a float.");
    return given == 710 && gs_reply(sentence, size, "That is so of double.");
}

/* Two pieces: a largest element of 5 and a sum of 2, and one of 3 and a sum of 4. */
static struct gs_answer answer_merged(void)
{
    return gs_answer_about(2 + 4 * exp(3 - 5), 0.002);
}

static bool explain_merged(double given, char *sentence, size_t size)
{
    if (given == 2 + 4)
        return gs_reply(sentence, size, "The sums are relative to different elements.");
    return fabs(given - (2 * exp(2) + 4)) < 0.05 &&
           gs_reply(sentence, size, "That is relative to 3, which is not the larger one.");
}

static struct gs_answer answer_shuffles(void)
{
    int steps = 0;
    for (int lanes = 1; lanes < WARP; lanes *= 2)
        steps += 2; /* of the largest element, and of the sum */
    return gs_answer_exactly(steps);
}

static bool explain_shuffles(double given, char *sentence, size_t size)
{
    return given == 5 && gs_reply(sentence, size, "So many are for one of the two numbers.");
}

static struct gs_answer answer_registers(void)
{
    const int elements = COLUMNS / BLOCK;
    return gs_answer_exactly(elements);
}

static bool explain_registers(double given, char *sentence, size_t size)
{
    return given == (double)COLUMNS / BLOCK / 4 &&
           gs_reply(sentence, size, "So many accesses of 16 bytes these are.");
}

const struct gs_question gs_questions_softmax[] = {
    {
        .name = "three_passes_moved",
        .text = "A softmax of 4096 x 4096 floats makes three passes over each row, and no cache "
                "helps. How many MiB does it read and write in all?",
        .hints = {"The matrix is 64 MiB. How often is it read?", "And the results are written.",
                  "Three times read, once written."},
        .answer = answer_three_passes,
        .explain = explain_three_passes,
    },
    {
        .name = "first_overflow",
        .text = "The largest float is 3.4e38. What is the least whole number x whose exp(x) is "
                "above that?",
        .hints = {"It is the logarithm of 3.4e38, and a little more.", "log(10) is 2.3026.",
                  "38 log(10) + log(3.4) is 88.72."},
        .answer = answer_overflow,
        .explain = explain_overflow,
    },
    {
        .name = "merged_sum",
        .text = "One part of a row has the largest element 5 and the sum 2, the other one 3 and 4. "
                "What is the sum of both, relative to 5? Two digits behind the point are enough.",
        .hints = {"Each sum is of exp(x - its own largest element).",
                  "What has to be done to a sum so that 5 is taken away in place of 3?",
                  "2 + 4 exp(3 - 5)"},
        .answer = answer_merged,
        .explain = explain_merged,
    },
    {
        .name = "row_shuffles",
        .text = "In `warp`, all 32 lanes join their largest elements and their sums. How many "
                "shuffles does a lane make for a row?",
        .hints = {"After a step, a lane has what twice as many lanes had.",
                  "From 1 lane to 32 that is five steps.", "Two numbers go in each step."},
        .answer = answer_shuffles,
        .explain = explain_shuffles,
    },
    {
        .name = "row_registers",
        .text = "`vector4` keeps a row of 4096 floats in the registers of a block of 256 threads. "
                "How many elements does a thread have?",
        .hints = {"All elements are shared out evenly.", "4096 elements, 256 threads.",
                  "4096 / 256"},
        .answer = answer_registers,
        .explain = explain_registers,
    },
    {0},
};
