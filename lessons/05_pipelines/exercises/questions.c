/* Lesson 5's questions. */
#include "exercise_tools.h"

#include <math.h>

static const double asked_n = 1e8, asked_gb_s = 25;
enum { ROUND_TRIP_COPIES = 7, RESIDENT_COPIES = 3 };

static double array_bytes(void)
{
    return asked_n * sizeof(float);
}

static double copy_ms(double arrays)
{
    return 1e3 * arrays * array_bytes() / (asked_gb_s * 1e9);
}

static struct gs_answer answer_round_trips(void)
{
    return gs_answer_exactly(ROUND_TRIP_COPIES * array_bytes());
}

static bool explain_round_trips(double given, char *sentence, size_t size)
{
    if (given == ROUND_TRIP_COPIES * asked_n)
        return gs_reply(sentence, size, "That is the number of elements; a float has 4 bytes.");
    if (given == 4 * array_bytes())
        return gs_reply(sentence, size, "So many go to the device. What comes back?");
    return given == RESIDENT_COPIES * array_bytes() &&
           gs_reply(sentence, size,
                    "So many are needed. The stub copies between the steps, too: count its lines "
                    "with cudaMemcpy.");
}

static struct gs_answer answer_resident(void)
{
    return gs_answer_exactly(RESIDENT_COPIES * array_bytes());
}

static bool explain_resident(double given, char *sentence, size_t size)
{
    if (given == RESIDENT_COPIES * asked_n)
        return gs_reply(sentence, size, "That is the number of elements; a float has 4 bytes.");
    if (given == 2 * array_bytes())
        return gs_reply(sentence, size,
                        "Those are two arrays. There are two inputs, and the pulses.");
    return given == ROUND_TRIP_COPIES * array_bytes() &&
           gs_reply(sentence, size,
                    "So many cross it with the round trips. What is left without them?");
}

static struct gs_answer answer_copy(void)
{
    return gs_answer_about(copy_ms(1), 0.01);
}

static bool explain_copy(double given, char *sentence, size_t size)
{
    if (fabs(given - copy_ms(1) / sizeof(float)) < 0.01)
        return gs_reply(sentence, size, "10^8 floats are not 10^8 bytes: a float has 4.");
    return fabs(given * 1e3 - copy_ms(1)) < 0.2 &&
           gs_reply(sentence, size, "That is in seconds; it is asked for in milliseconds.");
}

static struct gs_answer answer_both_ways(void)
{
    return gs_answer_about(copy_ms(2), 0.01);
}

static bool explain_both_ways(double given, char *sentence, size_t size)
{
    if (fabs(given - copy_ms(3)) < 0.5)
        return gs_reply(sentence, size,
                        "That is one array after the other. The result goes back while inputs "
                        "still come in: the two directions do not share.");
    return fabs(given - copy_ms(1)) < 0.2 &&
           gs_reply(sentence, size,
                    "That is one array. Two have to come in, by the same direction.");
}

const struct gs_question gs_questions_pipelines[] = {
    {
        .name = "round_trip_bytes",
        .text = "pulse_pipeline as the stub of exercise 5.4 has it, n = 10^8: how many bytes cross "
                "the bus?",
        .hints = {"How many calls of cudaMemcpy() does the stub make?",
                  "Seven, four to the device and three back, and each moves a whole array.",
                  "7 arrays * 4 bytes * n."},
        .answer = answer_round_trips,
        .explain = explain_round_trips,
    },
    {
        .name = "resident_bytes",
        .text = "The same with all values between the steps left on the device: how many bytes "
                "cross the bus?",
        .hints = {"What has to go there, and what is wanted back?",
                  "Samples and gains go there, pulses come back.", "3 arrays * 4 bytes * n."},
        .answer = answer_resident,
        .explain = explain_resident,
    },
    {
        .name = "copy_ms",
        .text = "A bus moves 25 GB/s (25 * 10^9 bytes a second) each way: how many milliseconds "
                "does it take at least to copy 10^8 floats to the device?",
        .hints = {"How many bytes are 10^8 floats?", "Time is bytes over bytes a second.",
                  "1000 * (4 * 10^8) / (25 * 10^9)."},
        .answer = answer_copy,
        .explain = explain_copy,
    },
    {
        .name = "overlapped_ms",
        .text =
            "The same bus, two inputs and a result of 10^8 floats each, everything overlapped in "
            "very many chunks, and kernels that take no time: how many milliseconds at least?",
        .hints = {"Which of the three arrays can be on the bus at the same time?",
                  "The directions do not share, so the result leaves while inputs come in.",
                  "Two arrays come in one after the other; that is twice the time of one."},
        .answer = answer_both_ways,
        .explain = explain_both_ways,
    },
    {0},
};
