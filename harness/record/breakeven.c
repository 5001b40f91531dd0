#include "breakeven.h"

#include "numbers.h"

#include <math.h>

/* What was measured at one n. */
struct both {
    double n, cpu_s, device_s;
};

/* Where both take as long, with times as powers of n between two sizes. */
static void cross(struct gs_breakeven *even, const struct both *below, const struct both *above)
{
    double behind = log(below->device_s / below->cpu_s),
           ahead = log(above->device_s / above->cpu_s);
    double share = behind / (behind - ahead);
    even->n = below->n * pow(above->n / below->n, share);
    even->at_s = below->cpu_s * pow(above->cpu_s / below->cpu_s, share);
}

struct gs_breakeven gs_breakeven_find(const struct gs_results *results,
                                      const struct gs_sweep *sweep, enum gs_dtype dtype,
                                      enum gs_residency residency)
{
    struct gs_breakeven even = {.kind = GS_EVEN_UNKNOWN};
    struct gs_query cpu = sweep->query, device = sweep->device;
    cpu.places = GS_BIT(GS_PLACE_CPU);
    cpu.dtypes = device.dtypes = GS_BIT(dtype);
    device.residencies = GS_BIT(residency);
    device.caches = ~GS_BIT(GS_CACHE_WARM);
    size_t sizes[GS_MOST_NUMBERS] = {0};
    size_t count = sweep->empty ? 0 : gs_query_numbers(results, &device, gs_n_of, sizes);
    bool ahead_once = false;
    struct both below = {0, 0, 0};
    cpu.one_n = device.one_n = true;
    for (size_t i = 0; i < count; i++) {
        cpu.n = device.n = sizes[i];
        const struct gs_record *best_cpu = gs_query_fastest(results, &cpu);
        const struct gs_record *best_device = gs_query_fastest(results, &device);
        if (sizes[i] == 0 || best_cpu == NULL || best_device == NULL)
            continue;
        const struct both here = {(double)sizes[i], best_cpu->time.median_s,
                                  best_device->time.median_s};
        bool ahead = here.device_s < here.cpu_s;
        ahead_once |= ahead;
        if (!ahead) {
            even = (struct gs_breakeven){.kind = GS_EVEN_NEVER, .below = sizes[i]};
            below = here;
        } else if (even.above == 0) {
            even.kind = even.below == 0 ? GS_EVEN_ALWAYS : GS_EVEN_FROM;
            even.above = sizes[i];
            if (even.below > 0)
                cross(&even, &below, &here);
        }
    }
    if (even.kind == GS_EVEN_NEVER && ahead_once)
        even.kind = GS_EVEN_PASSING;
    return even;
}

void gs_breakeven_format(const struct gs_breakeven *even, bool brief, char text[static 128])
{
    char n[32], below[32], above[32];
    gs_size_round(even->n, 2, n); /* as much as an interpolated size is worth */
    (brief ? gs_size_format_short : gs_size_format)(even->below, below);
    (brief ? gs_size_format_short : gs_size_format)(even->above, above);
    switch (even->kind) {
    case GS_EVEN_UNKNOWN:
        text[0] = '\0';
        break;
    case GS_EVEN_ALWAYS:
        snprintf(text, 128, "below n = %s%s", above, brief ? "" : " (the smallest measured)");
        break;
    case GS_EVEN_FROM:
        snprintf(text, 128, brief ? "n = %s" : "n = %s (between %s and %s)", n, below, above);
        break;
    case GS_EVEN_PASSING:
        snprintf(text, 128, "none that lasts up to n = %s", below);
        break;
    case GS_EVEN_NEVER:
        snprintf(text, 128, "never up to n = %s", below);
        break;
    }
}
