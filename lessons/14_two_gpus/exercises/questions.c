/* Lesson 14's questions. */
#include "exercise_tools.h"

enum {
    ROWS = 8192,
    COLUMNS = 8192,
    STEPS = 100,
    DEVICES = 2,
    ROWS_EACH = ROWS / DEVICES,
    RANKS = 4
};

/* A row each way after each step but the last, which nobody needs. */
static struct gs_answer answer_rows_sent(void)
{
    const double bytes = 2.0 * (STEPS - 1) * COLUMNS * sizeof(float);
    return gs_answer_exactly(bytes);
}

static bool explain_rows_sent(double given, char *sentence, size_t size)
{
    if (given == 2.0 * STEPS * COLUMNS * sizeof(float))
        return gs_reply(sentence, size, "Who needs the rows that are made in the last step?");
    return given == (STEPS - 1.0) * COLUMNS * sizeof(float) &&
           gs_reply(sentence, size, "So many go one way. There are two.");
}

/* Of the rows of one device, those that wait for nobody. */
static struct gs_answer answer_rows_inside(void)
{
    return gs_answer_exactly(ROWS_EACH - 1);
}

static bool explain_rows_inside(double given, char *sentence, size_t size)
{
    if (given == ROWS_EACH)
        return gs_reply(sentence, size, "The row at the edge needs one of the other device.");
    return given == ROWS_EACH - 2 &&
           gs_reply(sentence, size, "The other end of the half is the end of the plate.");
}

/* In a ring each rank sends a share of 1 / RANKS in each of 2 (RANKS - 1) turns. */
static struct gs_answer answer_ring(void)
{
    const double shares = 2.0 * (RANKS - 1) / RANKS;
    return gs_answer_exactly(shares);
}

static bool explain_ring(double given, char *sentence, size_t size)
{
    if (given == (RANKS - 1.0) / RANKS)
        return gs_reply(sentence, size,
                        "So much is sent until the sums are made. They are sent too.");
    return given == RANKS - 1.0 &&
           gs_reply(sentence, size, "That would be to send all to each of the others.");
}

const struct gs_question gs_questions_two_gpus[] = {
    {
        .name = "rows_sent",
        .text =
            "Two devices take 100 steps of a plate of 8192 x 8192 floats, half of the rows each, "
            "and begin with the row of the other: how many bytes do they send to each other, both "
            "ways together?",
        .hints = {"After a step each needs one row of the other.", "A row has 8192 floats.",
                  "After the last step nobody needs a row."},
        .answer = answer_rows_sent,
        .explain = explain_rows_sent,
    },
    {
        .name = "rows_inside",
        .text = "Of the rows of one device, how many can be computed in a step before the other "
                "device's row is there?",
        .hints = {"A device has 4096 rows.", "A row needs the row above and the row below.",
                  "One of them needs a row that the other device has."},
        .answer = answer_rows_inside,
        .explain = explain_rows_inside,
    },
    {
        .name = "ring",
        .text =
            "Four devices have n numbers each. In a ring, each sends a quarter to the next one, "
            "three times until each has the sums of a quarter, and three times until all have all "
            "sums: how many times n does one device send?",
        .hints = {"How many times does it send?", "How much is it each time?",
                  "Six times, and a quarter each time."},
        .answer = answer_ring,
        .explain = explain_ring,
    },
    {0},
};
