/* The folder that results go to. */
#ifndef GS_FOLDER_H
#define GS_FOLDER_H

#include "status.h"

/*
 * Makes the folder (and those above it) and checks that lessonN's results can be written there and
 * that a result already there is one of ours; nothing is overwritten before that is known.
 */
enum gs_status gs_folder_prepare(const char *folder, unsigned lesson, struct gs_error *error);

#endif
