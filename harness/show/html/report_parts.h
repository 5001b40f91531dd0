/* The page of all results: what is on it, and its parts, each of which reads records alone. */
#ifndef GS_REPORT_PARTS_H
#define GS_REPORT_PARTS_H

#include "json_get.h"
#include "record.h"
#include "result_name.h"
#include "table_parts.h"

#include <stdio.h>

/* One result file. */
struct gs_report_source {
    char folder[4096];
    unsigned lesson; /* a user's own kernels have numbers too, behind those of lessons */
    bool own;
    char subject[GS_RESULT_NAME]; /* "lesson3", "kernel-saxpy": as plots are named, and places here
                                   */
    bool recorded;                /* of another machine, and kept with the project */
    bool peers;                   /* other libraries beside ours, in one run */
    struct gs_results results;
    size_t machine;  /* counted from 0; those of one folder have the same */
    char name[320];  /* "NVIDIA H100", or "AMD EPYC and the simulator" */
    char date[16];   /* "2026-11-21", or empty */
    char label[400]; /* both: "NVIDIA H100, recorded 2026-11-21" */
};

/* In the order of the page: what was run here first, then by folder, lesson and kind. */
struct gs_report {
    struct gs_report_source *sources; /* owned */
    size_t count;
};

/* ---- what is known of a source --------------------------------------------------------------- */

/* Whether it has a record of that workload. */
bool gs_report_has(const struct gs_report_source *source, const char *workload);
enum { GS_NO_LESSON = -1 };
/* The smallest number of a lesson over `after` that a source is of; GS_NO_LESSON: there is none. */
int gs_report_next_lesson(const struct gs_report *report, int after);
/* The first result of the lesson that has the lesson's words, or else the first; NULL: none. */
const struct gs_results *gs_report_words(const struct gs_report *report, unsigned lesson);
/* Its first source; NULL: there is none. */
const struct gs_report_source *gs_report_first(const struct gs_report *report, unsigned lesson);
/* The machine's own result of the lesson of such a source; NULL: there is none. */
const struct gs_report_source *gs_report_beside(const struct gs_report *report,
                                                const struct gs_report_source *peers);
/* The workloads of a lesson over all sources, in their order. */
size_t gs_report_workloads(const struct gs_report *report, unsigned lesson,
                           const char *out[static GS_MOST_KEYS]);

/* ---- the page -------------------------------------------------------------------------------- */

/* The whole page; content: a struct gs_report. */
bool gs_report_page(FILE *out, const void *content);

void gs_report_machines(FILE *out, const struct gs_report *report);
/* Of each machine a row for each workload: how far its best kernel gets. */
void gs_report_glance(FILE *out, const struct gs_report *report);
/* The same for ours beside other libraries; nothing where a machine has none. */
void gs_report_peers_glance(FILE *out, const struct gs_report *report, size_t machine);
void gs_report_lesson(FILE *out, const struct gs_report *report, unsigned lesson);
/* Its plots; where it has none, a sentence that says so. */
void gs_report_plots(FILE *out, const struct gs_report_source *source, const char *workload);
void gs_report_tables(FILE *out, const struct gs_report_source *source, const char *workload);
/* All rows of a workload in one dtype, folded. */
void gs_report_all(FILE *out, const struct gs_report_source *source, const char *workload,
                   enum gs_dtype dtype);
/* Ours beside other libraries. fallback: the machine's own result of that lesson, or NULL. */
void gs_report_peers(FILE *out, const struct gs_report_source *source,
                     const struct gs_report_source *fallback, const char *workload);

extern const char gs_report_style[], gs_report_script[];

/* ---- small parts ----------------------------------------------------------------------------- */

/* "local" or "recorded", and whose results these are. */
void gs_report_badge(FILE *out, const struct gs_report_source *source);

/* A sheet as a table, which it frees; nothing where it has no rows. */
enum { GS_REPORT_COLUMNS = 4 * GS_MOST_KEYS };
void gs_report_sheet(FILE *out, struct gs_sheet *sheet, const char *caption);

#endif
