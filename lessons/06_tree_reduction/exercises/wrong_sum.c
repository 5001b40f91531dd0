#include "wrong_sum.h"

#include "exercise_tools.h"

#include <math.h>

bool gs_fits_both(const struct gs_wrong_sum *sum,
                  bool (*fits)(const struct gs_wrong_sum *sum, size_t number), size_t number)
{
    return fits(sum, number) && (sum->again == NULL || fits(sum->again, number));
}

double gs_term_of_array(const struct gs_wrong_sum *sum, size_t i)
{
    return (double)sum->x[i];
}

double gs_sum_of_sizes(const float *x, size_t n)
{
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += fabs((double)x[i]);
    return total;
}

double gs_sum_of_values(const float *x, size_t n)
{
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += (double)x[i];
    return total;
}

/* ---- the terms that a mistake leaves in ------------------------------------------------------ */

/* The terms that a mistake leaves in, where the grid has blocks of that many threads. */
static bool of_even_threads(size_t i, size_t count, size_t block)
{
    (void)count;
    (void)block;
    return i % 2 == 0;
}

static bool of_lower_half(size_t i, size_t count, size_t block)
{
    (void)count;
    return i % block < block / 2;
}

static bool of_first_thread(size_t i, size_t count, size_t block)
{
    (void)count;
    return i % block == 0;
}

/* Those whose cells come to cell 0 where each level adds the cells from half of them on, and half
 * is rounded down. */
static bool of_halves(size_t i, size_t count, size_t block)
{
    size_t t = i % block;
    (void)count;
    for (size_t half = block / 2; half > 0; half /= 2) {
        if (t >= half && t < 2 * half)
            t -= half;
    }
    return t == 0;
}

bool gs_of_first_block(size_t i, size_t count, size_t block)
{
    (void)count;
    return i < block;
}

bool gs_of_full_blocks(size_t i, size_t count, size_t block)
{
    return i < count / block * block;
}

static double sum_of(const struct gs_wrong_sum *sum, bool (*has)(size_t, size_t, size_t),
                     size_t block)
{
    double total = 0;
    for (size_t i = 0; i < sum->count; i++) {
        if (has(i, sum->count, block))
            total += sum->value(sum, i);
    }
    return total;
}

static bool is_sum_of(const struct gs_wrong_sum *sum, bool (*has)(size_t, size_t, size_t),
                      size_t block)
{
    return fabs(sum_of(sum, has, block) - sum->got) <= sum->slack &&
           (sum->again == NULL || is_sum_of(sum->again, has, block));
}

/* The block for which the sum is one of those terms alone; 0: there is none. */
size_t gs_block_that_fits(const struct gs_wrong_sum *sum, bool (*has)(size_t, size_t, size_t))
{
    for (size_t block = 32; block <= 1024; block *= 2) {
        if (is_sum_of(sum, has, block))
            return block;
    }
    return 0;
}

/* A block of 96 threads comes to 3 cells, and halves those to 1. */
static bool say_no_power_of_2(const struct gs_wrong_sum *sum, struct gs_saying *out)
{
    const json_t *launch = gs_inspected_largest_launch(sum->report);
    const size_t block = launch != NULL ? gs_block_threads(launch) : 0;
    if (block < 3 || (block & (block - 1)) == 0 || !is_sum_of(sum, of_halves, block))
        return false;
    out->line = gs_line_of(launch);
    return gs_say(out, "missing-level",
                  "A block has %zu threads here, and that is no power of 2: halved again and again "
                  "it becomes odd, and then a cell is left out of %s. Take a block of 64, 128 or "
                  "256 threads.",
                  block, sum->name);
}

/* ---- in words -------------------------------------------------------------------------------- */

bool gs_say_levels(const struct gs_wrong_sum *sum, struct gs_saying *out)
{
    if (gs_block_that_fits(sum, of_even_threads) != 0)
        return gs_say(
            out, "missing-level",
            "Every second %s is missing from %s, those of the odd threads: the last level of the "
            "tree, which adds part[1] to part[0], is left out.",
            sum->term, sum->name);
    const json_t *launch = gs_inspected_largest_launch(sum->report);
    const size_t block = gs_block_that_fits(sum, of_lower_half);
    if (block != 0 && launch != NULL && block < gs_block_threads(launch))
        return gs_say(out, "missing-level",
                      "Of each %zu threads, the %s of the upper %zu are missing from %s: the level "
                      "of the tree that adds cell %zu to cell 0 is left out.",
                      block, sum->terms, block / 2, sum->name, block / 2);
    if (block != 0)
        return gs_say(
            out, "missing-level",
            "The %s of the upper half of each block's threads are missing from %s: the first level "
            "of the tree, which adds cell %zu to cell 0, is left out.",
            sum->terms, sum->name, block / 2);
    if (gs_block_that_fits(sum, of_first_thread) != 0)
        return gs_say(out, "one-thread-only",
                      "%s has the %s of each block's thread 0 alone: what the other threads have "
                      "never reaches it.",
                      sum->name, sum->terms);
    return say_no_power_of_2(sum, out);
}

bool gs_say_nothing_added(const struct gs_wrong_sum *sum, struct gs_saying *out)
{
    if (sum->got != 0)
        return false;
    if (gs_inspected_total(sum->report, "launches") == 0)
        return gs_say(out, "never-added", "%s is 0: no kernel was launched.", sum->name);
    return gs_say(out, "never-added",
                  "%s is 0: nothing is added to it, or only 0, or it is set to 0 after that.",
                  sum->name);
}

bool gs_say_blocks(const struct gs_wrong_sum *sum, struct gs_saying *out)
{
    size_t block = gs_block_that_fits(sum, gs_of_first_block);
    if (block != 0)
        return gs_say(out, "one-block-only",
                      "%s has the first %zu %s alone, those of block 0, and there are %zu: each "
                      "block has to add its own sum.",
                      sum->name, block, sum->terms, sum->count);
    block = gs_block_that_fits(sum, gs_of_full_blocks);
    if (block != 0 && block <= sum->count) {
        size_t left = sum->count % block;
        const size_t threads = gs_inspected_threads(sum->report, NULL);
        return gs_say(out, "rounded-down", "The last %zu %s of %zu %s not in %s. %s", left,
                      left == 1 ? sum->term : sum->terms, sum->count, left == 1 ? "is" : "are",
                      sum->name,
                      threads < sum->count
                          ? "The launch has no threads for them: a division drops the remainder."
                          : "The launch has threads for them: does a test or the end of a loop "
                            "leave them out?");
    }
    return false;
}

/* What all cells of a tree hold in the end, added up, in blocks of that many threads. */
static double sum_of_cells(const struct gs_wrong_sum *sum, size_t block)
{
    enum { MOST_CELLS = 1024 };
    double total = 0, cells[MOST_CELLS];
    for (size_t first = 0; first < sum->count; first += block) {
        for (size_t t = 0; t < block; t++)
            cells[t] = first + t < sum->count ? sum->value(sum, first + t) : 0;
        for (size_t half = block / 2; half > 0; half /= 2) {
            for (size_t t = 0; t < half; t++)
                cells[t] += cells[t + half];
        }
        for (size_t t = 0; t < block; t++)
            total += cells[t];
    }
    return total;
}

/* Not thread 0 alone adds its cell. */
bool gs_say_all_cells(const struct gs_wrong_sum *sum, struct gs_saying *out)
{
    const size_t block = gs_block_threads(gs_inspected_largest_launch(sum->report));
    return block >= 4 && block <= 1024 && (block & (block - 1)) == 0 && sum->count > 1 &&
           fabs(sum_of_cells(sum, block) - sum->got) <= 16 * sum->slack &&
           gs_say(out, "added-by-all",
                  "%s has the cells of all %zu threads of each block, each as the tree left it: "
                  "the sum of a block is in cell 0, and one thread alone is to add that.",
                  sum->name, block);
}

static bool of_all(size_t i, size_t count, size_t block)
{
    (void)i;
    (void)count;
    (void)block;
    return true;
}

static bool is_times(const struct gs_wrong_sum *sum, double times)
{
    return fabs(sum->got / times - sum_of(sum, of_all, 0)) <= 4 * sum->slack &&
           (sum->again == NULL || is_times(sum->again, times));
}

/* Each thread that has an element adds the sum of its block. */
static bool is_added_by_elements(const struct gs_wrong_sum *sum, size_t block)
{
    double total = 0;
    for (size_t i = 0; i < sum->count; i++) {
        const size_t left = sum->count - i / block * block;
        total += sum->value(sum, i) * (double)(left < block ? left : block);
    }
    return fabs(sum->got - total) <= 4 * (double)block * sum->slack &&
           (sum->again == NULL || is_added_by_elements(sum->again, block));
}

bool gs_say_many_times(const struct gs_wrong_sum *sum, struct gs_saying *out)
{
    const size_t block = gs_block_threads(gs_inspected_largest_launch(sum->report));
    const double total = sum_of(sum, of_all, 0);
    const double times = fabs(total) > sum->slack ? round(sum->got / total) : 0;
    if (times < 2 || times > (double)block || !is_times(sum, times))
        return block > 1 && sum->count > block && is_added_by_elements(sum, block) &&
               gs_say(out, "added-by-all",
                      "%s is what comes out where each thread that has an element adds the sum of "
                      "its block: let one thread of a block do it.",
                      sum->name);
    if (times < (double)block)
        return gs_say(out, "added-by-all",
                      "%s is %.0f times the sum: do %.0f threads of each block add the block's "
                      "sum, where one is to do it?",
                      sum->name, times, times);
    return gs_say(out, "added-by-all",
                  "%s is %zu times the sum, and a block has %zu threads: does every thread of a "
                  "block add the block's sum?",
                  sum->name, block, block);
}

/* The first fill by the host, as cudaMemset() is; NULL: there is none. */
static const json_t *first_fill(const json_t *report)
{
    const json_t *operations = gs_inspected_operations(report);
    for (size_t i = 0; i < json_array_size(operations); i++) {
        if (gs_has_text(json_array_get(operations, i), "do", "fill"))
            return json_array_get(operations, i);
    }
    return NULL;
}

/* What all blocks add to has to be set before. Junk is no number, and so is junk plus a sum. */
bool gs_say_not_zeroed(const struct gs_wrong *wrong, bool junk, const char *what,
                       struct gs_saying *out)
{
    const char *name = wrong->exercise->parameters[wrong->parameter].name;
    bool left = wrong->shape->n == 0 && wrong->untouched > 0;
    if (!left && !junk)
        return false;
    if (left)
        return gs_say(out, "not-zeroed",
                      "With n = 0 there is nothing to add, so %s[0] is 0, but it still holds what "
                      "it held before.",
                      name);
    const json_t *fill = first_fill(wrong->report);
    const size_t bytes = gs_dtype_bytes(wrong->exercise->parameters[wrong->parameter].dtype);
    if (fill == NULL)
        return gs_say(out, "not-zeroed",
                      "%s[0] is %s: it held junk before the call, and junk plus a sum is junk.",
                      name, what);
    out->line = gs_line_of(fill);
    if ((size_t)gs_get_number(fill, "bytes") < bytes)
        return gs_say(out, "not-zeroed",
                      "%s[0] is %s: it held junk before the call. Line %d sets %lld byte%s, and "
                      "%s[0] has %zu.",
                      name, what, out->line, gs_get_number(fill, "bytes"),
                      gs_get_number(fill, "bytes") == 1 ? "" : "s", name, bytes);
    return gs_say(
        out, "not-zeroed",
        "%s[0] is %s, though line %d sets %lld bytes: is that before the launch, is it %s "
        "that is set, and to 0?",
        name, what, out->line, gs_get_number(fill, "bytes"), name);
}
