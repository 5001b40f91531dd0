#include "finding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where one party of a finding is. */
struct site_position {
    const void *site;
    struct simt_position position;
};

/* A pair of sites that is known to be of a record. */
struct alias {
    enum simt_finding_kind kind;
    uintptr_t low, high;
    unsigned number; /* of the record, from 1; 0: free */
};

/* The findings of the process: they outlast launches and are told at its end. */
static struct {
    struct simt_finding_record *records;
    unsigned count, limit;
    struct alias *aliases;
    size_t alias_count, alias_limit; /* the limit is 0 or a power of two */
} table;

const char *simt_finding_name(enum simt_finding_kind kind)
{
#define NAME(member, name) [SIMT_FINDING_##member] = (name),
    static const char *const names[] = {SIMT_FINDING_NAMES(NAME)};
#undef NAME
    return names[kind];
}

bool simt_finding_is_race(enum simt_finding_kind kind)
{
    return kind == SIMT_FINDING_RACE_GLOBAL || kind == SIMT_FINDING_RACE_SHARED ||
           kind == SIMT_FINDING_RACE_WARP || kind == SIMT_FINDING_RACE_SAME_VALUE;
}

const char *simt_why_name(enum simt_why why)
{
#define NAME(member, name) [SIMT_WHY_##member] = (name),
    static const char *const names[] = {SIMT_WHY_NAMES(NAME)};
#undef NAME
    return names[why];
}

bool simt_finding_is_remark(enum simt_finding_kind kind)
{
    return kind == SIMT_FINDING_BARRIER_AFTER_EXIT;
}

unsigned simt_finding_count(void)
{
    return table.count;
}

unsigned simt_finding_faults(void)
{
    unsigned faults = 0;
    for (unsigned i = 0; i < table.count; i++)
        faults += !simt_finding_is_remark(table.records[i].finding.kind);
    return faults;
}

const struct simt_finding_record *simt_finding_get(unsigned index)
{
    return index < table.count ? &table.records[index] : NULL;
}

/* A finding that cannot be kept must not pass for none. */
static void *require(void *memory)
{
    if (memory == NULL) {
        (void)fputs("simt-inspect: no memory for findings\n", stderr);
        abort();
    }
    return memory;
}

/* ---- records by their places ---- */

static struct site_position find_place(const void *site)
{
    return (struct site_position){site, simt_source_find(site)};
}

static bool is_same_place(const struct site_position *place, const void *site,
                          const struct simt_position *position)
{
    if (place->position.line == 0 && position->line == 0)
        return place->site == site;
    return simt_source_same_line(&place->position, position);
}

static bool is_at(const struct simt_finding_record *record, const struct site_position *first,
                  const struct site_position *second)
{
    const void *site = record->finding.file == NULL ? record->finding.first.site : NULL;
    const void *other = record->finding.second.site;
    return (is_same_place(first, site, &record->first) &&
            is_same_place(second, other, &record->second)) ||
           (is_same_place(first, other, &record->second) &&
            is_same_place(second, site, &record->first));
}

/* How much a race tells; 0: the kind is none. Where threads meet in two lines of which no flag had
 * told either, no flag is what orders these lines: then it is no fence that lacks. */
static int race_width(enum simt_finding_kind kind)
{
    switch (kind) {
    case SIMT_FINDING_RACE_SAME_VALUE:
        return 1;
    case SIMT_FINDING_MISSING_FENCE:
        return 2;
    case SIMT_FINDING_RACE_WARP:
        return 3;
    case SIMT_FINDING_RACE_GLOBAL:
    case SIMT_FINDING_RACE_SHARED:
        return 4;
    default:
        return 0;
    }
}

static bool is_same_matter(enum simt_finding_kind a, enum simt_finding_kind b)
{
    bool races = race_width(a) > 0 && race_width(b) > 0;
    return a == b || (races && race_width(a) != race_width(b));
}

/* The record of these places and of the kind, or of a narrower or wider race; null: none. */
static struct simt_finding_record *find_record(enum simt_finding_kind kind,
                                               const struct site_position *first,
                                               const struct site_position *second)
{
    for (unsigned i = 0; i < table.count; i++) {
        struct simt_finding_record *record = &table.records[i];
        if (is_same_matter(kind, record->finding.kind) && is_at(record, first, second))
            return record;
    }
    return NULL;
}

/* ---- records by their sites ---- */

static struct alias make_alias(enum simt_finding_kind kind, const void *site, const void *other)
{
    uintptr_t a = (uintptr_t)site, b = (uintptr_t)other;
    return (struct alias){.kind = kind, .low = a < b ? a : b, .high = a < b ? b : a};
}

/* The pair's entry, or the free one where it belongs. */
static struct alias *find_alias(struct alias *aliases, size_t limit, const struct alias *pair)
{
    uint64_t mixed = (pair->low * UINT64_C(0x9e3779b97f4a7c15)) ^
                     (pair->high * UINT64_C(0xc2b2ae3d27d4eb4f)) ^ (uint64_t)pair->kind << 32;
    size_t i = (size_t)(mixed >> 32) & (limit - 1);
    while (aliases[i].number != 0 &&
           (aliases[i].low != pair->low || aliases[i].high != pair->high ||
            aliases[i].kind != pair->kind))
        i = (i + 1) & (limit - 1);
    return &aliases[i];
}

static void grow_aliases(void)
{
    size_t limit = table.alias_limit != 0 ? 2 * table.alias_limit : 64;
    struct alias *aliases = require(calloc(limit, sizeof aliases[0]));
    for (size_t i = 0; i < table.alias_limit; i++) {
        if (table.aliases[i].number != 0)
            *find_alias(aliases, limit, &table.aliases[i]) = table.aliases[i];
    }
    free(table.aliases);
    table.aliases = aliases;
    table.alias_limit = limit;
}

/* Notes that a pair is of a record. */
static void keep_alias(struct alias pair, const struct simt_finding_record *record)
{
    if (table.alias_count >= table.alias_limit / 2)
        grow_aliases();
    struct alias *entry = find_alias(table.aliases, table.alias_limit, &pair);
    table.alias_count += entry->number == 0;
    *entry = pair;
    entry->number = (unsigned)(record - table.records) + 1;
}

/* Counts a race of this kind, or of a wider one, again. False: the record tells too little. */
static bool count_again(struct simt_finding_record *record, enum simt_finding_kind kind)
{
    if (race_width(record->finding.kind) < race_width(kind))
        return false;
    record->count++;
    return true;
}

bool simt_finding_known(enum simt_finding_kind kind, const void *site, const void *other)
{
    if (table.count == 0 || (site == NULL && other == NULL))
        return false;
    if (table.alias_limit == 0)
        grow_aliases();
    struct alias pair = make_alias(kind, site, other);
    struct alias *entry = find_alias(table.aliases, table.alias_limit, &pair);
    if (entry->number != 0)
        return count_again(&table.records[entry->number - 1], kind);
    struct site_position first = find_place(site), second = find_place(other);
    struct simt_finding_record *record = find_record(kind, &first, &second);
    if (record == NULL)
        return false;
    keep_alias(pair, record);
    return count_again(record, kind);
}

/* ---- new findings ---- */

static struct simt_finding_record *new_record(void)
{
    if (table.count == table.limit) {
        table.limit = table.limit != 0 ? 2 * table.limit : 16;
        table.records = require(realloc(table.records, table.limit * sizeof table.records[0]));
    }
    struct simt_finding_record *record = &table.records[table.count++];
    *record = (struct simt_finding_record){0};
    return record;
}

static char *keep_text(const char *text)
{
    return text != NULL ? require(strdup(text)) : NULL;
}

static void free_text(struct simt_finding_record *record)
{
    free((char *)record->finding.file);
    free((char *)record->finding.second_file);
    free((char *)record->launch.kernel);
    free((char *)record->launch.file);
}

/* Checks may leave out the full stop. */
static void end_sentence(char *sentence, size_t size)
{
    size_t length = strlen(sentence);
    if (length > 0 && length + 1 < size && strchr(".!?", sentence[length - 1]) == NULL)
        memcpy(sentence + length, ".", 2);
}

/* In the place of what it may have held. */
static void fill_record(struct simt_finding_record *record, const struct simt_finding *finding,
                        const struct simt_launch_info *launch, const struct site_position *first,
                        const struct site_position *second)
{
    free_text(record);
    record->finding = *finding;
    end_sentence(record->finding.sentence, sizeof record->finding.sentence);
    record->first = first->position;
    record->second = second->position;
    if (finding->file != NULL) {
        record->finding.file = keep_text(finding->file);
        record->first.file = record->finding.file;
    }
    if (finding->second_file != NULL) {
        record->finding.second_file = keep_text(finding->second_file);
        record->second.file = record->finding.second_file;
    }
    record->first_text = simt_source_line(record->first.path, record->first.line);
    record->second_text = simt_source_line(record->second.path, record->second.line);
    record->launch = (struct simt_launch_info){0};
    if (launch != NULL) {
        record->launch = *launch;
        record->launch.kernel = keep_text(launch->kernel);
        record->launch.file = keep_text(launch->file);
    }
}

/* What happens in a kernel that a header brings, as those of Thrust are, belongs to the line that
 * launches it. */
static void leave_headers(struct simt_finding *finding, const struct simt_launch_info *launch)
{
    const struct simt_position of_launch = {.file = launch->file};
    struct simt_position first = simt_source_find(finding->first.site);
    struct simt_position second = simt_source_find(finding->second.site);
    if (launch->file == NULL || simt_source_is_hidden(&of_launch))
        return;
    if (finding->file == NULL && simt_source_is_hidden(&first)) {
        finding->file = launch->file;
        finding->line = launch->line;
    }
    if (finding->second_file == NULL && simt_source_is_hidden(&second)) {
        finding->second_file = launch->file;
        finding->second_line = launch->line;
    }
}

static void enter(const struct simt_finding *finding, const struct simt_launch_info *launch)
{
    struct site_position first = find_place(finding->first.site);
    struct site_position second = find_place(finding->second.site);
    if (finding->file != NULL) {
        const char *path = simt_source_path(finding->file);
        first = (struct site_position){NULL, {finding->file, path, finding->line, NULL}};
    }
    if (finding->second_file != NULL) {
        const char *path = simt_source_path(finding->second_file);
        second =
            (struct site_position){NULL, {finding->second_file, path, finding->second_line, NULL}};
    }
    bool nowhere = first.site == NULL && second.site == NULL && first.position.line == 0;
    struct simt_finding_record *record = NULL;
    if (!nowhere)
        record = find_record(finding->kind, &first, &second);
    bool is_new = record == NULL;
    if (is_new)
        record = new_record();
    if (is_new || race_width(record->finding.kind) < race_width(finding->kind))
        fill_record(record, finding, launch, &first, &second);
    record->count++;
    if (first.site != NULL || second.site != NULL)
        keep_alias(make_alias(finding->kind, first.site, second.site), record);
}

void simt_finding_add(const struct simt_finding *finding, const struct simt_launch_info *launch)
{
    struct simt_finding placed = *finding;
    if (launch != NULL)
        leave_headers(&placed, launch);
    enter(&placed, launch);
}
