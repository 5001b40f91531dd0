/* Lesson 4's questions. */
#include "exercise_tools.h"

#include <math.h>

static bool is_near(double given, double value)
{
    return fabs(given - value) <= 0.01 * fabs(value);
}

/* rho and theta of two points are read, and a distance is written. */
static size_t pair_bytes(void)
{
    return 5 * sizeof(float);
}

static struct gs_answer answer_bytes(void)
{
    return gs_answer_exactly((double)pair_bytes());
}

static bool explain_bytes(double given, char *sentence, size_t size)
{
    if (given == 5)
        return gs_reply(sentence, size, "That is the number of floats; each has 4 bytes.");
    return given == 4.0 * sizeof(float) &&
           gs_reply(sentence, size, "So many are read. The distance is written, too.");
}

/* The time that `gaussian` cannot go below, in microseconds: x is read, p is written. */
static double least_time_us(void)
{
    const double n = 0x1p27, gb_per_s = 3000;
    return 2 * sizeof(float) * n / (gb_per_s * 1e9) * 1e6;
}

static struct gs_answer answer_least_us(void)
{
    return gs_answer_about(least_time_us(), 0.01);
}

static bool explain_least_us(double given, char *sentence, size_t size)
{
    if (is_near(given, least_time_us() / 2))
        return gs_reply(sentence, size, "That is the time to read x. p has to be written, too.");
    if (is_near(given, least_time_us() * 1e-6) || is_near(given, least_time_us() * 1e-3))
        return gs_reply(sentence, size,
                        "The digits are right; the answer is wanted in microseconds.");
    return is_near(given, least_time_us() / 8) &&
           gs_reply(sentence, size,
                    "That is as many bytes as there are points. How many bytes has one?");
}

static double ulp_of_1(void)
{
    return (double)(nextafterf(1, 2) - 1);
}

static struct gs_answer answer_ulp(void)
{
    return gs_answer_about(ulp_of_1(), 0.01);
}

static bool explain_ulp(double given, char *sentence, size_t size)
{
    if (is_near(given, ulp_of_1() / 2))
        return gs_reply(
            sentence, size,
            "That is half of it: the most that one rounding is off, and the step below 1.");
    return is_near(given, nextafter(1, 2) - 1) &&
           gs_reply(sentence, size, "That is the step of a double.");
}

const struct gs_question gs_questions_gaussian_pdf[] = {
    {
        .name = "bytes_per_pair",
        .text = "polar_distance in f32: how many bytes does the kernel load and store for one pair "
                "of points?",
        .hints = {"How many arrays are there?", "Four are read, and one is written.",
                  "5 floats of 4 bytes."},
        .answer = answer_bytes,
        .explain = explain_bytes,
    },
    {
        .name = "least_us",
        .text = "gaussian_pdf in f32 at n = 2^27: how many microseconds must it take at least, on "
                "a GPU whose memory moves 3000 GB/s (3 * 10^12 bytes a second)?",
        .hints = {"How many bytes are loaded and stored for each point?",
                  "8 bytes a point; a time is bytes divided by bytes a second.",
                  "8 * 2^27 / 3e12 seconds, and a second has 10^6 microseconds."},
        .answer = answer_least_us,
        .explain = explain_least_us,
    },
    {
        .name = "ulp",
        .text = "An ulp is the step from a number to the next: how much larger than 1 is the float "
                "after 1?",
        .hints = {"A float has 24 significant bits.",
                  "The first bit of 1 stands for 2^0; what does the 24th stand for?",
                  "2^-23, which can be written like that."},
        .answer = answer_ulp,
        .explain = explain_ulp,
    },
    {0},
};
