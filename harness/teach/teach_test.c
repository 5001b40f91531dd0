/* gridstride course test: what the tests of gridstride do for its own exercises. */
#include "teach.h"

#include "files.h"
#include "json_get.h"
#include "judge.h"
#include "marks.h"
#include "teach_rules.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SEED = 1, MOST_FILES = 200, PATH_BYTES = 4600, KIND_BYTES = 64 };

struct testing {
    const struct gs_course_entry *entry;
    FILE *out;
    struct gs_error *error;
    size_t files, wrong;          /* of all exercises */
    size_t changes, found, told;  /* of those that were made by rule */
    bool known[GS_MOST_MISTAKES]; /* of the files in wrong/: a mutant is told by it */
};

/* ---- one file -------------------------------------------------------------------------------- */

/* What is compiled is kept under the file's name, but of changes by rule, which are made once. */
static enum gs_status judge(const struct testing *t, const char *path, const char *file,
                            json_t **marks)
{
    char keep_as[96] = "";
    (void)snprintf(keep_as, sizeof keep_as, "%.90s", file != NULL ? file : "");
    for (char *slash = keep_as; (slash = strchr(slash, '/')) != NULL;)
        *slash = '.';
    const struct gs_judge_options options = {.lesson = t->entry->lesson,
                                             .exercise = t->entry->exercise,
                                             .number = t->entry->number,
                                             .source = path,
                                             .seed = SEED,
                                             .sandbox = GS_SANDBOX_LIMITS,
                                             .keep_as = keep_as,
                                             .use_cache = file != NULL};
    enum gs_status status = gs_judge(&options, marks, t->error);
    return status == GS_WRONG ? GS_OK : status;
}

static bool passed(const json_t *marks)
{
    return gs_marks_verdict(marks) == GS_MARKS_PASSED;
}

static int line_of(const json_t *mistake)
{
    return (int)json_integer_value(json_object_get(mistake, "line"));
}

/* "refused: no-bounds-check, line 12" */
static void print_mistake(FILE *out, const char *word, const json_t *marks)
{
    const json_t *mistake = json_object_get(marks, "mistake");
    fprintf(out, "%s: %s", word, gs_get_text(mistake, "kind"));
    if (line_of(mistake) > 0)
        fprintf(out, ", line %d", line_of(mistake));
    fputc('\n', out);
}

static void begin_line(struct testing *t, const char *file)
{
    t->files++;
    fprintf(t->out, "  %-30s ", file);
    fflush(t->out);
}

/* What the sentence was, for who has to mend something. */
static void print_wrong(struct testing *t, const char *what, const json_t *marks)
{
    const json_t *mistake = json_object_get(marks, "mistake");
    t->wrong++;
    fprintf(t->out, "WRONG: %s\n", what);
    if (json_is_object(mistake))
        fprintf(t->out, "      it is told as %s, line %d: %s\n", gs_get_text(mistake, "kind"),
                line_of(mistake), gs_get_text(mistake, "sentence"));
}

/* ---- what a file should do ------------------------------------------------------------------- */

static void expect_refused(struct testing *t, const char *text, const json_t *marks)
{
    (void)text;
    if (passed(marks))
        print_wrong(t, "it passes, and a stub is to leave something to do", marks);
    else
        print_mistake(t->out, "refused", marks);
}

static void expect_passed(struct testing *t, const char *text, const json_t *marks)
{
    (void)text;
    if (passed(marks))
        fputs("passes\n", t->out);
    else
        print_wrong(t, "it is to pass, and does not", marks);
}

struct expected {
    char kind[KIND_BYTES], words[256];
    int line; /* 0: none is to be named */
};

/* Of a mutant's first line, and of the line with the comment `here`. */
static bool read_expected(const char *text, struct expected *out)
{
    *out = (struct expected){.line = 0};
    if (sscanf(text, "/* says: %63[^:\n]: %255[^\n]", out->kind, out->words) != 2)
        return false;
    char *end = strstr(out->words, " */");
    if (end == NULL)
        return false;
    *end = '\0';
    const char *here = strstr(text, "/* here */");
    for (const char *at = text; here != NULL && at < here; at++)
        out->line += *at == '\n';
    out->line += here != NULL;
    return true;
}

static void expect_told(struct testing *t, const char *text, const json_t *marks)
{
    struct expected expected;
    const json_t *mistake = json_object_get(marks, "mistake");
    char what[512];
    if (!read_expected(text, &expected)) {
        print_wrong(t, "its first line is to be /* says: KIND: PART OF THE SENTENCE */", marks);
        return;
    }
    (void)snprintf(what, sizeof what, "it is to be told as %s, line %d: ...%.200s...",
                   expected.kind, expected.line, expected.words);
    if (passed(marks))
        print_wrong(t, "it passes, and is to be a mistake", marks);
    else if (strcmp(gs_get_text(mistake, "kind"), expected.kind) != 0 ||
             strstr(gs_get_text(mistake, "sentence"), expected.words) == NULL ||
             line_of(mistake) != expected.line)
        print_wrong(t, what, marks);
    else
        print_mistake(t->out, "told", marks);
}

/* Which of the files in wrong/ has told it. */
static void note_known(struct testing *t, const json_t *marks)
{
    const char *const *files = gs_data_exercise_mistakes(t->entry->data);
    const char *known = gs_get_text(json_object_get(marks, "mistake"), "known");
    for (size_t i = 0; files[i] != NULL; i++)
        t->known[i] |= strcmp(files[i], known) == 0;
}

/* A known mistake that tells nothing is wrong itself, or is not needed. */
static void test_known(struct testing *t)
{
    const char *const *files = gs_data_exercise_mistakes(t->entry->data);
    for (size_t i = 0; files[i] != NULL; i++) {
        begin_line(t, files[i]);
        if (t->known[i])
            fputs("tells a mutant\n", t->out);
        else
            print_wrong(t, "no file in mutants/ has its values: write one, or take this one out",
                        NULL);
    }
}

typedef void expect_fn(struct testing *t, const char *text, const json_t *marks);

static enum gs_status test_file(struct testing *t, const char *file, expect_fn *expect)
{
    char path[PATH_BYTES];
    struct gs_text text;
    json_t *marks = NULL;
    (void)snprintf(path, sizeof path, "%s/%s", gs_data_exercise_folder(t->entry->data), file);
    enum gs_status status = gs_file_read(path, GS_MOST_TEXT, &text, t->error);
    if (status != GS_OK)
        return status;
    begin_line(t, file);
    status = judge(t, path, file, &marks);
    note_known(t, marks);
    if (status == GS_OK)
        expect(t, text.data, marks);
    else
        fputs("cannot be tested\n", t->out);
    json_decref(marks);
    free(text.data);
    return status;
}

/* ---- folders --------------------------------------------------------------------------------- */

static int is_source(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return entry->d_name[0] != '.' && length > 3 && length < 200 &&
           strcmp(entry->d_name + length - 3, ".cu") == 0;
}

/* Each file of a folder that need not be there. */
static enum gs_status test_folder(struct testing *t, const char *folder, expect_fn *expect)
{
    char path[PATH_BYTES];
    struct dirent **names = NULL;
    (void)snprintf(path, sizeof path, "%s/%s", gs_data_exercise_folder(t->entry->data), folder);
    int count = scandir(path, &names, is_source, alphasort);
    enum gs_status status = GS_OK;
    if (count > MOST_FILES)
        status = gs_fail(t->error, GS_USAGE, "%.300s has more than %d files", path, MOST_FILES);
    for (int i = 0; i < count; i++) {
        char file[400];
        (void)snprintf(file, sizeof file, "%s/%s", folder, names[i]->d_name);
        if (status == GS_OK)
            status = test_file(t, file, expect);
        free(names[i]);
    }
    free(names);
    return status;
}

/* ---- mistakes by rule ------------------------------------------------------------------------ */

static bool write_text(FILE *out, const void *content)
{
    return fputs(content, out) >= 0;
}

/* Told is a mistake of which more is said than that a value is wrong. */
static void count_change(struct testing *t, const struct gs_rule_mutant *mutant,
                         const json_t *marks)
{
    const json_t *mistake = json_object_get(marks, "mistake");
    bool told = !gs_has_text(mistake, "kind", "wrong-value") || line_of(mistake) > 0;
    t->changes++;
    t->found += !passed(marks);
    t->told += !passed(marks) && told;
    fprintf(t->out, "  line %3d, %-34s ", mutant->line, mutant->rule);
    if (passed(marks))
        fputs("passes\n", t->out);
    else
        print_mistake(t->out, told ? "told" : "refused", marks);
    fflush(t->out);
}

static enum gs_status test_changes(struct testing *t, const struct gs_rule_mutants *mutants,
                                   const char *folder)
{
    char path[PATH_BYTES];
    enum gs_status status = GS_OK;
    (void)snprintf(path, sizeof path, "%s/changed.cu", folder);
    for (size_t i = 0; status == GS_OK && i < mutants->count; i++) {
        json_t *marks = NULL;
        if (!gs_file_make(path, 0600, write_text, mutants->items[i].text))
            status = gs_fail(t->error, GS_USAGE, "cannot write %.300s: %s", path, strerror(errno));
        if (status == GS_OK)
            status = judge(t, path, NULL, &marks);
        if (status == GS_OK)
            count_change(t, &mutants->items[i], marks);
        json_decref(marks);
        unlink(path);
    }
    return status;
}

static enum gs_status test_by_rule(struct testing *t)
{
    struct gs_text text;
    char folder[512];
    struct gs_rule_mutants mutants = {0};
    enum gs_status status =
        gs_exercise_text(t->entry->lesson, t->entry->exercise, GS_SOLUTION, &text, t->error);
    if (status != GS_OK)
        return status;
    if (!gs_rule_mutants_make(text.data, &mutants))
        status = gs_out_of_memory(t->error);
    if (status == GS_OK)
        status = gs_folder_make_temporary("course", 0700, folder, sizeof folder, t->error);
    if (status == GS_OK) {
        status = test_changes(t, &mutants, folder);
        gs_folder_remove(folder);
    }
    gs_rule_mutants_release(&mutants);
    free(text.data);
    return status;
}

/* ---- all together ---------------------------------------------------------------------------- */

static enum gs_status test_exercise(struct testing *t, bool mutants)
{
    const struct gs_exercise *exercise = t->entry->exercise;
    if (t->entry->data == NULL) {
        fprintf(t->out, "%s: gridstride's own, and tested with it\n", exercise->name);
        return GS_OK;
    }
    fprintf(t->out, "%s: %s\n", exercise->name, exercise->title);
    memset(t->known, 0, sizeof t->known);
    enum gs_status status = test_file(t, "stub.cu", expect_refused);
    if (status == GS_OK)
        status = test_file(t, "solution.cu", expect_passed);
    if (status == GS_OK)
        status = test_folder(t, "right", expect_passed);
    if (status == GS_OK)
        status = test_folder(t, "mutants", expect_told);
    if (status == GS_OK)
        test_known(t);
    if (status == GS_OK && mutants)
        status = test_by_rule(t);
    return status;
}

enum gs_status gs_teach_test(const struct gs_data_course *course, bool mutants, FILE *out,
                             struct gs_error *error)
{
    struct testing t = {.out = out, .error = error};
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < course->count; i++) {
        t.entry = &course->entries[i];
        status = test_exercise(&t, mutants);
    }
    fflush(out);
    if (status != GS_OK)
        return status;
    if (mutants)
        fprintf(out,
                "changes by rule: %zu made, %zu refused, %zu told with a cause or a line; one that "
                "passes may be no mistake\n",
                t.changes, t.found, t.told);
    if (t.wrong > 0)
        return gs_fail(error, GS_WRONG, "course: %zu of %zu files do not do what they should",
                       t.wrong, t.files);
    fprintf(out, "%zu file%s as %s should be\n", t.files, t.files == 1 ? "" : "s",
            t.files == 1 ? "it" : "they");
    return GS_OK;
}
