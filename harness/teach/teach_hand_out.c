/* gridstride course hand-out: what students get. */
#include "teach.h"

#include "files.h"
#include "hand_out_repository.h"
#include "numbers.h"
#include "tasks.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4600 };

struct handing {
    const struct gs_data_course *course;
    const char *today;
    bool repository;
    char folder[PATH_BYTES - 400]; /* made beside `to`, and then called so */
    struct gs_error *error;
};

/* ---- files ----------------------------------------------------------------------------------- */

static bool write_text(FILE *out, const void *content)
{
    const struct gs_text *text = content;
    return fwrite(text->data, 1, text->length, out) == text->length;
}

static enum gs_status put(const struct handing *h, const char *folder, const char *file,
                          const struct gs_text *text)
{
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s%s%s/%s", h->folder, folder[0] != '\0' ? "/" : "", folder,
                   file);
    return gs_file_make(path, 0666, write_text, text)
               ? GS_OK
               : gs_fail(h->error, GS_USAGE, "cannot write %.300s: %s", path, strerror(errno));
}

/* From i on the first character that is neither blank nor in a comment. */
static size_t next_word(const struct gs_text *text, size_t i)
{
    for (;;) {
        const char *at = text->data + i, *end = NULL;
        if (i == text->length || (unsigned char)*at > ' ') {
            if (i + 1 >= text->length || at[0] != '/' || (at[1] != '/' && at[1] != '*'))
                return i;
            end = strstr(at + 2, at[1] == '/' ? "\n" : "*/");
            if (end == NULL)
                return text->length;
            i = (size_t)(end - text->data) + (at[1] == '*');
        }
        i++;
    }
}

/* Blanks and comments do not count. */
static bool are_alike(const struct gs_text *one, const struct gs_text *two)
{
    for (size_t i = 0, k = 0;; i++, k++) {
        i = next_word(one, i);
        k = next_word(two, k);
        if (i == one->length || k == two->length)
            return i == one->length && k == two->length;
        if (one->data[i] != two->data[k])
            return false;
    }
}

/* Whether a text is what is in a file of the exercise: one that there is not is none. */
static bool is_in(const struct gs_course_entry *entry, const char *folder, const char *file,
                  const struct gs_text *text)
{
    char path[PATH_BYTES];
    struct gs_text other = {0};
    struct gs_error ignored;
    (void)snprintf(path, sizeof path, "%s/%s%s", gs_data_exercise_folder(entry->data), folder,
                   file);
    const bool alike =
        gs_file_read(path, GS_MOST_TEXT, &other, &ignored) == GS_OK && are_alike(text, &other);
    free(other.data);
    return alike;
}

/* Which of the exercise's right answers a text is: "right/wide.cu"; "": none of them. */
static void find_answer(const struct gs_course_entry *entry, const struct gs_text *text,
                        char *answer, size_t size)
{
    char path[PATH_BYTES];
    struct dirent **names = NULL;
    (void)snprintf(path, sizeof path, "%s/right", gs_data_exercise_folder(entry->data));
    const int count = scandir(path, &names, NULL, alphasort);
    (void)snprintf(answer, size, "%s", is_in(entry, "", "solution.cu", text) ? "solution.cu" : "");
    for (int i = 0; i < count; i++) {
        if (answer[0] == '\0' && names[i]->d_name[0] != '.' &&
            is_in(entry, "right/", names[i]->d_name, text))
            (void)snprintf(answer, size, "right/%.60s", names[i]->d_name);
        free(names[i]);
    }
    free(names);
}

/* A link to a right answer, or a copy that was never changed, is not for students. */
static enum gs_status refuse_answer(const struct handing *h, const struct gs_course_entry *entry,
                                    const char *file, const struct gs_text *text)
{
    char answer[80];
    find_answer(entry, text, answer, sizeof answer);
    return answer[0] == '\0'
               ? GS_OK
               : gs_fail(h->error, GS_USAGE,
                         "course: %.300s/%s is the same as %s, and students would get it; %s",
                         gs_data_exercise_folder(entry->data), file, answer,
                         strcmp(file, "stub.cu") == 0 ? "take out what they are to write"
                         : strcmp(file, "reference.cu") == 0
                             ? "write one for the host, or remove it"
                             : "write a mistake, or remove it");
}

static enum gs_status put_part(const struct handing *h, const struct gs_course_entry *entry,
                               enum gs_exercise_part part, const char *file)
{
    struct gs_text text;
    enum gs_status status = gs_exercise_text(entry->lesson, entry->exercise, part, &text, h->error);
    if (status == GS_OK && entry->data != NULL && part != GS_HEADER)
        status = refuse_answer(h, entry, part == GS_STUB ? "stub.cu" : "reference.cu", &text);
    if (status == GS_OK)
        status = put(h, entry->exercise->name, file, &text);
    free(text.data);
    return status;
}

static enum gs_status put_description(const struct handing *h, const struct gs_course_entry *entry)
{
    char path[PATH_BYTES];
    struct gs_text text;
    (void)snprintf(path, sizeof path, "%s/%s", gs_data_exercise_folder(entry->data),
                   GS_EXERCISE_TOML);
    enum gs_status status = gs_file_read(path, GS_MOST_TEXT, &text, h->error);
    if (status == GS_OK)
        status = put(h, entry->exercise->name, GS_EXERCISE_TOML, &text);
    free(text.data);
    return status;
}

/* What tells a known mistake at home, too: it has no solution in it. */
static enum gs_status put_mistakes(const struct handing *h, const struct gs_course_entry *entry)
{
    const char *const *files = gs_data_exercise_mistakes(entry->data);
    char path[PATH_BYTES];
    enum gs_status status = GS_OK;
    (void)snprintf(path, sizeof path, "%s/%s/wrong", h->folder, entry->exercise->name);
    if (files[0] != NULL && mkdir(path, 0777) != 0)
        return gs_fail(h->error, GS_USAGE, "cannot make %.300s: %s", path, strerror(errno));
    for (size_t i = 0; status == GS_OK && files[i] != NULL; i++) {
        struct gs_text text = {0};
        (void)snprintf(path, sizeof path, "%s/%s", gs_data_exercise_folder(entry->data), files[i]);
        status = gs_file_read(path, GS_MOST_TEXT, &text, h->error);
        if (status == GS_OK)
            status = refuse_answer(h, entry, files[i], &text);
        if (status == GS_OK)
            status = put(h, entry->exercise->name, files[i], &text);
        free(text.data);
    }
    return status;
}

/* Whether students can check a teacher's at home, without the solution. */
static bool can_check(const struct gs_course_entry *entry)
{
    return gs_data_exercise_has_reference(entry->data) ||
           gs_data_exercise_has_formulas(entry->data);
}

/* The stub under the name that it is handed in by. Where the answers come of the solution, it would
 * have to be handed out for a check at home. */
static enum gs_status put_exercise(const struct handing *h, const struct gs_course_entry *entry)
{
    char folder[PATH_BYTES], file[96];
    const char *name = entry->exercise->name;
    (void)snprintf(folder, sizeof folder, "%s/%s", h->folder, name);
    if (mkdir(folder, 0777) != 0)
        return gs_fail(h->error, GS_USAGE, "cannot make %.300s: %s", folder, strerror(errno));
    (void)snprintf(file, sizeof file, "%s.cu", name);
    enum gs_status status = put_part(h, entry, GS_STUB, file);
    (void)snprintf(file, sizeof file, "%s.h", name);
    if (status == GS_OK)
        status = put_part(h, entry, GS_HEADER, file);
    if (status != GS_OK || entry->data == NULL || !can_check(entry))
        return status;
    status = put_part(h, entry, GS_STUB, "stub.cu");
    if (status == GS_OK && gs_data_exercise_has_reference(entry->data))
        status = put_part(h, entry, GS_REFERENCE, "reference.cu");
    if (status == GS_OK)
        status = put_mistakes(h, entry);
    return status == GS_OK ? put_description(h, entry) : status;
}

/* ---- README.md ------------------------------------------------------------------------------- */

static bool is_open(const struct handing *h, const struct gs_course_entry *entry)
{
    return entry->opens == NULL || strcmp(entry->opens, h->today) <= 0;
}

static double total_of(const struct gs_data_course *course)
{
    double sum = 0;
    for (size_t i = 0; i < course->count; i++)
        sum += course->entries[i].points;
    return sum;
}

static double scale_of(const struct gs_data_course *course)
{
    const double sum = total_of(course);
    return course->total > 0 && sum > 0 ? course->total / sum : 1;
}

/* A check prints points of the exercise's own: 10 of each of gridstride's. */
static bool checks_print_others(const struct handing *h)
{
    const double scale = scale_of(h->course);
    for (size_t i = 0; i < h->course->count; i++) {
        const struct gs_course_entry *entry = &h->course->entries[i];
        const double own = entry->data != NULL ? gs_data_exercise_points(entry->data) : 10;
        if (is_open(h, entry) && entry->points * scale != own)
            return true;
    }
    return false;
}

/* Where the teacher's program lies is no path of theirs. */
static const char as_students_type[] = "gridstride";

static void describe(FILE *out, const struct handing *h, const struct gs_course_entry *entry)
{
    const double scale = scale_of(h->course);
    const char *name = entry->exercise->name;
    fprintf(out, "\n## %s\n\n%s. It gives %s points", name, entry->exercise->title,
            gs_decimal(entry->points * scale, 4).text);
    if (entry->due != NULL)
        fprintf(out, ", and is due on %s", entry->due);
    fprintf(out, ".\n\n- `%s/%s.cu` is yours to write; hand it in under that name.\n", name, name);
    fprintf(out, "- `%s/%s.h` says what the function is given and what it must do.\n", name, name);
    if (entry->data == NULL)
        fprintf(out, "- `%s check %s %s/%s.cu` says what is still wrong.\n", as_students_type, name,
                name, name);
    else if (can_check(entry))
        fprintf(out,
                "- `%s check %s` says what is still wrong, and with `--hint` it gives a hint.\n",
                as_students_type, name);
    else
        fputs("- It is checked where you hand it in.\n", out);
}

static enum gs_status put_readme(const struct handing *h)
{
    struct gs_text text = {0};
    FILE *out = open_memstream(&text.data, &text.length);
    if (out == NULL)
        return gs_out_of_memory(h->error);
    fprintf(out, "# %s\n", h->course->title != NULL ? h->course->title : "Exercises");
    if (checks_print_others(h))
        fputs("\nThe points here are those of the course. A check counts in others, and half of "
              "those is "
              "half of these.\n",
              out);
    for (size_t i = 0; i < h->course->count; i++) {
        if (is_open(h, &h->course->entries[i]))
            describe(out, h, &h->course->entries[i]);
    }
    fclose(out);
    enum gs_status status = put(h, "", "README.md", &text);
    free(text.data);
    return status;
}

/* ---- a repository ---------------------------------------------------------------------------- */

static enum gs_status put_in_folder(const struct handing *h, const char *folder, const char *file,
                                    const struct gs_text *text)
{
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s/%s", h->folder, folder);
    if (mkdir(path, 0777) != 0)
        return gs_fail(h->error, GS_USAGE, "cannot make %.300s: %s", path, strerror(errno));
    return put(h, folder, file, text);
}

/* gridstride's own exercises can be checked wherever it is. */
static bool is_checked(const struct handing *h, const struct gs_course_entry *entry)
{
    return is_open(h, entry) && (entry->data == NULL || can_check(entry));
}

static enum gs_status put_workflow(const struct handing *h)
{
    struct gs_text text = {0};
    const size_t most = h->course->count;
    const struct gs_course_entry **entries = calloc(most + 1, sizeof(void *));
    FILE *out = entries != NULL ? open_memstream(&text.data, &text.length) : NULL;
    size_t count = 0;
    if (out == NULL) {
        free(entries);
        return gs_out_of_memory(h->error);
    }
    for (size_t i = 0; i < most; i++) {
        if (is_checked(h, &h->course->entries[i]))
            entries[count++] = &h->course->entries[i];
    }
    gs_repository_put_workflow(out, entries, count);
    fclose(out);
    enum gs_status status = GS_OK;
    if (count == 0)
        status =
            gs_fail(h->error, GS_USAGE,
                    "course: --repository: no exercise can be checked in it, for the answers of "
                    "all come of their solutions; a reference.cu or [right] changes that");
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s/.github", h->folder);
    if (status == GS_OK && mkdir(path, 0777) != 0)
        status = gs_fail(h->error, GS_USAGE, "cannot make %.300s: %s", path, strerror(errno));
    if (status == GS_OK)
        status = put_in_folder(h, ".github/workflows", "check.yml", &text);
    free(text.data);
    free(entries);
    return status;
}

static struct gs_text text_of(const char *text)
{
    return (struct gs_text){.data = (char *)(uintptr_t)text, .length = strlen(text)};
}

static enum gs_status put_repository(const struct handing *h)
{
    const struct gs_text requirements = text_of(gs_repository_requirements),
                         container = text_of(gs_repository_devcontainer);
    enum gs_status status = put_workflow(h);
    if (status == GS_OK)
        status = put(h, "", "requirements.txt", &requirements);
    return status == GS_OK ? put_in_folder(h, ".devcontainer", "devcontainer.json", &container)
                           : status;
}

/* ---- .vscode/tasks.json ---------------------------------------------------------------------- */

/* So that an editor shows what a check says at the lines. */
static enum gs_status put_tasks(const struct handing *h)
{
    json_t *tasks = gs_editor_tasks(as_students_type, "${workspaceFolder}");
    struct gs_text text = {.data = json_dumps(tasks, JSON_INDENT(2))};
    json_decref(tasks);
    if (text.data == NULL)
        return gs_out_of_memory(h->error);
    text.length = strlen(text.data);
    enum gs_status status = put_in_folder(h, ".vscode", "tasks.json", &text);
    free(text.data);
    return status;
}

/* ---- all together ---------------------------------------------------------------------------- */

/* Whether a folder that is there is `course`, or in it. */
static bool is_within(const char *folder, const char *course)
{
    char *inner = realpath(folder, NULL), *outer = realpath(course, NULL);
    const size_t length = outer != NULL ? strlen(outer) : 0;
    const bool within = inner != NULL && outer != NULL && strncmp(inner, outer, length) == 0 &&
                        (inner[length] == '\0' || inner[length] == '/' || outer[length - 1] == '/');
    free(inner);
    free(outer);
    return within;
}

/* Whether what is to be called `to` would lie in a folder that is in `course`. */
static bool comes_into(const char *to, const char *course)
{
    char parent[PATH_BYTES];
    size_t length = strlen(to);
    while (length > 1 && to[length - 1] == '/')
        length--;
    while (length > 0 && to[length - 1] != '/')
        length--;
    (void)snprintf(parent, sizeof parent, "%.*s", (int)length, to);
    return is_within(length > 0 ? parent : ".", course);
}

/* A name beside it, so that nobody sees half of it, and a failure leaves nothing. */
static enum gs_status make_beside(struct handing *h, const char *to)
{
    size_t length = strlen(to);
    while (length > 1 && to[length - 1] == '/')
        length--;
    int written = snprintf(h->folder, sizeof h->folder, "%.*s.new-XXXXXX", (int)length, to);
    if (access(to, F_OK) == 0)
        return gs_fail(h->error, GS_USAGE,
                       "course: %.300s is there already; name a folder that is not", to);
    if (written < 0 || (size_t)written >= sizeof h->folder || mkdtemp(h->folder) == NULL)
        return gs_fail(h->error, GS_USAGE, "cannot make %.300s: %s", to, strerror(errno));
    (void)chmod(h->folder, 0755);
    return GS_OK;
}

static enum gs_status fill(const struct handing *h, size_t *count)
{
    enum gs_status status = GS_OK;
    *count = 0;
    for (size_t i = 0; status == GS_OK && i < h->course->count; i++) {
        if (!is_open(h, &h->course->entries[i]))
            continue;
        status = put_exercise(h, &h->course->entries[i]);
        *count += 1;
    }
    if (status == GS_OK && *count == 0)
        status =
            gs_fail(h->error, GS_USAGE, "course: no exercise is open on %s; see \"opens\" in %s",
                    h->today, GS_COURSE_TOML);
    if (status == GS_OK)
        status = put_readme(h);
    if (status == GS_OK)
        status = put_tasks(h);
    return status == GS_OK && h->repository ? put_repository(h) : status;
}

static void tell(const struct handing *h, const char *to, size_t count, FILE *out)
{
    fprintf(out, "%s: %zu exercise%s, README.md%s\n", to, count, count == 1 ? "" : "s",
            h->repository ? ", and a workflow that checks them on GitHub" : "");
    for (size_t i = 0; i < h->course->count; i++) {
        const struct gs_course_entry *entry = &h->course->entries[i];
        if (!is_open(h, entry))
            fprintf(out, "left out until %s: %s\n", entry->opens, entry->exercise->name);
        else if (entry->data != NULL && !can_check(entry))
            fprintf(out,
                    "%s: students cannot check it themselves, for its answers come of the "
                    "solution; a reference.cu or [right] changes that\n",
                    entry->exercise->name);
    }
}

enum gs_status gs_teach_hand_out(const struct gs_data_course *course, const char *folder,
                                 const char *to, const char *today, bool repository, FILE *out,
                                 struct gs_error *error)
{
    struct handing h = {.course = course, .today = today, .repository = repository, .error = error};
    size_t count = 0;
    /* There it would be taken for exercises of the course. */
    if (comes_into(to, folder))
        return gs_fail(error, GS_USAGE,
                       "course: %.300s would lie in the course itself; name a folder outside of "
                       "%.300s",
                       to, folder);
    enum gs_status status = make_beside(&h, to);
    if (status != GS_OK)
        return status;
    status = fill(&h, &count);
    if (status == GS_OK && rename(h.folder, to) != 0)
        status = gs_fail(error, GS_USAGE, "cannot make %.300s: %s", to, strerror(errno));
    if (status == GS_OK)
        tell(&h, to, count, out);
    else
        gs_folder_remove(h.folder);
    return status;
}
