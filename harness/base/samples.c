#include "samples.h"

#include <math.h>
#include <stdlib.h>

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double gs_quantile(const double *sorted, size_t count, double q)
{
    double position = q * (double)(count - 1);
    size_t below = (size_t)position;
    if (below + 1 >= count)
        return sorted[count - 1];
    return sorted[below] + (position - (double)below) * (sorted[below + 1] - sorted[below]);
}

void gs_sort(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_doubles);
}

double gs_median(double *values, size_t count)
{
    gs_sort(values, count);
    return gs_quantile(values, count, 0.5);
}

double gs_median_error(const double *sorted, size_t count)
{
    /* As many samples lie under the median as heads fall in `count` throws of a coin. */
    double below = floor(0.5 * ((double)count - 1.96 * sqrt((double)count)));
    if (below < 1)
        return INFINITY;
    size_t low = (size_t)below - 1, high = count - (size_t)below;
    return 0.5 * (sorted[high] - sorted[low]) / gs_quantile(sorted, count, 0.5);
}

void gs_distribution_release(struct gs_distribution *distribution)
{
    free(distribution->samples);
    *distribution = (struct gs_distribution){0};
}
