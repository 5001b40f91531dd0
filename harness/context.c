#include "context.h"

#include "cpu.h"
#include "gbench_shim.h"
#include "version.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void gs_machine_slug(const char *name, char slug[static 128])
{
    size_t used = 0;
    for (; *name != '\0' && used < 127; name++) {
        if (isalnum((unsigned char)*name))
            slug[used++] = (char)tolower((unsigned char)*name);
        else if (used > 0 && slug[used - 1] != '-')
            slug[used++] = '-';
    }
    while (used > 0 && slug[used - 1] == '-')
        used--;
    slug[used] = '\0';
    if (used == 0)
        snprintf(slug, 128, "unknown");
}

/* The text; where it is not UTF-8, as JSON must be, with ? for what is not ASCII. */
static json_t *any_text(const char *text)
{
    json_t *value = json_string(text);
    char *copy = value == NULL ? strdup(text) : NULL;
    if (copy == NULL)
        return value;
    for (char *at = copy; *at != '\0'; at++) {
        if ((unsigned char)*at >= 0x80)
            *at = '?';
    }
    value = json_string(copy);
    free(copy);
    return value;
}

/* ISO 8601 with the zone, as Google Benchmark writes it. */
static json_t *date_now(void)
{
    char text[40];
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    size_t length = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S%z", &local);
    if (length < 2)
        return json_string("unknown");
    return json_sprintf("%.*s:%s", (int)length - 2, text, text + length - 2);
}

static json_t *device_context(const struct gs_bench *bench)
{
    if (bench->device == NULL)
        return json_null();
    const struct gs_device_facts *facts = gs_device_facts(bench->device);
    char capability[16];
    snprintf(capability, sizeof capability, "%d.%d", facts->compute_major, facts->compute_minor);
    return json_pack("{s:s, s:b, s:I, s:I, s:i, s:s, s:i, s:i, s:i, s:i}", "name", facts->name,
                     "simulated", facts->simulated, "memory_bytes", (json_int_t)facts->memory_bytes,
                     "l2_bytes", (json_int_t)facts->l2_bytes, "multiprocessors",
                     facts->multiprocessors, "compute_capability", capability, "driver_version",
                     facts->driver_version, "runtime_version", facts->runtime_version,
                     "sm_clock_khz", facts->sm_clock_khz, "memory_clock_khz",
                     facts->memory_clock_khz);
}

static json_t *limits_context(const struct gs_bench *bench)
{
    return json_pack("{s:f, s:f, s:f, s:f, s:f}", "cpu_copy_gb_per_s",
                     bench->cpu_copy_bytes_per_s * 1e-9, "device_copy_gb_per_s",
                     bench->limits.copy_bytes_per_s * 1e-9, "pinned_in_gb_per_s",
                     bench->limits.pinned_in_bytes_per_s * 1e-9, "pinned_out_gb_per_s",
                     bench->limits.pinned_out_bytes_per_s * 1e-9, "empty_kernel_s",
                     bench->limits.empty_kernel_s);
}

json_t *gs_context_make(const struct gs_bench *bench, const struct gs_lesson *lesson,
                        const char *machine, uint64_t seed, const char *command_line)
{
    json_t *ours = json_pack(
        "{s:s, s:s, s:i, s:s, s:s, s:o, s:I, s:s, s:i, s:s, s:s, s:s, s:o, s:o}", "version",
        GS_VERSION, "commit", GS_COMMIT, "lesson", (int)lesson->number, "slug", lesson->slug,
        "machine", machine, "command_line", any_text(command_line), "seed", (json_int_t)seed, "cpu",
        gs_cpu_name(), "cpu_threads", gs_cpu_threads(), "compiler", GS_COMPILER, "flags", GS_FLAGS,
        "benchmark_library", gs_bench_library(), "device", device_context(bench), "limits",
        limits_context(bench));
    double load[3] = {0, 0, 0}; /* a busy machine explains noisy times */
    getloadavg(load, 3);
    return json_pack("{s:o, s:s, s:I, s:[f, f, f], s:o}", "date", date_now(), "executable",
                     "gridstride", "num_cpus", (json_int_t)sysconf(_SC_NPROCESSORS_ONLN),
                     "load_avg", load[0], load[1], load[2], "gridstride", ours);
}
