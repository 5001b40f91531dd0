/* Lesson 10's questions. */
#include "exercise_tools.h"

enum { WARP = 32, ELEMENTS = 1 << 20, TILE = 4096 };

/* Steps of 1, 2, 4, ... below n. */
static int steps_for(size_t n)
{
    int steps = 0;
    for (size_t distance = 1; distance < n; distance *= 2)
        steps++;
    return steps;
}

static struct gs_answer answer_launches(void)
{
    return gs_answer_exactly(steps_for(ELEMENTS));
}

static bool explain_launches(double given, char *sentence, size_t size)
{
    return given == (double)ELEMENTS / 2 &&
           gs_reply(sentence, size, "That is the last distance. How many steps lead up to it?");
}

/* All additions of these steps: an element takes one in unless it stands before the distance. */
enum { SHORT = 8 };

static struct gs_answer answer_additions(void)
{
    int additions = 0;
    for (int distance = 1; distance < SHORT; distance *= 2)
        additions += SHORT - distance;
    return gs_answer_exactly(additions);
}

static bool explain_additions(double given, char *sentence, size_t size)
{
    if (given == SHORT * steps_for(SHORT))
        return gs_reply(
            sentence, size,
            "So many there would be if each element took one in at each step. The first "
            "ones have nobody so far before them.");
    return given == SHORT - 1 && gs_reply(sentence, size, "So many a loop makes.");
}

/* Bytes of f32 elements that single_pass moves. */
static struct gs_answer answer_traffic(void)
{
    return gs_answer_exactly(2.0 * ELEMENTS * sizeof(float));
}

static bool explain_traffic(double given, char *sentence, size_t size)
{
    if (given == (double)ELEMENTS * sizeof(float))
        return gs_reply(sentence, size, "So many it reads. It writes, too.");
    if (given == 2.0 * ELEMENTS)
        return gs_reply(sentence, size, "So many elements it is. How many bytes are they?");
    return given == 3.0 * ELEMENTS * sizeof(float) &&
           gs_reply(sentence, size, "That is three_kernels, which reads all elements twice.");
}

/* Turns of a look-back, each of which asks as many tiles as a warp has lanes. */
enum { LAST_KNOWN = 10, LOOKING = 100 };

static struct gs_answer answer_turns(void)
{
    const int turns = (LOOKING - LAST_KNOWN + WARP - 1) / WARP;
    return gs_answer_exactly(turns);
}

static bool explain_turns(double given, char *sentence, size_t size)
{
    return given == LOOKING - LAST_KNOWN &&
           gs_reply(sentence, size, "So many tiles are asked. How many at a time?");
}

/* What is kept below a lane, of the bits of a vote. */
enum { VOTE = 0xb5, LANE = 5 };

static struct gs_answer answer_place(void)
{
    int place = 0;
    for (int lane = 0; lane < LANE; lane++)
        place += VOTE >> lane & 1;
    return gs_answer_exactly(place);
}

static bool explain_place(double given, char *sentence, size_t size)
{
    int with_own = 0;
    for (int lane = 0; lane <= LANE; lane++)
        with_own += VOTE >> lane & 1;
    return given == with_own &&
           gs_reply(sentence, size, "Lane 5 itself is in that. How many are below it?");
}

const struct gs_question gs_questions_scan[] = {
    {
        .name = "scan_launches",
        .text =
            "`step_by_step` scans 1048576 (2^20) elements, inclusive: how many launches does it "
            "take?",
        .hints = {"The distance doubles with each launch. When is it enough?",
                  "The last distance is half of n.", "Distances are 2^0, 2^1, ..., 2^19."},
        .answer = answer_launches,
        .explain = explain_launches,
    },
    {
        .name = "scan_additions",
        .text = "The steps of Hillis and Steele over 8 elements: how many additions are made in "
                "all?",
        .hints = {"At distance 1 all elements but the first take one in.",
                  "At distance d there are 8 - d additions.", "The distances are 1, 2 and 4."},
        .answer = answer_additions,
        .explain = explain_additions,
    },
    {
        .name = "scan_traffic",
        .text = "`single_pass` scans 1048576 floats: how many bytes of a and b are read and "
                "written?",
        .hints = {"How often is an element read, and how often written?",
                  "Once each, 4 bytes each time.", "8 bytes an element, and there are 2^20."},
        .answer = answer_traffic,
        .explain = explain_traffic,
    },
    {
        .name = "look_back_turns",
        .text = "Tile 100 looks back. Tiles up to 10 have told the sum of all so far, those behind "
                "it their own. How many turns does a warp take that asks 32 tiles at a time?",
        .hints = {"Which tiles does it ask in the first turn?",
                  "Tiles 99 down to 68, then 67 down to 36, and so on.",
                  "It stops in the turn in which it asks tile 10."},
        .answer = answer_turns,
        .explain = explain_turns,
    },
    {
        .name = "kept_place",
        .text = "`compact`: a vote gives the bits 10110101 (lane 0 has the last of them). To which "
                "place, counted from the warp's first, does lane 5 store its element?",
        .hints = {"Which bits belong to lanes below 5?", "The last five of them: 10101.",
                  "Count the ones in 10101."},
        .answer = answer_place,
        .explain = explain_place,
    },
    {0},
};
