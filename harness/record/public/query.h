/* Finding records by what they are of. */
#ifndef GS_QUERY_H
#define GS_QUERY_H

#include "record.h"

/* GS_MOST_NUMBERS: as many sizes as one run can have. */
enum { GS_MOST_KEYS = 64, GS_MOST_NUMBERS = 4096 };

/* What a record must match. NULL matches all; so does a set that is 0. */
struct gs_query {
    const char *workload, *variant;
    unsigned dtypes, places, residencies, caches; /* sets of enums, as GS_BIT()s */
    bool one_n; /* 0 elements is a value, so it takes this to ask for one; a block likewise */
    size_t n;
    bool one_block;
    unsigned block;
    unsigned grid; /* 0: records whose launch was not given */
    bool any_grid;
    bool (*has)(const struct gs_record *record); /* what it has besides; NULL: anything */
};

/* For gs_query.has. */
bool gs_is_timed(const struct gs_record *record);
bool gs_counts_bytes(const struct gs_record *record);

bool gs_query_matches(const struct gs_query *query, const struct gs_record *record);

/* The first record that matches, or NULL. */
const struct gs_record *gs_query_first(const struct gs_results *results,
                                       const struct gs_query *query);

/* The right answer with the smallest median among those that match, or NULL. */
const struct gs_record *gs_query_fastest(const struct gs_results *results,
                                         const struct gs_query *query);

/*
 * The different values of one text among the records that match, in order; GS_MOST_KEYS at most.
 * They are borrowed from the records.
 */
size_t gs_query_texts(const struct gs_results *results, const struct gs_query *query,
                      const char *(*text_of)(const struct gs_record *),
                      const char *out[static GS_MOST_KEYS]);
/*
 * How a peer's records lie that ours are compared with: as ours, but that peers record no graphs,
 * and stand against ours with a call in a loop.
 */
enum gs_residency gs_peers_residency(enum gs_residency ours);

/* The different dtypes among the records that match, in order. */
size_t gs_query_dtypes(const struct gs_results *results, const struct gs_query *query,
                       enum gs_dtype out[static GS_DTYPE_COUNT]);
/* The different values of one number, ascending; GS_MOST_NUMBERS at most. */
size_t gs_query_numbers(const struct gs_results *results, const struct gs_query *query,
                        size_t (*number_of)(const struct gs_record *),
                        size_t out[static GS_MOST_NUMBERS]);

/* What the two above are asked for. */
const char *gs_workload_of(const struct gs_record *record);
const char *gs_variant_of(const struct gs_record *record);
size_t gs_n_of(const struct gs_record *record);
size_t gs_block_of(const struct gs_record *record);

/*
 * The records of one workload that make its sweep over n: those with as many blocks as n needs,
 * or, where every launch was given, those of the launch with the most sizes, three or more.
 */
struct gs_sweep {
    struct gs_query query;  /* all of it, over all dtypes */
    struct gs_query device; /* only what ran on the device, at the sweep's block */
    bool empty;
};

struct gs_sweep gs_sweep_of(const struct gs_results *results, const char *workload);

/* The variants of the sweep's workload, in the lesson's order; also those that only cases have. */
size_t gs_sweep_variants(const struct gs_results *results, const struct gs_sweep *sweep,
                         const char *out[static GS_MOST_KEYS]);

/* The largest n among the records that match; 0 where none does. */
size_t gs_query_largest_n(const struct gs_results *results, const struct gs_query *query);

/* Whether a variant of the sweep copies for itself, so that there is no time without copies. */
bool gs_copies_itself(const struct gs_results *results, const struct gs_sweep *sweep,
                      const char *variant);

/*
 * Whether the sweep compares memories: one of its kernels was run from host to host with only one
 * kind of memory. Then such times are of interest for every kernel; else for the fastest.
 */
bool gs_compares_memory(const struct gs_results *results, const struct gs_sweep *sweep);

#endif
