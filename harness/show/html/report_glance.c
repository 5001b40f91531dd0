/* The report: how far each workload gets on each machine, in one table. */
#include "breakeven.h"
#include "html.h"
#include "report_parts.h"
#include "numbers.h"
#include "table_parts.h"

#include <string.h>

static const char *const columns[] = {
    "workload",      "machine",         "#n",        "fastest kernel",     "#its time",
    "#of its limit", "best on the CPU", "#its time", "#kernel against it", "device ahead from"};

/* NULL: none was timed. */
static void write_kernel(FILE *out, const struct gs_record *kernel)
{
    if (kernel == NULL) {
        fputs("<td class=\"s\">not timed</td><td></td><td></td>", out);
        return;
    }
    gs_html_element(out, "td", kernel->variant);
    gs_report_time_cell(out, kernel);
    gs_report_limit_cell(out, kernel);
}

static void write_cpu(FILE *out, const struct gs_record *cpu, const struct gs_record *kernel)
{
    char name[96];
    if (cpu == NULL) {
        fputs("<td></td><td></td><td></td>", out);
        return;
    }
    snprintf(name, sizeof name, "%s (%u)", cpu->variant, cpu->threads);
    gs_html_element(out, "td", name);
    gs_report_time_cell(out, cpu);
    double ratio = kernel != NULL ? cpu->time.median_s / kernel->time.median_s : 0;
    gs_report_ratio_cell(out, ratio, ratio > 1 ? "p" : "");
}

static void write_row(FILE *out, const struct gs_report_source *source, const char *workload)
{
    const struct gs_results *results = &source->results;
    struct gs_sweep sweep = gs_sweep_of(results, workload);
    struct gs_query cpu = sweep.query, device = sweep.device;
    const struct gs_record *first = gs_query_first(results, &sweep.query);
    char text[128];
    if (sweep.empty || first == NULL)
        return;
    cpu.dtypes = device.dtypes = GS_BIT(first->dtype);
    cpu.places = GS_BIT(GS_PLACE_CPU);
    device.residencies = GS_BIT(GS_RESIDENCY_DEVICE);
    cpu.one_n = device.one_n = true;
    cpu.n = device.n = gs_query_largest_n(results, &sweep.query);
    device.caches = GS_BIT(GS_CACHE_COLD);
    const struct gs_record *kernel = gs_query_fastest(results, &device);
    fprintf(
        out,
        "<tr data-machine=\"%zu\"><th scope=\"row\"><a href=\"#lesson%u-%s\">%s</a> %s</th><td>",
        source->machine, source->lesson, workload, workload, gs_dtype_name(first->dtype));
    gs_report_short_badge(out, source);
    fputs("</td>", out);
    gs_report_size_cell(out, cpu.n);
    write_kernel(out, kernel);
    write_cpu(out, gs_query_fastest(results, &cpu), kernel);
    struct gs_breakeven even =
        gs_breakeven_find(results, &sweep, first->dtype, GS_RESIDENCY_DEVICE);
    gs_breakeven_format(&even, true, text); /* between which sizes is said with the workload */
    gs_html_element(out, "td", text);
    fputs("</tr>\n", out);
}

static void write_results(FILE *out, const struct gs_report *report)
{
    gs_report_table(out,
                    "Each workload at its largest n: the fastest kernel with its data on the "
                    "device and a cold cache, and the best CPU baseline (with its threads) beside "
                    "it",
                    columns, sizeof columns / sizeof columns[0]);
    for (unsigned lesson = 0; (lesson = gs_report_next_lesson(report, lesson)) != 0;) {
        const char *workloads[GS_MOST_KEYS];
        size_t count = gs_report_workloads(report, lesson, workloads);
        for (size_t w = 0; w < count; w++) {
            for (size_t i = 0; i < report->count; i++) {
                const struct gs_report_source *source = &report->sources[i];
                if (source->lesson == lesson && !source->peers &&
                    gs_report_has(source, workloads[w]))
                    write_row(out, source, workloads[w]);
            }
        }
    }
    gs_report_table_end(out);
}

void gs_report_glance(FILE *out, const struct gs_report *report)
{
    size_t own = 0;
    for (size_t i = 0; i < report->count; i++)
        own += !report->sources[i].peers;
    fputs("<section id=\"glance\">\n<h2>At a glance</h2>\n", out);
    if (own > 0)
        write_results(out, report);
    gs_report_peers_glance(out, report);
    fputs("</section>\n", out);
}
