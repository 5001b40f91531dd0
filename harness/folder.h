/* The folder that results go to. */
#ifndef GS_FOLDER_H
#define GS_FOLDER_H

#include "status.h"

/*
 * Makes the folder (and those above it) and checks that a result can be written there, and that
 * NAME.json, where there is one already, is one of ours; nothing is overwritten before that is
 * known.
 */
enum gs_status gs_folder_prepare(const char *folder, const char *name, struct gs_error *error);

/*
 * Keeps other runs out of the folder until this process ends: two runs at once would measure each
 * other, and the slower one would replace the faster one's results.
 */
enum gs_status gs_folder_lock(const char *folder, struct gs_error *error);

#endif
