#include "class_marks.h"

#include "numbers.h"

#include <math.h>
#include <stdlib.h>

static bool are_tenths(double points)
{
    return fabs(10 * points - round(10 * points)) < 1e-6;
}

struct gs_marks_points gs_marks_most(double points)
{
    struct gs_marks_points words;
    if (are_tenths(points))
        snprintf(words.text, sizeof words.text, "%s", gs_decimal(points, 6).text);
    else
        snprintf(words.text, sizeof words.text, "%.2f", points);
    return words;
}

struct gs_marks_override gs_marks_override(const json_t *marks)
{
    struct gs_marks_override override = {""};
    const json_t *given = json_object_get(marks, "override");
    if (given != NULL)
        snprintf(override.text, sizeof override.text, "%s points in place of %s: %s",
                 gs_marks_most(gs_marks_number(marks, "score")).text,
                 gs_marks_most(gs_marks_number(given, "judged")).text, gs_get_text(given, "note"));
    return override;
}

static void add(FILE *out, const char *label, const char *text)
{
    if (text[0] != '\0')
        fprintf(out, "%s%s%s%s", ftell(out) > 0 ? "; " : "", label, label[0] != '\0' ? ": " : "",
                text);
}

char *gs_marks_notes(const json_t *record)
{
    char *text = NULL;
    size_t size = 0, i;
    const json_t *marks;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    add(out, "", gs_get_text(record, "note"));
    json_array_foreach(json_object_get(record, "marks"), i, marks)
    {
        add(out, gs_get_text(marks, "exercise"), gs_get_text(marks, "note"));
        add(out, gs_get_text(marks, "exercise"), gs_marks_override(marks).text);
    }
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

struct gs_marks_points gs_marks_points(double points, double most)
{
    struct gs_marks_points words;
    snprintf(words.text, sizeof words.text, "%.*f of %.30s", are_tenths(most) ? 1 : 2, points,
             gs_marks_most(most).text);
    return words;
}

const char *gs_marks_more_of(const json_t *test, const json_t *mistake)
{
    const char *sentence = gs_get_text(test, "sentence");
    return strcmp(sentence, gs_get_text(mistake, "sentence")) == 0 ? "" : sentence;
}
