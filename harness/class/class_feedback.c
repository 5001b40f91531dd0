#include "class_feedback.h"

#include "class_marks.h"
#include "class_more.h"
#include "numbers.h"
#include "visible.h"

#include <stdlib.h>

/* ---- text ------------------------------------------------------------------------------------ */

static void write_paragraph(FILE *out, const char *text)
{
    size_t length = strlen(text);
    if (length > 0)
        fprintf(out, "%s%s", text, text[length - 1] == '\n' ? "" : "\n");
}

static void write_mistake(FILE *out, const json_t *mistake)
{
    write_paragraph(out, gs_get_text(mistake, "sentence"));
    if (gs_marks_number(mistake, "line") > 0)
        fprintf(out, "%s: %s\n", gs_marks_place(mistake).text, gs_get_text(mistake, "text"));
    write_paragraph(out, gs_get_text(mistake, "drawing"));
    write_paragraph(out, gs_get_text(mistake, "detail"));
}

static void write_tests(FILE *out, const json_t *tests, const json_t *mistake)
{
    size_t i;
    const json_t *test;
    json_array_foreach(tests, i, test)
    {
        const char *more = gs_marks_more_of(test, mistake);
        fprintf(out, "%s: %s%s%s\n", gs_get_text(test, "name"), gs_get_text(test, "status"),
                more[0] != '\0' ? ": " : "", more);
    }
}

static void write_costs(FILE *out, const json_t *costs)
{
    size_t i;
    const json_t *cost;
    json_array_foreach(costs, i, cost)
    {
        fprintf(out, "%s: %s (allowed: %s)%s\n", gs_get_text(cost, "what"),
                gs_decimal(gs_marks_number(cost, "used"), 10).text,
                gs_decimal(gs_marks_number(cost, "allowed"), 10).text,
                json_is_false(json_object_get(cost, "good")) ? ", too many" : "");
    }
}

void gs_feedback_write_exercise(FILE *out, const json_t *marks)
{
    const json_t *mistake = json_object_get(marks, "mistake");
    if (json_is_object(mistake)) {
        write_mistake(out, mistake);
        gs_class_more(out, marks);
        fputc('\n', out);
    }
    write_tests(out, json_object_get(marks, "tests"), mistake);
    write_costs(out, json_object_get(marks, "cost"));
    write_paragraph(out, gs_get_text(json_object_get(marks, "performance"), "sentence"));
    if (gs_get_text(marks, "submitted")[0] != '\0')
        fprintf(out, "file: %s\n", gs_get_text(marks, "submitted"));
    write_paragraph(out, gs_get_text(marks, "note"));
    if (gs_marks_override(marks).text[0] != '\0')
        fprintf(out, "your teacher gave %s\n", gs_marks_override(marks).text);
}

void gs_feedback_plain(char *text)
{
    for (size_t left = strlen(text), bytes; left > 0; text += bytes, left -= bytes) {
        uint32_t number = 0;
        bytes = gs_character_read(text, left, &number);
        if (bytes > 0 && gs_character_is_harmful(number) && number != '\n' && number != '\t')
            memset(text, '?', bytes);
        bytes += bytes == 0;
    }
}

static void write_record(FILE *out, const json_t *record)
{
    const json_t *marks;
    size_t i;
    fprintf(out, "%s: %s points\n", gs_get_text(record, "student"),
            gs_marks_points(gs_marks_number(record, "score"), gs_marks_number(record, "max_score"))
                .text);
    if (gs_get_text(record, "note")[0] != '\0')
        fprintf(out, "note: %s\n", gs_get_text(record, "note"));
    json_array_foreach(json_object_get(record, "marks"), i, marks)
    {
        const double most = gs_marks_number(marks, "max_score");
        fprintf(out, "\n---- %s %s: %s", gs_get_text(marks, "exercise"), gs_get_text(marks, "name"),
                gs_get_text(marks, "verdict"));
        if (most > 0)
            fprintf(out, ", %s points",
                    gs_marks_points(gs_marks_number(marks, "score"), most).text);
        fputs("\n\n", out);
        gs_feedback_write_exercise(out, marks);
    }
}

bool gs_feedback_write(FILE *out, const void *content)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL)
        return false;
    write_record(memory, content);
    bool good = fclose(memory) == 0;
    if (good) {
        gs_feedback_plain(text);
        good = fputs(text, out) >= 0;
    }
    free(text);
    return good;
}
