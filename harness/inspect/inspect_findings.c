#include "inspect_findings.h"

#include "json_get.h"

#include <stdlib.h>
#include <string.h>

/* ---- sameness -------------------------------------------------------------------------------- */

bool gs_finding_is_race(const json_t *finding)
{
    return json_is_true(json_object_get(finding, "race"));
}

/* How much a race between two lines tells. */
static unsigned width_of(const json_t *race)
{
    const char *kind = gs_get_text(race, "kind");
    if (strcmp(kind, "race-same-value") == 0)
        return 0;
    return strcmp(kind, "race-warp") == 0 ? 1 : 2;
}

static bool same_place(const json_t *a, const char *file_a, const char *line_a, const json_t *b,
                       const char *file_b, const char *line_b)
{
    return gs_get_number(a, line_a) == gs_get_number(b, line_b) &&
           strcmp(gs_get_text(a, file_a), gs_get_text(b, file_b)) == 0;
}

/* In either order: which thread came first is the schedule's. */
static bool same_places(const json_t *a, const json_t *b)
{
    if (same_place(a, "file", "line", b, "file", "line") &&
        same_place(a, "other_file", "other_line", b, "other_file", "other_line"))
        return true;
    return same_place(a, "file", "line", b, "other_file", "other_line") &&
           same_place(a, "other_file", "other_line", b, "file", "line");
}

bool gs_finding_same(const json_t *a, const json_t *b)
{
    const char *kind = gs_get_text(a, "kind");
    if (strcmp(kind, gs_get_text(b, "kind")) != 0)
        return false;
    return strcmp(kind, "never-ends") == 0 || same_places(a, b);
}

static bool one_fault(const json_t *a, const json_t *b)
{
    return gs_finding_same(a, b) ||
           (gs_finding_is_race(a) && gs_finding_is_race(b) && same_places(a, b));
}

/* ---- merging --------------------------------------------------------------------------------- */

static void note_seen(json_t *known, unsigned run)
{
    if (gs_get_number(known, "last_run") != run)
        json_object_set_new(known, "seen", json_integer(gs_get_number(known, "seen") + 1));
    json_object_set_new(known, "last_run", json_integer(run));
}

static bool is_among(const json_t *findings, const json_t *finding)
{
    for (size_t i = 0; i < json_array_size(findings); i++)
        if (one_fault(json_array_get(findings, i), finding))
            return true;
    return false;
}

/* The finding itself, or that of whose cause it is. */
static json_t *find(json_t *findings, const json_t *finding)
{
    for (size_t i = 0; i < json_array_size(findings); i++) {
        json_t *known = json_array_get(findings, i);
        if (one_fault(known, finding) || is_among(json_object_get(known, "also"), finding))
            return known;
    }
    return NULL;
}

static void add_one(json_t *findings, const json_t *finding, unsigned run)
{
    json_t *known = find(findings, finding);
    if (known == NULL) {
        known = json_deep_copy(finding);
        json_object_set_new(known, "run", json_integer(run));
        json_array_append_new(findings, known);
    } else if (gs_finding_is_race(known) && width_of(finding) > width_of(known)) {
        json_object_update(known, (json_t *)finding);
        json_object_set_new(known, "run", json_integer(run));
    }
    note_seen(known, run);
}

/* The finding of a report under which another one of it is told; null: it is told itself. */
static const json_t *cause_of(const json_t *list, size_t index)
{
    const json_t *cause = json_object_get(json_array_get(list, index), "cause");
    const json_int_t number = json_integer_value(cause);
    return json_is_integer(cause) && number != (json_int_t)index
               ? json_array_get(list, (size_t)number)
               : NULL;
}

/* What has the cause of a known finding, and is not known. */
static void add_part(json_t *findings, const json_t *finding, const json_t *cause, unsigned run)
{
    json_t *known = find(findings, finding);
    if (known == NULL) {
        known = find(findings, cause);
        json_t *also = json_object_get(known, "also"), *part = json_deep_copy(finding);
        if (also == NULL)
            json_object_set_new(known, "also", also = json_array());
        json_object_del(part, "cause");
        json_object_del(part, "report");
        json_array_append_new(also, part);
    }
    note_seen(known, run);
}

static void add_those(json_t *findings, const json_t *report, bool remarks, unsigned run)
{
    const json_t *list = json_object_get(report, "findings");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_is_true(json_object_get(json_array_get(list, i), "remark")) == remarks &&
            cause_of(list, i) == NULL)
            add_one(findings, json_array_get(list, i), run);
    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_is_true(json_object_get(json_array_get(list, i), "remark")) == remarks &&
            cause_of(list, i) != NULL)
            add_part(findings, json_array_get(list, i), cause_of(list, i), run);
}

void gs_findings_add(json_t *findings, const json_t *report, unsigned run)
{
    add_those(findings, report, false, run);
}

void gs_remarks_add(json_t *remarks, const json_t *report, unsigned run)
{
    add_those(remarks, report, true, run);
}

void gs_findings_finish(json_t *findings)
{
    for (size_t i = 0; i < json_array_size(findings); i++) {
        json_object_del(json_array_get(findings, i), "last_run");
        json_object_del(json_array_get(findings, i), "report");
        json_object_del(json_array_get(findings, i), "cause");
    }
}

/* ---- printing -------------------------------------------------------------------------------- */

void gs_finding_print(const json_t *finding, unsigned runs, FILE *out)
{
    const char *report = gs_get_text(finding, "report");
    if (report[0] != '\0')
        fputs(report, out);
    else /* of a program that was built before there was one */
        fprintf(out, "%s:%d: %s: %s\n", gs_get_text(finding, "file"),
                (int)gs_get_number(finding, "line"), gs_get_text(finding, "kind"),
                gs_get_text(finding, "sentence"));
    if (runs > 1)
        fprintf(out, "  seen with %d of %u seeds\n", (int)gs_get_number(finding, "seen"), runs);
}

void gs_finding_parties(const json_t *finding, FILE *out)
{
    const json_t *second = json_object_get(finding, "second");
    int line = (int)gs_get_number(finding, "line"),
        other = (int)gs_get_number(finding, "other_line");
    fputs(gs_get_text(json_object_get(finding, "first"), "name"), out);
    if (second != NULL)
        fprintf(out, " and %s", gs_get_text(second, "name"));
    if (second == NULL || other == 0 || other == line)
        fprintf(out, ", line %d", line);
    else
        fprintf(out, ", lines %d and %d", line, other);
}
