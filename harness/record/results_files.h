/* The two files of a result, as gs_new_file_write() wants their writers: content is a struct
 * gs_results. */
#ifndef GS_RESULTS_FILES_H
#define GS_RESULTS_FILES_H

#include <stdbool.h>
#include <stdio.h>

bool gs_results_write_json(FILE *file, const void *content);
bool gs_results_write_csv(FILE *file, const void *content);

#endif
