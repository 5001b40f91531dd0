/* The page of the class: what all of them did together. */
#include "class_marks.h"
#include "class_page.h"
#include "html.h"
#include "numbers.h"

#include <stdlib.h>
#include <string.h>

/* ---- points ---------------------------------------------------------------------------------- */

enum { BINS = 10, BIN_WIDTH = 44, BAR_HEIGHT = 120, LEFT = 36, RIGHT = 20, TOP = 20, BOTTOM = 46 };

struct points {
    size_t graded, most; /* students; most in one bin */
    size_t bins[BINS];   /* by tenths of the points that there are */
    double sum, max;
};

static struct points count_points(const struct gs_students *students)
{
    struct points points = {0};
    for (size_t i = 0; i < students->count; i++) {
        const json_t *record = students->students[i].record;
        double score = gs_marks_number(record, "score"), max = gs_marks_number(record, "max_score");
        if (record == NULL)
            continue;
        size_t bin = max > 0 ? (size_t)(score / max * BINS) : 0;
        bin = bin < BINS ? bin : BINS - 1;
        points.graded++;
        points.sum += score;
        points.max = max > points.max ? max : points.max;
        if (++points.bins[bin] > points.most)
            points.most = points.bins[bin];
    }
    return points;
}

/* A label stands where a bar begins or ends. */
static void write_axes(FILE *out, const struct points *points)
{
    fprintf(out, "<path class=\"axis\" d=\"M%d %d H%d\"/>\n", LEFT, TOP + BAR_HEIGHT,
            LEFT + BINS * BIN_WIDTH);
    for (int i = 0; i <= BINS; i++)
        fprintf(out, "<text x=\"%d\" y=\"%d\">%s</text>\n", LEFT + i * BIN_WIDTH,
                TOP + BAR_HEIGHT + 18, gs_decimal((double)i * points->max / BINS, 3).text);
    fprintf(out, "<text x=\"%d\" y=\"%d\">points</text>\n", LEFT + BINS * BIN_WIDTH / 2,
            TOP + BAR_HEIGHT + 38);
    fprintf(out, "<text transform=\"translate(%d %d) rotate(-90)\">students</text>\n", LEFT / 2,
            TOP + BAR_HEIGHT / 2);
}

static void write_histogram(FILE *out, const struct points *points)
{
    fprintf(out,
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"students by points\">\n"
            "<title>Students by points</title>\n",
            LEFT + BINS * BIN_WIDTH + RIGHT, TOP + BAR_HEIGHT + BOTTOM);
    for (int i = 0; i < BINS; i++) {
        double height =
            points->most > 0 ? BAR_HEIGHT * (double)points->bins[i] / (double)points->most : 0;
        int left = LEFT + i * BIN_WIDTH;
        fprintf(out, "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>\n", left + 2,
                TOP + BAR_HEIGHT - height, BIN_WIDTH - 4, height);
        if (points->bins[i] > 0)
            fprintf(out, "<text x=\"%d\" y=\"%.1f\">%zu</text>\n", left + BIN_WIDTH / 2,
                    TOP - 5 + BAR_HEIGHT - height, points->bins[i]);
    }
    write_axes(out, points);
    fputs("</svg>\n", out);
}

/* ---- exercises ------------------------------------------------------------------------------- */

enum { MOST_KINDS = 100, SHOWN_KINDS = 3 };

/* What became of one exercise. */
struct outcome {
    size_t passed, counted, missing;
    struct {
        const char *kind, *sentence; /* of the students' records */
        size_t count, student;       /* the first one of them */
    } kinds[MOST_KINDS];
    size_t kind_count;
};

static void count_mistake(struct outcome *outcome, const json_t *mistake, size_t student)
{
    const char *kind = gs_get_text(mistake, "kind");
    size_t i = 0;
    outcome->missing += gs_marks_missing(mistake);
    if (kind[0] == '\0' || gs_marks_missing(mistake))
        return;
    while (i < outcome->kind_count && strcmp(outcome->kinds[i].kind, kind) != 0)
        i++;
    if (i == MOST_KINDS)
        return;
    if (i == outcome->kind_count) {
        outcome->kinds[i].kind = kind;
        outcome->kinds[i].sentence = gs_get_text(mistake, "sentence");
        outcome->kinds[i].student = student;
        outcome->kind_count++;
    }
    outcome->kinds[i].count++;
}

static struct outcome count_exercise(const struct gs_students *students, size_t task)
{
    struct outcome outcome = {0};
    for (size_t i = 0; i < students->count; i++) {
        const json_t *record = students->students[i].record;
        const json_t *marks = json_array_get(json_object_get(record, "marks"), task);
        if (marks == NULL || gs_marks_verdict(marks) == GS_MARKS_SKIPPED)
            continue;
        outcome.counted++;
        outcome.passed += gs_marks_verdict(marks) == GS_MARKS_PASSED;
        count_mistake(&outcome, json_object_get(marks, "mistake"), i);
    }
    return outcome;
}

/* The next one in the order of how many made it, then by name. */
static size_t most_frequent(const struct outcome *outcome)
{
    size_t best = 0;
    for (size_t i = 1; i < outcome->kind_count; i++) {
        size_t count = outcome->kinds[i].count, most = outcome->kinds[best].count;
        if (count > most ||
            (count == most && strcmp(outcome->kinds[i].kind, outcome->kinds[best].kind) < 0))
            best = i;
    }
    return best;
}

/* Each with what one of those who made it is told. */
static void write_mistakes(FILE *out, struct outcome *outcome)
{
    fputs("<ul>\n", out);
    for (size_t i = 0; i < SHOWN_KINDS && i < outcome->kind_count; i++) {
        size_t best = most_frequent(outcome);
        fprintf(out, "<li>%zu &#215; <a href=\"#s%zu\">", outcome->kinds[best].count,
                outcome->kinds[best].student);
        gs_html_text(out, outcome->kinds[best].kind);
        fputs("</a>: ", out);
        gs_html_text(out, outcome->kinds[best].sentence);
        fputs("</li>\n", out);
        outcome->kinds[best].count = 0;
    }
    size_t others = 0;
    for (size_t i = 0; i < outcome->kind_count; i++)
        others += outcome->kinds[i].count;
    if (others > 0)
        fprintf(out, "<li class=\"s\">%zu &#215; other mistakes</li>\n", others);
    if (outcome->missing > 0)
        fprintf(out, "<li class=\"s\">%zu &#215; nothing handed in</li>\n", outcome->missing);
    fputs("</ul>\n", out);
}

static void write_exercise(FILE *out, const struct gs_task *task, struct outcome *outcome)
{
    double rate =
        outcome->counted > 0 ? 100 * (double)outcome->passed / (double)outcome->counted : 0;
    fprintf(out, "<tr><td><b>%s%s</b><br>", gs_task_prefix(task, " ").text,
            task->exercise == NULL ? "question " : "");
    gs_html_text(out, task->name);
    fputs("</td><td>", out);
    gs_html_text(out, task->exercise != NULL ? task->exercise->title : task->question->text);
    if (outcome->counted == 0) {
        fputs("</td><td class=\"s\">not counted</td><td></td></tr>\n", out);
        return;
    }
    fprintf(out,
            "</td><td>%zu of %zu<svg class=\"bar\" viewBox=\"0 0 100 10\" "
            "preserveAspectRatio=\"none\" role=\"img\" aria-label=\"%.0f %%\">"
            "<rect class=\"all\" width=\"100\" height=\"10\"/>"
            "<rect width=\"%.1f\" height=\"10\"/></svg></td><td>",
            outcome->passed, outcome->counted, rate, rate);
    write_mistakes(out, outcome);
    fputs("</td></tr>\n", out);
}

/* ---- both ------------------------------------------------------------------------------------ */

void gs_page_summary(FILE *out, const struct gs_class *class)
{
    struct points points = count_points(class->students);
    size_t left = 0;
    for (size_t i = 0; i < class->students->count; i++)
        left += class->students->students[i].grading == GS_LEFT;
    size_t ungraded = class->students->count - points.graded - left;
    fprintf(out, "<p class=\"say\">%zu student%s", class->students->count,
            class->students->count == 1 ? "" : "s");
    if (points.graded > 0)
        fprintf(out, ", on average %s points",
                gs_marks_points(points.sum / (double)points.graded, points.max).text);
    if (ungraded > 0)
        fprintf(out, "; <span class=\"u\">%zu could not be graded</span>", ungraded);
    if (left > 0)
        fprintf(out, "; %zu not graded yet", left);
    fputs(".</p>\n", out);
    write_histogram(out, &points);
    fputs("<h2>Exercises</h2>\n<div class=\"wide\"><table id=\"exercises\">\n"
          "<thead><tr><th>exercise</th><th>task</th><th>passed</th>"
          "<th>most frequent mistakes, and what one of those students is told</th></tr></thead>\n"
          "<tbody>\n",
          out);
    for (size_t i = 0; i < class->tasks->count; i++) {
        struct outcome outcome = count_exercise(class->students, i);
        write_exercise(out, &class->tasks->tasks[i], &outcome);
    }
    fputs("</tbody></table></div>\n", out);
    if (class->words.only_points[0] != '\0')
        fprintf(out,
                "<p class=\"note\">Graded though nobody handed it in, for it has points: %s.</p>\n",
                class->words.only_points);
    if (class->words.not_graded[0] != '\0')
        fprintf(out, "<p class=\"note\">Not graded, for nobody handed it in: %s.</p>\n",
                class->words.not_graded);
}
