/* A chart becomes pictures: by gnuplot, and without it an SVG alone. */
#include "chart.h"

#include "files.h"
#include "install_paths.h"
#include "process.h"
#include "visible.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

/* Appends name='value'; with quotes doubled, as gnuplot reads them. */
static void assign(FILE *out, const char *name, const char *value)
{
    fprintf(out, "%s='", name);
    for (; *value != '\0'; value++) {
        if (*value == '\'')
            fputc('\'', out);
        fputc(*value, out);
    }
    fputs("'; ", out);
}

/*
 * Runs draw.gp; its exit status, or -1 with errno where gnuplot could not be started. It has a
 * process group of its own, so that Ctrl-C ends us and leaves it to finish its file.
 */
static int gnuplot(const char *scripts, const char *chart, const char *out_path)
{
    char script[PATH_BYTES + 16], *settings = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&settings, &size);
    if (out == NULL)
        return -1;
    assign(out, "chart", chart);
    assign(out, "out", out_path);
    if (fclose(out) != 0)
        return -1;
    snprintf(script, sizeof script, "%s/draw.gp", scripts);
    char *arguments[] = {"gnuplot", "-e", settings, script, NULL};
    const struct gs_process process = {.argv = arguments, .input = "/dev/null", .own_group = true};
    struct gs_error ignored = {""};
    int status = 0;
    bool started = gs_process_run(&process, &status, &ignored) == GS_OK;
    int why = errno;
    free(settings);
    errno = why;
    if (!started)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* Whether the file ends as a whole one of its kind does: gnuplot does not notice a full disk. */
static bool ends_with(const char *path, const char *end, size_t length)
{
    char tail[16];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    bool good = fseek(file, -(long)length, SEEK_END) == 0 &&
                fread(tail, 1, length, file) == length && memcmp(tail, end, length) == 0;
    fclose(file);
    return good;
}

/* Moves a plot from its temporary name to its own, if it is good and whole; else removes it. */
static bool keep_plot(const char *temporary, const char *out, const char *extension,
                      const char *end, size_t length, bool good)
{
    char from[PATH_BYTES + 16], to[PATH_BYTES + 16];
    snprintf(from, sizeof from, "%s.%s", temporary, extension);
    snprintf(to, sizeof to, "%s.%s", out, extension);
    good = good && ends_with(from, end, length) && rename(from, to) == 0;
    if (!good)
        unlink(from);
    return good;
}

static bool keep_plots(const char *temporary, const char *out, bool good)
{
    static const char svg_end[] = "</svg>\n\n", png_end[] = "IEND\xae\x42\x60\x82";
    bool svg = keep_plot(temporary, out, "svg", svg_end, sizeof svg_end - 1, good);
    bool png = keep_plot(temporary, out, "png", png_end, sizeof png_end - 1, good);
    return svg && png;
}

/* Writes what is to be drawn; false where the file cannot be written. */
static bool write_chart(const struct gs_chart *chart, const char *path)
{
    FILE *out = fopen(path, "we");
    if (out == NULL)
        return false;
    bool good = gs_chart_write(out, chart);
    return fclose(out) == 0 && good;
}

/* Without gnuplot. A PNG of an earlier time would show other records. */
static enum gs_status draw_svg(const struct gs_chart *chart, const char *out,
                               struct gs_error *error)
{
    char path[PATH_BYTES + 16];
    snprintf(path, sizeof path, "%s.svg", out);
    enum gs_status status =
        gs_file_replace(path, 0666, gs_chart_write_svg, chart, gs_choose_another_out, error);
    if (status != GS_OK)
        return status;
    printf("plot:    %s\n", gs_visible(path).text);
    snprintf(path, sizeof path, "%s.png", out);
    unlink(path);
    return GS_OK;
}

enum gs_status gs_chart_draw(const struct gs_chart *chart, const char *out, bool *png,
                             struct gs_error *error)
{
    char scripts[PATH_BYTES], temporary[PATH_BYTES + 136], data[PATH_BYTES + 144];
    *png = true;
    if (!gs_path_of_shared("plots", scripts, sizeof scripts))
        return gs_fail(error, GS_USAGE, "cannot tell where the plot scripts are installed");
    snprintf(temporary, sizeof temporary, "%s.new", out);
    snprintf(data, sizeof data, "%s.chart", temporary);
    if (!write_chart(chart, data)) {
        enum gs_status status =
            gs_fail(error, GS_USAGE, "cannot write %s: %s", data, strerror(errno));
        unlink(data);
        return status;
    }
    int code = gnuplot(scripts, data, temporary), why = errno;
    unlink(data);
    if (keep_plots(temporary, out, code == 0)) {
        printf("plot:    %s.svg and .png\n", gs_visible(out).text);
        return GS_OK;
    }
    *png = code != 127 && (code >= 0 || why != ENOENT);
    if (!*png)
        return draw_svg(chart, out, error);
    return gs_fail(error, GS_USAGE, "gnuplot could not draw %s.svg and .png", out);
}

void gs_chart_say_no_png(void)
{
    printf("plot:    no PNG, gnuplot is not installed (apt install gnuplot-nox)\n");
}
