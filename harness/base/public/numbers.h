/*
 * Numbers as people write and read them. The grammar of --sizes and --blocks: a list of items
 * between commas, each a number or a range. number  1000   64Ki   1Mi   2Gi   2^24   2^24+11 1Mi-1
 * 1e6 range   1Ki:1Gi:*4   32:1024:*2   100:200:+50      (start:end:step, end included when
 * reached)
 */
#ifndef GS_NUMBERS_H
#define GS_NUMBERS_H

#include "status.h"

#include <stddef.h>

struct gs_sizes {
    size_t *values; /* in the order written, each once; owned */
    size_t count;
};

/* Reads text into out, which gs_sizes_release() frees. `option` names it in the error. */
enum gs_status gs_sizes_parse(const char *option, const char *text, struct gs_sizes *out,
                              struct gs_error *error);
void gs_sizes_release(struct gs_sizes *sizes);

/* One number of the grammar (also the seed's); the whole text must be it. */
enum gs_status gs_number_parse(const char *option, const char *text, size_t *out,
                               struct gs_error *error);

/* A decimal number with a fraction: 2.5, 1e3. What is out of the range is refused, and so is all
 * that is no such number, as nan, 0x1p3 or 5%. */
struct gs_real_range {
    double least, most;
    const char *unit; /* "seconds" */
};
enum gs_status gs_real_parse(const char *option, const char *text,
                             const struct gs_real_range *range, double *out,
                             struct gs_error *error);

/* "2^24+11", "4Mi", "1000": the shortest way to write n exactly. text holds 32 bytes. */
void gs_size_format(size_t n, char text[static 32]);

/* 1048750, 2.5, 0.003: a number as a person writes it, of at most so many significant digits where
 * it has a fraction. Over 10^15 and under 10^-4 it has an exponent. */
struct gs_decimal {
    char text[40];
};
struct gs_decimal gs_decimal(double value, int digits);

/* "61Ki": so many significant digits. */
void gs_size_round(double n, int digits, char text[static 32]);

/* "95.4Mi", "16Mi+11": at most three digits in the unit that tables and plots have for whole ones;
 * exact below 10000. */
void gs_size_format_short(size_t n, char text[static 32]);

#endif
