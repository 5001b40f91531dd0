#include "peers.h"

#include "plan.h"
#include "registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct peer {
    const char *workload; /* its name */
    struct gs_variant variant;
};

/* Filled before the command line is read, and only read from then on; they live as long as the
 * program. */
static struct peer *peers;
static size_t peer_count;
static const char *versions, *missing, *unread, *brought; /* names between commas */

static bool is_workload(const char *name)
{
    if (brought != NULL)
        return gs_is_listed(brought, name);
    for (size_t i = 0; i < gs_lesson_count(); i++) {
        const struct gs_lesson *lesson = gs_lesson_at(i);
        for (size_t w = 0; w < lesson->workload_count; w++) {
            if (strcmp(lesson->workloads[w].name, name) == 0)
                return true;
        }
    }
    return false;
}

static bool is_known(const char *workload, const char *name)
{
    for (size_t i = 0; i < peer_count; i++) {
        if (strcmp(peers[i].workload, workload) == 0 && strcmp(peers[i].variant.name, name) == 0)
            return true;
    }
    return false;
}

bool gs_peer_add(const char *workload, const struct gs_variant *variant)
{
    if (!is_workload(workload) || is_known(workload, variant->name))
        return false;
    struct peer *more = realloc(peers, (peer_count + 1) * sizeof *peers);
    if (more == NULL)
        return false;
    peers = more;
    peers[peer_count] = (struct peer){workload, *variant};
    peers[peer_count++].variant.traits |= GS_PEER;
    return true;
}

void gs_peers_bring(const char *workloads)
{
    brought = workloads;
}

size_t gs_peer_count(void)
{
    return peer_count;
}

void gs_peers_describe(const char *of_those_here, const char *of_those_missing,
                       const char *of_those_unread)
{
    versions = of_those_here;
    missing = of_those_missing;
    unread = of_those_unread;
}

const char *gs_peers_versions(void)
{
    return versions;
}

const char *gs_peers_missing(void)
{
    return missing;
}

bool gs_peers_unread(const struct gs_lesson *lesson)
{
    char folder[128];
    snprintf(folder, sizeof folder, "%02u_%s", lesson->number, lesson->slug);
    return gs_is_listed(unread, folder);
}

/* Our variants that stay, and the peers behind them. */
static bool join(const struct gs_workload *known, bool all, struct gs_workload *out)
{
    struct gs_variant *variants = calloc(known->variant_count + peer_count, sizeof *variants);
    size_t count = 0;
    if (variants == NULL)
        return false;
    for (size_t i = 0; i < known->variant_count; i++) {
        const char *name = known->variants[i].name;
        bool wanted = all || (known->contenders != NULL && gs_is_listed(known->contenders, name));
        if (wanted && !is_known(known->name, name))
            variants[count++] = known->variants[i];
    }
    for (size_t i = 0; i < peer_count; i++) {
        if (strcmp(peers[i].workload, known->name) == 0)
            variants[count++] = peers[i].variant;
    }
    out->variants = variants;
    out->variant_count = count;
    return true;
}

enum gs_status gs_peers_join(const struct gs_lesson *lesson, bool all, struct gs_lesson *out,
                             struct gs_error *error)
{
    struct gs_workload *workloads = calloc(lesson->workload_count, sizeof *workloads);
    *out = *lesson;
    out->workloads = workloads;
    bool good = workloads != NULL;
    for (size_t i = 0; good && i < lesson->workload_count; i++) {
        workloads[i] = lesson->workloads[i];
        workloads[i].variants = NULL;
        good = join(&lesson->workloads[i], all, &workloads[i]);
    }
    if (good)
        return GS_OK;
    gs_peers_release(out);
    return gs_out_of_memory(error);
}

void gs_peers_release(struct gs_lesson *lesson)
{
    for (size_t i = 0; lesson->workloads != NULL && i < lesson->workload_count; i++)
        free((void *)lesson->workloads[i].variants);
    free((void *)lesson->workloads);
    *lesson = (struct gs_lesson){0};
}
