#include "simt/environment.h"

#include "device_limits.h"
#include "occupancy.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double longest_seconds = 1e9;
static const uint64_t most_multiprocessors = 1024;

static bool read_number(const char *name, uint64_t least, uint64_t most, uint64_t *value, char *why,
                        size_t size)
{
    const char *text = getenv(name);
    char *end;

    if (!text)
        return true;
    *value = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && !*end && *value >= least && *value <= most)
        return true;
    (void)snprintf(why, size, "%s=%s: give a whole number from %llu to %llu", name, text,
                   (unsigned long long)least, (unsigned long long)most);
    return false;
}

static bool read_timeout(double *seconds, char *why, size_t size)
{
    const char *text = getenv("SIMT_TIMEOUT");
    char *end;

    if (!text)
        return true;
    *seconds = strtod(text, &end);
    if (end != text && !*end && *seconds >= 0 && *seconds <= longest_seconds)
        return true;
    (void)snprintf(why, size, "SIMT_TIMEOUT=%s is no time: give seconds, or 0 for no limit", text);
    return false;
}

/* Bytes, or with a suffix K, M or G. */
static bool read_memory(size_t *bytes, char *why, size_t size)
{
    const char *text = getenv("SIMT_MEMORY"), *units = "KMG", *unit;
    unsigned long long value;
    char *end;

    if (!text)
        return true;
    value = strtoull(text, &end, 10);
    unit = *end ? strchr(units, *end) : NULL;
    if (unit)
        value <<= 10 * (unit - units + 1);
    *bytes = value;
    if (end != text && (!*end || (unit && !end[1])) && value && value <= SIZE_MAX / 2)
        return true;
    (void)snprintf(why, size, "SIMT_MEMORY=%s is no size: give bytes, or a number with K, M or G",
                   text);
    return false;
}

static bool read_capability(const struct gs_multiprocessor **limits, char *why, size_t size)
{
    const char *text = getenv("SIMT_CAPABILITY");

    *limits = gs_multiprocessor_find(text ? text : SIMT_CAPABILITY);
    if (*limits)
        return true;
    (void)snprintf(why, size,
                   "SIMT_CAPABILITY=%s is none that is known: give a compute capability, as 8.6, "
                   "or the name of a GPU, as A100",
                   text);
    return false;
}

bool simt_environment_read(struct simt_environment *out, char *why, size_t size)
{
    uint64_t multiprocessors = 0, devices = 1;
    uint64_t resident = 8; /* the more, the more is lost; but stacks of more leave the cache */

    *out = (struct simt_environment){.seed = 1, .timeout_seconds = 60};
    if (!read_number("SIMT_SEED", 0, UINT32_MAX, &out->seed, why, size) ||
        !read_number("SIMT_RESIDENT_BLOCKS", 1, SIMT_MOST_RESIDENT_BLOCKS, &resident, why, size) ||
        !read_number("SIMT_MULTIPROCESSORS", 1, most_multiprocessors, &multiprocessors, why,
                     size) ||
        !read_number("SIMT_DEVICES", 1, SIMT_MOST_DEVICES, &devices, why, size))
        return false;
    out->resident_blocks = (unsigned)resident;
    out->multiprocessors = (unsigned)multiprocessors;
    out->devices = (unsigned)devices;
    return read_timeout(&out->timeout_seconds, why, size) &&
           read_capability(&out->limits, why, size) && read_memory(&out->memory_bytes, why, size);
}

static struct simt_environment environment;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_once(void)
{
    char why[256];

    if (simt_environment_read(&environment, why, sizeof why))
        return;
    (void)fprintf(stderr, "simt: %s\n", why);
    _exit(2); /* exit() would report under settings that there are not */
}

const struct simt_environment *simt_environment(void)
{
    (void)pthread_once(&once, read_once);
    return &environment;
}
