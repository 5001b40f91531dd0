/* Lesson 0's questions. */
#include "exercise_tools.h"

/* A launch with three dimensions. */
enum { GRID_X = 5, GRID_Y = 3, GRID_Z = 2, BLOCK_X = 8, BLOCK_Y = 4, BLOCK_Z = 4 };
enum { GRID = GRID_X * GRID_Y * GRID_Z, BLOCK = BLOCK_X * BLOCK_Y * BLOCK_Z };

/* A thread of one of its blocks. */
enum { THREAD_X = 3, THREAD_Y = 2, THREAD_Z = 1 };

/* A thread of a grid of one dimension. */
enum { FLAT_BLOCK = 96, FLAT_THREAD = 1000 };
enum { ITS_BLOCK = FLAT_THREAD / FLAT_BLOCK, ITS_NUMBER = FLAT_THREAD % FLAT_BLOCK };

static struct gs_answer answer_threads(void)
{
    return gs_answer_exactly(GRID * BLOCK);
}

static bool explain_threads(double given, char *sentence, size_t size)
{
    if (given == GRID)
        return gs_reply(sentence, size, "That is the number of blocks; each has many threads.");
    if (given == BLOCK)
        return gs_reply(sentence, size, "So many are in one block. How many blocks are there?");
    return given == GRID + BLOCK &&
           gs_reply(sentence, size, "Each of the blocks has all of these threads: multiply.");
}

static struct gs_answer answer_place(void)
{
    return gs_answer_exactly((THREAD_Z * BLOCK_Y + THREAD_Y) * BLOCK_X + THREAD_X);
}

static bool explain_place(double given, char *sentence, size_t size)
{
    if (given == (THREAD_X * BLOCK_Y + THREAD_Y) * BLOCK_Z + THREAD_Z)
        return gs_reply(sentence, size, "That counts z first. x is the one that counts fastest.");
    return given == THREAD_Y * BLOCK_X + THREAD_X &&
           gs_reply(sentence, size, "And the plane of threads before it, those with z = 0?");
}

static struct gs_answer answer_flat_block(void)
{
    return gs_answer_exactly(ITS_BLOCK);
}

static bool explain_flat_block(double given, char *sentence, size_t size)
{
    if (given == ITS_NUMBER)
        return gs_reply(sentence, size, "That is its threadIdx.x, its number in the block.");
    return given == ITS_BLOCK + 1 && gs_reply(sentence, size, "Blocks are counted from 0.");
}

static struct gs_answer answer_flat_thread(void)
{
    return gs_answer_exactly(ITS_NUMBER);
}

static bool explain_flat_thread(double given, char *sentence, size_t size)
{
    return given == ITS_BLOCK &&
           gs_reply(sentence, size, "That is its blockIdx.x, the number of its block.");
}

const struct gs_question gs_questions_hello[] = {
    {
        .name = "launch_threads",
        .text = "kernel<<<dim3(5, 3, 2), dim3(8, 4, 4)>>>(): how many threads does it start?",
        .hints = {"Which of the two is the grid, and which the block?",
                  "A block has 8 * 4 * 4 threads.", "30 blocks of 128 threads."},
        .answer = answer_threads,
        .explain = explain_threads,
    },
    {
        .name = "place_in_block",
        .text =
            "The same launch, kernel<<<dim3(5, 3, 2), dim3(8, 4, 4)>>>(): the threads of a block "
            "have numbers from 0 on, and x counts fastest, then y, then z. Which number in its "
            "block has the thread with threadIdx (3, 2, 1)?",
        .hints = {"How many threads does a row of the block have, and how many a plane?",
                  "A row has 8 threads, a plane 4 rows.", "(1 * 4 + 2) * 8 + 3."},
        .answer = answer_place,
        .explain = explain_place,
    },
    {
        .name = "block_of_1000",
        .text = "kernel<<<20, 96>>>(): which block has the thread whose index in the grid is 1000?",
        .hints = {"Which indices have the threads of block 1?",
                  "Block b has those from 96 * b on, 96 of them.",
                  "1000 / 96, without what is behind the point."},
        .answer = answer_flat_block,
        .explain = explain_flat_block,
    },
    {
        .name = "thread_of_1000",
        .text = "And which number has that thread in its block?",
        .hints = {"Which index has the first thread of that block?",
                  "Take off the threads of all blocks before it.", "1000 - 10 * 96."},
        .answer = answer_flat_thread,
        .explain = explain_flat_thread,
    },
    {0},
};
