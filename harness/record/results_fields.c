/* Which field of a record stands under which name in a file, and how it is written and read. */
#include "results_fields.h"

#include "name_rules.h"
#include "visible.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum gs_field_kind {
    TEXT,
    REMARK,   /* text; empty means nothing to say */
    LABEL,    /* a name in a lesson */
    MAKE,     /* the name of a device; empty: none ran */
    COUNT,    /* size_t; 0 is a value */
    BYTES,    /* size_t, also other numbers than of bytes; 0 means not applicable */
    UNSIGNED, /* unsigned; 0 means not applicable */
    BLOCK,    /* unsigned; a kernel may have been launched with 0, a CPU baseline has none */
    SECONDS,  /* double, also a share; 0 means not measured */
    NUMBER,   /* double; always there once the answer was compared */
    FLAG,     /* bool */
    NAME,     /* an enum with a table of names */
    NAMED,    /* the same; a value without a name ("") is not written */
    NOTES,    /* a set of enum gs_note, in words */
    DERIVED,  /* computed from the other fields: written, never read */
};

struct gs_record_field {
    const char *name;
    enum gs_field_kind kind;
    size_t offset;
    size_t size; /* of a text */
    double (*derive)(const struct gs_record *record);
    const struct gs_names *names; /* of a NAME */
};

#define FIELD(name, kind, member)                                                                  \
    {                                                                                              \
        name, kind, offsetof(struct gs_record, member),                                            \
            sizeof(((struct gs_record *)NULL)->member), NULL, NULL                                 \
    }
#define NAMES(name, kind, member, names)                                                           \
    {                                                                                              \
        name, kind, offsetof(struct gs_record, member), 0, NULL, names                             \
    }

static double sample_count(const struct gs_record *record)
{
    return (double)record->time.count;
}

static double peak_gb_per_s(const struct gs_record *record)
{
    return record->peak_bytes_per_s * 1e-9;
}

/* In the CSV's order. A name in here never changes. */
static const struct gs_record_field fields[] = {
    FIELD("lesson", UNSIGNED, lesson),
    FIELD("workload", LABEL, workload),
    FIELD("variant", LABEL, variant),
    NAMES("place", NAME, place, &gs_place_names),
    NAMES("dtype", NAME, dtype, &gs_dtype_names),
    FIELD("n", COUNT, n),
    FIELD("grid", UNSIGNED, grid),
    FIELD("block", BLOCK, block),
    NAMES("residency", NAME, residency, &gs_residency_names),
    NAMES("cache", NAME, cache, &gs_cache_names),
    NAMES("verdict", NAME, verdict, &gs_verdict_names),
    FIELD("detail", TEXT, detail),
    FIELD("values", REMARK, values),
    FIELD("lost_share", SECONDS, lost),
    FIELD("answers", UNSIGNED, answers),
    FIELD("launches", UNSIGNED, launches),
    FIELD("median_s", SECONDS, time.median_s),
    FIELD("q1_s", SECONDS, time.q1_s),
    FIELD("q3_s", SECONDS, time.q3_s),
    FIELD("min_s", SECONDS, time.min_s),
    FIELD("max_s", SECONDS, time.max_s),
    {"samples", DERIVED, 0, 0, sample_count, NULL},
    FIELD("discarded", BYTES, time.discarded),
    FIELD("batch", UNSIGNED, batch),
    FIELD("sm_clock_hz", SECONDS, time.sm_clock_hz),
    FIELD("copy_in_s", SECONDS, copy_in_s),
    FIELD("kernel_s", SECONDS, kernel_s),
    FIELD("copy_out_s", SECONDS, copy_out_s),
    FIELD("copies", UNSIGNED, copies),
    FIELD("copied_in_bytes", BYTES, copied_in_bytes),
    FIELD("copied_out_bytes", BYTES, copied_out_bytes),
    FIELD("bytes", COUNT, bytes),
    {"gb_per_s", DERIVED, 0, 0, gs_record_gb_per_s, NULL},
    {"peak_gb_per_s", DERIVED, 0, 0, peak_gb_per_s, NULL},
    {"pct_of_peak", DERIVED, 0, 0, gs_record_pct_of_peak, NULL},
    NAMES("limit", NAMED, limit, &gs_limit_names),
    FIELD("limit_s", SECONDS, limit_s),
    {"pct_of_limit", DERIVED, 0, 0, gs_record_pct_of_limit, NULL},
    FIELD("max_error", NUMBER, max_error),
    FIELD("max_ulp", SECONDS, max_ulp),
    FIELD("threads", UNSIGNED, threads),
    FIELD("device", MAKE, device),
    FIELD("simulated", FLAG, simulated),
    FIELD("floor_s", SECONDS, floor_s),
    FIELD("note", NOTES, notes),
    FIELD("processes", UNSIGNED, processes),
    FIELD("devices", UNSIGNED, devices),
};

size_t gs_record_field_count(void)
{
    return sizeof fields / sizeof fields[0];
}

const struct gs_record_field *gs_record_field_at(size_t index)
{
    return &fields[index];
}

const char *gs_record_field_name(const struct gs_record_field *field)
{
    return field->name;
}

static const void *at(const struct gs_record *record, const struct gs_record_field *field)
{
    return (const char *)record + field->offset;
}

static double number_of(const struct gs_record *record, const struct gs_record_field *field)
{
    return field->kind == DERIVED ? field->derive(record) : *(const double *)at(record, field);
}

static const char *name_of(const struct gs_record *record, const struct gs_record_field *field)
{
    unsigned value; /* as all enums are that have no negative values */
    memcpy(&value, at(record, field), sizeof value);
    return field->names->names[value];
}

/* The field as JSON, or NULL where it has no value. */
json_t *gs_record_field_to_json(const struct gs_record *record, const struct gs_record_field *field)
{
    double number;
    switch (field->kind) {
    case TEXT:
    case LABEL:
    case MAKE:
        return json_string(at(record, field));
    case REMARK: {
        const char *text = at(record, field);
        return text[0] == '\0' ? NULL : json_string(text);
    }
    case BYTES: {
        size_t bytes = *(const size_t *)at(record, field);
        return bytes == 0 ? NULL : json_integer((json_int_t)bytes);
    }
    case COUNT:
        return json_integer((json_int_t) * (const size_t *)at(record, field));
    case BLOCK:
        return gs_record_has_block(record) ? json_integer((json_int_t)record->block) : NULL;
    case UNSIGNED: {
        unsigned value = *(const unsigned *)at(record, field);
        return value == 0 ? NULL : json_integer((json_int_t)value);
    }
    case FLAG:
        return json_boolean(*(const bool *)at(record, field));
    case NAME:
        return json_string(name_of(record, field));
    case NAMED: {
        const char *name = name_of(record, field);
        return name[0] == '\0' ? NULL : json_string(name);
    }
    case NOTES: {
        char text[GS_NOTES_TEXT];
        gs_record_notes_format(record, text);
        return json_string(text);
    }
    case NUMBER:
        number = number_of(record, field);
        return record->verdict == GS_RIGHT || number > 0 ? json_real(number) : NULL;
    default:
        number = number_of(record, field);
        return number > 0 ? json_real(number) : NULL;
    }
}

/* What is free text is made fit to be shown; a name that is not is refused. */
static bool text_from_json(char *to, const struct gs_record_field *field, const json_t *value)
{
    const char *text = json_string_value(value);
    if (text == NULL || json_string_length(value) >= field->size ||
        (field->kind == LABEL && !gs_name_fits(GS_NAME_IN_LESSON, text)) ||
        (field->kind == MAKE && text[0] != '\0' && !gs_name_fits(GS_NAME_OF_DEVICE, text)))
        return false;
    gs_visible_copy(text, to, field->size);
    return true;
}

/* Fills one field; false where the value is not of its kind. */
static bool fill(struct gs_record *record, const struct gs_record_field *field, const json_t *value)
{
    void *to = (char *)record + field->offset;
    switch (field->kind) {
    case TEXT:
    case REMARK:
    case LABEL:
    case MAKE:
        return text_from_json(to, field, value);
    case COUNT:
    case BYTES:
        *(size_t *)to = (size_t)json_integer_value(value);
        return json_is_integer(value) && json_integer_value(value) >= 0;
    case BLOCK:
    case UNSIGNED:
        *(unsigned *)to = (unsigned)json_integer_value(value);
        return json_is_integer(value) && json_integer_value(value) >= 0 &&
               json_integer_value(value) <= (json_int_t)UINT32_MAX;
    case FLAG:
        *(bool *)to = json_is_true(value);
        return json_is_boolean(value);
    case NAME:
    case NAMED: {
        unsigned known = 0;
        bool good =
            json_is_string(value) && gs_names_find(field->names, json_string_value(value), &known);
        memcpy(to, &known, sizeof known);
        return good;
    }
    case NOTES:
        return json_is_string(value); /* what it says is read by notes_from_json() */
    case SECONDS:
    case NUMBER:
        *(double *)to = json_number_value(value);
        return json_is_number(value);
    default: /* DERIVED */
        return true;
    }
}

static bool required(enum gs_field_kind kind)
{
    return kind == TEXT || kind == LABEL || kind == MAKE || kind == COUNT || kind == FLAG ||
           kind == NAME || kind == NOTES;
}

bool gs_record_field_from_json(struct gs_record *record, const struct gs_record_field *field,
                               const json_t *value)
{
    return value == NULL ? !required(field->kind) : fill(record, field, value);
}
