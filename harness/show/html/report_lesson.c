/* The report: a lesson, its workloads, and their results on each machine. */
#include "html.h"
#include "report_parts.h"
#include "table.h"
#include "install_paths.h"

#include <stdlib.h>
#include <string.h>

/* ---- what it teaches ------------------------------------------------------------------------- */

/* Markdown inside a paragraph, as the lessons' texts use it: `code`, **bold**, [text](where). */
static void write_markdown(FILE *out, const char *text)
{
    bool code = false, bold = false;
    for (; *text != '\0'; text++) {
        char one[2] = {*text, '\0'};
        size_t words = *text == '[' && !code ? strcspn(text, "]") : 0;
        if (*text == '`') {
            code = !code;
            fputs(code ? "<code>" : "</code>", out);
        } else if (!code && strncmp(text, "**", 2) == 0) {
            bold = !bold;
            fputs(bold ? "<b>" : "</b>", out);
            text++;
        } else if (words > 0 && text[words] == ']' && text[words + 1] == '(' &&
                   strchr(text + words, ')') != NULL) {
            for (size_t i = 1; i < words; i++)
                gs_html_text(out, (char[]){text[i], '\0'});
            text = strchr(text + words, ')');
        } else {
            gs_html_text(out, one);
        }
    }
    fputs(code ? "</code>" : "", out);
    fputs(bold ? "</b>" : "", out);
}

/* The first paragraph of the lesson's text, where that is installed. */
static void write_lead(FILE *out, unsigned lesson, const char *slug)
{
    char name[128], path[4096], line[1024];
    bool begun = false;
    snprintf(name, sizeof name, "lessons/%02u_%s/README.md", lesson, slug);
    FILE *in = gs_path_of_shared(name, path, sizeof path) ? fopen(path, "re") : NULL;
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
        bool blank = strcmp(line, "\n") == 0;
        if (begun && blank)
            break;
        if (!begun && (blank || line[0] == '#'))
            continue;
        fputs(begun ? "" : "<p class=\"lead\">", out);
        begun = true;
        write_markdown(out, line);
    }
    fputs(begun ? "</p>\n" : "", out);
    if (in != NULL)
        fclose(in);
}

/* What each variant does, where a result has the lesson's words. */
static void write_variants(FILE *out, const struct gs_results *results, const char *name)
{
    const json_t *workload = gs_results_workload(results, name);
    const json_t *variants = json_object_get(workload, "variants"), *variant;
    char caption[128];
    size_t i;
    if (workload == NULL)
        return;
    gs_html_element(out, "p class=\"formula\"", gs_get_text(workload, "formula"));
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_words(sheet, 0, "variant");
    gs_sheet_words(sheet, 0, "runs on");
    gs_sheet_add_column(sheet,
                        (struct gs_sheet_column){.over = "",
                                                 .title = "what it does, and what it teaches",
                                                 .left = true,
                                                 .wraps = true,
                                                 .headline = true});
    json_array_foreach(variants, i, variant)
    {
        gs_sheet_row(sheet);
        gs_sheet_cell(sheet, "%s", gs_get_text(variant, "name"));
        gs_sheet_cell(sheet, "%s", gs_get_text(variant, "runs_on"));
        gs_sheet_cell(sheet, "%s", gs_get_text(variant, "about"));
        if (json_is_true(json_object_get(variant, "wrong_on_purpose")))
            gs_sheet_note(sheet, "wrong on purpose");
    }
    snprintf(caption, sizeof caption, "The variants of %s", name);
    gs_report_sheet(out, sheet, caption);
}

/* ---- a workload ------------------------------------------------------------------------------ */

static void write_results(FILE *out, const struct gs_report *report, size_t index,
                          const char *workload)
{
    const struct gs_report_source *source = &report->sources[index];
    fprintf(out, "<article class=\"%s\" data-machine=\"%zu\" id=\"%s-%s-%zu\">\n<h4>",
            source->recorded ? "rec" : "loc", source->machine, source->subject, workload, index);
    gs_report_badge(out, source);
    fputs(source->peers ? ", beside other libraries</h4>\n" : "</h4>\n", out);
    gs_report_plots(out, source, workload);
    if (source->peers)
        gs_report_peers(out, source, gs_report_beside(report, source), workload);
    else
        gs_report_tables(out, source, workload);
    fputs("</article>\n", out);
}

static void write_workload(FILE *out, const struct gs_report *report, unsigned number,
                           const char *workload)
{
    fprintf(out, "<section id=\"%s-%s\">\n", gs_report_first(report, number)->subject, workload);
    gs_html_element(out, "h3", workload);
    fputc('\n', out);
    write_variants(out, gs_report_words(report, number), workload);
    for (size_t i = 0; i < report->count; i++) {
        const struct gs_report_source *source = &report->sources[i];
        if (source->lesson == number && gs_report_has(source, workload))
            write_results(out, report, i, workload);
    }
    fputs("</section>\n", out);
}

/* ---- verdicts -------------------------------------------------------------------------------- */

/* What one of the tables' functions prints, as text of the page; whether that is any. */
static bool write_printed(FILE *out, const char *opening, const struct gs_results *results,
                          void (*print)(const struct gs_results *, FILE *))
{
    char *text = NULL;
    size_t size = 0;
    FILE *printed = open_memstream(&text, &size);
    if (printed == NULL)
        return false;
    print(results, printed);
    bool any = fclose(printed) == 0 && size > 0;
    if (any)
        gs_html_element(out, opening, text);
    free(text);
    return any;
}

/* How many rows are right, and what is wrong with the others. */
static void write_verdicts(FILE *out, const struct gs_report_source *source)
{
    fprintf(out, "<details data-machine=\"%zu\"><summary>", source->machine);
    gs_report_badge(out, source);
    fputs(": ", out);
    write_printed(out, "span", &source->results, gs_table_print_counts);
    fputs("</summary>\n", out);
    if (!write_printed(out, "pre", &source->results, gs_table_print_troubles))
        fputs("<p>Nothing is wrong.</p>", out);
    fputs("</details>\n", out);
}

void gs_report_lesson(FILE *out, const struct gs_report *report, unsigned number)
{
    const struct gs_results *words = gs_report_words(report, number);
    const char *slug = gs_results_fact_text(words, "slug", "");
    const char *workloads[GS_MOST_KEYS];
    size_t count = gs_report_workloads(report, number, workloads);
    const struct gs_report_source *first = gs_report_first(report, number);
    fprintf(out, "<section id=\"%s\">\n<h2>", first->subject);
    if (!first->own)
        fprintf(out, "Lesson %u", number);
    if (slug[0] != '\0') {
        fputc(' ', out);
        gs_html_element(out, "code", slug);
    }
    const char *title = gs_results_fact_text(words, "title", "");
    gs_html_text(out, title[0] != '\0' ? ": " : "");
    gs_html_text(out, title);
    fputs("</h2>\n", out);
    if (!first->own)
        write_lead(out, number, slug);
    for (size_t i = 0; i < report->count; i++) {
        if (report->sources[i].lesson == number)
            write_verdicts(out, &report->sources[i]);
    }
    for (size_t w = 0; w < count; w++)
        write_workload(out, report, number, workloads[w]);
    fputs("</section>\n", out);
}
