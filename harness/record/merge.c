#include "merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One file, and how far its records have been taken. */
struct shard {
    const char *path;
    struct gs_results results;
    unsigned number, of;
    size_t next;
};

static const char *text(const struct shard *shard, const char *field)
{
    return gs_results_fact_text(&shard->results, field, "");
}

bool gs_shard_name(const char *path, char name[static 48])
{
    const char *slash = strrchr(path, '/'), *base = slash != NULL ? slash + 1 : path;
    const char *dot = strstr(base, ".shard");
    unsigned number, of;
    int end = 0;
    if (dot == NULL || dot == base || dot - base >= 48 ||
        sscanf(dot, ".shard%uof%u.json%n", &number, &of, &end) != 2 || end == 0 || dot[end] != '\0')
        return false;
    snprintf(name, 48, "%.*s", (int)(dot - base), base);
    return true;
}

static enum gs_status load(struct shard *shard, const char *path, struct gs_error *error)
{
    shard->path = path;
    enum gs_status status = gs_results_load(path, &shard->results, error);
    if (status != GS_OK)
        return status;
    char rest;
    if (sscanf(text(shard, "shard"), "%u/%u%c", &shard->number, &shard->of, &rest) == 2 &&
        shard->number >= 1 && shard->number <= shard->of && shard->of <= GS_MOST_SHARDS)
        return GS_OK;
    return gs_fail(error, GS_USAGE, "merge: %s is no shard; those are written by run --shard I/K",
                   path);
}

/* All are parts of what the first is a part of. */
static enum gs_status check_same(const struct shard *first, const struct shard *shard,
                                 struct gs_error *error)
{
    if (strcmp(text(first, "cpu"), text(shard, "cpu")) != 0 ||
        strcmp(text(first, "machine"), text(shard, "machine")) != 0)
        return gs_fail(
            error, GS_USAGE,
            "merge: %s and %s are from different machines (%s, %s; %s, %s); compare them "
            "instead",
            first->path, shard->path, text(first, "machine"), text(first, "cpu"),
            text(shard, "machine"), text(shard, "cpu"));
    if (strcmp(text(first, "plan"), text(shard, "plan")) != 0 || first->of != shard->of)
        return gs_fail(error, GS_USAGE,
                       "merge: %s and %s are of different runs (%s, commit %s; %s, commit %s); run "
                       "all shards with the same options and program",
                       first->path, shard->path, text(first, "command_line"), text(first, "commit"),
                       text(shard, "command_line"), text(shard, "commit"));
    return GS_OK;
}

/* Every number from 1 on, each once. */
static enum gs_status check_complete(const struct shard *shards, size_t count,
                                     struct gs_error *error)
{
    char missing[200] = "";
    size_t used = 0, gaps = 0;
    for (unsigned number = 1; number <= shards[0].of; number++) {
        const struct shard *found = NULL;
        for (size_t i = 0; i < count; i++) {
            if (shards[i].number != number)
                continue;
            if (found != NULL)
                return gs_fail(error, GS_USAGE, "merge: shard %u/%u is there twice: %s and %s",
                               number, shards[0].of, found->path, shards[i].path);
            found = &shards[i];
        }
        if (found == NULL && gaps++ < 8)
            used += (size_t)snprintf(missing + used, sizeof missing - used, "%s%u/%u",
                                     used > 0 ? ", " : "", number, shards[0].of);
    }
    if (gaps == 0)
        return GS_OK;
    return gs_fail(error, GS_USAGE, "merge: %zu of %u shards missing: %s%s", gaps, shards[0].of,
                   missing, gaps > 8 ? " and more" : "");
}

/* Every point of the shard has its records, each once. */
static enum gs_status check_whole(const struct shard *shard, struct gs_error *error)
{
    const struct gs_results *results = &shard->results;
    json_int_t points = json_integer_value(gs_results_fact(&shard->results, "points"));
    const struct gs_record **rows = gs_results_sorted(results);
    size_t found = 0, twice = 0;
    if (rows == NULL)
        return gs_out_of_memory(error);
    for (size_t i = 0; i < results->count; i++) {
        found += i == 0 || !gs_record_same_point(rows[i], rows[i - 1]);
        twice += i > 0 && gs_record_compare(rows[i], rows[i - 1]) == 0;
    }
    free(rows);
    if (twice > 0)
        return gs_fail(error, GS_USAGE, "merge: %s has %zu records twice", shard->path, twice);
    if (found != (size_t)points)
        return gs_fail(error, GS_USAGE, "merge: %s has records of %zu points, and should of %zu",
                       shard->path, found, (size_t)points);
    return GS_OK;
}

static bool same_group(const struct gs_record *a, const struct gs_record *b)
{
    return a->n == b->n && a->dtype == b->dtype && strcmp(a->workload, b->workload) == 0;
}

/* Moves the records of the shard's next group; false when it has none left. */
static bool take_group(struct shard *shard, struct gs_results *out, enum gs_status *status,
                       struct gs_error *error)
{
    struct gs_results *from = &shard->results;
    size_t first = shard->next;
    while (*status == GS_OK && shard->next < from->count &&
           same_group(&from->records[first], &from->records[shard->next]))
        *status = gs_results_append(out, &from->records[shard->next++], error);
    return shard->next > first;
}

static int by_number(const void *a, const void *b)
{
    const struct shard *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* The rows of all in the first one's place; what is left of the others is their context. */
static void join_predicted(json_t *own, json_t *contexts)
{
    json_t *joined = NULL, *context;
    size_t i;
    json_array_foreach(contexts, i, context)
    {
        json_t *part = json_object_get(context, "predicted");
        if (joined == NULL)
            joined = json_deep_copy(part);
        else
            json_array_extend(json_object_get(joined, "rows"), json_object_get(part, "rows"));
        json_object_del(context, "predicted");
    }
    if (joined != NULL)
        json_object_set_new(own, "predicted", joined);
}

/* A shard has every so-manieth group of points, so taking one from each in turn is the plan. */
static enum gs_status join(struct shard *shards, size_t count, struct gs_results *out,
                           struct gs_error *error)
{
    enum gs_status status = GS_OK;
    qsort(shards, count, sizeof *shards, by_number);
    json_t *contexts = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append(contexts, json_object_get(shards[i].results.context, "gridstride"));
    out->context = json_deep_copy(shards[0].results.context);
    json_t *own = json_object_get(out->context, "gridstride");
    json_object_del(own, "shard");
    join_predicted(own, contexts);
    json_int_t points = 0;
    for (size_t i = 0; i < count; i++)
        points += json_integer_value(gs_results_fact(&shards[i].results, "points"));
    json_object_set_new(own, "points", json_integer(points));
    if (json_object_set_new(own, "shards", contexts) != 0)
        return gs_out_of_memory(error);
    bool more = true;
    while (more && status == GS_OK) {
        more = false;
        for (size_t i = 0; i < count && status == GS_OK; i++)
            more |= take_group(&shards[i], out, &status, error);
    }
    return status;
}

static enum gs_status merge(struct shard *shards, const char *const *paths, size_t count,
                            struct gs_results *out, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < count; i++) {
        status = load(&shards[i], paths[i], error);
        if (status == GS_OK)
            status = check_same(&shards[0], &shards[i], error);
        if (status == GS_OK)
            status = check_whole(&shards[i], error);
    }
    if (status == GS_OK)
        status = check_complete(shards, count, error);
    if (status == GS_OK)
        status = join(shards, count, out, error);
    return status;
}

enum gs_status gs_merge(const char *const *paths, size_t count, struct gs_results *out,
                        struct gs_error *error)
{
    *out = (struct gs_results){0};
    struct shard *shards = calloc(count + 1, sizeof *shards);
    enum gs_status status =
        shards == NULL ? gs_out_of_memory(error) : merge(shards, paths, count, out, error);
    for (size_t i = 0; shards != NULL && i < count; i++)
        gs_results_release(&shards[i].results);
    free(shards);
    if (status != GS_OK)
        gs_results_release(out);
    return status;
}
