#include "question.h"

#include "break_even_answer.h"
#include "marks.h"
#include "numbers.h"
#include "plain_text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SCORE = 10 };

/* ---- reading answers ------------------------------------------------------------------------- */

enum reading { ABSENT, EMPTY, NO_NUMBER, GIVEN };

struct answer {
    enum reading reading;
    double value;
    int line;
    char text[80]; /* as it was given */
};

static const char *skip_blanks(const char *p)
{
    return p + strspn(p, " \t");
}

/* "65537", "2^16 + 1", "16777216 + 11", "1.5e3": sums, products and powers of numbers, from left to
 * right as on paper. */
static bool read_factor(const char **p, double *value)
{
    char *end;
    *p = skip_blanks(*p);
    if (**p != '.' && !isdigit((unsigned char)**p) && **p != '-')
        return false;
    *value = strtod(*p, &end);
    bool good = end != *p;
    *p = skip_blanks(end);
    if (good && **p == '^') {
        double power = 0;
        (*p)++;
        good = read_factor(p, &power);
        *value = pow(*value, power);
    }
    return good;
}

static bool read_product(const char **p, double *value)
{
    bool good = read_factor(p, value);
    while (good && (**p == '*' || **p == '/')) {
        double factor = 0;
        char sign = *(*p)++;
        good = read_factor(p, &factor);
        *value = sign == '*' ? *value * factor : *value / factor;
    }
    return good;
}

static bool read_sum(const char *text, double *value)
{
    const char *p = text;
    bool good = read_product(&p, value);
    while (good && (*p == '+' || *p == '-')) {
        double term = 0;
        double sign = *p++ == '+' ? 1 : -1;
        good = read_product(&p, &term);
        *value += sign * term;
    }
    return good && *p == '\0' && isfinite(*value);
}

/* What is no ASCII is no number either, and need not be valid in any encoding. */
static void make_ascii(char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text >= 0x7f || (*text < ' ' && *text != '\t'))
            *text = '?';
    }
}

/* The last line that answers the question counts. */
static struct answer find_answer(const char *name, const char *text)
{
    struct answer answer = {.reading = ABSENT};
    size_t length = strlen(name);
    int number = 0;
    for (const char *line = text; line != NULL && *line != '\0';) {
        const char *p = skip_blanks(line), *end = line + strcspn(line, "\n");
        number++;
        if (strncmp(p, name, length) == 0 && *skip_blanks(p + length) == '=') {
            const char *given = skip_blanks(skip_blanks(p + length) + 1);
            int width = (int)(end - given);
            snprintf(answer.text, sizeof answer.text, "%.*s", width < 0 ? 0 : width, given);
            answer.text[strcspn(answer.text, "#\r")] = '\0';
            make_ascii(answer.text);
            answer.line = number;
            answer.reading = *skip_blanks(answer.text) == '\0'      ? EMPTY
                             : read_sum(answer.text, &answer.value) ? GIVEN
                                                                    : NO_NUMBER;
        }
        line = *end == '\n' ? end + 1 : NULL;
    }
    return answer;
}

/* ---- judging --------------------------------------------------------------------------------- */

static void say(const struct gs_question *question, const struct answer *answer, char *sentence,
                size_t size)
{
    switch (answer->reading) {
    case ABSENT:
        snprintf(sentence, size, "There is no line `%s = ...` in the answers: put it back.",
                 question->name);
        return;
    case EMPTY:
        snprintf(sentence, size, "Not answered yet: %s", question->text);
        return;
    case NO_NUMBER:
        snprintf(sentence, size, "`%s` is no number: write one, or a sum as 2^24 + 11.",
                 answer->text);
        return;
    case GIVEN:
        if (question->explain == NULL || !question->explain(answer->value, sentence, size))
            snprintf(sentence, size, "%s is not right: %s", gs_decimal(answer->value, 15).text,
                     question->text);
        return;
    }
}

struct gs_question_label gs_question_label(const struct gs_lesson_exercises *lesson,
                                           const struct gs_question *question)
{
    struct gs_question_label name;
    snprintf(name.text, sizeof name.text, "%u.%s", lesson->lesson, question->name);
    return name;
}

static json_t *make_marks(const struct gs_lesson_exercises *lesson,
                          const struct gs_question *question, unsigned number,
                          enum gs_marks_verdict verdict, json_t *test, json_t *mistake)
{
    char place[32];
    bool skipped = verdict == GS_MARKS_SKIPPED, passed = verdict == GS_MARKS_PASSED;
    snprintf(place, sizeof place, "%u.q%u", lesson->lesson, number);
    return json_pack(
        "{s:i, s:s, s:b, s:s, s:s, s:s, s:i, s:s, s:f, s:f, s:f, s:[o], s:o, s:[], s:n}", "version",
        1, "exercise", place, "question", true, "name", question->name, "title", question->text,
        "file", "questions.txt", "seed", 0, "verdict", gs_marks_verdict_name(verdict), "score",
        passed ? (double)MAX_SCORE : 0.0, "max_score", skipped ? 0.0 : (double)MAX_SCORE, "seconds",
        0.0, "tests", test, "mistake", mistake, "cost", "performance");
}

/* False where it cannot be told on this machine. */
static bool right_answer(const struct gs_lesson_exercises *lesson,
                         const struct gs_question *question, struct gs_answer *out,
                         struct gs_error *why)
{
    if (question->answer == NULL)
        return gs_break_even_answer(lesson->lesson, &question->break_even, out, why);
    *out = question->answer();
    return true;
}

json_t *gs_question_judge(const struct gs_lesson_exercises *lesson,
                          const struct gs_question *question, unsigned number, const char *answers)
{
    struct gs_answer right;
    struct gs_error why = {""};
    if (!right_answer(lesson, question, &right, &why))
        return make_marks(lesson, question, number, GS_MARKS_SKIPPED,
                          json_pack("{s:s, s:s, s:s}", "name", question->name, "status", "not run",
                                    "sentence", why.text),
                          json_null());
    struct answer answer = find_answer(question->name, answers);
    if (answer.reading == GIVEN && answer.value >= right.least && answer.value <= right.most)
        return make_marks(lesson, question, number, GS_MARKS_PASSED,
                          json_pack("{s:s, s:s}", "name", question->name, "status", "passed"),
                          json_null());
    char sentence[768];
    if (answers == NULL)
        snprintf(sentence, sizeof sentence, "There is no questions.txt, so this is not answered.");
    else
        say(question, &answer, sentence, sizeof sentence);
    gs_plain_text(sentence);
    json_t *mistake =
        json_pack("{s:s, s:s, s:s, s:i, s:s%, s:s, s:s, s:s}", "kind",
                  answer.reading == GIVEN ? "wrong-answer" : "not-answered", "sentence", sentence,
                  "file", "questions.txt", "line", answer.line, "text", "", (size_t)0, "drawing",
                  "", "detail", "", "test", question->name);
    return make_marks(lesson, question, number, GS_MARKS_FAILED,
                      json_pack("{s:s, s:s, s:s}", "name", question->name, "status", "failed",
                                "sentence", sentence),
                      mistake);
}
