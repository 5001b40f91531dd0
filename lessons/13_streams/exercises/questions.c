/* Lesson 13's questions. */
#include "exercise_tools.h"

#include <math.h>

enum { SLICES = 64, STREAMS = 8 };

/* In `tree`: the kernels, those of the first level, and the levels. */
enum { KERNELS = SLICES - 1, FIRST_LEVEL = SLICES / 2, LEVELS = 6 };

static struct gs_answer answer_edges(void)
{
    const int edges = 2 * (KERNELS - FIRST_LEVEL);
    return gs_answer_exactly(edges);
}

static bool explain_edges(double given, char *sentence, size_t size)
{
    if (given == 2 * KERNELS)
        return gs_reply(sentence, size,
                        "The kernels of the first level read x: whom do they wait "
                        "for?");
    return given == KERNELS - FIRST_LEVEL &&
           gs_reply(sentence, size, "So many kernels come after others. After how many each?");
}

/* Of the kernels whose two slices are in different streams. */
static struct gs_answer answer_waits(void)
{
    const int waits = STREAMS - 1;
    return gs_answer_exactly(waits);
}

static bool explain_waits(double given, char *sentence, size_t size)
{
    if (given == 2 * (STREAMS - 1))
        return gs_reply(sentence, size,
                        "One of the two slices is in the kernel's own stream, which keeps that "
                        "order by itself.");
    return given == KERNELS - FIRST_LEVEL &&
           gs_reply(sentence, size, "Most of these have both slices in one stream.");
}

enum { KERNEL_US = 2 };

static struct gs_answer answer_longest(void)
{
    const int us = LEVELS * KERNEL_US;
    return gs_answer_exactly(us);
}

static bool explain_longest(double given, char *sentence, size_t size)
{
    if (given == KERNELS * KERNEL_US)
        return gs_reply(sentence, size, "So long they take in one stream.");
    return given == LEVELS && gs_reply(sentence, size,
                                       "So many kernels wait for each other. Each "
                                       "takes 2 us.");
}

/* Microseconds of a call by a loop and by a graph, and once to instantiate it. */
enum { LOOP_US = 128, GRAPH_US = 20, INSTANTIATE_US = 400 };

static struct gs_answer answer_pays(void)
{
    return gs_answer_exactly(ceil((double)INSTANTIATE_US / (LOOP_US - GRAPH_US)));
}

static bool explain_pays(double given, char *sentence, size_t size)
{
    return given == floor((double)INSTANTIATE_US / (LOOP_US - GRAPH_US)) &&
           gs_reply(sentence, size, "By then the graph is still behind: compare both sums.");
}

const struct gs_question gs_questions_streams[] = {
    {
        .name = "edges",
        .text = "How many edges has the graph of `by_hand` in `tree`?",
        .hints = {"An edge leads to a node from one that it comes after.",
                  "The 32 kernels of the first level read x alone.",
                  "Each of the other 31 comes after two kernels."},
        .answer = answer_edges,
        .explain = explain_edges,
    },
    {
        .name = "waits_between",
        .text = "Of 64 slices, slices 0 to 7 are in the first of eight streams, slices 8 to 15 in "
                "the second, and so on. How often does one of these streams wait for another one "
                "in `tree`?",
        .hints = {"Slices 0 to 7 come to one sum within their stream.",
                  "Then there are eight sums, each in a stream of its own.",
                  "Four kernels add pairs of these, then two, then one. Each waits for one other "
                  "stream."},
        .answer = answer_waits,
        .explain = explain_waits,
    },
    {
        .name = "longest_way",
        .text = "Each kernel of `tree` takes 2 us, on whatever is free, and nothing else takes any "
                "time. How many us does the whole take at least?",
        .hints = {"Kernels of one level need not wait for each other.",
                  "A kernel waits for one of the level before. How many levels are there?",
                  "Of 64 slices come 32, 16, 8, 4, 2, and 1: six levels."},
        .answer = answer_longest,
        .explain = explain_longest,
    },
    {
        .name = "pays_after",
        .text = "A loop of launches takes 128 us a call, and a graph 20 us, but 400 us once to be "
                "instantiated. From how many calls on has the graph taken less time in all?",
        .hints = {"What does each call save?", "Each call saves 108 us.",
                  "How many times 108 us are 400 us or more?"},
        .answer = answer_pays,
        .explain = explain_pays,
    },
    {0},
};
