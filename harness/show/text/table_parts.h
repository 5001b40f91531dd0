/* The single tables that gs_table_print() puts together, and the cells they share. */
#ifndef GS_TABLE_PARTS_H
#define GS_TABLE_PARTS_H

#include "query.h"
#include "table_sheet.h"

/* ---- cells: text of any record, or of NULL: nothing was measured ----------------------------- */

enum { GS_CELL = 40 };

/* Three digits: "3.14", "31.4", "314". */
void gs_cell_digits(double value, char text[static 16]);
/* "3.04 µs", where gs_time_format() has "us". */
void gs_time_format_utf8(double seconds, char text[static 16]);
/* "lost updates" */
void gs_verdict_format(enum gs_verdict verdict, char text[static GS_CELL]);
/* The median time, or the verdict in a word. The last character is a mark. */
void gs_cell_time(const struct gs_record *record, char cell[static GS_CELL]);
/* The same without a mark. */
void gs_cell_median(const struct gs_record *record, char cell[static GS_CELL]);
/*
 * "4120  98% bytes": GB/s, where bytes are counted, and % of the limit that binds, in so wide a
 * column of names; a mark takes the place of the blank behind %. Without a limit, % of the peak.
 * Or the verdict in a word.
 */
void gs_sheet_rate(struct gs_sheet *sheet, const struct gs_record *record, int name_width);
/* The name of the limit, which the sheet's legend then explains; "": it has none. */
const char *gs_shown_limit(struct gs_sheet *sheet, const struct gs_record *record);
/* What gs_sheet_rate() shows as %. */
double gs_shown_pct(const struct gs_record *record);
enum gs_mark gs_mark_of(const struct gs_record *record);
const char *gs_mark_text(enum gs_mark mark); /* "~", "*", "^", or a blank */
/* What stands in place of a number: "right", "lost 50%", "WRONG", ... */
void gs_cell_word(const struct gs_record *record, char cell[static GS_CELL]);
/* A share of 0 to 1 as %: 0.99989 is "99.989%", so that neither "0%" nor "100%" is rounded to. */
void gs_cell_share(double share, char cell[static GS_CELL]);
/* "1 x 32 threads": blocks, and threads a block. */
void gs_cell_launch(const struct gs_record *record, char cell[static GS_CELL]);

/* "vecadd f64, i32: the same verdicts as f32" and the addition: for dtypes whose tables would
 * repeat that of `first`. */
void gs_print_alike(const char *workload, const enum gs_dtype *dtypes, size_t count,
                    enum gs_dtype first, const char *addition, FILE *out);

enum { GS_TITLE = 256 };

/* ---- tables: each prints nothing where there is nothing to say ------------------------------- */

/* Launches that were given, one by one, with what became of the array. */
void gs_print_cases(const struct gs_results *results, const struct gs_sweep *sweep,
                    struct gs_legend *legend, FILE *out);
/* Median time over n, for each dtype. */
void gs_print_times(const struct gs_results *results, const struct gs_sweep *sweep,
                    struct gs_legend *legend, FILE *out);
/* Predicted times of kernels that ran on the simulator, over n, in the first dtype. */
void gs_print_predicted(const struct gs_results *results, const struct gs_sweep *sweep,
                        struct gs_legend *legend, FILE *out);
/* The same as data, and what it is of; NULL: nothing is predicted. */
struct gs_sheet *gs_predicted_sheet(const struct gs_results *results, const struct gs_sweep *sweep,
                                    char title[static GS_TITLE]);
/* GB/s and what binds at the largest n, over dtypes; nothing where neither is known. */
void gs_print_rates(const struct gs_results *results, const struct gs_sweep *sweep,
                    struct gs_legend *legend, FILE *out);
/*
 * Copies and the share of each stage at the largest n, in the first dtype: of what copies for
 * itself, and of the fastest kernel; of every variant where memories are compared.
 */
void gs_print_transfers(const struct gs_results *results, const struct gs_sweep *sweep,
                        struct gs_legend *legend, FILE *out);
/* The records that stand in that table, all at one n; how many. */
enum { GS_TRANSFER_ROWS = 4 * GS_MOST_KEYS };
size_t gs_transfer_rows(const struct gs_results *results, const struct gs_sweep *sweep,
                        const struct gs_record *rows[static GS_TRANSFER_ROWS]);
/* The largest error of each variant beside its time, where floats are not all rounded correctly. */
void gs_print_accuracy(const struct gs_results *results, const struct gs_sweep *sweep,
                       struct gs_legend *legend, FILE *out);
/* The same as data, and what it is of; NULL: nothing to show. */
struct gs_sheet *gs_accuracy_sheet(const struct gs_results *results, const struct gs_sweep *sweep,
                                   char title[static GS_TITLE]);
/* What stands for a variant in it: its CPU time, or the cold one on the device, or host to host. */
const struct gs_record *gs_accuracy_record(const struct gs_results *results,
                                           const struct gs_sweep *sweep, const char *variant,
                                           enum gs_dtype dtype, size_t n);
/* Whether it has an error of rounding, and no other. */
bool gs_has_error(const struct gs_record *record);
/* Whether a record calls for that table. */
bool gs_is_inexact(const struct gs_record *record);
/* What is compared with what beside other libraries: a kind of time. */
struct gs_contest {
    enum gs_residency residency; /* of ours */
    enum gs_cache cache;
    const char *title;
};
enum { GS_CONTESTS = 7 };
extern const struct gs_contest gs_contests[GS_CONTESTS];

struct gs_peer_table {
    const struct gs_results *results;
    const struct gs_results *fallback; /* where ours are, if results have none of them; or NULL */
    const char *workload;
    enum gs_dtype dtype;
    const struct gs_contest *contest;
};

/* The dtypes that a workload has other libraries' records in. */
size_t gs_peer_dtypes(const struct gs_results *results, const char *workload,
                      enum gs_dtype dtypes[static GS_DTYPE_COUNT]);
/* The sizes that there is something to compare at, of all launches; 0: none. */
size_t gs_peer_table_sizes(const struct gs_peer_table *table, size_t sizes[static GS_MOST_NUMBERS]);
const struct gs_record *gs_peer_table_ours(const struct gs_peer_table *table,
                                           size_t n); /* our fastest */
/* What a peer has, its fastest where it has several; NULL: the fastest of all peers. */
const struct gs_record *gs_peer_table_peer(const struct gs_peer_table *table, const char *name,
                                           size_t n);
/* A row for each size, a column for each peer. */
struct gs_sheet *gs_peer_table_sheet(const struct gs_peer_table *table);

/* Other libraries' times beside our fastest, over n, for each dtype and residency. */
void gs_print_peers(const struct gs_results *results, const struct gs_sweep *sweep,
                    struct gs_legend *legend, FILE *out);
/* Rows: variants; columns: block sizes; at the largest n, in the first dtype. */
void gs_print_blocks(const struct gs_results *results, const struct gs_sweep *sweep,
                     struct gs_legend *legend, FILE *out);
/* What the limits and the marks behind numbers mean, and what a rate over the peak means. */
/* The columns that name a row of a comparison, and a new row with the names of one. */
void gs_sheet_add_record_columns(struct gs_sheet *sheet);
void gs_sheet_add_record_name(struct gs_sheet *sheet, const struct gs_record *record);

void gs_print_legend(const struct gs_legend *legend, FILE *out);

#endif
