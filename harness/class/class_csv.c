#include "class_csv.h"

#include "class_marks.h"
#include "csv.h"

#include <stdlib.h>
#include <string.h>

/* What a formula of a spreadsheet's begins with; the last four are as wide as a letter of Chinese,
 * and some take them for the same. */
static bool is_formula(const char *text)
{
    static const char *const signs[] = {"=",  "+",      "-",      "@",      "\t",
                                        "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (strncmp(text, signs[i], strlen(signs[i])) == 0)
            return true;
    }
    return false;
}

static void write_cell(FILE *out, const char *text)
{
    gs_csv_cell(out, is_formula(text) ? "'" : "", text);
}

static void write_head(FILE *out, const struct gs_tasks *tasks)
{
    fputs("student,folder,status,score,max_score", out);
    for (size_t i = 0; i < tasks->count; i++) {
        const struct gs_task *task = &tasks->tasks[i];
        const struct gs_task_prefix prefix = gs_task_prefix(task, "_");
        fprintf(out, ",%s%s_score,%s%s_mistake", prefix.text, task->name, prefix.text, task->name);
    }
    fputs(",note\n", out);
}

static const char *status_of(const struct gs_student *student)
{
    return student->record != NULL       ? "graded"
           : student->grading == GS_LEFT ? "not graded yet"
                                         : "could not be graded";
}

static void write_student(FILE *out, const struct gs_student *student, const struct gs_tasks *tasks)
{
    const json_t *record = student->record, *all = json_object_get(record, "marks");
    write_cell(out, student->shown);
    fputc(',', out);
    write_cell(out, student->slug);
    fprintf(out, ",%s,", status_of(student));
    if (record != NULL)
        fprintf(out, "%.1f,%.1f", gs_marks_number(record, "score"),
                gs_marks_number(record, "max_score"));
    else
        fputc(',', out);
    for (size_t i = 0; i < tasks->count; i++) {
        const json_t *marks = json_array_get(all, i);
        fputc(',', out);
        if (marks != NULL && gs_marks_verdict(marks) != GS_MARKS_SKIPPED)
            fprintf(out, "%.1f", gs_marks_number(marks, "score"));
        fputc(',', out);
        write_cell(out, gs_get_text(json_object_get(marks, "mistake"), "kind"));
    }
    char *notes = gs_marks_notes(record);
    fputc(',', out);
    write_cell(out, notes != NULL ? notes : "");
    free(notes);
    fputs("\n", out);
}

bool gs_class_csv_write(FILE *out, const void *content)
{
    const struct gs_class *class = content;
    write_head(out, class->tasks);
    for (size_t i = 0; i < class->students->count; i++)
        write_student(out, &class->students->students[i], class->tasks);
    return ferror(out) == 0;
}
