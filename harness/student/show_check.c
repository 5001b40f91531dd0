#include "show_check.h"

#include "install_paths.h"
#include "marks.h"
#include "numbers.h"
#include "question.h"
#include "show_parts.h"
#include "visible.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    DEFAULT_WIDTH = 80,
    LEAST_WIDTH = 40,
    MOST_WIDTH = 100, /* longer lines are hard to read */
    TEXT_INDENT = 2,
    CODE_INDENT = 5,
    MOST_DETAIL_LINES = 16,
    MOST_CELLS = 40,
};

/* ---- where it goes --------------------------------------------------------------------------- */

/* As the environment says, whether or not the program has taken on its locale. */
static bool locale_is_utf8(void)
{
    locale_t theirs = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (theirs == (locale_t)0)
        return false;
    bool utf8 = strcmp(nl_langinfo_l(CODESET, theirs), "UTF-8") == 0;
    freelocale(theirs);
    return utf8;
}

struct gs_show gs_show_to(FILE *out)
{
    struct gs_show show = {.out = out, .utf8 = locale_is_utf8(), .width = DEFAULT_WIDTH};
    const char *refused = getenv("NO_COLOR"), *kind = getenv("TERM");
    int descriptor = fileno(out);
    if (descriptor < 0 || !isatty(descriptor))
        return show;
    show.colour =
        (refused == NULL || *refused == '\0') && kind != NULL && strcmp(kind, "dumb") != 0;
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        show.width = size.ws_col;
    if (show.width < LEAST_WIDTH)
        show.width = LEAST_WIDTH;
    if (show.width > MOST_WIDTH)
        show.width = MOST_WIDTH;
    return show;
}

void gs_show_colour(const struct gs_show *show, enum gs_colour colour)
{
    if (show->colour)
        fprintf(show->out, "\033[%dm", (int)colour);
}

void gs_show_plain(const struct gs_show *show)
{
    if (show->colour)
        fputs("\033[0m", show->out);
}

/* ---- text ------------------------------------------------------------------------------------ */

/* Length of the control at the text's start, 0 if it is none: those of ASCII, and those that UTF-8
 * writes in two bytes. */
static size_t control(const char *text, size_t length)
{
    unsigned char byte = (unsigned char)text[0];
    if (byte < 0x20 || byte == 0x7f)
        return 1;
    if (byte == 0xc2 && length > 1 && (unsigned char)text[1] < 0xa0)
        return 2;
    return 0;
}

unsigned gs_show_put(const struct gs_show *show, const char *text, size_t length)
{
    unsigned columns = 0;
    while (length > 0) {
        size_t skip = control(text, length), step = skip > 0 ? skip : 1;
        if (*text == '\t') {
            fputs("    ", show->out);
            columns += 4;
        } else if (skip == 0) {
            fputc(*text, show->out);
            columns += ((unsigned char)*text & 0xc0) != 0x80; /* not within a character */
        }
        text += step;
        length -= step;
    }
    return columns;
}

static unsigned columns_of(const char *text, size_t length)
{
    unsigned columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

/* The length of the next word. Short brackets are one, as "(n = 31, bins = 7)". */
static size_t word_of(const char *text)
{
    enum { SHORT = 32 };
    size_t word = strcspn(text, " \n"), close = strcspn(text, ")\n");
    if (text[0] == '(' && close < SHORT && text[close] == ')')
        word = close + strcspn(text + close, " \n");
    return word;
}

void gs_show_paragraph(const struct gs_show *show, const char *text, unsigned first,
                       unsigned indent)
{
    unsigned column = first;
    bool starts = true; /* nothing of the text stands on this line yet */
    while (*text != '\0') {
        size_t word = word_of(text);
        unsigned columns = columns_of(text, word);
        if (!starts && column + 1 + columns > show->width) {
            fprintf(show->out, "\n%*s", (int)indent, "");
            column = indent;
            starts = true;
        }
        if (!starts)
            column += gs_show_put(show, " ", 1);
        column += gs_show_put(show, text, word);
        starts = false;
        text += word;
        if (*text == '\n' && text[1] != '\0') {
            fprintf(show->out, "\n%*s", (int)indent, "");
            column = indent;
            starts = true;
        }
        text += *text != '\0';
    }
    fputc('\n', show->out);
}

/* Lines as they are, indented, not broken. */
static void put_lines(const struct gs_show *show, const char *text, unsigned most)
{
    for (unsigned count = 0; *text != '\0'; count++) {
        size_t length = strcspn(text, "\n");
        if (count == most) {
            fprintf(show->out, "%*s...\n", CODE_INDENT, "");
            return;
        }
        fprintf(show->out, "%*s", CODE_INDENT, "");
        gs_show_put(show, text, length);
        fputc('\n', show->out);
        text += length + (text[length] == '\n');
    }
}

/* ---- tests ----------------------------------------------------------------------------------- */

void gs_show_join_name(FILE *out, const char *name, const json_t *before, const json_t *test)
{
    json_t *size = json_object_get(test, "size"), *other = json_object_get(before, "size");
    const char *number = json_object_iter_key(json_object_iter(size));
    if (json_object_size(size) == 1 && json_object_size(other) == 1 &&
        json_object_get(other, number) != NULL &&
        json_is_true(json_object_get(before, "gpu")) == json_is_true(json_object_get(test, "gpu")))
        fprintf(out, ", %lld", (long long)json_integer_value(json_object_get(size, number)));
    else
        fprintf(out, "%s%s", before == NULL ? "" : "; ", name);
}

/* "n = 0, 1, 31", the caller's; NULL where no test has that status. */
static char *names_of(const json_t *tests, const char *status)
{
    char *text = NULL;
    size_t size = 0, i;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    const json_t *test, *before = NULL;
    json_array_foreach(tests, i, test)
    {
        if (!gs_has_text(test, "status", status))
            continue;
        gs_show_join_name(out, gs_get_text(test, "name"), before, test);
        before = test;
    }
    fclose(out);
    if (before == NULL) {
        free(text);
        return NULL;
    }
    return text;
}

static void show_tests(const struct gs_show *show, const json_t *tests)
{
    static const struct {
        const char *status;
        enum gs_colour colour;
    } rows[] = {{"passed", GS_GREEN}, {"failed", GS_RED}, {"not run", GS_FAINT}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *names = names_of(tests, rows[i].status);
        if (names == NULL)
            continue;
        fprintf(show->out, "%*s", TEXT_INDENT, "");
        gs_show_colour(show, rows[i].colour);
        fprintf(show->out, "%-7s ", rows[i].status);
        gs_show_plain(show);
        gs_show_paragraph(show, names, TEXT_INDENT + 8, TEXT_INDENT + 8);
        free(names);
    }
}

/* ---- the mistake ----------------------------------------------------------------------------- */

/* The path that a terminal or an editor can open: the student's own, or the file beside it. */
static unsigned put_place(const struct gs_show *show, const json_t *mistake, const char *own,
                          const char *path)
{
    const char *file = gs_get_text(mistake, "file"), *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    json_int_t line = json_integer_value(json_object_get(mistake, "line"));
    unsigned columns = 0;
    gs_show_colour(show, GS_CYAN);
    if (*file == '\0' || strcmp(file, own) == 0) {
        columns += gs_show_put(show, path, strlen(path));
    } else {
        if (*file != '/')
            columns += gs_show_put(show, path, (size_t)(name - path));
        columns += gs_show_put(show, file, strlen(file));
    }
    if (line > 0)
        columns += (unsigned)fprintf(show->out, ":%lld", (long long)line);
    columns += (unsigned)fprintf(show->out, ":");
    gs_show_plain(show);
    fputc(' ', show->out);
    return columns + 1;
}

static void show_code(const struct gs_show *show, const json_t *mistake)
{
    const char *text = gs_get_text(mistake, "text");
    json_int_t line = json_integer_value(json_object_get(mistake, "line"));
    if (*text == '\0' || line <= 0)
        return;
    fprintf(show->out, "%*lld | ", CODE_INDENT + 1, (long long)line);
    gs_show_put(show, text, strcspn(text, "\n"));
    fputc('\n', show->out);
}

/* own: what the mistake calls the student's file. */
static void show_mistake(const struct gs_show *show, const json_t *mistake, const char *own,
                         const char *path)
{
    char sentence[4096];
    const char *test = gs_get_text(mistake, "test");
    bool at = json_object_get(mistake, "size") != NULL;
    snprintf(sentence, sizeof sentence, "%s%s%s%s", gs_get_text(mistake, "sentence"),
             at ? " (" : "", at ? test : "", at ? ")" : "");
    fputc('\n', show->out);
    unsigned column = put_place(show, mistake, own, path);
    gs_show_paragraph(show, sentence, column, TEXT_INDENT);
    show_code(show, mistake);
    const char *drawing = gs_get_text(mistake, "drawing"), *detail = gs_get_text(mistake, "detail");
    if (*drawing != '\0') {
        fputc('\n', show->out);
        put_lines(show, drawing, UINT32_MAX);
    }
    if (*detail != '\0') {
        fputc('\n', show->out);
        gs_show_colour(show, GS_FAINT);
        put_lines(show, detail, MOST_DETAIL_LINES);
        gs_show_plain(show);
    }
}

static void show_warnings(const struct gs_show *show, const json_t *warnings, const char *own,
                          const char *path)
{
    size_t i;
    const json_t *warning;
    if (json_array_size(warnings) > 0)
        fprintf(show->out, "\nwarnings\n");
    json_array_foreach(warnings, i, warning)
    {
        fprintf(show->out, "%*s", TEXT_INDENT, "");
        unsigned column = put_place(show, warning, own, path);
        gs_show_paragraph(show, gs_get_text(warning, "sentence"), TEXT_INDENT + column,
                          2 * TEXT_INDENT);
        show_code(show, warning);
    }
}

/* ---- cost and speed -------------------------------------------------------------------------- */

static void show_cost(const struct gs_show *show, const json_t *cost)
{
    unsigned widest = 0;
    size_t i;
    const json_t *row;
    json_array_foreach(cost, i, row)
    {
        unsigned columns = columns_of(gs_get_text(row, "what"), strlen(gs_get_text(row, "what")));
        widest = columns > widest ? columns : widest;
    }
    if (json_array_size(cost) > 0)
        fputs("\ncounted on the simulator, at the largest size:\n", show->out);
    json_array_foreach(cost, i, row)
    {
        const char *what = gs_get_text(row, "what");
        bool good = json_is_true(json_object_get(row, "good"));
        fprintf(show->out, "%*s", TEXT_INDENT, "");
        unsigned columns = gs_show_put(show, what, strlen(what));
        fprintf(show->out, "%*s %12s of at most %s", (int)(widest - columns), "",
                gs_decimal(json_number_value(json_object_get(row, "used")), 10).text,
                gs_decimal(json_number_value(json_object_get(row, "allowed")), 10).text);
        gs_show_colour(show, good ? GS_GREEN : GS_RED);
        fputs(good ? "  good\n" : "  too many\n", show->out);
        gs_show_plain(show);
    }
}

static void show_performance(const struct gs_show *show, const json_t *speed)
{
    if (!json_is_object(speed))
        return;
    const enum gs_marks_verdict verdict = gs_marks_verdict(speed);
    if (verdict == GS_MARKS_SKIPPED) {
        fputc('\n', show->out);
        gs_show_paragraph(show, gs_get_text(speed, "sentence"), 0, 0);
        return;
    }
    const char *name = gs_marks_verdict_name(verdict), *sentence = gs_get_text(speed, "sentence"),
               *device = gs_get_text(speed, "device");
    bool passed = verdict == GS_MARKS_PASSED, failed = verdict == GS_MARKS_FAILED;
    fputs("\ntimed on ", show->out);
    gs_show_put(show, device, strlen(device));
    fputs(": ", show->out);
    gs_show_colour(show, passed ? GS_GREEN : failed ? GS_RED : GS_YELLOW);
    gs_show_put(show, name, strlen(name));
    gs_show_plain(show);
    fputc('\n', show->out);
    const json_t *ratio = json_object_get(speed, "ratio"),
                 *peak = json_object_get(speed, "percent_of_peak");
    if (json_is_number(ratio) && json_number_value(ratio) > 0)
        fprintf(show->out, "  %.2f of the reference solution's time, in the same run\n",
                json_number_value(ratio));
    if (json_is_number(peak) && json_number_value(peak) > 0)
        fprintf(show->out, "  %.0f %% of the measured peak of its memory\n",
                json_number_value(peak));
    if (*sentence != '\0') {
        fprintf(show->out, "%*s", TEXT_INDENT, "");
        gs_show_paragraph(show, sentence, TEXT_INDENT, TEXT_INDENT);
    }
    if (!passed && !failed) {
        fprintf(show->out, "%*s", TEXT_INDENT, "");
        gs_show_paragraph(show,
                          "inconclusive: the times varied too much to tell, which costs no points; "
                          "check again when nothing else uses the GPU",
                          TEXT_INDENT, TEXT_INDENT);
    }
}

static void show_predicted(const struct gs_show *show, const json_t *predicted)
{
    char head[512];
    if (!json_is_object(predicted))
        return;
    const char *sentence = gs_get_text(predicted, "sentence");
    snprintf(head, sizeof head,
             "predicted for an %s, not measured, at %s:", gs_get_text(predicted, "gpu"),
             gs_get_text(predicted, "at"));
    fputc('\n', show->out);
    gs_show_paragraph(show, head, 0, 0);
    fprintf(show->out, "%*s", TEXT_INDENT, "");
    gs_show_paragraph(show, sentence, TEXT_INDENT, TEXT_INDENT);
}

/* ---- marks ----------------------------------------------------------------------------------- */

/* A question has no values. */
static bool is_question(const json_t *marks)
{
    return json_is_true(json_object_get(marks, "question"));
}

static const char *typed_of(const struct gs_show *show, const char *label)
{
    return show->typed != NULL ? show->typed : label;
}

/* The verdict, what to do next, and how to have the same again. */
static void show_verdict(const struct gs_show *show, const json_t *marks)
{
    const enum gs_marks_verdict verdict = gs_marks_verdict(marks);
    const char *number = typed_of(show, gs_get_text(marks, "exercise"));
    bool failed = verdict == GS_MARKS_FAILED;
    fputc('\n', show->out);
    if (verdict == GS_MARKS_SKIPPED) {
        gs_show_colour(show, GS_YELLOW);
        fputs("skipped", show->out);
        gs_show_plain(show);
        const json_t *test = json_array_get(json_object_get(marks, "tests"), 0);
        fputs(": ", show->out);
        gs_show_paragraph(show, gs_get_text(test, "sentence"), 9, TEXT_INDENT);
        return;
    }
    gs_show_colour(show, failed ? GS_RED : GS_GREEN);
    fputs(failed ? "not yet" : "passed", show->out);
    gs_show_plain(show);
    fprintf(show->out, ": %s of %s points",
            gs_decimal(json_number_value(json_object_get(marks, "score")), 3).text,
            gs_decimal(json_number_value(json_object_get(marks, "max_score")), 3).text);
    if (failed && !show->watching) {
        fprintf(show->out, "; a hint: %s check ", gs_called());
        gs_show_put(show, number, strlen(number));
        fputs(" --hint", show->out);
    }
    fputc('\n', show->out);
    if (is_question(marks))
        return;
    unsigned long long seed =
        (unsigned long long)json_integer_value(json_object_get(marks, "seed"));
    gs_show_colour(show, GS_FAINT);
    if (failed)
        fprintf(show->out, "seed %llu (--seed %llu gives these values again)\n", seed, seed);
    if (gs_has_text(marks, "sandbox", "none"))
        fputs("it ran as you, without a sandbox\n", show->out);
    else if (json_object_get(marks, "sandbox") != NULL)
        fputs("it ran in a sandbox\n", show->out);
    gs_show_plain(show);
}

static void show_title(const struct gs_show *show, const json_t *marks)
{
    const char *number = gs_get_text(marks, "exercise"), *name = gs_get_text(marks, "name");
    gs_show_colour(show, GS_BOLD);
    unsigned columns = 0;
    if (strcmp(number, name) != 0) /* one of data has no number */
        columns += gs_show_put(show, number, strlen(number)) + gs_show_put(show, " ", 1);
    columns += gs_show_put(show, name, strlen(name));
    gs_show_plain(show);
    fputs(": ", show->out);
    gs_show_paragraph(show, gs_get_text(marks, "title"), columns + 2, TEXT_INDENT);
}

void gs_show_marks(const struct gs_show *show, const json_t *marks, const char *file)
{
    struct gs_visible shown = gs_visible(file);
    const char *path = shown.text;
    show_title(show, marks);
    if (!is_question(marks))
        show_tests(show, json_object_get(marks, "tests"));
    const json_t *mistake = json_object_get(marks, "mistake");
    if (json_is_object(mistake))
        show_mistake(show, mistake, gs_get_text(marks, "file"), path);
    show_warnings(show, json_object_get(marks, "warnings"), gs_get_text(marks, "file"), path);
    gs_show_output(show, json_object_get(marks, "output"), gs_get_text(mistake, "test"));
    gs_show_matrix(show, json_object_get(marks, "matrix"));
    show_cost(show, json_object_get(marks, "cost"));
    show_performance(show, json_object_get(marks, "performance"));
    show_predicted(show, json_object_get(marks, "predicted"));
    show_verdict(show, marks);
}

/* ---- hints ----------------------------------------------------------------------------------- */

static unsigned show_hints(const struct gs_show *show, const char *const *hints, unsigned level)
{
    unsigned count = 0;
    while (count < GS_HINTS && hints[count] != NULL)
        count++;
    for (unsigned i = 0; i < level && i < count; i++) {
        gs_show_colour(show, GS_YELLOW);
        unsigned column = (unsigned)fprintf(show->out, "hint %u of %u:", i + 1, count);
        gs_show_plain(show);
        fputc(' ', show->out);
        gs_show_paragraph(show, hints[i], column + 1, TEXT_INDENT);
    }
    return count;
}

void gs_show_place(const struct gs_show *show, const struct gs_course_place *place)
{
    if (!place->exercise->in_folder)
        fprintf(show->out, "%s ",
                gs_exercise_label(place->lesson, place->exercise, place->number).text);
    fprintf(show->out, "%s: %s\n", place->exercise->name, place->exercise->title);
}

void gs_show_hints(const struct gs_show *show, const struct gs_course_place *place, unsigned level)
{
    const struct gs_exercise_label label =
        gs_exercise_label(place->lesson, place->exercise, place->number);
    gs_show_place(show, place);
    unsigned count = show_hints(show, place->exercise->hints, level);
    if (level >= count)
        return;
    gs_show_colour(show, GS_FAINT);
    if (show->watching)
        fputs("h: one more\n", show->out);
    else
        fprintf(show->out, "one more: %s check %s --hint\n", gs_called(),
                typed_of(show, label.text));
    gs_show_plain(show);
}

void gs_show_question_hints(const struct gs_show *show, const struct gs_lesson_exercises *lesson,
                            const struct gs_question *question, unsigned level)
{
    gs_show_paragraph(show, question->text, 0, 0);
    if (level >= show_hints(show, question->hints, level))
        return;
    gs_show_colour(show, GS_FAINT);
    fprintf(show->out, "one more: %s check %u.q%zu --hint\n", gs_called(), lesson->lesson,
            (size_t)(question - lesson->questions) + 1);
    gs_show_plain(show);
}

void gs_show_unchecked(const struct gs_show *show, const struct gs_lesson_exercises *lesson,
                       unsigned first)
{
    const char *before = "not checked yet:";
    for (unsigned i = first; lesson->exercises[i] != NULL; i++) {
        fprintf(show->out, "%s %s %s", before,
                gs_exercise_label(lesson, lesson->exercises[i], i + 1).text,
                lesson->exercises[i]->name);
        before = ",";
    }
    if (before[0] == ',')
        fputc('\n', show->out);
    if (lesson->questions != NULL && lesson->questions[0].name != NULL)
        gs_show_paragraph(show, "The questions are checked when all exercises of the lesson pass.",
                          0, 0);
}

/* ---- the course ------------------------------------------------------------------------------ */

void gs_show_bar(const struct gs_show *show, unsigned passed, unsigned total)
{
    unsigned cells = total < MOST_CELLS ? total : MOST_CELLS;
    unsigned full = total == 0 ? 0 : passed * cells / total;
    fputc('[', show->out);
    gs_show_colour(show, GS_GREEN);
    for (unsigned i = 0; i < cells; i++) {
        if (i == full)
            gs_show_plain(show);
        fputc(i < full ? '#' : '-', show->out);
    }
    gs_show_plain(show);
    fprintf(show->out, "] %u/%u\n", passed, total);
}

/* Columns of the longest name in the course. */
static int widest_name(const struct gs_lesson_exercises *course)
{
    size_t widest = 0;
    for (; course->folder != NULL; course++) {
        for (size_t i = 0; course->exercises[i] != NULL; i++) {
            size_t length = strlen(course->exercises[i]->name);
            widest = length > widest ? length : widest;
        }
    }
    return (int)widest;
}

static void show_row(const struct gs_show *show, const struct gs_course_place *place, bool passed,
                     bool next, int width)
{
    const char *sign = passed ? "✓" : "·";
    if (!show->utf8)
        sign = passed ? "+" : ".";
    fputs("  ", show->out);
    if (passed)
        gs_show_colour(show, GS_GREEN);
    else if (next)
        gs_show_colour(show, GS_BOLD);
    fprintf(show->out, "%s %u.%u %-*s", sign, place->lesson->lesson, place->number, width,
            place->exercise->name);
    gs_show_plain(show);
    fprintf(show->out, "  %s%s\n", place->exercise->title, next ? "  <- next" : "");
}

static void show_questions(const struct gs_show *show, const struct gs_lesson_exercises *lesson,
                           const struct gs_workbook *book)
{
    unsigned total = 0, right = 0;
    const struct gs_question *measured = NULL; /* one that is not right yet */
    for (; lesson->questions != NULL && lesson->questions[total].name != NULL; total++) {
        const struct gs_question *question = &lesson->questions[total];
        const bool passed = gs_workbook_passed(book, gs_question_label(lesson, question).text);
        right += passed;
        if (!passed && question->break_even.workload != NULL)
            measured = question;
    }
    if (total > 0)
        fprintf(show->out, "    questions: %u of %u right%s%s%s\n", right, total,
                measured != NULL ? "; " : "", measured != NULL ? measured->name : "",
                measured != NULL ? " needs a result of a GPU" : "");
}

void gs_show_list(const struct gs_show *show, const struct gs_lesson_exercises *course,
                  const struct gs_workbook *book, struct gs_course_place next)
{
    int width = widest_name(course);
    unsigned passed, total;
    gs_workbook_count(book, course, &passed, &total);
    for (const struct gs_lesson_exercises *lesson = course; lesson->folder != NULL; lesson++) {
        if (lesson->exercises[0] == NULL)
            continue;
        gs_show_colour(show, GS_BOLD);
        fprintf(show->out, "%u %s\n", lesson->lesson, lesson->slug);
        gs_show_plain(show);
        for (unsigned i = 0; lesson->exercises[i] != NULL; i++) {
            struct gs_course_place place = {lesson, lesson->exercises[i], i + 1};
            show_row(show, &place, gs_workbook_passed(book, place.exercise->name),
                     place.exercise == next.exercise, width);
        }
        show_questions(show, lesson, book);
    }
    fputc('\n', show->out);
    gs_show_bar(show, passed, total);
    if (total > 0 && passed == total)
        gs_show_end(show);
}

void gs_show_end(const struct gs_show *show)
{
    static const char art[] = "\n"
                              "   warp 0   * * * * * * * *   * * * * * * * *\n"
                              "   warp 1   * * * * * * * *   * * * * * * * *\n"
                              "   warp 2   * * * * * * * *   * * * * * * * *\n"
                              "   warp 3   * * * * * * * *   * * * * * * * *\n"
                              "   ========== __syncthreads(); ==============\n"
                              "      every thread is here: that was it all\n";
    static const char further[] =
        "  NVIDIA's guides      CUDA C++ Programming Guide, then CUDA C++ Best Practices Guide\n"
        "  NVIDIA's tools       compute-sanitizer, Nsight Systems, Nsight Compute\n"
        "  a book               Programming Massively Parallel Processors, by Hwu, Kirk, El Hajj\n";
    gs_show_colour(show, GS_GREEN);
    fputs(art, show->out);
    gs_show_plain(show);
    fprintf(show->out,
            "\nYou solved every exercise of the course. What comes next:\n"
            "  your own kernels     %s inspect x.cu shows every access of theirs\n"
            "  your own numbers     %s run 6 --device cuda, on a GPU that you can reach\n",
            gs_called(), gs_called());
    fputs(further, show->out);
}

enum gs_status gs_show_solution(const struct gs_show *show, const struct gs_course_place *place,
                                struct gs_error *error)
{
    char line[4096];
    struct gs_exercise_path path;
    enum gs_status status =
        gs_exercise_part_file(place->lesson, place->exercise, GS_SOLUTION, &path, error);
    if (status != GS_OK)
        return status;
    FILE *file = fopen(path.text, "r");
    if (file == NULL)
        return gs_fail(error, GS_USAGE, "cannot read the solution %s: %s", path.text,
                       strerror(errno));
    gs_show_colour(show, GS_CYAN);
    char *plain = realpath(path.text, NULL); /* without the `..` of a build folder */
    fprintf(show->out, "%s", plain != NULL ? plain : path.text);
    free(plain);
    gs_show_plain(show);
    fputs("\n\n", show->out);
    while (fgets(line, sizeof line, file) != NULL)
        fputs(line, show->out);
    fclose(file);
    return GS_OK;
}
