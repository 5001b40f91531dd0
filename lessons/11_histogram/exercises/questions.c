/* Lesson 11's questions. */
#include "exercise_tools.h"

enum { ELEMENTS = 1 << 20, BLOCKS = 128, BINS = 256, WARP = 32, CHUNK = 4 };

/* Additions to global memory, one for each bin of each block. */
static struct gs_answer answer_handed_in(void)
{
    const int additions = BLOCKS * BINS;
    return gs_answer_exactly(additions);
}

static bool explain_handed_in(double given, char *sentence, size_t size)
{
    if (given == ELEMENTS)
        return gs_reply(sentence, size, "So many are made in shared memory.");
    return given == BINS && gs_reply(sentence, size, "So many each block makes.");
}

static struct gs_answer answer_runs(void)
{
    const int additions = ELEMENTS / CHUNK;
    return gs_answer_exactly(additions);
}

static bool explain_runs(double given, char *sentence, size_t size)
{
    return given == ELEMENTS && gs_reply(sentence, size, "So many there are without runs.");
}

static struct gs_answer answer_lanes(void)
{
    const double bytes = (double)BINS * WARP * sizeof(unsigned);
    return gs_answer_exactly(bytes);
}

static bool explain_lanes(double given, char *sentence, size_t size)
{
    if (given == (double)BINS * WARP)
        return gs_reply(sentence, size, "So many counts there are. How many bytes are they?");
    return given == (double)BINS * sizeof(unsigned) &&
           gs_reply(sentence, size, "That is one histogram. There is one for each lane.");
}

/* The bank of a word: consecutive words are in consecutive banks. */
enum { LANE = 5, BIN = 77 };

static struct gs_answer answer_bank(void)
{
    const int bank = (BIN * WARP + LANE) % WARP;
    return gs_answer_exactly(bank);
}

static bool explain_bank(double given, char *sentence, size_t size)
{
    if (given == BIN * WARP + LANE)
        return gs_reply(sentence, size, "That is the word. There are 32 banks.");
    return given == BIN % WARP &&
           gs_reply(sentence, size, "There it would be if the bin had one count.");
}

static struct gs_answer answer_together(void)
{
    const int lanes = WARP / 2;
    return gs_answer_exactly(lanes);
}

const struct gs_question gs_questions_histogram[] = {
    {
        .name = "handed_in",
        .text = "`shared` counts 1048576 (2^20) elements with 128 blocks, and each block has "
                "elements of all 256 bins: how many atomic additions go to global memory?",
        .hints = {"Elements are counted in shared memory. What goes to global memory?",
                  "Each block adds each of its counts once.", "There are 256 counts a block."},
        .answer = answer_handed_in,
        .explain = explain_handed_in,
    },
    {
        .name = "runs_of_one_bin",
        .text = "All of 1048576 elements are in one bin, and begin at a multiple of 16 bytes. How "
                "many atomic additions does `runs` make in shared memory?",
        .hints = {"How many elements of 4 bytes are in an access of 16 bytes?",
                  "All four of a chunk are in one bin: that is one addition.",
                  "There is one addition for each chunk."},
        .answer = answer_runs,
        .explain = explain_runs,
    },
    {
        .name = "lane_bytes",
        .text = "How many bytes of shared memory has a block of `lanes`?",
        .hints = {"How many counts are there, if each of 32 lanes has a histogram?",
                  "256 bins, 32 lanes.", "A count has 4 bytes."},
        .answer = answer_lanes,
        .explain = explain_lanes,
    },
    {
        .name = "lane_bank",
        .text = "In `lanes`, in which of the 32 banks is the count that lane 5 has of bin 77?",
        .hints = {"At which word of shared memory is that count?", "Word 32 * 77 + 5.",
                  "The bank is the remainder of that by 32."},
        .answer = answer_bank,
        .explain = explain_bank,
    },
    {
        .name = "lanes_together",
        .text = "Half of all elements are in bin 0, as in the workload `skewed`. How many lanes of "
                "a full warp add to the count of bin 0 at once, on average?",
        .hints = {"A full warp has 32 lanes.", "Each of them has an element.",
                  "Half of the elements are in bin 0."},
        .answer = answer_together,
    },
    {0},
};
