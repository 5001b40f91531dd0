#include "names.h"

#include "verdict.h"

#include <string.h>

#define NAMES(of)                                                                                  \
    {                                                                                              \
        of, sizeof(of) / sizeof((of)[0])                                                           \
    }

static const char *const places[GS_PLACE_COUNT] = {
    [GS_PLACE_CPU] = "cpu",
    [GS_PLACE_DEVICE] = "device",
    [GS_PLACE_PEER] = "peer",
};

static const char *const residencies[GS_RESIDENCY_COUNT] = {
    [GS_RESIDENCY_HOST] = "host",
    [GS_RESIDENCY_DEVICE] = "device",
    [GS_RESIDENCY_PAGEABLE] = "host_pageable",
    [GS_RESIDENCY_PINNED] = "host_pinned",
    [GS_RESIDENCY_CALLS] = "device_calls",
    [GS_RESIDENCY_GRAPH] = "device_graph",
};

static const char *const caches[GS_CACHE_COUNT] = {
    [GS_CACHE_ANY] = "",
    [GS_CACHE_COLD] = "cold",
    [GS_CACHE_WARM] = "warm",
};

static const char *const limits[GS_LIMIT_COUNT] = {
    [GS_NO_LIMIT] = "",         [GS_BYTES] = "bytes",   [GS_ARITHMETIC] = "arithmetic",
    [GS_LAUNCHES] = "launches", [GS_COPIES] = "copies",
};

static const char *const notes[GS_NOTE_COUNT] = {
    [GS_NOTE_LAUNCH] = "mostly_launch",
    [GS_NOTE_SPREAD] = "spread",
    [GS_NOTE_DRIFT] = "drift",
    [GS_NOTE_THROTTLED] = "throttled",
};

static const char *const verdicts[GS_VERDICT_COUNT] = {
    [GS_RIGHT] = "right",
    [GS_WRONG_ANSWER] = "wrong",
    [GS_LAUNCH_FAILED] = "launch_failed",
    [GS_SKIPPED] = "skipped",
    [GS_CRASHED] = "crashed",
    [GS_HUNG] = "hung",
    [GS_LOST_UPDATES] = "lost_updates",
    [GS_PARTIAL] = "partial",
    [GS_INACCURATE] = "inaccurate",
};

const struct gs_names gs_place_names = NAMES(places);
const struct gs_names gs_residency_names = NAMES(residencies);
const struct gs_names gs_cache_names = NAMES(caches);
const struct gs_names gs_limit_names = NAMES(limits);
const struct gs_names gs_note_names = NAMES(notes);
const struct gs_names gs_verdict_names = NAMES(verdicts);

bool gs_names_find(const struct gs_names *names, const char *name, unsigned *value)
{
    for (unsigned i = 0; i < names->count; i++) {
        if (strcmp(name, names->names[i]) == 0) {
            *value = i;
            return true;
        }
    }
    return false;
}

const char *gs_residency_name(enum gs_residency residency)
{
    return residencies[residency];
}

const char *gs_cache_name(enum gs_cache cache)
{
    return caches[cache];
}

const char *gs_limit_name(enum gs_limit limit)
{
    return limits[limit];
}

const char *gs_verdict_name(enum gs_verdict verdict)
{
    return verdicts[verdict];
}
