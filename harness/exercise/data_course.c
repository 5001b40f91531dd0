#include "data_course.h"

#include "data_parts.h"
#include "grow.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ENTRIES = 200, PATH_BYTES = 4400 };

/* ---- course.toml ----------------------------------------------------------------------------- */

struct top {
    const char *title;
    double total;
    const struct gs_toml *exercise;
};

static const struct gs_data_key top_keys[] = {
    {"title", GS_DATA_TEXT, offsetof(struct top, title), true},
    {"total", GS_DATA_NUMBER, offsetof(struct top, total), false},
    {"exercise", GS_DATA_TREE, offsetof(struct top, exercise), true},
    {0},
};

struct row {
    const char *use, *opens, *due;
    double points, weight;
};

static const struct gs_data_key row_keys[] = {
    {"use", GS_DATA_TEXT, offsetof(struct row, use), true},
    {"points", GS_DATA_NUMBER, offsetof(struct row, points), false},
    {"weight", GS_DATA_NUMBER, offsetof(struct row, weight), false},
    {"opens", GS_DATA_DATE, offsetof(struct row, opens), false},
    {"due", GS_DATA_DATE, offsetof(struct row, due), false},
    {0},
};

/* A folder beside the file, or an exercise of gridstride's: "transpose", "vecadd", "3.1". */
static bool is_use(const char *text)
{
    return text[0] != '\0' &&
           text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_.")] == '\0' && text[0] != '.' &&
           strlen(text) < 64;
}

static enum gs_status read_row(const struct gs_data_file *file, const struct gs_toml *tree,
                               struct row *row)
{
    *row = (struct row){.points = -1, .weight = 1};
    enum gs_status status = gs_data_table(file, tree, "an exercise of a course", row_keys, row);
    if (status == GS_OK && !is_use(row->use))
        status = gs_data_wrong(file, tree->line, "use",
                               "\"%.63s\" is the name of no exercise; write the name of a folder "
                               "beside this file, or one of gridstride's, as in \"vecadd\"",
                               row->use);
    if (status == GS_OK && row->opens != NULL && row->due != NULL &&
        strcmp(row->opens, row->due) > 0)
        status = gs_data_wrong(file, tree->line, "due", "is before it opens; change one of them");
    return status;
}

static enum gs_status read_rows(const struct gs_data_file *file, const struct gs_toml *rows,
                                struct gs_data_course *course)
{
    if (rows->kind != GS_TOML_LIST || rows->count == 0 || rows->count > MOST_ENTRIES)
        return gs_data_wrong(file, rows->line, "exercise",
                             "write 1 to %d of them, each begins with a line [[exercise]]",
                             (int)MOST_ENTRIES);
    course->entries = calloc(rows->count, sizeof *course->entries);
    if (course->entries == NULL)
        return gs_out_of_memory(file->error);
    for (size_t i = 0; i < rows->count; i++) {
        struct row row;
        enum gs_status status = read_row(file, &rows->items[i], &row);
        if (status != GS_OK)
            return status;
        course->entries[i] = (struct gs_course_entry){
            .points = row.points < 0 ? -row.weight : row.points * row.weight,
            .opens = row.opens,
            .due = row.due};
        course->count++;
    }
    return GS_OK;
}

enum gs_status gs_data_course_parse(const char *path, const char *text, size_t length,
                                    struct gs_data_course *course, struct gs_error *error)
{
    const struct gs_data_file file = {.path = path, .error = error};
    struct top top = {.total = 0};
    *course = (struct gs_data_course){0};
    enum gs_status status =
        length > GS_MOST_TOML
            ? gs_fail(error, GS_USAGE, "%.300s: has more than 64 KiB; make it shorter", path)
            : gs_toml_read(path, text, length, &course->tree, error);
    if (status == GS_OK)
        status = gs_data_table(&file, course->tree, "a course", top_keys, &top);
    if (status == GS_OK)
        status = read_rows(&file, top.exercise, course);
    course->title = top.title;
    course->total = top.total;
    return status;
}

/* ---- its exercises --------------------------------------------------------------------------- */

static bool has_file(const char *folder, const char *name)
{
    char path[PATH_BYTES];
    return (size_t)snprintf(path, sizeof path, "%s/%s", folder, name) < sizeof path &&
           access(path, F_OK) == 0;
}

static enum gs_status take_data(const char *folder, struct gs_course_entry *entry,
                                struct gs_error *error)
{
    enum gs_status status = gs_data_exercise_load(folder, &entry->data, error);
    if (status != GS_OK)
        return status;
    entry->lesson = gs_data_exercise_lesson(entry->data);
    entry->exercise = entry->lesson->exercises[0];
    entry->number = 1;
    return GS_OK;
}

/* A folder comes before an exercise of gridstride's that has the same name. */
static enum gs_status take_named(const char *folder, const struct gs_data_file *file,
                                 const struct gs_toml *row, struct gs_course_entry *entry)
{
    const struct gs_toml *use = gs_toml_get(row, "use");
    char path[PATH_BYTES];
    struct gs_error unknown;
    (void)snprintf(path, sizeof path, "%.4096s/%s", folder, use->text);
    enum gs_status status = GS_OK;
    if (has_file(path, GS_EXERCISE_TOML))
        status = take_data(path, entry, file->error);
    else if (gs_exercise_find(use->text, &entry->lesson, &entry->exercise, &entry->number,
                              &unknown) != GS_OK)
        status = gs_data_wrong(file, use->line, "use",
                               "there is no folder %.63s with an %s here, and gridstride has no "
                               "exercise of that name",
                               use->text, GS_EXERCISE_TOML);
    /* Less than 0: a weight alone. */
    double own = entry->data != NULL ? gs_data_exercise_points(entry->data) : 10;
    if (entry->points < 0)
        entry->points *= -own;
    return status;
}

static enum gs_status refuse_twice(const struct gs_data_file *file, const struct gs_toml *rows,
                                   const struct gs_data_course *course, size_t last)
{
    for (size_t i = 0; i < last; i++) {
        if (strcmp(course->entries[i].exercise->name, course->entries[last].exercise->name) == 0)
            return gs_data_wrong(file, rows->items[last].line, "use",
                                 "%.63s is named a second time, and a file of that name could be "
                                 "for either; leave one out, or call its folder otherwise",
                                 course->entries[last].exercise->name);
    }
    return GS_OK;
}

static enum gs_status load_file(const char *folder, struct gs_data_course *course,
                                struct gs_error *error)
{
    char path[PATH_BYTES];
    struct gs_text text = {0};
    (void)snprintf(path, sizeof path, "%.4096s/%s", folder, GS_COURSE_TOML);
    const struct gs_data_file file = {.path = path, .error = error};
    enum gs_status status = gs_file_read(path, GS_MOST_TOML, &text, error);
    if (status != GS_OK && errno == EFBIG)
        return gs_fail(error, GS_USAGE, "%.300s: has more than 64 KiB; make it shorter", path);
    if (status == GS_OK)
        status = gs_data_course_parse(path, text.data, text.length, course, error);
    free(text.data);
    const struct gs_toml *rows = gs_toml_get(course->tree, "exercise");
    for (size_t i = 0; status == GS_OK && i < course->count; i++) {
        status = take_named(folder, &file, &rows->items[i], &course->entries[i]);
        if (status == GS_OK)
            status = refuse_twice(&file, rows, course, i);
    }
    return status;
}

/* ---- without course.toml --------------------------------------------------------------------- */

static enum gs_status add_folder(const char *folder, struct gs_data_course *course,
                                 struct gs_error *error)
{
    if (!gs_grow(&course->entries, course->count, sizeof *course->entries))
        return gs_out_of_memory(error);
    struct gs_course_entry *entry = &course->entries[course->count++];
    *entry = (struct gs_course_entry){.number = 1};
    enum gs_status status = take_data(folder, entry, error);
    if (status == GS_OK)
        entry->points = gs_data_exercise_points(entry->data);
    return status;
}

static enum gs_status add_folders(const char *folder, struct gs_data_course *course,
                                  struct gs_error *error)
{
    struct dirent **names = NULL;
    int count = scandir(folder, &names, NULL, alphasort);
    enum gs_status status =
        count < 0
            ? gs_fail(error, GS_USAGE, "cannot read the course %.300s: %s", folder, strerror(errno))
            : GS_OK;
    for (int i = 0; i < count; i++) {
        char path[PATH_BYTES];
        (void)snprintf(path, sizeof path, "%.4096s/%s", folder, names[i]->d_name);
        if (status == GS_OK && names[i]->d_name[0] != '.' && course->count < MOST_ENTRIES &&
            has_file(path, GS_EXERCISE_TOML))
            status = add_folder(path, course, error);
        free(names[i]);
    }
    free(names);
    if (status == GS_OK && course->count == 0)
        status = gs_fail(error, GS_USAGE,
                         "%.300s is no course: it has no %s, and no folder in it has an %s", folder,
                         GS_COURSE_TOML, GS_EXERCISE_TOML);
    return status;
}

/* ---- all together ---------------------------------------------------------------------------- */

enum gs_status gs_data_course_load(const char *folder, struct gs_data_course *course,
                                   struct gs_error *error)
{
    *course = (struct gs_data_course){.title = NULL};
    if (strlen(folder) > GS_MOST_FOLDER)
        return gs_fail(error, GS_USAGE, "the path of the course %.100s... is too long", folder);
    if (has_file(folder, GS_COURSE_TOML))
        return load_file(folder, course, error);
    return has_file(folder, GS_EXERCISE_TOML) ? add_folder(folder, course, error)
                                              : add_folders(folder, course, error);
}

void gs_data_course_release(struct gs_data_course *course)
{
    for (size_t i = 0; i < course->count; i++)
        gs_data_exercise_release(course->entries[i].data);
    free(course->entries);
    gs_toml_release(course->tree);
    *course = (struct gs_data_course){0};
}
