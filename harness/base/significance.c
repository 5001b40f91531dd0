#include "significance.h"

#include "samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* P(Z > x). */
static double normal_tail(double x)
{
    return 0.5 * erfc(x / sqrt(2));
}

/* By bisection: it is asked for once a sample, and there is nothing in it to get wrong. */
double gs_normal_quantile(double p)
{
    double low = -40, high = 40;
    for (;;) {
        double middle = 0.5 * (low + high);
        if (middle <= low || middle >= high)
            return middle;
        if (normal_tail(-middle) < p)
            low = middle;
        else
            high = middle;
    }
}

/* ---- rank test ------------------------------------------------------------------------------- */

struct value {
    double value;
    bool is_a;
};

static int compare_values(const void *a, const void *b)
{
    double x = ((const struct value *)a)->value, y = ((const struct value *)b)->value;
    return (x > y) - (x < y);
}

/* What the ranks of two samples together say. */
struct ranks {
    double u;    /* of a */
    double ties; /* the sum of t^3 - t over groups of t equal values */
};

static struct ranks rank(struct value *values, size_t count)
{
    struct ranks ranks = {0, 0};
    size_t b_below = 0;
    qsort(values, count, sizeof *values, compare_values);
    for (size_t begin = 0, end; begin < count; begin = end) {
        size_t a_equal = 0;
        for (end = begin; end < count && values[end].value <= values[begin].value; end++)
            a_equal += values[end].is_a;
        size_t equal = end - begin, b_equal = equal - a_equal;
        ranks.u += (double)a_equal * ((double)b_below + 0.5 * (double)b_equal);
        ranks.ties += (double)equal * ((double)equal * (double)equal - 1);
        b_below += b_equal;
    }
    return ranks;
}

/*
 * P(U >= u) where all orders of the n + m values are equally likely. The largest value is one of
 * the n with probability n / (n + m), and is then over all m others; taking it away leaves the same
 * question with one value less: P(n, m, u) = n/(n+m) P(n-1, m, u-m) + m/(n+m) P(n, m-1, u). Sums of
 * what is positive, so nothing cancels. Below 0 when out of memory.
 */
static double exact_tail(size_t n, size_t m, size_t u)
{
    size_t room = n * m + 1;
    double *table = calloc((n + 1) * room, sizeof *table), tail = 0;
    if (table == NULL)
        return -1;
    for (size_t i = 0; i <= n; i++)
        table[i * room] = 1; /* m = 0: U is 0 */
    for (size_t k = 1; k <= m; k++) {
        for (size_t i = 1; i <= n; i++) {
            double *here = table + i * room, *fewer = here - room; /* fewer: of this k already */
            double share = (double)i / (double)(i + k);
            for (size_t v = i * k + 1; v-- > 0;)
                here[v] = (1 - share) * here[v] + (v >= k ? share * fewer[v - k] : 0);
        }
    }
    for (size_t v = u; v < room; v++)
        tail += table[n * room + v];
    free(table);
    return tail;
}

/* P(U >= u), U taken as normal; the half is for U's steps. */
static double normal_approximation(double n, double m, double u, double ties)
{
    double all = n + m;
    double variance = n * m / 12 * (all + 1 - ties / (all * (all - 1)));
    if (!(variance > 0))
        return 1; /* all values are equal */
    return normal_tail((u - 0.5 * n * m - 0.5) / sqrt(variance));
}

bool gs_rank_test(const double *a, size_t a_count, const double *b, size_t b_count,
                  struct gs_rank_test *out)
{
    size_t count = a_count + b_count;
    struct value *values = malloc(count * sizeof *values);
    if (values == NULL)
        return false;
    for (size_t i = 0; i < a_count; i++)
        values[i] = (struct value){a[i], true};
    for (size_t i = 0; i < b_count; i++)
        values[a_count + i] = (struct value){b[i], false};
    struct ranks ranks = rank(values, count);
    free(values);
    double pairs = (double)a_count * (double)b_count;
    double larger = fmax(ranks.u, pairs - ranks.u); /* both tails are alike */
    bool exact = ranks.ties <= 0 && pairs <= GS_MOST_EXACT;
    double tail = exact
                      ? exact_tail(a_count, b_count, (size_t)larger)
                      : normal_approximation((double)a_count, (double)b_count, larger, ranks.ties);
    *out = (struct gs_rank_test){ranks.u, fmin(2 * tail, 1), exact};
    return tail >= 0;
}

/* ---- ratio of medians ------------------------------------------------------------------------ */

struct log_median {
    double value, variance;
};

/* P(B < c), where B counts the heads of n tosses. */
static double heads_below(size_t n, size_t c)
{
    double sum = 0, term = -(double)n * log(2); /* log of P(B = i) */
    for (size_t i = 0; i < c; i++) {
        sum += exp(term);
        term += log((double)(n - i) / (double)(i + 1));
    }
    return sum;
}

/*
 * Of sorted values. The true median lies outside of the c-th values from both ends with a
 * probability that depends on n alone; so what they are apart says how wide the median's
 * distribution is.
 */
static struct log_median log_median_of(const double *sorted, size_t n)
{
    size_t c = (size_t)fmax(1, round(0.5 * ((double)n + 1) - sqrt((double)n)));
    double z = -gs_normal_quantile(heads_below(n, c));
    double apart = log(sorted[n - c] / sorted[c - 1]) / (2 * z);
    return (struct log_median){log(gs_quantile(sorted, n, 0.5)), apart * apart};
}

static bool log_median(const double *values, size_t count, struct log_median *out)
{
    double *sorted = malloc(count * sizeof *sorted);
    if (sorted == NULL)
        return false;
    memcpy(sorted, values, count * sizeof *sorted);
    gs_sort(sorted, count);
    *out = log_median_of(sorted, count);
    free(sorted);
    return true;
}

bool gs_median_ratio(const double *a, size_t a_count, const double *b, size_t b_count,
                     struct gs_ratio *out)
{
    struct log_median of_a, of_b;
    if (!log_median(a, a_count, &of_a) || !log_median(b, b_count, &of_b))
        return false;
    double ratio = of_b.value - of_a.value;
    double margin = gs_normal_quantile(0.975) * sqrt(of_a.variance + of_b.variance);
    *out = (struct gs_ratio){exp(ratio), exp(ratio - margin), exp(ratio + margin)};
    return true;
}

/* ---- several processes ----------------------------------------------------------------------- */

/* The continued fraction of the incomplete beta function, by the method of Lentz. */
static double beta_fraction(double a, double b, double x)
{
    enum { MOST_STEPS = 500 };
    const double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double value = d;
    for (int m = 1; m <= MOST_STEPS; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double before = value;
        const double terms[] = {even, odd};
        for (int i = 0; i < 2; i++) {
            d = 1 + terms[i] * d;
            c = 1 + terms[i] / c;
            d = 1 / (fabs(d) < tiny ? tiny : d);
            c = fabs(c) < tiny ? tiny : c;
            value *= c * d;
        }
        if (fabs(value - before) <= 1e-15 * fabs(value))
            break;
    }
    return value;
}

/* The incomplete beta function over the whole one. */
static double beta_share(double a, double b, double x)
{
    if (x <= 0 || x >= 1)
        return x <= 0 ? 0 : 1;
    double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
    return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                     : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double gs_student_p(double t, double freedom)
{
    return beta_share(0.5 * freedom, 0.5, freedom / (freedom + t * t));
}

double gs_student_quantile(double p, double freedom)
{
    double low = 0, high = 1;
    while (gs_student_p(high, freedom) > p && high < 1e300)
        high *= 2;
    for (;;) {
        double middle = 0.5 * (low + high);
        if (middle <= low || middle >= high)
            return middle;
        if (gs_student_p(middle, freedom) > p)
            low = middle;
        else
            high = middle;
    }
}

/* Of logarithms. */
struct moments {
    double mean, variance;
};

static struct moments moments_of(const double *values, size_t count)
{
    struct moments m = {0, 0};
    for (size_t i = 0; i < count; i++)
        m.mean += log(values[i]) / (double)count;
    for (size_t i = 0; i < count; i++) {
        double off = log(values[i]) - m.mean;
        m.variance += off * off / (double)(count - 1);
    }
    return m;
}

void gs_between_processes_test(const double *a, size_t a_count, const double *b, size_t b_count,
                               struct gs_between_processes_test *out)
{
    struct moments of_a = moments_of(a, a_count), of_b = moments_of(b, b_count);
    double from_a = of_a.variance / (double)a_count, from_b = of_b.variance / (double)b_count;
    double error = sqrt(from_a + from_b), difference = of_b.mean - of_a.mean, margin = 0;
    *out = (struct gs_between_processes_test){.p = fabs(difference) > 0 ? 0 : 1,
                                              .spread = of_a.variance + of_b.variance,
                                              .fewest = a_count < b_count ? a_count : b_count};
    if (error > 0) {
        double freedom =
            error * error * error * error /
            (from_a * from_a / (double)(a_count - 1) + from_b * from_b / (double)(b_count - 1));
        out->p = gs_student_p(difference / error, freedom);
        margin = gs_student_quantile(0.05, freedom) * error;
    }
    out->ratio =
        (struct gs_ratio){exp(difference), exp(difference - margin), exp(difference + margin)};
}

size_t gs_processes_needed(const struct gs_between_processes_test *test, double distance, double p,
                           size_t most)
{
    for (size_t count = test->fewest + 1; count <= most; count++) {
        double freedom = 2 * (double)count - 2, error = sqrt(test->spread / (double)count);
        /* In 1 of 5 cases the difference that is seen is smaller by so much. */
        double unlucky = gs_student_quantile(0.4, freedom);
        if ((gs_student_quantile(p, freedom) + unlucky) * error <= distance)
            return count;
    }
    return 0;
}

/* ---- many tests ------------------------------------------------------------------------------ */

double gs_significant_p(double *p, size_t count, double rate)
{
    gs_sort(p, count);
    for (size_t i = count; i > 0; i--) {
        if (p[i - 1] <= rate * (double)i / (double)count)
            return p[i - 1];
    }
    return -1;
}
