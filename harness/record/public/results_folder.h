/* The folder that results go to. */
#ifndef GS_RESULTS_FOLDER_H
#define GS_RESULTS_FOLDER_H

#include "status.h"

/*
 * Makes the folder (and those above it) and checks that a result can be written there, and that
 * NAME.json, where there is one already, is one of ours; nothing is overwritten before that is
 * known.
 */
enum gs_status gs_results_folder_prepare(const char *folder, const char *name,
                                         struct gs_error *error);

#endif
