#define _GNU_SOURCE /* open_memstream */
#include "report.h"

#include "causes.h"
#include "finding.h"
#include "json_text.h"
#include "margin.h"
#include "operations.h"
#include "operations_json.h"
#include "sentence.h"
#include "whole_file.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_FINDINGS = 50, /* that are told in full */
    WIDTH = 88,         /* columns that sentences are wrapped to */
};

/* ---- text ---- */

/* What stands around words, empty without colours. */
struct palette {
    const char *place, *kind, *code, *faint, *end;
};

static const struct palette colourless = {"", "", "", "", ""};

static struct palette choose_palette(void)
{
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
    bool plain = (refused != NULL && refused[0] != '\0') || terminal == NULL ||
                 strcmp(terminal, "dumb") == 0 || !isatty(STDERR_FILENO);
    if (plain)
        return colourless;
    return (struct palette){"\033[1m", "\033[1;31m", "\033[36m", "\033[2m", "\033[0m"};
}

/* Prints words behind the `column` columns that a line has already; further lines are indented. */
static void print_wrapped(FILE *out, int column, const char *text)
{
    static const int indent = 2;
    while (*text != '\0') {
        int length = (int)strcspn(text, " \n");
        if (column > indent && column + 1 + length > WIDTH) {
            (void)fprintf(out, "\n%*s", indent - 1, "");
            column = indent - 1;
        }
        (void)fprintf(out, " %.*s", length, text);
        column += 1 + length;
        text += length;
        text += strspn(text, " \n");
    }
    (void)fputc('\n', out);
}

/* Accesses: as JSON has them, that are made now, and that were made before. */
static const struct {
    const char *name, *now, *before;
} accesses[] = {
    [SIMT_ACCESS_READ] = {"read", "reads", "read"},
    [SIMT_ACCESS_WRITE] = {"write", "writes", "wrote"},
    [SIMT_ACCESS_VOLATILE_READ] = {"volatile-read", "reads (volatile)", "read (volatile)"},
    [SIMT_ACCESS_VOLATILE_WRITE] = {"volatile-write", "writes (volatile)", "wrote (volatile)"},
    [SIMT_ACCESS_ATOMIC] = {"atomic", "changes by an atomic function",
                            "changed by an atomic function"},
    [SIMT_ACCESS_ATOMIC_LOAD] = {"atomic-load", "reads (atomic)", "read (atomic)"},
    [SIMT_ACCESS_ATOMIC_STORE] = {"atomic-store", "writes (atomic)", "wrote (atomic)"},
};

/* "reads 4 bytes", "wrote 1 byte before". */
static void write_access(const struct simt_party *party, bool past, char *text, size_t size)
{
    const char *verb = past ? accesses[party->access].before : accesses[party->access].now;
    (void)snprintf(text, size, "%s %" PRIu32 " byte%s%s", verb, party->bytes,
                   party->bytes == 1 ? "" : "s", past ? " before" : "");
}

static void write_who(const struct simt_party *party, const struct simt_launch_info *launch,
                      char *text, size_t size)
{
    if (party->is_thread)
        simt_thread_words(launch->number != 0 ? launch : NULL, party->thread, text, size);
    else
        (void)snprintf(text, size, "the host");
}

/* What a party did and to what; "" where there is nothing more to say than the sentence does, which
 * says of a party that it names what it did. */
static void write_party(const struct simt_finding_record *record, bool is_second, char *text,
                        size_t size)
{
    const struct simt_finding *finding = &record->finding;
    const struct simt_party *party = is_second ? &finding->second : &finding->first;
    const char *subject = is_second ? "" : finding->subject;
    char who[128], what[64] = "";
    write_who(party, &record->launch, who, sizeof who);
    if (party->has_access)
        write_access(party, is_second, what, sizeof what);
    if ((!party->is_thread && !party->has_access) || (!is_second && finding->names_first))
        (void)snprintf(text, size, "%s", subject);
    else
        (void)snprintf(text, size, "%s%s%s%s%s", who, what[0] != '\0' ? " " : "", what,
                       subject[0] != '\0' ? ": " : "", subject);
}

/* Prints a line of source behind its number, with its file where that is not the one before. */
static void print_source(FILE *out, const struct palette *palette,
                         const struct simt_position *position, const char *text,
                         const char *file_before)
{
    if (position->line == 0)
        return;
    if (strcmp(position->file, file_before) != 0)
        (void)fprintf(out, "  %sin %s%s\n", palette->faint, position->file, palette->end);
    (void)fprintf(out, "%s%6d |%s %s%s%s\n", palette->faint, position->line, palette->end,
                  palette->code, text != NULL ? text : "(the source cannot be read)", palette->end);
}

static void print_party(FILE *out, const struct palette *palette, const char *text)
{
    if (text[0] != '\0')
        (void)fprintf(out, "%s       |%s   %s\n", palette->faint, palette->end, text);
}

static void write_extent(const struct dim3 *extent, char *text, size_t size)
{
    if (extent->z > 1)
        (void)snprintf(text, size, "(%u,%u,%u)", extent->x, extent->y, extent->z);
    else if (extent->y > 1)
        (void)snprintf(text, size, "(%u,%u)", extent->x, extent->y);
    else
        (void)snprintf(text, size, "%u", extent->x);
}

static void print_launch(FILE *out, const struct simt_launch_info *launch, unsigned launches)
{
    char grid[40], block[40];
    write_extent(&launch->grid, grid, sizeof grid);
    write_extent(&launch->block, block, sizeof block);
    (void)fprintf(out, "  in %s<<<%s, %s", launch->kernel != NULL ? launch->kernel : "a kernel",
                  grid, block);
    if (launch->shared_bytes > 0)
        (void)fprintf(out, ", %zu", launch->shared_bytes);
    (void)fputs(">>>", out);
    if (launch->file != NULL)
        (void)fprintf(out, ", launched at %s:%d", launch->file, launch->line);
    if (launches > 1)
        (void)fprintf(out, ", launch %u of %u", launch->number, launches);
    (void)fputc('\n', out);
}

/* "reduce.cu:14" */
static void write_place(const struct simt_position *position, char *text, size_t size)
{
    if (position->line != 0)
        (void)snprintf(text, size, "%s:%d", position->file, position->line);
    else
        (void)snprintf(text, size, "%s", position->file);
}

/* "line 12 and line 14: tile[3] (64 floats, shared)" */
static void print_part(FILE *out, const struct simt_finding_record *part)
{
    const int a = part->first.line, b = part->second.line;
    (void)fprintf(out, "  the same barrier would order line %d", a < b ? a : b);
    if (a != b)
        (void)fprintf(out, " and line %d", a < b ? b : a);
    else
        (void)fputs(" with itself", out);
    (void)fprintf(out, "%s%s\n", part->finding.subject[0] != '\0' ? ": " : "",
                  part->finding.subject);
}

/* The other findings of its cause. */
static void print_parts(FILE *out, unsigned index)
{
    for (unsigned i = 0; i < simt_finding_count(); i++) {
        if (i != index && simt_cause_of(i) == index)
            print_part(out, simt_finding_get(i));
    }
}

static void print_finding(FILE *out, const struct palette *palette, unsigned index,
                          unsigned launches)
{
    const struct simt_finding_record *record = simt_finding_get(index);
    const char *kind = simt_finding_name(record->finding.kind);
    char words[400];
    bool same = simt_source_same_line(&record->first, &record->second);
    write_place(&record->first, words, sizeof words);
    const char *rank = simt_finding_is_remark(record->finding.kind) ? "remark: " : "";
    (void)fprintf(out, "%s%s:%s %s%s%s:%s", palette->place, words, palette->end, palette->kind,
                  rank, kind, palette->end);
    print_wrapped(out, (int)(strlen(words) + strlen(rank) + strlen(kind)) + 3,
                  record->finding.sentence);
    print_source(out, palette, &record->first, record->first_text, record->first.file);
    write_party(record, false, words, sizeof words);
    print_party(out, palette, words);
    if (record->second.line != 0 || record->finding.second.site != NULL) {
        if (!same)
            print_source(out, palette, &record->second, record->second_text, record->first.file);
        write_party(record, true, words, sizeof words);
        print_party(out, palette, words);
    }
    if (record->launch.number != 0)
        print_launch(out, &record->launch, launches);
    if (record->count > 1)
        (void)fprintf(out, "  seen %" PRIu64 " times\n", record->count);
    print_parts(out, index);
}

static void print_short(FILE *out, const struct simt_finding_record *record)
{
    (void)fprintf(out, "%s:%d: %s%s: ", record->first.file, record->first.line,
                  simt_finding_is_remark(record->finding.kind) ? "remark: " : "",
                  simt_finding_name(record->finding.kind));
    for (const char *p = record->finding.sentence; *p != '\0'; p++)
        (void)fputc(*p == '\n' ? ' ' : *p, out);
    (void)fputc('\n', out);
}

static void print_summary(FILE *out, const struct palette *palette, unsigned launches)
{
    unsigned count = simt_cause_count(), remarks = simt_finding_count() - simt_finding_faults();
    (void)fprintf(out, "%ssimt-inspect: ", palette->place);
    if (count > 0)
        (void)fprintf(out, "%u finding%s", count, count == 1 ? "" : "s");
    else if (launches == 0)
        (void)fputs("nothing found, but no kernel was launched", out);
    else
        (void)fprintf(out, "nothing found in %u launch%s", launches, launches == 1 ? "" : "es");
    if (remarks > 0)
        (void)fprintf(out, ", %u remark%s", remarks, remarks == 1 ? "" : "s");
    (void)fprintf(out, "%s\n", palette->end);
}

static void print_text(FILE *out, const struct simt_report_run *run)
{
    const char *format = getenv("SIMT_INSPECT_FORMAT");
    bool is_short = format != NULL && strcmp(format, "short") == 0;
    struct palette palette = choose_palette();
    unsigned told = 0;
    for (unsigned i = 0; i < simt_finding_count(); i++) {
        if (is_short)
            print_short(out, simt_finding_get(i));
        if (is_short || simt_cause_is_part(i) || ++told > MOST_FINDINGS)
            continue;
        print_finding(out, &palette, i, run->launches);
        (void)fputc('\n', out);
    }
    if (told > MOST_FINDINGS)
        (void)fprintf(out,
                      "%u more findings are not shown; SIMT_INSPECT_FORMAT=short shows all\n\n",
                      told - MOST_FINDINGS);
    print_summary(out, &palette, run->launches);
}

/* In one piece, so that what other threads print does not come between. */
static void print_all(const struct simt_report_run *run)
{
    const char *format = getenv("SIMT_INSPECT_FORMAT");
    char *text = NULL;
    size_t length = 0;
    if (format != NULL && strcmp(format, "none") == 0)
        return;
    FILE *memory = open_memstream(&text, &length);
    if (memory != NULL)
        print_text(memory, run);
    if (memory == NULL || fclose(memory) != 0)
        print_text(stderr, run);
    else
        (void)fwrite(text, 1, length, stderr);
    free(text);
}

/* ---- JSON ---- */

static json_t *index_value(uint64_t index, const struct dim3 *extent)
{
    uint64_t x = extent->x > 0 ? extent->x : UINT32_MAX, y = extent->y > 0 ? extent->y : 1;
    return json_pack("[I, I, I]", (json_int_t)(index % x), (json_int_t)(index / x % y),
                     (json_int_t)(index / x / y));
}

static json_t *party_value(const struct simt_party *party, const struct simt_launch_info *launch)
{
    char who[128];
    write_who(party, launch, who, sizeof who);
    json_t *value =
        json_pack("{s: s, s: s}", "by", party->is_thread ? "thread" : "host", "name", who);
    if (party->is_thread) {
        json_object_set_new(value, "block", index_value(party->thread.block, &launch->grid));
        json_object_set_new(value, "thread", index_value(party->thread.thread, &launch->block));
    }
    if (party->has_access) {
        json_object_set_new(value, "access", json_string(accesses[party->access].name));
        json_object_set_new(value, "bytes", json_integer(party->bytes));
    }
    return value;
}

/* Adds what is known of the memory that a finding is about. */
static void add_cell(json_t *value, const struct simt_finding *finding)
{
    const struct simt_finding_cell *cell = &finding->cell;
    if (cell->memory == NULL)
        return;
    json_object_set_new(value, "memory", json_string(cell->memory));
    json_object_set_new(value, "array",
                        cell->array[0] != '\0' ? simt_json_text(cell->array) : json_null());
    json_object_set_new(value, "elements", json_integer((json_int_t)cell->elements));
    json_object_set_new(value, "element_type",
                        cell->type[0] != '\0' ? simt_json_text(cell->type) : json_null());
    json_object_set_new(value, "element_bytes", json_integer(cell->element_bytes));
    if (cell->has_index)
        json_object_set_new(value, "index", json_integer(cell->index));
}

/* Adds why, and the limit that was broken. */
static void add_why(json_t *value, const struct simt_finding *finding)
{
    const char *why = simt_why_name(finding->why);
    json_object_set_new(value, "why", why != NULL ? json_string(why) : json_null());
    if (finding->most == 0)
        return;
    json_object_set_new(value, "given", json_integer((json_int_t)finding->given));
    json_object_set_new(value, "most", json_integer((json_int_t)finding->most));
}

static json_t *launch_value(const struct simt_launch_info *launch)
{
    if (launch->number == 0)
        return json_null();
    return json_pack("{s: o, s: o, s: o, s: I, s: o, s: i, s: I}", "kernel",
                     simt_json_text(launch->kernel), "grid", simt_json_extent(&launch->grid),
                     "block", simt_json_extent(&launch->block), "shared_bytes",
                     (json_int_t)launch->shared_bytes, "file", simt_json_text(launch->file), "line",
                     launch->line, "number", (json_int_t)launch->number);
}

/* The finding's part of the report. */
static json_t *words_value(unsigned index, unsigned launches)
{
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    if (memory == NULL)
        return json_null();
    print_finding(memory, &colourless, index, launches);
    json_t *value = fclose(memory) == 0 ? simt_json_text(text) : json_null();
    free(text);
    return value;
}

static json_t *finding_value(unsigned index, unsigned launches)
{
    const struct simt_finding_record *record = simt_finding_get(index);
    const struct simt_finding *finding = &record->finding;
    json_t *value = json_pack(
        "{s: s, s: o, s: o, s: i, s: o, s: o, s: o, s: o, s: o, s: I, s: o}", "kind",
        simt_finding_name(finding->kind), "file", simt_json_text(record->first.file), "path",
        simt_json_text(record->first.path), "line", record->first.line, "text",
        simt_json_text(record->first_text), "first", party_value(&finding->first, &record->launch),
        "subject", simt_json_text(finding->subject), "sentence", simt_json_text(finding->sentence),
        "launch", launch_value(&record->launch), "count", (json_int_t)record->count, "report",
        words_value(index, launches));
    json_object_set_new(value, "race", json_boolean(simt_finding_is_race(finding->kind)));
    json_object_set_new(value, "cause", json_integer(simt_cause_of(index)));
    json_object_set_new(value, "remark", json_boolean(simt_finding_is_remark(finding->kind)));
    add_cell(value, finding);
    add_why(value, finding);
    if (finding->second.site == NULL && record->second.line == 0)
        return value;
    json_object_set_new(value, "other_file", simt_json_text(record->second.file));
    json_object_set_new(value, "other_path", simt_json_text(record->second.path));
    json_object_set_new(value, "other_line", json_integer(record->second.line));
    json_object_set_new(value, "other_text", simt_json_text(record->second_text));
    json_object_set_new(value, "second", party_value(&finding->second, &record->launch));
    return value;
}

json_t *(*simt_report_traced)(void);

static json_t *report_value(const struct simt_report_run *run)
{
    json_t *findings = json_array();
    for (unsigned i = 0; i < simt_finding_count(); i++) {
        json_array_append_new(findings, finding_value(i, run->launches));
    }
    json_t *value =
        json_pack("{s: i, s: o, s: o, s: I, s: I, s: I, s: o, s: o, s: o, s: o, s: I}", "version",
                  1, "program", simt_json_text(run->program), "findings", findings, "launches",
                  (json_int_t)run->launches, "seed", (json_int_t)run->seed, "resident",
                  (json_int_t)run->resident_blocks, "counts", simt_counts_json(), "totals",
                  simt_totals_json(), "crossings", simt_crossings_json(), "operations",
                  simt_operations_json(), "operation_count", (json_int_t)simt_operations_count());
    if (simt_report_traced != NULL)
        json_object_set_new(value, "traced", simt_report_traced());
    return value;
}

static bool write_value(FILE *file, const void *value)
{
    return json_dumpf(value, file, JSON_INDENT(1)) == 0 && fputc('\n', file) != EOF;
}

/* Where the environment says that it goes; null: nowhere. */
static const char *json_path(void)
{
    const char *path = getenv("SIMT_INSPECT_JSON");
    return path == NULL || path[0] == '\0' ? NULL : path;
}

bool simt_report_is_kept(void)
{
    return json_path() != NULL;
}

static bool write_json(const struct simt_report_run *run)
{
    const char *path = json_path();
    if (path == NULL)
        return true;
    json_t *value = report_value(run);
    int error = value != NULL ? simt_write_file(path, write_value, value) : ENOMEM;
    json_decref(value);
    if (error != 0)
        (void)fprintf(stderr, "simt-inspect: cannot write %s, which SIMT_INSPECT_JSON names: %s\n",
                      path, strerror(error));
    return error == 0;
}

bool simt_report_print(const struct simt_report_run *run)
{
    static bool printed;
    if (printed)
        return true;
    printed = true;
    simt_causes_find();
    print_all(run);
    return write_json(run);
}
