/* gridstride profile: measures what this GPU can do, or prints what a profile says. */
#include "cli_commands.h"
#include "cli_run_options.h"

#include "context.h"
#include "device.h"
#include "files.h"
#include "gpu_profile.h"
#include "numbers.h"
#include "profile_file.h"
#include "version.h"

#include <string.h>
#include <time.h>

/* ---- printing -------------------------------------------------------------------------------- */

/* 3.2 us, 3.04 TB/s, 132: a value in the prefix in which it is easiest to read. */
static void print_value(double value, const char *unit)
{
    static const struct {
        double scale;
        const char *prefix;
    } prefixes[] = {{1e12, "T"}, {1e9, "G"},  {1e6, "M"},  {1e3, "k"},
                    {1, ""},     {1e-3, "m"}, {1e-6, "u"}, {1e-9, "n"}};
    size_t k = 0;
    if (unit[0] == '\0') {
        printf("%10s    ", gs_decimal(value, 4).text);
        return;
    }
    while (k + 1 < sizeof prefixes / sizeof prefixes[0] && value < prefixes[k].scale)
        k++;
    printf("%10s %s%-4s", gs_decimal(value / prefixes[k].scale, 3).text, prefixes[k].prefix, unit);
}

static void print_numbers(const struct gs_gpu_profile *profile)
{
    for (int k = 0; k < GS_GPU_NUMBERS; k++) {
        const struct gs_gpu_name *name = &gs_gpu_numbers[k];
        if (profile->numbers[k] <= 0)
            continue;
        printf("  %-26s", name->key);
        print_value(profile->numbers[k], name->unit);
        printf("  %s\n", name->about);
    }
}

static void print_curves(const struct gs_gpu_profile *profile)
{
    for (int k = 0; k < GS_GPU_CURVES; k++) {
        const struct gs_gpu_points *points = &profile->curves[k];
        const struct gs_gpu_curve_name *curve = &gs_gpu_curves[k];
        char at[32];
        if (points->count == 0)
            continue;
        printf("\n%s: %s, by %s\n", curve->name.key, curve->name.about, curve->by);
        for (size_t i = 0; i < points->count; i++) {
            gs_size_format_short((size_t)points->at[i], at);
            printf("  %10s ", at);
            print_value(points->value[i], curve->name.unit);
            puts("");
        }
    }
}

static void print_profile(const struct gs_gpu_profile *profile)
{
    printf("%s, compute capability %d.%d\n%s%s%s%s\n\n", profile->name, profile->compute_major,
           profile->compute_minor,
           profile->measured ? "" : "From its datasheet, not measured: ", profile->source,
           profile->date[0] != '\0' ? ", " : "", profile->date);
    print_numbers(profile);
    print_curves(profile);
}

/* ---- measuring ------------------------------------------------------------------------------- */

static enum gs_status measure(struct gs_gpu_profile *profile, struct gs_error *error)
{
    struct gs_device *device;
    enum gs_status status = gs_device_check_environment(error);
    if (status == GS_OK)
        status = gs_device_open(1, &device, error);
    if (status != GS_OK)
        return status;
    const struct gs_device_facts *facts = gs_device_facts(device);
    status = gs_device_profile(device, profile, error);
    if (status == GS_OK)
        snprintf(profile->source, sizeof profile->source,
                 "measured by gridstride " GS_VERSION " (" GS_COMMIT "), driver for CUDA "
                 "%d.%d",
                 facts->driver_version / 1000, facts->driver_version % 1000 / 10);
    gs_device_close(device);
    time_t now = time(NULL);
    struct tm utc;
    strftime(profile->date, sizeof profile->date, "%Y-%m-%d", gmtime_r(&now, &utc));
    return status;
}

static enum gs_status keep(const char *folder, const struct gs_gpu_profile *profile,
                           struct gs_error *error)
{
    char slug[128], machine[4096], path[4096 + 16];
    gs_machine_slug(profile->name, slug);
    if (snprintf(machine, sizeof machine, "%s/%s", folder, slug) >= (int)sizeof machine)
        return gs_fail(error, GS_USAGE, "--out %s: this path is too long", folder);
    snprintf(path, sizeof path, "%s/profile.json", machine);
    enum gs_status status = gs_folder_make(machine, error);
    if (status == GS_OK)
        status = gs_profile_write(path, profile, error);
    if (status == GS_OK)
        printf("\nWrote %s\n", path);
    return status;
}

enum gs_status gs_command_profile(const struct gs_command_line *line, const void *options,
                                  struct gs_error *error)
{
    const struct gs_profile_arguments *a = options;
    static struct gs_gpu_profile profile;
    const bool stored = line->operand_count > 0;
    if (stored && a->out != NULL)
        return gs_fail(error, GS_USAGE,
                       "profile: --out is for a profile that is measured, not for one in a file");
    enum gs_status status =
        stored ? gs_profile_read(line->operands[0], &profile, error) : measure(&profile, error);
    if (status != GS_OK)
        return status;
    print_profile(&profile);
    return stored ? GS_OK : keep(a->out != NULL ? a->out : "results", &profile, error);
}
