/* Lesson 8's questions. */
#include "exercise_tools.h"

enum { TILE = 32, RADIUS = 4, WEIGHTS = 2 * RADIUS + 1, BLOCK = 256, STRIP = 4, REGION = 64 };

/* Loads of global memory for an element of a rod. */
static struct gs_answer answer_loads(void)
{
    return gs_answer_exactly(2.0 * WEIGHTS);
}

static bool explain_loads(double given, char *sentence, size_t size)
{
    return given == WEIGHTS &&
           gs_reply(sentence, size, "So many elements it loads. Where do the weights come from?");
}

/* Elements that a block with a halo on both sides loads. */
static struct gs_answer answer_halo(void)
{
    return gs_answer_exactly(BLOCK + 2 * RADIUS);
}

static bool explain_halo(double given, char *sentence, size_t size)
{
    if (given == BLOCK + RADIUS)
        return gs_reply(sentence, size, "That is a halo on one side. The block needs it on both.");
    return given == BLOCK * WEIGHTS &&
           gs_reply(sentence, size, "So many loads `constant` does. How many different ones?");
}

/* Cells that a tile of a plate loads and the five-point stencil never uses: the corners. */
static struct gs_answer answer_corners(void)
{
    return gs_answer_exactly(4);
}

static bool explain_corners(double given, char *sentence, size_t size)
{
    return given == 4.0 * (TILE + 1) &&
           gs_reply(sentence, size,
                    "That is the whole halo. Which of its places has no neighbour in the tile?");
}

/* Cells of its own column that a thread loads for a strip: with the one above and the one below. */
static struct gs_answer answer_strip(void)
{
    return gs_answer_exactly(STRIP + 2);
}

static bool explain_strip(double given, char *sentence, size_t size)
{
    if (given == STRIP)
        return gs_reply(sentence, size, "And the cells above and below the strip?");
    return given == 3.0 * STRIP &&
           gs_reply(sentence, size, "So many it would be if nothing were kept in registers.");
}

/* The side of the square that is right after eight steps in a region of 64 x 64. */
enum { EIGHT_STEPS = 8 };

static struct gs_answer answer_region(void)
{
    return gs_answer_exactly(REGION - 2 * EIGHT_STEPS);
}

static bool explain_region(double given, char *sentence, size_t size)
{
    return given == REGION - EIGHT_STEPS &&
           gs_reply(sentence, size, "Each step takes one cell from both sides of a row.");
}

const struct gs_question gs_questions_stencil[] = {
    {
        .name = "loads_of_naive",
        .text = "heat_1d: how often does a thread of `naive` load from global memory, in the "
                "middle of the rod?",
        .hints = {"It adds up nine products. What are the two factors of each?",
                  "One factor is an element of a, the other one is a weight.",
                  "Both lie in global memory: two loads for each of nine products."},
        .answer = answer_loads,
        .explain = explain_loads,
    },
    {
        .name = "halo_of_a_block",
        .text = "heat_1d: how many elements does a block of 256 threads of `tile` load, in the "
                "middle of the rod?",
        .hints = {"It loads one for each thread, and a halo.",
                  "Thread 0 needs four elements before its own.",
                  "And the last thread four behind it."},
        .answer = answer_halo,
        .explain = explain_halo,
    },
    {
        .name = "unused_corners",
        .text = "heat_2d: `tile` loads 34 x 34 cells into shared memory. How many of them are "
                "never used?",
        .hints = {"Which cells of the halo have a neighbour among the 32 x 32?",
                  "Up, down, left and right are neighbours, and a cell across a corner is none.",
                  "A square has four corners."},
        .answer = answer_corners,
        .explain = explain_corners,
    },
    {
        .name = "loads_down_a_column",
        .text = "heat_2d: how many cells of its own column does a thread of `column` load for a "
                "strip of four?",
        .hints = {"What does the first cell of the strip need, and the last one?",
                  "The cell above the strip, and the cell below it.", "Four, and these two."},
        .answer = answer_strip,
        .explain = explain_strip,
    },
    {
        .name = "region_of_eight_steps",
        .text = "heat_steps: `blocked` has a region of 64 x 64 cells. How long would the side of "
                "the square be that is right after eight steps?",
        .hints = {"After one step the outermost cells are wrong: they miss a neighbour.",
                  "So after one step the square that is right has a side of 62.",
                  "Each further step takes two from the side again."},
        .answer = answer_region,
        .explain = explain_region,
    },
    {0},
};
