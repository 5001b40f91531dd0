#include "context.h"

#include "cpu.h"
#include "dtype.h"
#include "gbench_shim.h"
#include "processor.h"
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

/* The text, or null; where it is not UTF-8, as JSON must be, with ? for what is not ASCII. */
static json_t *any_text(const char *text)
{
    json_t *value = text == NULL ? json_null() : json_string(text);
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

/* ---- the device ------------------------------------------------------------------------------ */

static void set_positive(json_t *object, const char *name, int value)
{
    if (value > 0)
        json_object_set_new(object, name, json_integer(value));
}

static json_t *reasons_context(unsigned reasons)
{
    json_t *names = json_array();
    for (unsigned bit = 0; bit < GS_CLOCK_REASONS; bit++) {
        if (reasons >> bit & 1)
            json_array_append_new(names, json_string(gs_clock_reason_name(bit)));
    }
    return names;
}

/* What changes in the course of a run; NULL where nothing of it is known. */
static json_t *gpu_context(const struct gs_gpu_state *gpu)
{
    json_t *state = json_object();
    set_positive(state, "temperature_c", gpu->temperature_c);
    set_positive(state, "sm_clock_mhz", gpu->sm_clock_mhz);
    set_positive(state, "memory_clock_mhz", gpu->memory_clock_mhz);
    if (gpu->reasons_known)
        json_object_set_new(state, "clock_reasons", reasons_context(gpu->clock_reasons));
    if (json_object_size(state) > 0)
        return state;
    json_decref(state);
    return NULL;
}

/* What does not change. A link that idles is slower than it can be: its best is kept. */
static void set_gpu(json_t *device, const struct gs_gpu_state *gpu)
{
    json_int_t generation = json_integer_value(json_object_get(device, "pcie_generation"));
    if (gpu->driver[0] != '\0')
        json_object_set_new(device, "driver", any_text(gpu->driver));
    set_positive(device, "power_limit_w", gpu->power_limit_w);
    set_positive(device, "pcie_width", gpu->pcie_width);
    if (gpu->pcie_generation > generation)
        set_positive(device, "pcie_generation", gpu->pcie_generation);
}

static json_t *device_context(const struct gs_device_facts *facts, const struct gs_gpu_state *gpu)
{
    if (facts == NULL)
        return json_null();
    char capability[16];
    snprintf(capability, sizeof capability, "%d.%d", facts->compute_major, facts->compute_minor);
    json_t *device = json_pack(
        "{s:s, s:b, s:I, s:I, s:i, s:s, s:i, s:i, s:i, s:i, s:s}", "name", facts->name, "simulated",
        facts->simulated, "memory_bytes", (json_int_t)facts->memory_bytes, "l2_bytes",
        (json_int_t)facts->l2_bytes, "multiprocessors", facts->multiprocessors,
        "compute_capability", capability, "driver_version", facts->driver_version,
        "runtime_version", facts->runtime_version, "sm_clock_khz", facts->sm_clock_khz,
        "memory_clock_khz", facts->memory_clock_khz, "kernel_compiler", facts->kernel_compiler);
    if (facts->simulated)
        return device;
    json_object_set_new(device, "ecc", json_boolean(facts->ecc));
    json_object_set_new(device, "uuid_hash",
                        json_sprintf("%016llx", (unsigned long long)facts->uuid_hash));
    if (gpu != NULL)
        set_gpu(device, gpu);
    return device;
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* Operations a second, by dtype; those that were measured. */
static json_t *rates_context(const double *per_s, int count)
{
    json_t *rates = json_object();
    for (int dtype = 0; dtype < count; dtype++) {
        if (per_s[dtype] > 0)
            json_object_set_new(rates, gs_dtype_name((enum gs_dtype)dtype),
                                json_real(per_s[dtype]));
    }
    return rates;
}

static json_t *copies_context(const struct gs_device_limits *limits)
{
    json_t *copies = json_array();
    for (size_t i = 0; i < limits->copy_count; i++) {
        const struct gs_copy_limit *copy = &limits->copies[i];
        json_array_append_new(
            copies,
            json_pack("{s:I, s:f, s:f, s:f, s:f}", "bytes", (json_int_t)copy->bytes, "pinned_in_s",
                      copy->pinned_in_s, "pinned_out_s", copy->pinned_out_s, "pageable_in_s",
                      copy->pageable_in_s, "pageable_out_s", copy->pageable_out_s));
    }
    return copies;
}

/* Only where there were two devices. */
static void add_peers(json_t *limits, const struct gs_device_limits *device)
{
    if (device->peer_to_bytes_per_s <= 0)
        return;
    json_object_set_new(limits, "peer_to_gb_per_s", json_real(device->peer_to_bytes_per_s * 1e-9));
    json_object_set_new(limits, "peer_from_gb_per_s",
                        json_real(device->peer_from_bytes_per_s * 1e-9));
    json_object_set_new(limits, "peer_both_gb_per_s",
                        json_real(device->peer_both_bytes_per_s * 1e-9));
    json_object_set_new(limits, "peers_direct", json_boolean(device->peers_direct));
}

static json_t *limits_context(const struct gs_device_limits *device,
                              const struct gs_cpu_limits *cpu)
{
    const struct gs_arithmetic_limits *on_cpu = &cpu->arithmetic;
    const struct gs_arithmetic_limits *on_device = &device->arithmetic;
    json_t *limits = json_pack(
        "{s:f, s:o, s:o, s:f, s:o, s:o, s:f, s:f, s:f, s:f, s:f, s:o}", "cpu_copy_gb_per_s",
        cpu->copy_bytes_per_s * 1e-9, "cpu_multiply_adds_per_s",
        rates_context(on_cpu->mads, GS_COUNT(on_cpu->mads)), "cpu_exps_per_s",
        rates_context(on_cpu->exps, GS_COUNT(on_cpu->exps)), "device_copy_gb_per_s",
        device->copy_bytes_per_s * 1e-9, "device_multiply_adds_per_s",
        rates_context(on_device->mads, GS_COUNT(on_device->mads)), "device_exps_per_s",
        rates_context(on_device->exps, GS_COUNT(on_device->exps)), "pinned_in_gb_per_s",
        device->pinned_in_bytes_per_s * 1e-9, "pinned_out_gb_per_s",
        device->pinned_out_bytes_per_s * 1e-9, "pinned_both_gb_per_s",
        device->pinned_both_bytes_per_s * 1e-9, "empty_kernel_s", device->empty_kernel_s,
        "empty_kernel_in_a_row_s", device->empty_batch_s, "copies", copies_context(device));
    add_peers(limits, device);
    return limits;
}

/* ---- the program and its host ---------------------------------------------------------------- */

/* As Google Benchmark writes them. */
static json_t *caches_context(void)
{
    struct gs_cpu_cache caches[GS_CPU_CACHES];
    size_t count = gs_cpu_caches(caches);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list,
                              json_pack("{s:s, s:i, s:I, s:i}", "type", caches[i].type, "level",
                                        caches[i].level, "size", (json_int_t)caches[i].bytes,
                                        "num_sharing", caches[i].sharing));
    return list;
}

/* What was built and what with; versions are those that it was built with. */
static void set_program(json_t *ours)
{
    char governor[32], library[64];
    const char *const texts[][2] = {{"version", GS_VERSION},
                                    {"commit", GS_COMMIT},
                                    {"compiler", GS_COMPILER},
                                    {"flags", GS_FLAGS},
                                    {"benchmark_library", gs_benchmark_library()},
                                    {"json_library", "jansson " JANSSON_VERSION},
                                    {"math_library", "SLEEF " GS_SLEEF_VERSION},
                                    {"cpu", gs_cpu_name()}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        json_object_set_new(ours, texts[i][0], any_text(texts[i][1]));
    if (confstr(_CS_GNU_LIBC_VERSION, library, sizeof library) > 0)
        json_object_set_new(ours, "c_library", any_text(library));
    json_object_set_new(ours, "cpu_threads", json_integer(gs_cpu_threads()));
    if (gs_cpu_governor(governor))
        json_object_set_new(ours, "cpu_governor", any_text(governor));
}

/* What the lesson says of its workloads and variants, so that a table needs nothing but records. */
static json_t *variants_context(const struct gs_workload *workload)
{
    static const char *const runs_on[] = {[GS_CPU_SERIAL] = "one CPU thread",
                                          [GS_CPU_PARALLEL] = "all CPU threads",
                                          [GS_DEVICE] = "the device"};
    json_t *list = json_array();
    for (size_t i = 0; i < workload->variant_count; i++) {
        const struct gs_variant *variant = &workload->variants[i];
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:o, s:b}", "name", variant->name, "runs_on",
                                        runs_on[variant->place], "about", any_text(variant->about),
                                        "wrong_on_purpose", variant->flaw != GS_SOUND));
    }
    return list;
}

static json_t *workloads_context(const struct gs_lesson *lesson)
{
    json_t *list = json_array();
    for (size_t i = 0; i < lesson->workload_count; i++) {
        const struct gs_workload *workload = &lesson->workloads[i];
        json_array_append_new(list,
                              json_pack("{s:s, s:s?, s:o}", "name", workload->name, "formula",
                                        workload->formula, "variants", variants_context(workload)));
    }
    return list;
}

void gs_context_add_words(json_t *ours, const struct gs_lesson *lesson)
{
    json_t *words = json_pack("{s:s, s:s?, s:o}", "slug", lesson->slug, "title", lesson->title,
                              "workloads", workloads_context(lesson));
    json_object_update_missing(ours, words);
    json_decref(words);
}

static json_t *our_context(const struct gs_context_parts *parts)
{
    json_t *ours =
        json_pack("{s:i, s:s, s:o, s:I, s:o, s:o}", "lesson", (int)parts->lesson->number, "machine",
                  parts->machine, "command_line", any_text(parts->command_line), "seed",
                  (json_int_t)parts->seed, "device", device_context(parts->facts, parts->gpu),
                  "limits", limits_context(parts->device_limits, parts->cpu_limits));
    if (parts->lesson->source != NULL) {
        const char *slash = strrchr(parts->lesson->source, '/');
        json_object_set_new(ours, "source",
                            any_text(slash != NULL ? slash + 1 : parts->lesson->source));
        json_object_set_new(ours, "source_hash", any_text(parts->lesson->fingerprint));
    }
    gs_context_add_words(ours, parts->lesson);
    json_t *gpu = parts->gpu != NULL ? gpu_context(parts->gpu) : NULL;
    if (gpu != NULL)
        json_object_set_new(ours, "gpu_before", gpu);
    set_program(ours);
    return ours;
}

json_t *gs_context_make(const struct gs_context_parts *parts)
{
    double load[3] = {0, 0, 0}; /* a busy machine explains noisy times */
    getloadavg(load, 3);
    return json_pack("{s:o, s:s, s:I, s:[f, f, f], s:o, s:o}", "date", date_now(), "executable",
                     "gridstride", "num_cpus", (json_int_t)sysconf(_SC_NPROCESSORS_ONLN),
                     "load_avg", load[0], load[1], load[2], "caches", caches_context(),
                     "gridstride", our_context(parts));
}

void gs_context_finish(json_t *context, double wall_s, double sampled_s,
                       const struct gs_gpu_state *gpu)
{
    json_t *ours = json_object_get(context, "gridstride");
    json_t *device = json_object_get(ours, "device");
    json_t *after = gpu != NULL ? gpu_context(gpu) : NULL;
    json_object_set_new(ours, "wall_s", json_real(wall_s));
    json_object_set_new(ours, "sampled_s", json_real(sampled_s));
    if (after != NULL)
        json_object_set_new(ours, "gpu_after", after);
    if (gpu != NULL)
        set_gpu(device, gpu);
}
