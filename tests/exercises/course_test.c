/*
 * course_test GRIDSTRIDE FOLDER EXERCISE solution|others: checks the stub and the solution of an
 * exercise, or the other right answers and the mutants, with the program as a student would, and
 * compares what it says, in JSON and in SARIF.
 *
 * A mutant begins with the line   / * says: KIND: PART OF THE SENTENCE * /   and has the comment
 * "here" in the line that is to be named; without one, no line is to be named.
 */
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *gridstride, *exercise;
static int failures;

/* ---- one check ------------------------------------------------------------------------------- */

static json_t *check(const char *file, int *status)
{
    char command[8192];
    snprintf(command, sizeof command,
             "'%s' check %s '%s' --json --sarif log --seed 1 --device sim 2>stderr", gridstride,
             exercise, file);
    FILE *out = popen(command, "r");
    json_t *marks = out != NULL ? json_loadf(out, 0, NULL) : NULL;
    int ended = out != NULL ? pclose(out) : -1;
    *status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
    return marks;
}

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}

static void fail(const char *file, const char *what, const json_t *marks)
{
    char *words = json_dumps(marks, JSON_INDENT(1) | JSON_ENCODE_ANY);
    fprintf(stderr, "%s: %s\n%s\n", file, what,
            words != NULL ? words : "no marks; see stderr above");
    if (words == NULL && system("cat stderr >&2") != 0)
        fputs("(nothing there)\n", stderr);
    free(words);
    failures++;
}

/* ---- what is to be said ---------------------------------------------------------------------- */

static void expect_pass(const char *file)
{
    int status;
    json_t *marks = check(file, &status);
    if (status != 0 || strcmp(text_of(marks, "verdict"), "passed") != 0 ||
        !json_is_null(json_object_get(marks, "mistake")))
        fail(file, "is right, and did not pass", marks);
    json_decref(marks);
}

static bool has_text(const char *file, const char *text)
{
    char line[1024];
    bool found = false;
    FILE *in = fopen(file, "r");
    while (in != NULL && !found && fgets(line, sizeof line, in) != NULL)
        found = strstr(line, text) != NULL;
    if (in != NULL)
        fclose(in);
    return found;
}

/* A stub without the launch that the solution has is told so: any other cause is none of its own,
 * or gives something away. */
static void expect_fail(const char *file, const char *solution)
{
    int status;
    json_t *marks = check(file, &status);
    const json_t *mistake = json_object_get(marks, "mistake");
    if (status != 1 || strcmp(text_of(marks, "verdict"), "failed") != 0 ||
        text_of(mistake, "sentence")[0] == '\0')
        fail(file, "is a stub, and was not refused with a sentence", marks);
    if (has_text(solution, "<<<") && !has_text(file, "<<<") &&
        strcmp(text_of(mistake, "kind"), "no-kernel") != 0)
        fail(file, "launches nothing, and was not told so", marks);
    json_decref(marks);
}

struct expected {
    char kind[64], words[256];
    int line;
};

static bool read_expected(const char *file, struct expected *expected)
{
    char line[1024];
    FILE *in = fopen(file, "r");
    *expected = (struct expected){.line = 0};
    bool good = in != NULL && fgets(line, sizeof line, in) != NULL &&
                sscanf(line, "/* says: %63[^:]: %255[^\n]", expected->kind, expected->words) == 2;
    char *end = strstr(expected->words, " */");
    good = good && end != NULL;
    if (good)
        *end = '\0';
    for (int number = 2; good && fgets(line, sizeof line, in) != NULL; number++) {
        if (strstr(line, "/* here */") != NULL)
            expected->line = number;
    }
    if (in != NULL)
        fclose(in);
    return good;
}

/* What an editor is told: the mistake first, as an error, at its line; without a line, no line. */
static bool log_has(const struct expected *expected)
{
    json_t *log = json_load_file("log", 0, NULL);
    json_t *result = NULL, *places = NULL;
    int line = 0;
    bool good = json_unpack(log, "{s:[{s:[o]}]}", "runs", "results", &result) == 0 &&
                strcmp(text_of(result, "ruleId"), expected->kind) == 0 &&
                strcmp(text_of(result, "level"), "error") == 0 &&
                strcmp(text_of(json_object_get(result, "message"), "text"), "") != 0;
    places = json_object_get(result, "locations");
    json_unpack(json_array_get(places, 0), "{s:{s:{s:i}}}", "physicalLocation", "region",
                "startLine", &line);
    good = good && line == expected->line;
    json_decref(log);
    return good;
}

static void expect_mistake(const char *file)
{
    struct expected expected;
    int status;
    char what[512];
    if (!read_expected(file, &expected)) {
        fail(file, "does not begin with /* says: KIND: PART OF THE SENTENCE */", NULL);
        return;
    }
    json_t *marks = check(file, &status);
    const json_t *mistake = json_object_get(marks, "mistake");
    snprintf(what, sizeof what, "should be explained as %s, \"%s\", line %d", expected.kind,
             expected.words, expected.line);
    if (status != 1 || strcmp(text_of(mistake, "kind"), expected.kind) != 0 ||
        strstr(text_of(mistake, "sentence"), expected.words) == NULL ||
        json_integer_value(json_object_get(mistake, "line")) != expected.line)
        fail(file, what, marks);
    else if (!log_has(&expected))
        fail(file, "has another kind or line in SARIF than in JSON", marks);
    json_decref(marks);
}

/* ---- the files ------------------------------------------------------------------------------- */

static int is_source(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 3 && strcmp(entry->d_name + length - 3, ".cu") == 0;
}

/* Does it to each file of FOLDER/KIND/EXERCISE, of which there have to be some. */
static void for_files(const char *folder, const char *kind, int least, void (*what)(const char *))
{
    char path[4096];
    struct dirent **names = NULL;
    snprintf(path, sizeof path, "%s/%s/%s", folder, kind, exercise);
    int count = scandir(path, &names, is_source, alphasort);
    for (int i = 0; i < count; i++) {
        char file[4400];
        snprintf(file, sizeof file, "%s/%.255s", path, names[i]->d_name);
        what(file);
        free(names[i]);
    }
    free(names);
    if (count < least) {
        fprintf(stderr, "%s: has %d files, and should have %d\n", path, count < 0 ? 0 : count,
                least);
        failures++;
    }
    printf("%s: %d\n", kind, count);
}

int main(int argc, char **argv)
{
    char scratch[] = "/tmp/gridstride-course-XXXXXX", path[4096];
    bool solution = argc == 5 && strcmp(argv[4], "solution") == 0;
    bool others = argc == 5 && strcmp(argv[4], "others") == 0;
    if ((!solution && !others) || mkdtemp(scratch) == NULL || chdir(scratch) != 0) {
        fprintf(stderr, "usage: course_test GRIDSTRIDE FOLDER EXERCISE solution|others\n");
        return 2;
    }
    setenv("XDG_CACHE_HOME", scratch, 1);
    gridstride = argv[1];
    exercise = argv[3];
    if (solution) {
        char stub[4096];
        snprintf(stub, sizeof stub, "%s/%s.cu", argv[2], exercise);
        snprintf(path, sizeof path, "%s/solutions/%s.cu", argv[2], exercise);
        expect_fail(stub, path);
        expect_pass(path);
    } else {
        for_files(argv[2], "right", 2, expect_pass);
        for_files(argv[2], "mutants", 2, expect_mistake);
    }
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", scratch);
    if (chdir("/") != 0 || system(command) != 0)
        fprintf(stderr, "%s is left behind\n", scratch);
    return failures > 0;
}
