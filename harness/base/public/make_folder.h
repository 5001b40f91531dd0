/* Making a folder. */
#ifndef GS_MAKE_FOLDER_H
#define GS_MAKE_FOLDER_H

#include "status.h"

/* Makes the folder, and those above it. */
enum gs_status gs_folder_make(const char *folder, struct gs_error *error);

#endif
