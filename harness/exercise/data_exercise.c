/* The folder of an exercise of data. */
#include "data_parts.h"

#include "files.h"
#include "fingerprint.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_SOURCE = 1 << 20 };

const char *const gs_mistake_kinds[] = {"added-to-junk",
                                        "arguments-swapped",
                                        "array-gone",
                                        "assertion",
                                        "atomic-inc",
                                        "bank-conflict",
                                        "bounds-swapped",
                                        "changed-input",
                                        "chunk-from-beginning",
                                        "compiler-limit",
                                        "computed-call",
                                        "copies-in-loop",
                                        "copy-kind",
                                        "copy-swapped",
                                        "crashed",
                                        "cuda-error",
                                        "cut-off",
                                        "device-pointer",
                                        "divergent-barrier",
                                        "divided-by-each",
                                        "does-not-compile",
                                        "double-free",
                                        "double-literal",
                                        "elements-for-bytes",
                                        "empty-grid",
                                        "ended-early",
                                        "grid-swapped",
                                        "guard-inverted",
                                        "host-pointer",
                                        "host-work",
                                        "idle-lanes",
                                        "index-overflow",
                                        "invalid-free",
                                        "kernel-failed",
                                        "kernel-not-asked",
                                        "known-mistake",
                                        "launch-refused",
                                        "launch-swapped",
                                        "leak",
                                        "lock-given-back",
                                        "lock-in-steps",
                                        "lost-update",
                                        "misaligned",
                                        "missing-barrier",
                                        "missing-fence",
                                        "narrow-index",
                                        "needless-copy",
                                        "never-ends",
                                        "never-written",
                                        "no-bounds-check",
                                        "no-function",
                                        "no-kernel",
                                        "no-report",
                                        "no-tree",
                                        "no-value",
                                        "not-allowed",
                                        "not-shared",
                                        "not-zeroed",
                                        "off-by-one",
                                        "offset-in-bytes",
                                        "other-axis",
                                        "one-device",
                                        "out-of-bounds",
                                        "out-of-memory",
                                        "past-the-end",
                                        "query-is-no-wait",
                                        "race",
                                        "race-host",
                                        "race-streams",
                                        "result-lost",
                                        "rounded-down",
                                        "same-work",
                                        "second-call",
                                        "serial-work",
                                        "set-each-turn",
                                        "size-of-pointer",
                                        "small-block",
                                        "stream-as-bytes",
                                        "surplus-blocks",
                                        "surplus-threads",
                                        "syncwarp-mask",
                                        "thread-for-lane",
                                        "too-few-blocks",
                                        "too-few-threads",
                                        "too-many-barriers",
                                        "too-many-launches",
                                        "too-many-operations",
                                        "too-many-processes",
                                        "too-many-threads",
                                        "too-much-output",
                                        "too-much-traffic",
                                        "too-slow",
                                        "unchecked-error",
                                        "uncoalesced",
                                        "uninitialised",
                                        "unused-input",
                                        "use-after-free",
                                        "warned",
                                        "work-by-all",
                                        "wrong-atomic",
                                        "wrong-blocks",
                                        "wrong-factor",
                                        "wrong-index",
                                        "wrong-value",
                                        "zero-as-address",
                                        NULL};

/* ---- reading a folder ------------------------------------------------------------------------ */

/* Where it lies, without a link or a dot in it, so that its last part is its name. */
static enum gs_status find_folder(const char *folder, char resolved[PATH_MAX],
                                  struct gs_error *error)
{
    if (realpath(folder, resolved) == NULL)
        return gs_fail(error, GS_USAGE, "cannot read the exercise %.300s: %s", folder,
                       strerror(errno));
    return strlen(resolved) < GS_MOST_FOLDER - 256
               ? GS_OK
               : gs_fail(error, GS_USAGE, "the path of %.300s is too long", folder);
}

static void add_print(struct gs_data_exercise *data, const char *file)
{
    char path[GS_MOST_FOLDER + 64];
    struct gs_text text;
    struct gs_error ignored;
    (void)snprintf(path, sizeof path, "%s/%s", data->folder, file);
    if (gs_file_read(path, MOST_SOURCE, &text, &ignored) != GS_OK)
        return;
    for (size_t i = 0; i < text.length; i++)
        data->print += gs_fingerprint_of((unsigned char)text.data[i], (i + 1) << 20);
    free(text.data);
}

static int is_source(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return entry->d_name[0] != '.' && length > 3 && length <= 70 &&
           strcmp(entry->d_name + length - 3, ".cu") == 0;
}

/* Something has to compute the answers. */
static enum gs_status find_reference(struct gs_data_exercise *data, const char *shown,
                                     struct gs_error *error)
{
    char path[GS_MOST_FOLDER + 64];
    (void)snprintf(path, sizeof path, "%s/reference.cu", data->folder);
    data->has_reference = access(path, F_OK) == 0;
    (void)snprintf(path, sizeof path, "%s/solution.cu", data->folder);
    const bool answers = data->has_reference || gs_data_exercise_has_formulas(data);
    if (!answers && access(path, F_OK) != 0)
        return gs_fail(error, GS_USAGE,
                       "%.300s has no solution.cu, which computes the right answers; write one, or "
                       "a reference.cu for the host, or [right] in exercise.toml",
                       shown);
    add_print(data, data->has_reference ? "reference.cu" : "solution.cu");
    return GS_OK;
}

/* The known mistakes, by name. */
static enum gs_status find_mistakes(struct gs_data_exercise *data, const char *shown,
                                    struct gs_error *error)
{
    char path[GS_MOST_FOLDER + 96];
    struct dirent **names = NULL;
    (void)snprintf(path, sizeof path, "%s/wrong", data->folder);
    int count = scandir(path, &names, is_source, alphasort), kept = 0;
    for (int i = 0; i < count; i++) {
        if (kept < GS_MOST_MISTAKES) {
            char *name = data->mistake_names[kept];
            (void)snprintf(name, sizeof data->mistake_names[0], "wrong/%.70s", names[i]->d_name);
            data->mistakes[kept++] = name;
            add_print(data, name);
        }
        free(names[i]);
    }
    free(names);
    return count <= GS_MOST_MISTAKES
               ? GS_OK
               : gs_fail(error, GS_USAGE, "%.300s/wrong has more than %d files; take some out",
                         shown, (int)GS_MOST_MISTAKES);
}

enum gs_status gs_data_exercise_load(const char *folder, struct gs_data_exercise **out,
                                     struct gs_error *error)
{
    char path[PATH_MAX + 32], resolved[PATH_MAX];
    struct gs_text text = {0};
    *out = NULL;
    enum gs_status status = find_folder(folder, resolved, error);
    if (status != GS_OK)
        return status;
    (void)snprintf(path, sizeof path, "%s/%s", folder, GS_EXERCISE_TOML);
    status = gs_file_read(path, GS_MOST_TOML, &text, error);
    if (status != GS_OK && errno == EFBIG)
        return gs_fail(error, GS_USAGE, "%.300s: has more than 64 KiB; make it shorter", path);
    if (status != GS_OK)
        return status;
    status = gs_data_exercise_parse(resolved, path, text.data, text.length, out, error);
    free(text.data);
    if (status == GS_OK)
        status = find_reference(*out, folder, error);
    if (status == GS_OK)
        status = find_mistakes(*out, folder, error);
    if (status != GS_OK) {
        gs_data_exercise_release(*out);
        *out = NULL;
    }
    return status;
}

void gs_data_exercise_release(struct gs_data_exercise *data)
{
    if (data == NULL)
        return;
    for (unsigned k = 0; k < GS_MOST_PARAMETERS; k++) {
        gs_formula_release(data->right[k]);
        gs_formula_release(data->arrays[k].values);
    }
    for (size_t k = 0; k < data->slip_count; k++) {
        gs_formula_release(data->slips[k].value);
        gs_formula_release(data->slips[k].holds);
    }
    for (size_t k = 0; k < data->remark_count; k++)
        gs_formula_release(data->remarks[k].holds);
    gs_toml_release(data->tree);
    free(data);
}

/* ---- what it is ------------------------------------------------------------------------------ */

const struct gs_lesson_exercises *gs_data_exercise_lesson(const struct gs_data_exercise *data)
{
    return &data->lesson;
}

double gs_data_exercise_points(const struct gs_data_exercise *data)
{
    return data->points;
}

bool gs_data_exercise_has_reference(const struct gs_data_exercise *data)
{
    return data->has_reference;
}

bool gs_data_exercise_has_formulas(const struct gs_data_exercise *data)
{
    for (unsigned k = 0; k < GS_MOST_PARAMETERS; k++) {
        if (data->right[k] != NULL)
            return true; /* then each output has one */
    }
    return false;
}

const char *const *gs_data_exercise_mistakes(const struct gs_data_exercise *data)
{
    return data->mistakes;
}

const char *gs_data_exercise_folder(const struct gs_data_exercise *data)
{
    return data->folder;
}

uint64_t gs_data_exercise_fingerprint(const struct gs_data_exercise *data)
{
    return data->print;
}

double gs_data_exercise_scale(const struct gs_data_exercise *data, const struct gs_shape *shape)
{
    return gs_amount_at(data, &data->scale, shape);
}

const char *gs_data_exercise_says(const struct gs_data_exercise *data, const char *kind)
{
    const struct gs_toml *text = data != NULL ? gs_toml_get(data->sayings, kind) : NULL;
    return text != NULL ? text->text : NULL;
}

/* ---- its header ------------------------------------------------------------------------------ */

/* As lines of a comment, of at most 96 columns; an empty line of the text stays one. */
static void write_comment(FILE *out, const char *text)
{
    enum { COLUMNS = 96 };
    size_t column = 2;
    fputs(" *", out);
    while (*text != '\0') {
        size_t blanks = strspn(text, " \t\n"), word = strcspn(text + blanks, " \t\n");
        const char *first = memchr(text, '\n', blanks);
        bool paragraph =
            first != NULL && memchr(first + 1, '\n', (size_t)(text + blanks - first - 1));
        if (word > 0 && column > 2 && (paragraph || column + 1 + word > COLUMNS)) {
            fputs(paragraph ? "\n *\n *" : "\n *", out);
            column = 2;
        }
        if (word > 0)
            column += (size_t)fprintf(out, " %.*s", (int)word, text + blanks);
        text += blanks + word;
    }
    fputc('\n', out);
}

static const char *type_of(const struct gs_data_exercise *data, unsigned k)
{
    const struct gs_array *array = &data->parameters[k];
    bool is_size = array->role == GS_NUMBER && array->dtype == GS_U64;
    return is_size ? "size_t" : gs_dtype_c_name(array->dtype);
}

static void write_array(FILE *out, const struct gs_array *array, const struct gs_amount *length,
                        bool on_second)
{
    static const char *const homes[] = {
        [GS_HOME_DEVICE] = "on the device",
        [GS_HOME_PAGEABLE] = "on the host",
        [GS_HOME_PINNED] = "on the host, page-locked",
    };
    static const char *const roles[] = {
        [GS_INPUT] = "input", [GS_OUTPUT] = "output", [GS_UPDATED] = "changed in place"};
    fprintf(out, " *   %-12s %s, of length ", array->name, roles[array->role]);
    if (length->formula != NULL)
        fputs(length->formula, out);
    else
        fprintf(out, "%.0f", length->real);
    fprintf(out, ", %s\n", on_second ? "on device 1" : homes[array->home]);
}

static void write_parameters(FILE *out, const struct gs_data_exercise *data)
{
    for (unsigned k = 0; data->parameters[k].name != NULL; k++) {
        if (data->parameters[k].role != GS_NUMBER)
            write_array(out, &data->parameters[k], &data->arrays[k].length,
                        data->exercise.on_second >> k & 1);
    }
}

static void write_declaration(FILE *out, const struct gs_data_exercise *data)
{
    fprintf(out, "extern \"C\" void %s(", data->name);
    for (unsigned k = 0; data->parameters[k].name != NULL; k++) {
        const struct gs_array *array = &data->parameters[k];
        bool number = array->role == GS_NUMBER;
        fprintf(out, "%s%s%s%s%s", k > 0 ? ", " : "", array->role == GS_INPUT ? "const " : "",
                type_of(data, k), number ? " " : " *", array->name);
    }
    fputs(");\n", out);
}

/* A text that would end the comment is broken up. */
static void keep_comment(char *text)
{
    for (char *at = strstr(text, "*/"); at != NULL; at = strstr(at + 1, "*/"))
        at[1] = '|';
}

char *gs_data_exercise_header(const struct gs_data_exercise *data)
{
    char *comment = NULL, *text = NULL, guard[80];
    size_t comment_size = 0, size = 0;
    FILE *words = open_memstream(&comment, &comment_size);
    if (words == NULL)
        return NULL;
    write_comment(words, data->exercise.title);
    fputs(" *\n", words);
    write_comment(words, data->about);
    fputs(" *\n", words);
    write_parameters(words, data);
    fclose(words);
    keep_comment(comment);
    (void)snprintf(guard, sizeof guard, "%s_H", data->name);
    for (char *c = guard; *c != '\0'; c++)
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    FILE *out = open_memstream(&text, &size);
    if (out != NULL) {
        fprintf(out,
                "/*\n%s */\n#ifndef %s\n#define %s\n\n#include <stddef.h>\n#include "
                "<stdint.h>\n\n",
                comment, guard, guard);
        write_declaration(out, data);
        fputs("\n#endif\n", out);
        fclose(out);
    }
    free(comment);
    return text;
}
