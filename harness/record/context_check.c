#include "context_check.h"

#include "name_rules.h"
#include "visible.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ---- free text ------------------------------------------------------------------------------- */

/* In place; false when out of memory. */
static bool show_text(json_t *value)
{
    const char *text = json_string_value(value);
    if (gs_is_visible(text))
        return true;
    size_t size = gs_visible_length(text) + 1;
    char *shown = malloc(size);
    if (shown == NULL)
        return false;
    gs_visible_copy(text, shown, size);
    bool good = json_string_set(value, shown) == 0;
    free(shown);
    return good;
}

/* All text within the value; jansson reads no deeper than 2048 levels. */
static bool show_all(json_t *value)
{
    const char *key;
    json_t *child;
    size_t i;
    bool good = true;
    if (json_is_string(value))
        return show_text(value);
    json_object_foreach(value, key, child) good = show_all(child) && good;
    json_array_foreach(value, i, child) good = show_all(child) && good;
    return good;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* The file that is checked. */
struct checked {
    const char *path, *text;
    struct gs_error *error;
};

/* The first line on which the value stands, in one of the ways to write it; else 1, on which all
 * begins. */
static size_t line_of(const char *text, const json_t *value)
{
    static const size_t ways[] = {0, JSON_ENSURE_ASCII};
    const char *found = NULL;
    size_t line = 1;
    for (size_t i = 0; found == NULL && i < sizeof ways / sizeof ways[0]; i++) {
        char *written = json_dumps(value, JSON_ENCODE_ANY | ways[i]);
        found = written != NULL ? strcasestr(text, written) : NULL;
        free(written);
    }
    for (; found != NULL && text < found; text++)
        line += *text == '\n';
    return line;
}

/* A name that is not there, or null, is none that could be wrong. */
static enum gs_status check_name(const struct checked *checked, const json_t *name,
                                 enum gs_name_kind kind, const char *where)
{
    const char *text = json_string_value(name);
    const size_t most = gs_name_most(kind);
    char limit[40] = "";
    if (name == NULL || json_is_null(name) || (text != NULL && gs_name_fits(kind, text)))
        return GS_OK;
    if (text != NULL && strlen(text) > most && kind != GS_NAME_OF_DEVICE)
        snprintf(limit, sizeof limit, ", at most %zu of them", most);
    return gs_fail(
        checked->error, GS_USAGE,
        "%.300s:%zu: context.gridstride.%s is %s%.100s%s, and such a name is made of %s%s; "
        "the file is damaged or not ours",
        checked->path, line_of(checked->text, name), where, text != NULL ? "\"" : "",
        text != NULL ? text : "no text", text != NULL ? "\"" : "", gs_name_rule(kind), limit);
}

static enum gs_status check_variants(const struct checked *checked, const json_t *workload,
                                     size_t number)
{
    size_t i;
    const json_t *variant;
    char where[80];
    enum gs_status status = GS_OK;
    json_array_foreach(json_object_get(workload, "variants"), i, variant)
    {
        snprintf(where, sizeof where, "workloads[%zu].variants[%zu].name", number, i);
        if (status == GS_OK)
            status =
                check_name(checked, json_object_get(variant, "name"), GS_NAME_IN_LESSON, where);
    }
    return status;
}

static enum gs_status check_workloads(const struct checked *checked, const json_t *ours)
{
    size_t i;
    const json_t *workload;
    char where[80];
    enum gs_status status = GS_OK;
    json_array_foreach(json_object_get(ours, "workloads"), i, workload)
    {
        snprintf(where, sizeof where, "workloads[%zu].name", i);
        if (status == GS_OK)
            status =
                check_name(checked, json_object_get(workload, "name"), GS_NAME_IN_LESSON, where);
        if (status == GS_OK)
            status = check_variants(checked, workload, i);
    }
    return status;
}

enum gs_status gs_context_check(json_t *context, const char *path, const char *text,
                                struct gs_error *error)
{
    static const struct {
        const char *field;
        enum gs_name_kind kind;
    } names[] = {{"machine", GS_NAME_OF_MACHINE},
                 {"slug", GS_NAME_IN_LESSON},
                 {"result", GS_NAME_OF_RESULT}};
    const struct checked checked = {path, text, error};
    const json_t *ours = json_object_get(context, "gridstride");
    const json_t *device = json_object_get(ours, "device");
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < sizeof names / sizeof names[0]; i++)
        status = check_name(&checked, json_object_get(ours, names[i].field), names[i].kind,
                            names[i].field);
    if (status == GS_OK)
        status =
            check_name(&checked, json_object_get(device, "name"), GS_NAME_OF_DEVICE, "device.name");
    if (status == GS_OK)
        status = check_workloads(&checked, ours);
    return status != GS_OK || show_all(context) ? status : gs_out_of_memory(error);
}
