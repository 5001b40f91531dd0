/* Lesson 6: a random generator for each thread. It is C and no data: the numbers come of a
 * generator, and wrong ones are looked for among those of other threads. */
#include "own_numbers.h"

#include "exercise_tools.h"

#include "random.h"

enum { OUT, SEED, THREADS };

static const struct gs_array own_parameters[] = {
    {"out", GS_OUTPUT, GS_HOME_DEVICE, GS_U32},
    {"seed", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

/* First one with several blocks and a remainder, where each mistake leaves its own mark. */
static const struct gs_shape own_shapes[] = {
    {.n = 1000},   {.n = 0},   {.n = 1},
    {.n = 31},     {.n = 33},  {.n = 255},
    {.n = 256},    {.n = 257}, {.n = (1 << 13) + 11},
    GS_LAST_SHAPE,
};

static size_t own_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == OUT ? NUMBERS * shape->n : 1;
}

static void own_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    *(uint64_t *)arrays[SEED] = gs_random_bits(seed, SEED, 0);
    *(uint64_t *)arrays[THREADS] = shape->n;
}

static uint32_t number(uint64_t seed, size_t i, size_t k)
{
    return random_at(seed, ((uint64_t)i << 32) + k);
}

static void own_solve(const struct gs_shape *shape, const void *const *arrays,
                      struct gs_expected *out)
{
    const uint64_t seed = *(const uint64_t *)arrays[SEED];
    uint32_t *want = out->want[OUT];
    for (size_t k = 0; k < NUMBERS; k++) {
        for (size_t i = 0; i < shape->n; i++)
            want[k * shape->n + i] = number(seed, i, k);
    }
}

/* ---- generators that depend on each other ---------------------------------------------------- */

/* How many numbers of all threads but the last `apart` are those of the thread so far on, `later`
 * steps before. */
static size_t count_shared(const struct gs_wrong *wrong, size_t apart, size_t later)
{
    const uint32_t *got = wrong->got;
    const size_t n = wrong->shape->n;
    size_t shared = 0;
    for (size_t k = 0; k + later < NUMBERS; k++) {
        for (size_t i = 0; i + apart < n; i++)
            shared += got[(k + later) * n + i] == got[k * n + i + apart];
    }
    return shared;
}

static bool are_shared(const struct gs_wrong *wrong, size_t apart, size_t later)
{
    const size_t n = wrong->shape->n;
    return n > apart && 2 * count_shared(wrong, apart, later) > (NUMBERS - later) * (n - apart);
}

static bool say_shared(const struct gs_wrong *wrong, struct gs_saying *out)
{
    if (are_shared(wrong, 1, 0))
        return gs_say(out, "same-numbers",
                      "Generators 0 and 1 give the same numbers, and so do their neighbours: "
                      "what the threads compute with them is one result, many times. The counter "
                      "of each has to depend on i. (If it is made of i: does a shift move all bits "
                      "of i out of 32?)");
    for (size_t apart = 2; apart <= 16; apart *= 2) {
        if (are_shared(wrong, apart, 0))
            return gs_say(out, "same-numbers",
                          "Generators 0 and %zu give the same numbers, and so do others that are "
                          "%zu apart: their counters are the same. Do bits of i get lost, as those "
                          "that a shift moves out of 32? Make i 64 bits wide first.",
                          apart, apart);
    }
    for (size_t block = 32; block <= 1024; block *= 2) {
        if (are_shared(wrong, block, 0))
            return gs_say(
                out, "same-numbers",
                "Generators 0 and %zu give the same numbers: all blocks draw alike. i has "
                "to count the threads of all blocks.",
                block);
    }
    for (size_t later = 1; later < NUMBERS / 2; later++) {
        if (are_shared(wrong, 1, later))
            return gs_say(out, "overlap",
                          "The numbers of generator 1 are those of generator 0 from its number %zu "
                          "on: they are %zu counter%s apart, and each draws %d. Neighbours have to "
                          "be farther apart than any of them will ever draw.",
                          later, later, later == 1 ? "" : "s", (int)NUMBERS);
    }
    return false;
}

/* ---- others than those asked for ------------------------------------------------------------- */

static bool is_each(const struct gs_wrong *wrong,
                    uint32_t (*of)(uint64_t seed, size_t n, size_t i, size_t k))
{
    const uint64_t seed = *(const uint64_t *)wrong->arrays[SEED];
    const uint32_t *got = wrong->got;
    const size_t n = wrong->shape->n;
    for (size_t k = 0; k < NUMBERS; k++) {
        for (size_t i = 0; i < n; i++) {
            if (got[k * n + i] != of(seed, n, i, k))
                return false;
        }
    }
    return true;
}

static uint32_t thread_by_thread(uint64_t seed, size_t n, size_t i, size_t k)
{
    const size_t at = k * n + i;
    return number(seed, at / NUMBERS, at % NUMBERS);
}

static uint32_t packed(uint64_t seed, size_t n, size_t i, size_t k)
{
    (void)n;
    return random_at(seed, (uint64_t)i * NUMBERS + k);
}

static uint32_t other_seeds(uint64_t seed, size_t n, size_t i, size_t k)
{
    (void)n;
    return random_at(seed + i, k);
}

/* Whole generators at the end that no thread stands for. */
static bool say_missing(const struct gs_wrong *wrong, struct gs_saying *out)
{
    int line = 0;
    const size_t threads = gs_inspected_threads(wrong->report, &line);
    if (threads == 0 || threads >= wrong->shape->n || wrong->first != threads ||
        wrong->wrong != NUMBERS * (wrong->shape->n - threads))
        return false;
    out->line = line;
    return gs_say(out, "rounded-down",
                  "There are %zu generators and %zu threads: from generator %zu on nothing was "
                  "drawn. Does a division drop the remainder?",
                  wrong->shape->n, threads, threads);
}

static uint32_t first_alone(uint64_t seed, size_t n, size_t i, size_t k)
{
    (void)n;
    (void)k;
    return number(seed, i, 0);
}

static uint32_t one_later(uint64_t seed, size_t n, size_t i, size_t k)
{
    (void)n;
    return number(seed, i, k + 1);
}

/* The last numbers of each generator. */
static bool say_last_numbers(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t n = wrong->shape->n;
    if (wrong->wrong % n != 0 || wrong->first % n != 0 ||
        wrong->first + wrong->wrong != NUMBERS * n)
        return false;
    return gs_say(out, "never-written",
                  "Number %zu of no generator was drawn, nor what follows it: each is to draw %d, "
                  "numbers 0 to %d. Where does the loop end?",
                  wrong->first / n, (int)NUMBERS, (int)NUMBERS - 1);
}

static bool own_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    if (wrong->untouched > 0)
        return wrong->untouched == wrong->wrong &&
               (say_missing(wrong, out) || say_last_numbers(wrong, out));
    if (wrong->shape->n < 2)
        return false;
    if (is_each(wrong, thread_by_thread))
        return gs_say(
            out, "layout",
            "The numbers are right and lie elsewhere: the %d of a thread are neighbours. "
            "Number k of thread i belongs to out[k * n + i], so that neighbouring threads "
            "write neighbouring elements.",
            (int)NUMBERS);
    if (is_each(wrong, packed))
        return gs_say(
            out, "overlap",
            "Generator i begins at counter %d * i, and generator i + 1 where it ends: one "
            "number more for each thread, and they overlap. They are to be 2^32 apart.",
            (int)NUMBERS);
    if (is_each(wrong, other_seeds))
        return gs_say(out, "other-seeds",
                      "Each thread has a seed of its own, seed + i, and the same counters. Whether "
                      "sequences of neighbouring seeds depend on each other, nobody has promised. "
                      "Keep the seed, and take other counters.");
    if (is_each(wrong, first_alone))
        return gs_say(
            out, "same-numbers",
            "All %d numbers of a generator are the same one. Each is to be drawn by a call of "
            "random_at() of its own, in each turn of the loop, and its counter has to grow by 1 "
            "from one number to the next.",
            (int)NUMBERS);
    if (is_each(wrong, one_later))
        return gs_say(out, "wrong-value",
                      "Each generator begins one number too late: number 0 is the one at its first "
                      "counter. `++counter` counts before it hands over, `counter++` after.");
    return say_shared(wrong, out);
}

static void own_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    gs_budget_one_pass(most, NUMBERS * sizeof(uint32_t) * shape->n);
    most->sectors = 1.3; /* rows of n numbers begin anywhere */
}

const struct gs_exercise gs_exercise_own_numbers = {
    .name = "own_numbers",
    .title = "A generator for each thread",
    .entry = "own_numbers",
    .parameters = own_parameters,
    .shapes = own_shapes,
    .n_name = "n",
    .hints = {"Write down the counters that threads 0, 1 and 2 use. Which of them does more than "
              "one thread use?",
              "The number at a counter depends on the counter and the seed alone. Threads are "
              "independent where no counter is used twice: let generator i begin at 2^32 * i, "
              "computed in 64 bits.",
              "uint64_t counter = (uint64_t)i << 32; the loop stays as it is."},
    .count = own_count,
    .fill = own_fill,
    .solve = own_solve,
    .explain = own_explain,
    .budget = own_budget,
};
