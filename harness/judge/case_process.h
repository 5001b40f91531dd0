/* The process of a case: the program, started on the case's two files, and what it leaves. */
#ifndef GS_CASE_PROCESS_H
#define GS_CASE_PROCESS_H

#include "case_memory.h"
#include "case_run.h"

/* Beside those of gs_memory, of one case; all in memory. */
struct gs_case_files {
    int report, printed, source; /* -1: not open */
};

/* Opens them; `source` is the text that the inspector looks up lines in, NULL: none. */
enum gs_status gs_case_files_open(const char *source, struct gs_case_files *files,
                                  struct gs_error *error);
void gs_case_files_close(const struct gs_case_files *files);

/* Runs the program to its end. */
enum gs_status gs_case_process(const struct gs_case_run *run, const struct gs_memory *memory,
                               const struct gs_case_files *files,
                               struct gs_confined_outcome *outcome, struct gs_error *error);

#endif
