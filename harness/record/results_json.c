/* Results as JSON, a record a line: written, and read again with every value held against what a
 * run of ours records. */
#include "results_fields.h"
#include "results_files.h"

#include "context_check.h"
#include "files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * What Google Benchmark itself writes of a benchmark, so that its tools read ours. They expect a
 * time in every record but an aggregate, and pair records by name and time unit: so a record
 * without a time is an aggregate in a unit that no other has.
 */
static void add_benchmark_fields(json_t *object, const struct gs_record *record)
{
    char name[GS_RECORD_NAME];
    gs_record_name(record, name);
    json_object_set_new(object, "name", json_string(name));
    json_object_set(object, "run_name", json_object_get(object, "name"));
    if (record->time.count == 0) {
        json_object_set_new(object, "run_type", json_string("aggregate"));
        json_object_set_new(object, "aggregate_name", json_string("not_timed"));
        json_object_set_new(object, "time_unit", json_string("none"));
        json_object_set_new(object, "error_occurred", json_boolean(record->verdict != GS_RIGHT));
        json_object_set_new(object, "error_message", json_string(record->detail));
        return;
    }
    json_object_set_new(object, "run_type", json_string("iteration"));
    json_object_set_new(object, "repetitions", json_integer(1));
    json_object_set_new(object, "repetition_index", json_integer(0));
    json_object_set_new(object, "iterations", json_integer((json_int_t)record->time.count));
    json_object_set_new(object, "real_time", json_real(record->time.median_s * 1e9));
    json_object_set_new(object, "cpu_time", json_real(record->time.cpu_time_s * 1e9));
    json_object_set_new(object, "time_unit", json_string("ns"));
}

static json_t *counts_to_json(const struct gs_record *record)
{
    json_t *counts = json_array();
    for (unsigned i = 0; i < record->processes; i++)
        json_array_append_new(counts, json_integer((json_int_t)record->samples_by_process[i]));
    return counts;
}

json_t *gs_record_to_json(const struct gs_record *record)
{
    json_t *object = json_object();
    add_benchmark_fields(object, record);
    for (size_t i = 0; i < gs_record_field_count(); i++) {
        const struct gs_record_field *field = gs_record_field_at(i);
        json_t *value = gs_record_field_to_json(record, field);
        if (value != NULL)
            json_object_set_new(object, gs_record_field_name(field), value);
    }
    json_t *samples = json_array();
    for (size_t i = 0; i < record->time.count; i++)
        json_array_append_new(samples, json_real(record->time.samples[i]));
    json_object_set_new(object, "samples_s", samples);
    if (record->processes > 0)
        json_object_set_new(object, "samples_by_process", counts_to_json(record));
    json_t *notes = json_array();
    for (int i = 0; i < GS_NOTE_COUNT; i++) {
        if (record->notes & GS_BIT(i))
            json_array_append_new(notes, json_string(gs_note_names.names[i]));
    }
    json_object_set_new(object, "notes", notes);
    return object;
}

/* Dumps value and frees it; false when out of memory. */
static bool dump(FILE *file, json_t *value, size_t flags)
{
    char *text = json_dumps(value, flags | JSON_REAL_PRECISION(7));
    json_decref(value);
    if (text != NULL)
        fputs(text, file);
    free(text);
    return text != NULL;
}

bool gs_results_write_json(FILE *file, const void *content)
{
    const struct gs_results *results = content;
    fputs("{\n\"context\": ", file);
    bool good = dump(file, json_incref(results->context), JSON_INDENT(2));
    fputs(",\n\"benchmarks\": [", file);
    for (size_t i = 0; i < results->count; i++) {
        fputs(i == 0 ? "\n" : ",\n", file);
        good = dump(file, gs_record_to_json(&results->records[i]), JSON_COMPACT) && good;
    }
    fputs("\n]\n}\n", file);
    return good;
}

char *gs_results_text(const struct gs_results *results)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (file == NULL)
        return NULL;
    bool good = gs_results_write_json(file, results);
    if (fclose(file) != 0 || !good) {
        free(text);
        return NULL;
    }
    return text;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* False where samples are there and are no array of numbers; the caller frees what was read. */
static bool samples_from_json(struct gs_record *record, const json_t *samples)
{
    size_t count = json_array_size(samples), i;
    if (samples != NULL && !json_is_array(samples))
        return false;
    record->time.samples = malloc((count + 1) * sizeof(double));
    if (record->time.samples == NULL)
        return false;
    record->time.count = count;
    json_t *sample;
    json_array_foreach(samples, i, sample)
    {
        record->time.samples[i] = json_number_value(sample);
        if (!json_is_number(sample) || !(record->time.samples[i] > 0))
            return false;
    }
    return true;
}

/* False where they are not as many counts as there are processes, or not of these samples. */
static bool counts_from_json(struct gs_record *record, const json_t *counts)
{
    size_t sum = 0, i;
    json_t *count;
    if (record->processes == 0)
        return counts == NULL;
    if (record->processes < 2 || record->processes > GS_MOST_PROCESSES ||
        json_array_size(counts) != record->processes)
        return false;
    json_array_foreach(counts, i, count)
    {
        json_int_t value = json_integer_value(count);
        if (!json_is_integer(count) || value < 1 || value > GS_MOST_SAMPLES)
            return false;
        record->samples_by_process[i] = (unsigned)value;
        sum += (size_t)value;
    }
    return sum == record->time.count;
}

/* Returns NULL, or the field that says what no note does. */
static const char *notes_from_json(struct gs_record *record, const json_t *object)
{
    size_t i;
    const json_t *notes = json_object_get(object, "notes");
    json_t *note;
    if (notes == NULL) /* a file of an earlier version, which has words alone */
        return gs_record_notes_parse(json_string_value(json_object_get(object, "note")),
                                     &record->notes)
                   ? NULL
                   : "note";
    json_array_foreach(notes, i, note)
    {
        unsigned value = 0;
        if (!json_is_string(note) ||
            !gs_names_find(&gs_note_names, json_string_value(note), &value))
            return "notes";
        record->notes |= GS_BIT(value);
    }
    return json_is_array(notes) ? NULL : "notes";
}

/* Whether the median is that of the samples, both rounded to 7 digits. */
static bool is_median(const struct gs_distribution *time)
{
    double *sorted = malloc(time->count * sizeof *sorted);
    if (sorted == NULL)
        return false;
    memcpy(sorted, time->samples, time->count * sizeof *sorted);
    double median = gs_median(sorted, time->count);
    free(sorted);
    return fabs(time->median_s - median) <= 1e-6 * median;
}

/* The first field with a value that no run of ours records, or NULL. */
static const char *first_impossible(const struct gs_record *record)
{
    bool timed = record->time.count > 0;
    if (timed && record->n == 0)
        return "n";
    if (timed && record->simulated)
        return "simulated"; /* no time of the simulator is a device time */
    if (timed && record->verdict != GS_RIGHT)
        return "verdict";
    if (timed ? !is_median(&record->time) : record->time.median_s != 0)
        return "median_s";
    return NULL;
}

const char *gs_record_from_json(struct gs_record *record, const json_t *object)
{
    *record = (struct gs_record){0};
    for (size_t i = 0; i < gs_record_field_count(); i++) {
        const struct gs_record_field *field = gs_record_field_at(i);
        const char *name = gs_record_field_name(field);
        if (!gs_record_field_from_json(record, field, json_object_get(object, name)))
            return name;
    }
    const char *bad = notes_from_json(record, object);
    if (bad != NULL)
        return bad;
    if (record->devices == 0 && record->place != GS_PLACE_CPU)
        record->devices = 1; /* a file of an earlier version */
    record->peak_bytes_per_s = 1e9 * json_number_value(json_object_get(object, "peak_gb_per_s"));
    record->time.cpu_time_s = 1e-9 * json_number_value(json_object_get(object, "cpu_time"));
    bad = samples_from_json(record, json_object_get(object, "samples_s")) ? first_impossible(record)
                                                                          : "samples_s";
    if (bad == NULL && !counts_from_json(record, json_object_get(object, "samples_by_process")))
        bad = "samples_by_process";
    if (bad != NULL)
        gs_distribution_release(&record->time);
    return bad;
}

/* The line on which record `index` stands, for each has a line of its own; 0 when it has not. */
static size_t line_of_record(const char *text, size_t index)
{
    size_t number = 1;
    bool inside = false;
    for (const char *line = text; *line != '\0'; number++) {
        if (inside && line[0] == '{' && index-- == 0)
            return number;
        inside = inside || strncmp(line, "\"benchmarks\"", 12) == 0;
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return 0;
}

static enum gs_status refuse_record(const char *path, size_t line, size_t index, const char *field,
                                    struct gs_error *error)
{
    char at[32] = "";
    if (line > 0)
        snprintf(at, sizeof at, "%zu:", line);
    return gs_fail(error, GS_USAGE,
                   "%.300s:%s record %zu has no valid \"%s\"; the file is damaged or not ours",
                   path, at, index + 1, field);
}

static enum gs_status load_records(const char *path, const char *text, const json_t *root,
                                   struct gs_results *out, struct gs_error *error)
{
    size_t i;
    json_t *object;
    json_array_foreach(json_object_get(root, "benchmarks"), i, object)
    {
        struct gs_record record;
        const char *bad = gs_record_from_json(&record, object);
        if (bad != NULL)
            return refuse_record(path, line_of_record(text, i), i, bad, error);
        enum gs_status status = gs_results_append(out, &record, error);
        if (status != GS_OK)
            return status;
    }
    return GS_OK;
}

static enum gs_status load_text(const char *path, const struct gs_text *text,
                                struct gs_results *out, struct gs_error *error)
{
    json_error_t why;
    if (text->length == 0)
        return gs_fail(error, GS_USAGE, "%.300s:1: it is empty; name the file of a result", path);
    json_t *root = json_loadb(text->data, text->length, JSON_REJECT_DUPLICATES, &why);
    if (root == NULL)
        return gs_fail(error, GS_USAGE, "%.300s:%d: %s; the file cannot be read as a result", path,
                       why.line > 0 ? why.line : 1, why.text);
    json_t *context = json_object_get(root, "context");
    enum gs_status status = GS_OK;
    if (json_object_get(context, "gridstride") == NULL ||
        !json_is_array(json_object_get(root, "benchmarks")))
        status = gs_fail(error, GS_USAGE, "%.300s:1: not a gridstride result", path);
    else
        status = gs_context_check(context, path, text->data, error);
    if (status == GS_OK) {
        out->context = json_incref(context);
        status = load_records(path, text->data, root, out, error);
    }
    json_decref(root);
    return status;
}

enum gs_status gs_results_load(const char *path, struct gs_results *out, struct gs_error *error)
{
    struct gs_text text;
    *out = (struct gs_results){0};
    enum gs_status status = gs_file_read(path, GS_MOST_RESULT, &text, error);
    if (status == GS_OK)
        status = load_text(path, &text, out, error);
    free(text.data);
    if (status != GS_OK)
        gs_results_release(out);
    return status;
}