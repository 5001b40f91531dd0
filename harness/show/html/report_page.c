/* The report: the page as a whole. */
#include "html.h"
#include "install_paths.h"
#include "report_parts.h"

#include "version.h"

#include <time.h>

static void write_head(FILE *out)
{
    fputs(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
        "<title>gridstride: report</title>\n<style>\n",
        out);
    fputs(gs_report_style, out);
    fputs("</style>\n</head>\n<body>\n", out);
}

/* ---- navigation ------------------------------------------------------------------------------ */

static void write_entry(FILE *out, const struct gs_report *report, unsigned number)
{
    const char *workloads[GS_MOST_KEYS];
    size_t count = gs_report_workloads(report, number, workloads);
    const struct gs_report_source *first = gs_report_first(report, number);
    fprintf(out, "<li><a href=\"#%s\">", first->subject);
    if (!first->own)
        fprintf(out, "%u ", number);
    gs_html_text(out, gs_results_fact_text(gs_report_words(report, number), "slug", ""));
    fputs("</a>\n<ul>", out);
    for (size_t w = 0; w < count; w++)
        fprintf(out, "<li><a href=\"#%s-%s\">%s</a></li>", first->subject, workloads[w],
                workloads[w]);
    fputs("</ul></li>\n", out);
}

static void write_contents(FILE *out, const struct gs_report *report)
{
    fputs("<nav aria-label=\"contents\">\n<details open><summary>Contents</summary>\n<ul>\n"
          "<li><a href=\"#glance\">At a glance</a></li>\n"
          "<li><a href=\"#machines\">Machines</a></li>\n",
          out);
    for (int lesson = GS_NO_LESSON;
         (lesson = gs_report_next_lesson(report, lesson)) != GS_NO_LESSON;)
        write_entry(out, report, (unsigned)lesson);
    fputs("<li><a href=\"#reading\">How to read this</a></li>\n</ul>\n</details>\n</nav>\n", out);
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static void write_beginning(FILE *out, const struct gs_report *report)
{
    char date[32] = "";
    time_t now = time(NULL);
    struct tm day;
    size_t local = 0;
    if (localtime_r(&now, &day) != NULL)
        strftime(date, sizeof date, "%Y-%m-%d", &day);
    for (size_t i = 0; i < report->count; i++)
        local += !report->sources[i].recorded;
    fputs("<header>\n<h1>gridstride: report</h1>\n<p>CUDA kernels, each one idea further than the "
          "last, beside CPU baselines. Every answer was verified before it was timed: a wrong "
          "answer has no time.</p>\n",
          out);
    fprintf(out,
            "<p class=\"note\">Made on %s by gridstride " GS_VERSION " from %zu result%s of this "
            "machine and %zu recorded one%s.",
            date, local, local == 1 ? "" : "s", report->count - local,
            report->count - local == 1 ? "" : "s");
    if (local == 0) {
        fputs(" None of them was run here: <code>", out);
        gs_html_text(out, gs_called());
        fputs(" run 3</code> adds one.", out);
    }
    fputs("</p>\n</header>\n", out);
}

static void write_reading(FILE *out)
{
    fputs(
        "<section id=\"reading\">\n<h2>How to read this</h2>\n<dl class=\"reading\">\n"
        "<dt><span class=\"badge loc\">local</span></dt><dd>was run on this machine.</dd>\n"
        "<dt><span class=\"badge rec\">recorded</span></dt><dd>was run on another machine, on the "
        "date beside its name, and came with gridstride.</dd>\n"
        "<dt>the simulator</dt><dd>verifies kernels and has no device times. CPU times beside it "
        "are real.</dd>\n"
        "<dt>median</dt><dd>of all samples. On the device: cold, with nothing of the data in the "
        "L2 cache; warm, launched in a row. Host to host: with all copies. A call: by the host's "
        "clock.</dd>\n"
        "<dt>of its limit</dt><dd>the share of the median that the limit which binds would take "
        "by itself, measured in the same run. bytes: a copy in memory of as many bytes. "
        "arithmetic: as many multiply-adds and exponentials, from registers. launches: an empty "
        "kernel. copies: the bus; pinned, the slower direction; pageable, in and then out. Over "
        "100 %: a cache served part of the data, or the machine was busy while the limit was "
        "measured.</dd>\n"
        "<dt>against best CPU</dt><dd>how many times faster a row is than the fastest right "
        "CPU variant at the same n.</dd>\n"
        "<dt><span class=\"p\">1.20&#215;</span>, <span class=\"f\">0.80&#215;</span></dt><dd>a "
        "ratio has a colour where the two medians are over 5 % apart and the quartiles of their "
        "samples do not overlap. What is closer may be noise.</dd>\n"
        "<dt>64Ki, 16Mi</dt><dd>n, in units of 1024 and 1024 &#215; 1024. The exact number is "
        "shown "
        "where the pointer rests.</dd>\n"
        "<dt>error</dt><dd>the largest of all elements, in units of the last place (ulp), against "
        "a reference in higher precision.</dd>\n"
        "<dt>~</dt><dd>noisy: quartiles, or first and last samples, over 15 % of the median "
        "apart.</dd>\n"
        "<dt>*</dt><dd>under three times an empty kernel: mostly the cost of launching.</dd>\n"
        "<dt>^</dt><dd>throttled: hardly a sample was taken at the full clock.</dd>\n"
        "<dt><span class=\"w\">lost updates, partial, inaccurate</span></dt><dd>wrong on purpose, "
        "in the way that the variant is there to show.</dd>\n"
        "</dl>\n</section>\n",
        out);
}

bool gs_report_page(FILE *out, const void *content)
{
    const struct gs_report *report = content;
    write_head(out);
    write_contents(out, report);
    fputs("<main>\n", out);
    write_beginning(out, report);
    gs_report_glance(out, report);
    gs_report_machines(out, report);
    for (int lesson = GS_NO_LESSON;
         (lesson = gs_report_next_lesson(report, lesson)) != GS_NO_LESSON;)
        gs_report_lesson(out, report, (unsigned)lesson);
    write_reading(out);
    fputs("</main>\n<script>\n", out);
    fputs(gs_report_script, out);
    fputs("</script>\n</body>\n</html>\n", out);
    return ferror(out) == 0;
}
