/* Lesson 6's questions. */
#include "exercise_tools.h"

/* Halves of `count`, rounded up, until one is left. */
static unsigned count_levels(size_t count)
{
    unsigned levels = 0;
    for (; count > 1; count = (count + 1) / 2)
        levels++;
    return levels;
}

static const size_t levels_n = ((size_t)1 << 24) + 11;

static struct gs_answer answer_levels(void)
{
    return gs_answer_exactly(count_levels(levels_n));
}

static bool explain_levels(double given, char *sentence, size_t size)
{
    const char *text = NULL;
    if (given == count_levels((size_t)1 << 24))
        text = "That many levels do for 2^24 numbers. After them, how many are left of 11 more?";
    else if (given == (double)levels_n - 1)
        text = "That is the number of additions. How many of them must wait for another?";
    return text != NULL && gs_reply(sentence, size, "%s", text);
}

enum { LAUNCHES_N = 1000000, LAUNCHES_BLOCK = 256 };

static unsigned count_launches(size_t n, size_t elements_per_block)
{
    unsigned launches = 0;
    for (; n > 1; n = (n + elements_per_block - 1) / elements_per_block)
        launches++;
    return launches;
}

static struct gs_answer answer_launches(void)
{
    return gs_answer_exactly(count_launches(LAUNCHES_N, (size_t)2 * LAUNCHES_BLOCK));
}

static bool explain_launches(double given, char *sentence, size_t size)
{
    const size_t block = (size_t)2 * LAUNCHES_BLOCK;
    const size_t once = (LAUNCHES_N + block - 1) / block, twice = (once + block - 1) / block;
    if (given == count_levels(LAUNCHES_N))
        (void)snprintf(sentence, size,
                       "That is one launch a level, as `sequential` does. In shared_tree one "
                       "launch does all the levels of a block.");
    else if (given < count_launches(LAUNCHES_N, block))
        (void)snprintf(sentence, size,
                       "The first launch leaves %zu sums, one a block, the second %zu: that is not "
                       "one number yet.",
                       once, twice);
    else
        return false;
    return true;
}

enum { TENTHS = 100000000 };

/* As a loop on the host would do it. */
static float add_tenths(void)
{
    float sum = 0, before = -1;
    for (int i = 0; i < TENTHS && sum != before; i++) {
        before = sum;
        sum += 0.1f;
    }
    return sum;
}

static struct gs_answer answer_tenths(void)
{
    return gs_answer_exactly((double)add_tenths());
}

static bool explain_tenths(double given, char *sentence, size_t size)
{
    const char *text = NULL;
    if (given * 10 == TENTHS)
        text = "That is the true sum. The loop does not get there: from some number on a tenth is "
               "less than half the distance to the next float, and adding it changes nothing.";
    else if (given == 16777216)
        text = "That is where a sum of ones ends, for floats beyond 2^24 are 2 apart. A tenth is "
               "smaller: which floats are so far apart that a tenth is less than half of it?";
    return text != NULL && gs_reply(sentence, size, "%s", text);
}

enum { STRETCH_BITS = 32, DRAWN_BITS = 20 };

/* Counters of 64 bits, 2^32 for each generator. */
static struct gs_answer answer_generators(void)
{
    return gs_answer_exactly((double)((uint64_t)1 << (64 - STRETCH_BITS)));
}

static bool explain_generators(double given, char *sentence, size_t size)
{
    return given == (double)((uint64_t)1 << (64 - DRAWN_BITS)) &&
           gs_reply(
               sentence, size,
               "So many would fit if each had only what it draws. Each has a stretch of 2^32.");
}

const struct gs_question gs_questions_tree_reduction[] = {
    {
        .name = "levels",
        .text = "How many levels has a tree that adds up 2^24 + 11 numbers, where one that is left "
                "over goes on to the next level as it is?",
        .hints = {"A level leaves half of the numbers, rounded up.",
                  "2^24 numbers take 24 levels; with 11 more there are 2 left then.",
                  "One more than 24."},
        .answer = answer_levels,
        .explain = explain_levels,
    },
    {
        .name = "launches",
        .text =
            "The lesson's `shared_tree` loads two elements a thread, and a block leaves one sum. "
            "How many launches does it take from 10^6 numbers to one, at 256 threads a block?",
        .hints = {"How many numbers does one block make one of?",
                  "A launch makes one of each 512 numbers, rounded up; the next launch does the "
                  "same with what is left.",
                  "10^6, 1954, 4, 1: count the steps."},
        .answer = answer_launches,
        .explain = explain_launches,
    },
    {
        .name = "tenths",
        .text = "float s = 0; then s += 0.1f, 10^8 times, one after the other. Where does s end?",
        .hints =
            {"A float has 24 binary digits. How far is the next float from 2^20, and from 2^21?",
             "Adding something changes nothing when it is less than half the distance to the next "
             "float. From which power of two on is 0.1 less than that?",
             "Floats from 2^21 on are 1/4 apart, and 0.1 < 1/8."},
        .answer = answer_tenths,
        .explain = explain_tenths,
    },
    {
        .name = "generators",
        .text =
            "A generator has counters of 64 bits, and each thread a stretch of 2^32 of them, of "
            "which it draws 2^20: how many threads can have a generator of their own?",
        .hints = {"How many counters are there?", "2^64 counters, cut into stretches of 2^32.",
                  "2^64 / 2^32 = 2^32, written out: 4294967296."},
        .answer = answer_generators,
        .explain = explain_generators,
    },
    {0},
};
