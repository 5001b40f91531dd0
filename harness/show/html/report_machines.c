/* The report: the machines, and what was measured of them. */
#include "html.h"
#include "report_parts.h"
#include "table.h"

#include <string.h>

/* ---- facts ----------------------------------------------------------------------------------- */

static void write_fact(FILE *out, const char *name, const char *text)
{
    if (text[0] == '\0')
        return;
    gs_html_element(out, "dt", name);
    gs_html_element(out, "dd", text);
    fputc('\n', out);
}

static void write_gpu(FILE *out, const struct gs_report_source *source)
{
    const json_t *device = gs_results_fact(&source->results, "device");
    const char *gpu = gs_results_gpu(&source->results);
    char text[400];
    if (gpu == NULL) {
        write_fact(out, "GPU",
                   "none: kernels ran on the simulator. They are verified, and have no times.");
        return;
    }
    write_fact(out, "GPU", gpu);
    snprintf(text, sizeof text, "%lld multiprocessors at up to %.0f MHz, %.0f GB, L2 %.0f MB",
             (long long)json_integer_value(json_object_get(device, "multiprocessors")),
             json_number_value(json_object_get(device, "sm_clock_khz")) / 1e3,
             json_number_value(json_object_get(device, "memory_bytes")) / 1e9,
             json_number_value(json_object_get(device, "l2_bytes")) / 1e6);
    write_fact(out, "with", text);
    write_fact(out, "driver", gs_get_text(device, "driver"));
    write_fact(out, "kernels by", gs_get_text(device, "kernel_compiler"));
}

static void write_cpu(FILE *out, const struct gs_report_source *source)
{
    char text[400];
    json_int_t threads = json_integer_value(gs_results_fact(&source->results, "cpu_threads"));
    snprintf(text, sizeof text, "%.300s, %lld thread%s",
             gs_results_fact_text(&source->results, "cpu", "unknown"), (long long)threads,
             threads == 1 ? "" : "s");
    write_fact(out, "CPU", text);
    snprintf(text, sizeof text, "%.150s %.150s",
             gs_results_fact_text(&source->results, "compiler", ""),
             gs_results_fact_text(&source->results, "flags", ""));
    write_fact(out, "C by", text);
}

static void write_dates(FILE *out, const struct gs_report *report, size_t machine)
{
    const char *first = NULL, *last = NULL;
    char text[64];
    for (size_t i = 0; i < report->count; i++) {
        const char *date =
            gs_json_text(json_object_get(report->sources[i].results.context, "date"), NULL);
        if (report->sources[i].machine != machine || date == NULL)
            continue;
        first = first == NULL || strcmp(date, first) < 0 ? date : first;
        last = last == NULL || strcmp(date, last) > 0 ? date : last;
    }
    if (first == NULL)
        return;
    bool one = strncmp(first, last, 10) == 0;
    snprintf(text, sizeof text, "%.10s%s%.10s", first, one ? "" : " to ", one ? "" : last);
    write_fact(out, "measured", text);
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* What stands in context.gridstride.limits. */
static const struct limit {
    const char *name, *of; /* of: a dtype, where there is one for each */
    const char *says, *unit;
    double scale;
} limits[] = {
    {"device_copy_gb_per_s", NULL, "copy on the device", "GB/s", 1},
    {"device_multiply_adds_per_s", "f32", "multiply-adds on the device, f32", "10¹² a second",
     1e-12},
    {"device_multiply_adds_per_s", "f64", "multiply-adds on the device, f64", "10¹² a second",
     1e-12},
    {"device_exps_per_s", "f32", "exponentials on the device, f32", "10¹² a second", 1e-12},
    {"device_exps_per_s", "f64", "exponentials on the device, f64", "10¹² a second", 1e-12},
    {"empty_kernel_s", NULL, "an empty kernel between two events", "µs", 1e6},
    {"empty_kernel_in_a_row_s", NULL, "an empty kernel, many in a row", "µs", 1e6},
    {"pinned_in_gb_per_s", NULL, "copy to the device, pinned", "GB/s", 1},
    {"pinned_out_gb_per_s", NULL, "copy from the device, pinned", "GB/s", 1},
    {"pinned_both_gb_per_s", NULL, "each way, while the other is busy", "GB/s", 1},
    {"peer_to_gb_per_s", NULL, "copy to the second device", "GB/s", 1},
    {"peer_from_gb_per_s", NULL, "copy from the second device", "GB/s", 1},
    {"peer_both_gb_per_s", NULL, "each way between two devices, at once", "GB/s", 1},
    {"cpu_copy_gb_per_s", NULL, "copy on the CPU, all threads", "GB/s", 1},
    {"cpu_multiply_adds_per_s", "f32", "multiply-adds on the CPU, f32", "10⁹ a second", 1e-9},
    {"cpu_multiply_adds_per_s", "f64", "multiply-adds on the CPU, f64", "10⁹ a second", 1e-9},
    {"cpu_exps_per_s", "f32", "exponentials on the CPU, f32", "10⁹ a second", 1e-9},
    {"cpu_exps_per_s", "f64", "exponentials on the CPU, f64", "10⁹ a second", 1e-9},
};

static double limit_of(const struct gs_report_source *source, const struct limit *limit)
{
    const json_t *value = json_object_get(gs_results_fact(&source->results, "limits"), limit->name);
    if (limit->of != NULL)
        value = json_object_get(value, limit->of);
    return json_number_value(value) * limit->scale;
}

/* Each run measures its own; the table shows those of the last one. NULL: none has any. */
static const struct gs_report_source *last_with_limits(const struct gs_report *report,
                                                       size_t machine)
{
    const struct gs_report_source *last = NULL;
    const char *date = "";
    for (size_t i = 0; i < report->count; i++) {
        const struct gs_report_source *source = &report->sources[i];
        const char *its = gs_get_text(source->results.context, "date");
        if (source->machine != machine ||
            !json_is_object(gs_results_fact(&source->results, "limits")) || strcmp(its, date) < 0)
            continue;
        last = source;
        date = its;
    }
    return last;
}

static void write_limits(FILE *out, const struct gs_report_source *source)
{
    char caption[500], digits[16], run[48];
    if (source == NULL) {
        fputs("<p class=\"note\">No limits: these results are of a version that measured none.</p>",
              out);
        return;
    }
    snprintf(run, sizeof run, "lesson %u", source->lesson);
    if (source->own)
        snprintf(run, sizeof run, "%s", gs_results_fact_text(&source->results, "slug", ""));
    snprintf(caption, sizeof caption, "Limits of %s, measured in the run of %s", source->label,
             run);
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_words(sheet, 0, "what was measured");
    gs_sheet_numbers(sheet, 0, "at most", 0);
    gs_sheet_headline(sheet);
    gs_sheet_words(sheet, 0, "unit");
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        double value = limit_of(source, &limits[i]);
        if (!(value > 0))
            continue;
        gs_cell_digits(value, digits);
        gs_sheet_row(sheet);
        gs_sheet_cell(sheet, "%s", limits[i].says);
        gs_sheet_number(sheet, value, "%s", digits);
        gs_sheet_cell(sheet, "%s", limits[i].unit);
    }
    gs_report_sheet(out, sheet, caption);
}

/* ---- machines -------------------------------------------------------------------------------- */

void gs_report_machines(FILE *out, const struct gs_report *report)
{
    fputs("<section id=\"machines\">\n<h2>Machines</h2>\n<div class=\"cards\">\n", out);
    for (size_t i = 0; i < report->count; i++) {
        const struct gs_report_source *source = &report->sources[i];
        if (i > 0 && source->machine == source[-1].machine)
            continue;
        fprintf(out, "<article class=\"%s\" data-machine=\"%zu\">\n<h3>",
                source->recorded ? "rec" : "loc", source->machine);
        gs_report_badge(out, source);
        fputs("</h3>\n<dl>", out);
        write_gpu(out, source);
        write_cpu(out, source);
        write_dates(out, report, source->machine);
        fputs("</dl>\n", out);
        write_limits(out, last_with_limits(report, source->machine));
        fputs("</article>\n", out);
    }
    fputs("</div>\n</section>\n", out);
}
