/*
 * usage: results_seeds FOLDER RESULT.json...
 * What fuzzing begins with, from recorded results: a few records of each as a result, as a journal
 * and as a worker's line; and FOLDER.dict, the names that stand in them.
 */
#include "journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RECORDS = 6, SAMPLES = 9 };

static void require(bool good, const struct gs_error *error)
{
    if (good)
        return;
    fprintf(stderr, "results_seeds: %s\n", error->text);
    exit(2);
}

/* Some records from all over the result. */
static bool is_sampled(const struct gs_results *results, size_t index)
{
    return index % (results->count / RECORDS + 1) == 0;
}

/* One kernel and the CPU at the ends of a sweep, in one dtype: what a break-even is found in. */
static bool is_end_of_sweep(const struct gs_results *results, size_t index)
{
    const struct gs_record *first = results->records, *last = first + results->count - 1;
    const struct gs_record *kernel = first, *record = first + index;
    while (kernel < last && kernel->place != GS_PLACE_DEVICE)
        kernel++;
    return (record->n == first->n || record->n == last->n) &&
           strcmp(record->workload, first->workload) == 0 && record->dtype == first->dtype &&
           (record->place == GS_PLACE_CPU ||
            (strcmp(record->variant, kernel->variant) == 0 && record->block == kernel->block));
}

/* Reads those of a result's records that are kept, with a few of their samples each. */
static struct gs_results load(const char *path, bool (*kept)(const struct gs_results *, size_t))
{
    struct gs_error error = {0};
    struct gs_results all, some = {0};
    require(gs_results_load(path, &all, &error) == GS_OK, &error);
    some.context = json_incref(all.context);
    for (size_t i = 0; i < all.count; i++) {
        if (!kept(&all, i))
            continue;
        struct gs_record record = all.records[i];
        all.records[i].time.samples = NULL; /* moved */
        record.time.count = record.time.count < SAMPLES ? record.time.count : SAMPLES;
        if (record.time.count > 0) /* what older records have not */
            record.limit = GS_BYTES;
        record.limit_s = 0.5 * record.time.median_s;
        require(gs_results_append(&some, &record, &error) == GS_OK, &error);
    }
    json_t *ours = json_object_get(some.context, "gridstride");
    json_object_set_new(ours, "shard", json_string("1/1"));
    json_object_set_new(ours, "plan", json_string("0123456789abcdef"));
    gs_results_release(&all);
    return some;
}

static void write_line(const char *folder, const char *name, const char *line)
{
    char path[4096];
    struct gs_error error = {"cannot write a worker's line"};
    snprintf(path, sizeof path, "%s/%s.line", folder, name);
    FILE *file = fopen(path, "w");
    require(file != NULL && fputs(line, file) >= 0 && fclose(file) == 0, &error);
}

static void write_seeds(const struct gs_results *results, const char *folder, const char *name)
{
    struct gs_error error = {0};
    struct gs_journal journal;
    struct gs_journal_entry entry = {.point = 1, .right = true};
    bool kept;
    char *line = gs_journal_line(&entry, results);
    require(line != NULL, &error);
    require(gs_results_save(results, folder, name, &error) == GS_OK, &error);
    require(gs_journal_open(&journal, folder, name, &error) == GS_OK, &error);
    require(gs_journal_begin(&journal, results->context, "0123456789abcdef", &kept, &error) ==
                GS_OK,
            &error);
    require(gs_journal_append(&journal, line, &error) == GS_OK, &error);
    require(gs_journal_append(&journal, line, &error) == GS_OK, &error);
    gs_journal_close(&journal, false);
    write_line(folder, name, line);
    free(line);
}

/* Each verdict once. */
static void write_verdicts(const struct gs_record *like, const json_t *context, const char *folder)
{
    struct gs_error error = {0};
    struct gs_results results = {.context = json_deep_copy(context)};
    for (int v = 0; v < GS_VERDICT_COUNT; v++) {
        struct gs_record record = *like;
        record.time = (struct gs_distribution){0};
        record.verdict = (enum gs_verdict)v;
        record.lost = 0.25;
        record.launches = 20;
        record.answers = 3;
        snprintf(record.detail, sizeof record.detail, "element 3 is 1, should be 2");
        snprintf(record.values, sizeof record.values, "[0 1] -> [0.5 1.5]");
        require(gs_results_append(&results, &record, &error) == GS_OK, &error);
    }
    require(gs_results_save(&results, folder, "verdicts", &error) == GS_OK, &error);
    gs_results_release(&results);
}

/* Keys, and values that are words. */
static void add_names(json_t *names, json_t *object)
{
    enum { LONGEST_WORD = 20 };
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        json_object_set_new(names, key, json_true());
        if (json_is_string(value) && json_string_length(value) <= LONGEST_WORD)
            json_object_set_new(names, json_string_value(value), json_true());
    }
}

static void write_dictionary(json_t *names, const char *folder)
{
    char path[4096];
    const char *name;
    json_t *ignored;
    struct gs_error error = {"cannot write the dictionary"};
    snprintf(path, sizeof path, "%s.dict", folder);
    FILE *file = fopen(path, "w");
    require(file != NULL, &error);
    json_object_foreach(names, name, ignored)
    {
        if (name[0] != '\0' && strpbrk(name, "\"\\") == NULL)
            fprintf(file, "\"\\\"%s\\\"\"\n", name);
    }
    require(fclose(file) == 0, &error);
}

int main(int argc, char **argv)
{
    struct gs_error error = {"usage: results_seeds FOLDER RESULT.json..."};
    json_t *names = json_object();
    require(argc >= 3 && names != NULL, &error);
    for (int i = 2; i < argc; i++) {
        char name[32];
        struct gs_results results = load(argv[i], is_sampled),
                          ends = load(argv[i], is_end_of_sweep);
        snprintf(name, sizeof name, "seed%d", i - 1);
        write_seeds(&results, argv[1], name);
        snprintf(name, sizeof name, "ends%d", i - 1);
        require(gs_results_save(&ends, argv[1], name, &error) == GS_OK, &error);
        if (i == 2)
            write_verdicts(&results.records[0], results.context, argv[1]);
        for (size_t r = 0; r < results.count; r++) {
            json_t *object = gs_record_to_json(&results.records[r]);
            add_names(names, object);
            json_decref(object);
        }
        add_names(names, json_object_get(results.context, "gridstride"));
        gs_results_release(&results);
        gs_results_release(&ends);
    }
    write_dictionary(names, argv[1]);
    json_decref(names);
    return 0;
}
