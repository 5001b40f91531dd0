/*
 * libFuzzer's target: whatever a file holds, reading it as a result, as a journal, as a shard or as
 * a worker's line neither crashes nor leaks, and an error is one line. What could be read is
 * printed, saved, read again and compared. An input that fails is a file that `gridstride table`
 * reads too.
 */
#include "compare.h"
#include "journal.h"
#include "merge.h"
#include "table.h"
#include "visible.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds, const char *what, const char *text)
{
    if (holds)
        return;
    fprintf(stderr, "results_fuzz: %s: %s\n", what, text);
    abort();
}

/* ---- files ----------------------------------------------------------------------------------- */

/* A file in memory, made once: readers take a path. */
struct file {
    int descriptor;
    char path[64];
};

static struct file *memory_file(void)
{
    static struct file file = {.descriptor = -1};
    if (file.descriptor < 0) {
        file.descriptor = memfd_create("fuzzed", 0);
        snprintf(file.path, sizeof file.path, "/proc/self/fd/%d", file.descriptor);
    }
    return &file;
}

static const char *put(const void *data, size_t size)
{
    const struct file *file = memory_file();
    bool good = ftruncate(file->descriptor, 0) == 0 &&
                pwrite(file->descriptor, data, size, 0) == (ssize_t)size;
    require(good, "a file in memory cannot be written", file->path);
    return file->path;
}

/* What stands for a terminal. */
struct screen {
    FILE *file;
    char *text;
    size_t size;
};

static FILE *open_screen(struct screen *screen)
{
    screen->file = open_memstream(&screen->text, &screen->size);
    require(screen->file != NULL, "cannot be opened", "a file in memory");
    return screen->file;
}

/* Whatever field it came from, nothing is printed that a terminal would act on, but line ends. */
static void close_screen(struct screen *screen)
{
    require(fclose(screen->file) == 0, "no memory", "for what is printed");
    for (char *at = screen->text; *at != '\0'; at++) {
        if (*at == '\n')
            *at = ' ';
    }
    require(gs_is_visible(screen->text), "printed", gs_visible(screen->text).text);
    free(screen->text);
}

/* ---- what is done with what was read --------------------------------------------------------- */

static char *text_of(const struct gs_results *results)
{
    char *text = gs_results_text(results);
    require(text != NULL, "no text", "of results that were read");
    return text;
}

/* Reads a text that was saved, and saves it. */
static char *saved_again(const char *text)
{
    struct gs_error error = {0};
    struct gs_results results;
    enum gs_status status = gs_results_load(put(text, strlen(text)), &results, &error);
    require(status == GS_OK, "what was saved cannot be read", error.text);
    char *again = text_of(&results);
    gs_results_release(&results);
    return again;
}

/* What is saved can be read; from then on, nothing changes any more. (Once it does: numbers are
 * rounded, and what is computed from them.) */
static void save_and_load(const struct gs_results *results)
{
    char *text = text_of(results), *second = saved_again(text), *third = saved_again(second);
    require(strcmp(second, third) == 0, "saved again, it differs", second);
    free(third);
    free(second);
    free(text);
}

/* What may happen to a row from one result to the next. */
static void change(struct gs_record *record, size_t how)
{
    struct gs_distribution *time = &record->time;
    double factor = how == 0 ? 1.25 : how == 1 ? 0.5 : 1;
    time->median_s *= factor;
    for (size_t i = 0; i < time->count; i++)
        time->samples[i] *= factor;
    if (how == 2) {
        record->verdict = GS_CRASHED;
        time->count = 0;
    }
    if (how == 3)
        snprintf(record->variant, sizeof record->variant, "another");
}

static void compare(const struct gs_results *results, const void *data, size_t size)
{
    struct gs_error error = {0};
    struct gs_results changed;
    struct gs_comparison comparison;
    if (gs_results_load(put(data, size), &changed, &error) != GS_OK)
        return;
    for (size_t i = 0; i < changed.count; i++)
        change(&changed.records[i], i % 5);
    if (gs_compare(results, &changed, GS_COMPARE_THRESHOLD, &comparison, &error) == GS_OK) {
        struct screen screen;
        gs_comparison_print(&comparison, "old", "new", open_screen(&screen));
        close_screen(&screen);
        gs_comparison_status(&comparison, &error);
        gs_comparison_release(&comparison);
    }
    gs_results_release(&changed);
}

static void require_one_line(const struct gs_error *error)
{
    bool one = error->text[0] != '\0' && gs_is_visible(error->text);
    require(one, "an error is not one line of text", error->text);
}

/* ---- readers --------------------------------------------------------------------------------- */

static void read_result(const void *data, size_t size)
{
    struct gs_error error = {0};
    struct gs_results results;
    if (gs_results_load(put(data, size), &results, &error) != GS_OK) {
        require_one_line(&error);
        return;
    }
    struct screen screen;
    gs_table_print(&results, open_screen(&screen));
    close_screen(&screen);
    save_and_load(&results);
    compare(&results, data, size);
    gs_results_release(&results);
}

static void read_journal(const void *data, size_t size)
{
    struct gs_error error = {0};
    struct gs_journal_content content;
    if (gs_journal_read(put(data, size), &content, &error) != GS_OK) {
        require_one_line(&error);
    } else {
        require(content.whole_bytes <= (long)size, "more was read", "than there is");
        struct screen screen;
        gs_table_print(&content.results, open_screen(&screen));
        close_screen(&screen);
    }
    gs_journal_content_release(&content);
}

static void read_shard(const void *data, size_t size)
{
    struct gs_error error = {0};
    struct gs_results merged;
    const char *path = put(data, size);
    if (gs_merge(&path, 1, &merged, &error) == GS_OK)
        gs_results_release(&merged);
    else
        require_one_line(&error);
}

static void read_line(const void *data, size_t size)
{
    struct gs_error error = {0};
    struct gs_journal_entry entry;
    struct gs_results results = {0};
    char *line = malloc(size + 1);
    require(line != NULL, "no memory", "for a line");
    memcpy(line, data, size);
    line[size] = '\0';
    if (gs_journal_parse(line, &entry, &results, &error) != GS_OK)
        require_one_line(&error);
    free(line);
    gs_results_release(&results);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_result(data, size);
    read_journal(data, size);
    read_shard(data, size);
    read_line(data, size);
    return 0;
}
