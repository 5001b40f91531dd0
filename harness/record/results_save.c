/* A result is kept as two files, JSON and CSV: both are written, or neither is touched. */
#include "record.h"
#include "results_files.h"

#include "files.h"

#include <stdio.h>

enum gs_status gs_results_save(const struct gs_results *results, const char *folder,
                               const char *name, struct gs_error *error)
{
    struct gs_new_file json = {.advice = gs_choose_another_out};
    struct gs_new_file csv = {.advice = gs_choose_another_out};
    snprintf(json.path, sizeof json.path, "%s/%s.json", folder, name);
    snprintf(csv.path, sizeof csv.path, "%s/%s.csv", folder, name);
    enum gs_status status = gs_new_file_write(&json, 0666, gs_results_write_json, results, error);
    if (status != GS_OK)
        return status;
    status = gs_new_file_write(&csv, 0666, gs_results_write_csv, results, error);
    /* The CSV first: where a folder stands in its place, the JSON is not touched either. */
    if (status == GS_OK)
        status = gs_new_file_keep(&csv, error);
    if (status == GS_OK)
        status = gs_new_file_keep(&json, error);
    if (status != GS_OK) {
        gs_new_file_drop(&json);
        gs_new_file_drop(&csv);
    }
    return status;
}
