/*
 * What a run leaves behind: one record a measurement, and files of them. Tables, plots and reports
 * read records and nothing else.
 */
#ifndef GS_RECORD_H
#define GS_RECORD_H

#include "dtype.h"
#include "samples.h"
#include "names.h"
#include "status.h"
#include "verdict.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct gs_record {
    unsigned lesson;
    char workload[32];
    char variant[48];
    enum gs_record_place place;
    enum gs_dtype dtype;
    size_t n;
    unsigned grid;  /* blocks, where the launch was given; 0: as many as n needs */
    unsigned block; /* threads a block; also 0 for a CPU baseline */
    enum gs_residency residency;
    enum gs_cache cache;
    enum gs_verdict verdict;
    char detail[256];                       /* one sentence, or empty */
    char values[96];                        /* "[0 1] -> [0.5 1.5], should be [1 2]", few cells */
    double lost;                            /* share of the updates lost, 0 to 1 */
    unsigned answers, launches;             /* of a race: different answers of so many launches */
    struct gs_distribution time;            /* no samples: not timed */
    unsigned batch;                         /* launches a sample, of a device-resident time */
    double copy_in_s, kernel_s, copy_out_s; /* medians, host to host only */
    size_t bytes;            /* over device memory, or over the bus when host to host */
    double peak_bytes_per_s; /* the measured limit that this record is held against, or 0 */
    enum gs_limit limit;     /* what binds this record */
    double limit_s;          /* the seconds that it takes by itself, or 0 */
    unsigned copies;         /* of one host-to-host run: copies over the bus, and their bytes */
    size_t copied_in_bytes, copied_out_bytes;
    double max_error; /* relative for floats, absolute for integers */
    double max_ulp;   /* of floats: the largest error in units of the last place */
    unsigned threads; /* CPU threads; 0 for a kernel */
    unsigned devices; /* that it ran on, or was to; 0 for a CPU baseline */
    char device[256]; /* what ran it */
    bool simulated;
    double floor_s;                                 /* events around an empty kernel, or 0 */
    unsigned notes;                                 /* a set of enum gs_note, as GS_BIT()s */
    unsigned processes;                             /* that took the samples; 0: one */
    unsigned samples_by_process[GS_MOST_PROCESSES]; /* in the order of the samples */
};

/*
 * "vecadd/threads/f32/n:1024/block:256/device/cold": what records are matched by, by compare and by
 * Google Benchmark's compare.py. No two records of a result have the same. Of several devices the
 * block is followed by "/devices:2".
 */
enum { GS_RECORD_NAME = 192 };
void gs_record_name(const struct gs_record *record, char name[static GS_RECORD_NAME]);

/* A kernel may have been launched with blocks of 0 threads; a CPU baseline may have none. */
bool gs_record_has_block(const struct gs_record *record);

/*
 * Its notes in words, between commas, as the column "note" has them: "noisy: quartiles 17% apart".
 * How far, is computed from the record.
 */
enum { GS_NOTES_TEXT = 160 };
void gs_record_notes_format(const struct gs_record *record, char text[static GS_NOTES_TEXT]);

/* The notes of a file without a field "notes", which has them in words alone. False: other words.
 */
bool gs_record_notes_parse(const char *text, unsigned *out);

/* The median of each process's samples. Returns how many there are: 1 where processes is 0. */
size_t gs_record_process_medians(const struct gs_record *record,
                                 double medians[static GS_MOST_PROCESSES]);

/* Notes times under three times the launch floor, and times that other work disturbed. */
void gs_record_mark_short(struct gs_record *record);
void gs_record_mark_noise(struct gs_record *record);

/* Whether something disturbed its samples. */
bool gs_record_is_noisy(const struct gs_record *record);

/* All 0 where the record has no time, or no peak, or no limit. */
double gs_record_gb_per_s(const struct gs_record *record);
double gs_record_pct_of_peak(const struct gs_record *record);
double gs_record_pct_of_limit(const struct gs_record *record); /* 100: no variant can be faster */

/* Orders records by what names a row: workload, variant, dtype, n, launch, devices, where the data
 * lie, cache. The rows of one point follow each other. 0: the same. */
int gs_record_compare(const struct gs_record *a, const struct gs_record *b);
/* The same, whatever their workloads are. */
int gs_record_compare_in_workload(const struct gs_record *a, const struct gs_record *b);
/* Whether they differ in no more than where the data lie, and in the cache. */
bool gs_record_same_point(const struct gs_record *a, const struct gs_record *b);

/* The records of one lesson on one machine, in the order they were made. */
struct gs_results {
    json_t *context; /* owned */
    struct gs_record *records;
    size_t count;
};

/* The records in that order, those of one name as they stand; the caller frees the list. NULL: out
 * of memory. */
const struct gs_record **gs_results_sorted(const struct gs_results *results);

/* A value of context.gridstride, NULL where the file has none. */
const json_t *gs_results_fact(const struct gs_results *results, const char *name);
/* Its text, or otherwise. */
const char *gs_results_fact_text(const struct gs_results *results, const char *name,
                                 const char *otherwise);
/* The GPU that its kernels ran on; NULL: there was none. */
const char *gs_results_gpu(const struct gs_results *results);
/*
 * What the lesson says: its workload as {"formula": ..., "variants": [...]}, and of such a variant
 * {"about": ..., "runs_on": ..., "wrong_on_purpose": ...}. NULL in files of earlier versions.
 */
const json_t *gs_results_workload(const struct gs_results *results, const char *name);
const json_t *gs_results_variant(const json_t *workload, const char *name);

/* The text of a value, or otherwise. */
const char *gs_json_text(const json_t *value, const char *otherwise);

/*
 * Records of one name, which several processes have made of one row, become one, in the place of
 * the first: it has the samples of all. Where a process had another answer than a right one, that
 * record stands for all of them, and has no time.
 */
enum gs_status gs_results_join_processes(struct gs_results *results, struct gs_error *error);

/* Moves record (and the samples it owns) into results. */
enum gs_status gs_results_append(struct gs_results *results, struct gs_record *record,
                                 struct gs_error *error);
void gs_results_release(struct gs_results *results);

/*
 * Writes FOLDER/NAME.json (Google Benchmark's format, one record a line) and FOLDER/NAME.csv. Both
 * are written beside the old ones first, so that a file is the old one or the new one, never half
 * of one.
 */
enum gs_status gs_results_save(const struct gs_results *results, const char *folder,
                               const char *name, struct gs_error *error);

/* The JSON text as gs_results_save() writes it; free() it. NULL when out of memory. */
char *gs_results_text(const struct gs_results *results);

/* One record as it stands in such a file; NULL when out of memory. */
json_t *gs_record_to_json(const struct gs_record *record);

/*
 * Fills record from it, samples included. Returns NULL, or the name of the first field that is
 * missing or of the wrong kind; the record then owns nothing.
 */
const char *gs_record_from_json(struct gs_record *record, const json_t *object);

/* Reads a file that gs_results_save() wrote; what is damaged is named by file and line. */
enum gs_status gs_results_load(const char *path, struct gs_results *out, struct gs_error *error);

#endif
