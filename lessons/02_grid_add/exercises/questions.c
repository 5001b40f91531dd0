/* Lesson 2's questions. */
#include "exercise_tools.h"

enum { ELEMENT_THREAD = 3, ELEMENT_BLOCK = 5, ELEMENT_THREADS = 256 };

static struct gs_answer answer_element(void)
{
    return gs_answer_exactly(ELEMENT_BLOCK * ELEMENT_THREADS + ELEMENT_THREAD);
}

static bool explain_element(double given, char *sentence, size_t size)
{
    if (given == ELEMENT_BLOCK * ELEMENT_THREADS + ELEMENT_THREAD + 1 ||
        given == (ELEMENT_BLOCK - 1) * ELEMENT_THREADS + ELEMENT_THREAD)
        return gs_reply(sentence, size,
                        "Blocks, threads and elements are all counted from 0: before block 5 come "
                        "five whole blocks, and thread 3 is the fourth of its block.");
    if (given == ELEMENT_THREAD)
        return gs_reply(sentence, size,
                        "That is its number in its block. Five whole blocks come before that one.");
    return false;
}

enum { IDLE_N = 1000003, IDLE_BLOCK = 256, IDLE_BLOCKS = (IDLE_N + IDLE_BLOCK - 1) / IDLE_BLOCK };

static struct gs_answer answer_idle(void)
{
    return gs_answer_exactly((double)IDLE_BLOCKS * IDLE_BLOCK - IDLE_N);
}

static bool explain_idle(double given, char *sentence, size_t size)
{
    if (given == IDLE_N % IDLE_BLOCK)
        return gs_reply(
            sentence, size,
            "So many threads of the last block have an element. It has 256 threads in all.");
    if (given == 0)
        return gs_reply(sentence, size,
                        "1000003 is no multiple of 256, so the last block is not full.");
    return false;
}

enum { SECTOR = 32, WARP = 32, TILE = 16 };

/* A warp is two of the tile's lines of 16 threads. Down the columns, that is 16 rows with two
 * neighbours in each, which lie in one sector. */
static struct gs_answer answer_sectors(void)
{
    size_t neighbours_bytes = (size_t)WARP / TILE * sizeof(double);
    size_t sectors_a_row = (neighbours_bytes + SECTOR - 1) / SECTOR;
    return gs_answer_exactly((double)(TILE * sectors_a_row));
}

static bool explain_sectors(double given, char *sentence, size_t size)
{
    const size_t along_rows = WARP * sizeof(double) / SECTOR;
    if (given == (double)along_rows)
        return gs_reply(sentence, size,
                        "So many it would be along the rows, where each sector is used whole.");
    if (given == WARP)
        return gs_reply(sentence, size,
                        "The block is 16 threads wide, so a warp is two of its lines: in each row "
                        "it has two neighbours, and they share a sector.");
    return false;
}

enum { ONE_WAY = 100, OTHER_WAY = 60, MEAN_WAY = (ONE_WAY + OTHER_WAY) / 2 };

/* A warp that splits goes both ways, one after the other. */
static struct gs_answer answer_both_ways(void)
{
    return gs_answer_exactly(ONE_WAY + OTHER_WAY);
}

static bool explain_both_ways(double given, char *sentence, size_t size)
{
    if (given == ONE_WAY)
        return gs_reply(sentence, size,
                        "So many it would be if the two ways were gone at the same time. A warp "
                        "has one instruction at a time.");
    if (given == MEAN_WAY)
        return gs_reply(sentence, size,
                        "That is the mean of a thread. The threads that wait take their turns too: "
                        "count what the warp issues.");
    return given == OTHER_WAY &&
           gs_reply(sentence, size, "So many it would be if all 32 threads went the short way.");
}

const struct gs_question gs_questions_grid_add[] = {
    {
        .name = "element",
        .text = "Blocks of 256 threads, one element a thread: which element is that of thread 3 of "
                "block 5?",
        .hints = {"How many threads come before block 5?", "Blocks 0 to 4 have 256 threads each.",
                  "5 * 256 + 3."},
        .answer = answer_element,
        .explain = explain_element,
    },
    {
        .name = "idle_threads",
        .text = "n = 1000003, blocks of 256 threads, as many of them as are needed: how many "
                "threads have no element?",
        .hints = {"How many blocks are needed, and how many threads are in them?",
                  "(1000003 + 255) / 256 is 3907, rounded down.", "3907 * 256 - 1000003."},
        .answer = answer_idle,
        .explain = explain_idle,
    },
    {
        .name = "sectors",
        .text =
            "`column_major` doubles a large matrix in f64 by blocks of 16 x 16 threads, in which "
            "threadIdx.x runs down a column: how many sectors of 32 bytes does one warp touch?",
        .hints =
            {"Which threads are the first warp of a block of 16 x 16, and which rows and columns "
             "do they have?",
             "Threads (0 to 15, 0) and (0 to 15, 1): 16 rows, two columns.",
             "Two neighbours of 8 bytes lie in one sector, and each of the 16 rows has its own."},
        .answer = answer_sectors,
        .explain = explain_sectors,
    },
    {
        .name = "both_ways",
        .text = "if (i % 2 == 0) takes 100 instructions, else takes 60, and neighbouring threads "
                "have neighbouring i: how many instructions does each warp issue for the two ways?",
        .hints = {"Which threads of a warp go which way?",
                  "A warp whose threads go both ways goes one after the other; the threads that "
                  "are not on it wait.",
                  "100 + 60."},
        .answer = answer_both_ways,
        .explain = explain_both_ways,
    },
    {0},
};
