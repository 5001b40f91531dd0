/* The fields of a record in a file: one table, by which the JSON writer, the JSON reader and the
 * CSV writer go. */
#ifndef GS_RESULTS_FIELDS_H
#define GS_RESULTS_FIELDS_H

#include "record.h"

struct gs_record_field;

/* In the CSV's order. */
size_t gs_record_field_count(void);
const struct gs_record_field *gs_record_field_at(size_t index);
const char *gs_record_field_name(const struct gs_record_field *field);
/* The field as JSON, or NULL where it has no value. The caller owns it. */
json_t *gs_record_field_to_json(const struct gs_record *record,
                                const struct gs_record_field *field);
/* Fills one field from what stands in a file, NULL where nothing does; false where the value is not
 * of its kind, or is missing and has to be there. */
bool gs_record_field_from_json(struct gs_record *record, const struct gs_record_field *field,
                               const json_t *value);

#endif
