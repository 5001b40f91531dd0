/* Results as CSV: a line of names, and a line a record. Made from the JSON of each field, so that
 * both say the same. */
#include "results_fields.h"
#include "results_files.h"

#include "csv.h"

static void write_csv_value(FILE *file, const json_t *value)
{
    if (json_is_string(value))
        gs_csv_cell(file, "", json_string_value(value));
    else if (json_is_integer(value))
        fprintf(file, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        fprintf(file, "%.7g", json_real_value(value));
    else if (json_is_boolean(value))
        fputc(json_is_true(value) ? '1' : '0', file);
}

bool gs_results_write_csv(FILE *file, const void *content)
{
    const struct gs_results *results = content;
    for (size_t i = 0; i < gs_record_field_count(); i++)
        fprintf(file, "%s%s", i == 0 ? "" : ",", gs_record_field_name(gs_record_field_at(i)));
    fputc('\n', file);
    for (size_t r = 0; r < results->count; r++) {
        for (size_t i = 0; i < gs_record_field_count(); i++) {
            if (i > 0)
                fputc(',', file);
            json_t *value = gs_record_field_to_json(&results->records[r], gs_record_field_at(i));
            write_csv_value(file, value);
            json_decref(value);
        }
        fputc('\n', file);
    }
    return true;
}
