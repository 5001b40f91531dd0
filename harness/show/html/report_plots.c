/* The report: the plots that lie beside a result. */
#include "html.h"
#include "plot_parts.h"
#include "report_parts.h"

#include <string.h>

/*
 * The file as a picture of its own: what stands in it can neither break the page nor run. Its text
 * stays as it is, but for what would end an address. Where a line ends, a blank says the same in a
 * third of the bytes.
 */
static void write_picture(FILE *out, FILE *file, const char *title)
{
    fputs("<img alt=\"", out);
    gs_html_text(out, title);
    fputs("\" src=\"data:image/svg+xml;charset=utf-8,", out);
    for (int c; (c = getc(file)) != EOF;) {
        if (c == '\n' || c == '\t')
            putc(' ', out);
        else if (c < ' ' || strchr("\"#%&", c) != NULL)
            fprintf(out, "%%%02X", (unsigned)c);
        else
            putc(c, out);
    }
    fputs("\">", out);
}

/* False where there is no such plot. */
static bool write_plot(FILE *out, const struct gs_report_source *source, const char *workload,
                       enum gs_dtype dtype, const struct gs_plot_kind *kind)
{
    char path[GS_PLOT_PATH], title[700];
    gs_plot_path(source->folder, source->subject, workload, kind, dtype, ".svg", path);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return false;
    snprintf(title, sizeof title, "%s: %s %s, %s", kind->says, workload, gs_dtype_name(dtype),
             source->label);
    fprintf(out, "<figure><div class=\"pic\" tabindex=\"0\">");
    write_picture(out, file, title);
    fclose(file);
    fputs("</div>\n<figcaption>", out);
    gs_html_text(out, title);
    fputs(" <label><input type=\"checkbox\"> large</label></figcaption></figure>\n", out);
    return true;
}

void gs_report_plots(FILE *out, const struct gs_report_source *source, const char *workload)
{
    enum gs_dtype dtypes[GS_DTYPE_COUNT];
    struct gs_query all = {.workload = workload, .any_grid = true};
    size_t count = gs_query_dtypes(&source->results, &all, dtypes), drawn = 0;
    fputs("<div class=\"plots\">\n", out);
    for (size_t k = 0; k < GS_PLOT_KINDS; k++) {
        for (size_t d = 0; gs_plot_kinds[k].peers == source->peers && d < count; d++)
            drawn += write_plot(out, source, workload, dtypes[d], &gs_plot_kinds[k]);
    }
    fputs("</div>\n", out);
    if (drawn == 0 && !source->peers)
        fputs("<p class=\"note\">No plots: a curve takes two sizes.</p>\n", out);
}
