/* The report: how far each workload gets on each machine, the reader's own first. */
#include "breakeven.h"
#include "html.h"
#include "report_parts.h"

#include <string.h>

/* What a row is made of: the first dtype of a workload's sweep, at its largest n. */
struct outcome {
    struct gs_sweep sweep;
    enum gs_dtype dtype;
    size_t n;
    const struct gs_record *kernel, *cpu; /* the fastest of each; NULL: none was timed */
};

static bool find_outcome(const struct gs_results *results, const char *workload,
                         struct outcome *out)
{
    *out = (struct outcome){.sweep = gs_sweep_of(results, workload)};
    const struct gs_record *first = gs_query_first(results, &out->sweep.query);
    if (out->sweep.empty || first == NULL)
        return false;
    struct gs_query cpu = out->sweep.query, device = out->sweep.device;
    out->dtype = first->dtype;
    out->n = gs_query_largest_n(results, &out->sweep.query);
    cpu.dtypes = device.dtypes = GS_BIT(first->dtype);
    cpu.one_n = device.one_n = true;
    cpu.n = device.n = out->n;
    cpu.places = GS_BIT(GS_PLACE_CPU);
    device.residencies = GS_BIT(GS_RESIDENCY_DEVICE);
    device.caches = GS_BIT(GS_CACHE_COLD);
    out->cpu = gs_query_fastest(results, &cpu);
    out->kernel = gs_query_fastest(results, &device);
    return true;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void add_columns(struct gs_sheet *sheet, bool kernels)
{
    gs_sheet_words(sheet, 0, "workload");
    if (kernels) {
        gs_sheet_numbers(sheet, 0, "GPU against CPU", 0);
        gs_sheet_headline(sheet);
        gs_sheet_numbers(sheet, 0, "at n", 0);
        gs_sheet_words(sheet, 0, "fastest kernel");
        gs_sheet_numbers(sheet, 0, "its time", 0);
        gs_sheet_numbers(sheet, 0, "of its limit", 0);
    }
    gs_sheet_words(sheet, 0, "best on the CPU");
    gs_sheet_numbers(sheet, 0, kernels ? "its time" : "best CPU time", 0);
    if (kernels) {
        gs_sheet_words(sheet, 0, "GPU ahead from");
    } else {
        gs_sheet_headline(sheet);
        gs_sheet_numbers(sheet, 0, "of its limit", 0);
        gs_sheet_numbers(sheet, 0, "at n", 0);
    }
}

static void add_cpu(struct gs_sheet *sheet, const struct gs_record *cpu)
{
    if (cpu != NULL)
        gs_sheet_cell(sheet, "%s (%u)", cpu->variant, cpu->threads);
    else
        gs_sheet_cell(sheet, "%s", "");
    gs_sheet_time(sheet, cpu);
}

static void add_row(struct gs_sheet *sheet, const struct gs_report_source *source,
                    const struct outcome *of, bool kernels)
{
    const char *workload = of->sweep.query.workload;
    char even[128];
    gs_sheet_row(sheet);
    gs_sheet_cell(sheet, "%s %s", workload, gs_dtype_name(of->dtype));
    gs_sheet_part(sheet, "%s-%s", source->subject, workload);
    if (!kernels) {
        add_cpu(sheet, of->cpu);
        gs_sheet_limit(sheet, of->cpu);
        gs_sheet_size(sheet, of->n);
        return;
    }
    gs_sheet_ratio(sheet, of->cpu, of->kernel);
    gs_sheet_size(sheet, of->n);
    gs_sheet_cell(sheet, "%s", of->kernel != NULL ? of->kernel->variant : "not timed");
    gs_sheet_time(sheet, of->kernel);
    gs_sheet_limit(sheet, of->kernel);
    add_cpu(sheet, of->cpu);
    struct gs_breakeven from =
        gs_breakeven_find(&source->results, &of->sweep, of->dtype, GS_RESIDENCY_DEVICE);
    gs_breakeven_format(&from, true, even); /* between which sizes is said with the workload */
    gs_sheet_cell(sheet, "%s", even);
}

/* ---- machines -------------------------------------------------------------------------------- */

/* All workloads of a machine's own results; kernels: with what their kernels do. */
static void write_results(FILE *out, const struct gs_report *report, size_t machine, bool kernels)
{
    struct gs_sheet *sheet = gs_sheet_new();
    add_columns(sheet, kernels);
    for (size_t i = 0; i < report->count; i++) {
        const struct gs_report_source *source = &report->sources[i];
        const char *workloads[GS_MOST_KEYS];
        size_t count = source->machine == machine && !source->peers
                           ? gs_report_workloads(report, source->lesson, workloads)
                           : 0;
        for (size_t w = 0; w < count; w++) {
            struct outcome outcome;
            if (find_outcome(&source->results, workloads[w], &outcome))
                add_row(sheet, source, &outcome, kernels);
        }
    }
    gs_report_sheet(out, sheet,
                    kernels ? "Each workload at its largest n: the fastest kernel, with its data "
                              "on the device and a cold cache, and the best CPU variant (with its "
                              "threads)"
                            : "Each workload at its largest n: the best CPU variant (with its "
                              "threads). Kernels ran on the simulator, which verifies them and "
                              "takes no times");
}

static bool has_gpu(const struct gs_report *report, size_t machine)
{
    bool any = false;
    for (size_t i = 0; i < report->count; i++)
        any |= report->sources[i].machine == machine &&
               gs_results_gpu(&report->sources[i].results) != NULL;
    return any;
}

void gs_report_glance(FILE *out, const struct gs_report *report)
{
    fputs("<section id=\"glance\">\n<h2>At a glance</h2>\n", out);
    for (size_t i = 0; i < report->count; i++) {
        const struct gs_report_source *source = &report->sources[i];
        if (i > 0 && source->machine == source[-1].machine)
            continue;
        fprintf(out, "<div data-machine=\"%zu\">\n<h3>", source->machine);
        gs_report_badge(out, source);
        fputs("</h3>\n", out);
        write_results(out, report, source->machine, has_gpu(report, source->machine));
        gs_report_peers_glance(out, report, source->machine);
        fputs("</div>\n", out);
    }
    fputs("</section>\n", out);
}
