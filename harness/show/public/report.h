/* All results on one page that needs no network and no other file. */
#ifndef GS_REPORT_H
#define GS_REPORT_H

#include "record.h"
#include "status.h"

#include <stddef.h>

/*
 * Writes FOLDER/report.html from result files (lessonN.json, peersN.json), and prints its name.
 * With no files: from all under FOLDER and all that are recorded. Draws the plots that a result has
 * none of. The page is written beside the old one first, and replaces it only when it is whole.
 * `complete`, which may be NULL, adds to each result what a file of an earlier version lacks.
 */
enum gs_status gs_report_make(const char *folder, const char *const *files, size_t count,
                              void (*complete)(struct gs_results *), struct gs_error *error);

#endif
