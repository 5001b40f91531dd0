#include "class_moodle.h"

#include "class_csv.h"
#include "class_feedback.h"
#include "class_marks.h"
#include "class_tasks.h"
#include "csv.h"
#include "files.h"
#include "html.h"
#include "numbers.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char plugin[] = "_assignsubmission_file";

/* ---- names ----------------------------------------------------------------------------------- */

struct gs_moodle_name gs_moodle_name(const struct gs_student *student)
{
    struct gs_moodle_name out = {"", ""};
    char entry[GS_SHOWN_BYTES];
    snprintf(entry, sizeof entry, "%s", student->entry);
    char *end = strstr(entry, plugin);
    if (end != NULL)
        *end = '\0';
    char *sign = end != NULL ? strrchr(entry, '_') : NULL;
    size_t digits = sign != NULL ? strspn(sign + 1, "0123456789") : 0;
    if (digits > 0 && digits < sizeof out.number && sign[1 + digits] == '\0') {
        snprintf(out.number, sizeof out.number, "%.20s", sign + 1);
        *sign = '\0';
    } else {
        snprintf(entry, sizeof entry, "%s", student->entry);
        if (student->is_file)
            entry[strlen(entry) - strlen(".cu")] = '\0';
    }
    gs_name_clean(entry, out.name, sizeof out.name);
    return out;
}

enum gs_status gs_moodle_check(const struct gs_students *students, struct gs_error *error)
{
    for (size_t i = 1; i < students->count; i++) {
        const struct gs_student *one = &students->students[i - 1], *two = &students->students[i];
        struct gs_moodle_name a = gs_moodle_name(one), b = gs_moodle_name(two);
        if (a.number[0] != '\0' && strcmp(a.number, b.number) == 0 && strcmp(a.name, b.name) == 0)
            return gs_fail(error, GS_USAGE,
                           "grade: %.100s and %.100s are of one student; tick \"Download "
                           "submissions in folders\" in Moodle, so that each has one folder",
                           one->entry, two->entry);
    }
    return GS_OK;
}

/* ---- the grades ------------------------------------------------------------------------------ */

/* Moodle shows it as HTML. */
static char *feedback_of(const json_t *record)
{
    char *text = NULL;
    size_t size = 0, i;
    const json_t *marks;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    json_array_foreach(json_object_get(record, "marks"), i, marks)
    {
        const json_t *mistake = json_object_get(marks, "mistake");
        struct gs_marks_override given = gs_marks_override(marks);
        const char *sentence = gs_get_text(mistake, "sentence");
        const double most = gs_marks_number(marks, "max_score");
        fprintf(out, "%s%s %s: %s", i > 0 ? "<br>" : "", gs_get_text(marks, "exercise"),
                gs_get_text(marks, "name"),
                most > 0 ? gs_marks_points(gs_marks_number(marks, "score"), most).text
                         : gs_get_text(marks, "verdict"));
        fputs(sentence[0] != '\0' ? ". " : "", out);
        gs_html_text(out, sentence);
        fputs(given.text[0] != '\0' ? " Your teacher gave " : "", out);
        gs_html_text(out, given.text);
    }
    if (fclose(out) == 0) {
        gs_feedback_plain(text);
        return text;
    }
    free(text);
    return NULL;
}

static void write_row(FILE *out, const struct gs_roster *roster, const struct gs_roster_row *row,
                      size_t grade, size_t comments)
{
    const json_t *record = row->student != NULL ? row->student->record : NULL;
    char *feedback = record != NULL ? feedback_of(record) : NULL;
    char points[32] = "";
    if (record != NULL)
        snprintf(points, sizeof points, "%.1f", gs_marks_number(record, "score"));
    for (size_t i = 0; i < roster->column_count; i++) {
        const char *cell = row->cells[i];
        if (record != NULL && i == grade)
            cell = points;
        else if (feedback != NULL && i == comments)
            cell = feedback;
        fputs(i > 0 ? "," : "", out);
        gs_csv_cell(out, "", cell);
    }
    if (grade == SIZE_MAX)
        fprintf(out, ",%s", points);
    if (comments == SIZE_MAX) {
        fputc(',', out);
        gs_csv_cell(out, "", feedback != NULL ? feedback : "");
    }
    fputs("\n", out);
    free(feedback);
}

bool gs_moodle_write_csv(FILE *out, const void *content)
{
    const struct gs_moodle_grades *grades = content;
    const struct gs_roster *roster = grades->roster;
    size_t grade = gs_roster_column(roster, "Grade"),
           comments = gs_roster_column(roster, "Feedback comments");
    for (size_t i = 0; i < roster->column_count; i++) {
        fputs(i > 0 ? "," : "", out);
        gs_csv_cell(out, "", roster->columns[i]);
    }
    fputs(grade == SIZE_MAX ? ",Grade" : "", out);
    fputs(comments == SIZE_MAX ? ",Feedback comments\n" : "\n", out);
    for (size_t i = 0; i < roster->row_count; i++)
        write_row(out, roster, &roster->rows[i], grade, comments);
    return ferror(out) == 0;
}

double gs_moodle_other_most(const struct gs_roster *roster, const struct gs_tasks *tasks)
{
    size_t column = gs_roster_column(roster, "Maximum Grade");
    double sum = gs_tasks_sum(tasks);
    for (size_t i = 0; column != SIZE_MAX && i < roster->row_count; i++) {
        char *end;
        const char *cell = roster->rows[i].cells[column];
        double most = strtod(cell, &end);
        if (end != cell && fabs(most - sum) > 0.005)
            return most;
    }
    return 0;
}

/* ---- feedback files -------------------------------------------------------------------------- */

/* Of the student's folder, else of the roster's "Participant 12345". */
static struct gs_moodle_name name_in_moodle(const struct gs_roster *roster,
                                            const struct gs_student *student)
{
    struct gs_moodle_name name = gs_moodle_name(student);
    const struct gs_roster_row *row =
        name.number[0] == '\0' ? gs_roster_row_of(roster, student) : NULL;
    size_t identifier = gs_roster_column(roster, "Identifier"),
           full = gs_roster_column(roster, "Full name");
    if (row == NULL || identifier == SIZE_MAX)
        return name;
    const char *cell = row->cells[identifier], *digits = cell + strlen(cell);
    while (digits > cell && strchr("0123456789", digits[-1]) != NULL)
        digits--;
    snprintf(name.number, sizeof name.number, "%.20s", digits);
    if (full != SIZE_MAX)
        gs_name_clean(row->cells[full], name.name, sizeof name.name);
    return name;
}

static enum gs_status write_one(const char *folder, struct gs_moodle_name *name,
                                const json_t *record, struct gs_error *error)
{
    char path[4000];
    for (char *c = name->name; *c != '\0'; c++) {
        if (*c == '/' || *c == '_' || (c == name->name && *c == '.'))
            *c = ' '; /* "_" ends a part of the name */
    }
    snprintf(path, sizeof path, "%s/%.150s_%s%s_feedback.txt", folder, name->name, name->number,
             plugin);
    return gs_class_write(path, 0600, gs_feedback_write, record, error);
}

enum gs_status gs_moodle_write_feedback(const struct gs_class_folder *folder,
                                        const struct gs_class *class,
                                        const struct gs_roster *roster, size_t *count,
                                        struct gs_error *error)
{
    struct gs_class_path path = gs_class_top(folder->path, "moodle");
    enum gs_status status = GS_OK;
    *count = 0;
    gs_folder_remove(path.text); /* names may be others than in the run before */
    for (size_t i = 0; status == GS_OK && i < class->students->count; i++) {
        const struct gs_student *student = &class->students->students[i];
        struct gs_moodle_name name = name_in_moodle(roster, student);
        if (name.number[0] == '\0' || student->record == NULL)
            continue;
        if (mkdir(path.text, 0700) != 0 && errno != EEXIST)
            return gs_fail(error, GS_USAGE, "cannot make %.300s: %s", path.text, strerror(errno));
        status = write_one(path.text, &name, student->record, error);
        (*count)++;
    }
    return status;
}
