/* corpus_test [--table] SOURCE PROGRAM SEEDS: runs each case of PROGRAM, which is SOURCE compiled
 * for inspection, under SEEDS schedules, and compares what the inspector reports with the marks in
 * SOURCE. README.md says what the marks mean.
 *
 * GRIDSTRIDE_CORPUS_SEEDS in the environment overrides SEEDS. Exit status: 0 all right, 1 a case
 * failed, 2 nothing could be tested. */
#define _GNU_SOURCE
#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    max_cases = 128,
    max_marks = 512,
    max_name = 64,
    max_line = 512,
    max_seeds = 100000,
    child_cpu_s = 60, /* the system ends a program that its own time limit did not */
};

static const char *const known_kinds[] = {
    "race-global",    "race-shared",    "race-warp",          "race-same-value",
    "missing-fence",  "syncwarp-mask",  "barrier-divergence", "barrier-after-exit",
    "out-of-bounds",  "misaligned",     "use-after-free",     "double-free",
    "invalid-free",   "host-pointer",   "device-pointer",     "uninitialised",
    "index-overflow", "invalid-launch", "unchecked-error",    "copy-kind",
    "leak",           "never-ends",     "race-streams",       "race-host",
};

/* One kind that may be reported on one line. */
struct mark {
    int case_index, line;
    char kind[max_name];
    /* The kinds of which one must be reported on one of the case's lines that ask for the same;
     * empty: none need be. */
    char wanted[max_name];
    long found; /* runs in which it was reported */
};

struct corpus {
    const char *source, *program;
    char cases[max_cases][max_name];
    int n_cases;
    struct mark marks[max_marks];
    int n_marks;
    long seeds;
    bool table;
    int n_faulty_found, n_right_silent, n_failures;
};

static void die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

static void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)fputs("corpus_test: ", stderr);
    (void)vfprintf(stderr, format, arguments);
    (void)fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

/* ---- the marks of a source ---- */

static bool is_known(const char *kind)
{
    for (size_t i = 0; i < sizeof known_kinds / sizeof known_kinds[0]; i++) {
        if (strcmp(kind, known_kinds[i]) == 0)
            return true;
    }
    return false;
}

static void add_mark(struct corpus *corpus, int line, const char *kind, const char *wanted)
{
    if (corpus->n_cases == 0)
        die("%s:%d: a mark ahead of the first case", corpus->source, line);
    if (!is_known(kind) || strlen(wanted) >= max_name)
        die("%s:%d: no kind of finding: '%s'", corpus->source, line, kind);
    if (corpus->n_marks == max_marks)
        die("%s: more than %d marks", corpus->source, max_marks);
    struct mark *mark = &corpus->marks[corpus->n_marks++];
    *mark = (struct mark){.case_index = corpus->n_cases - 1, .line = line};
    (void)snprintf(mark->kind, sizeof mark->kind, "%s", kind);
    (void)snprintf(mark->wanted, sizeof mark->wanted, "%s", wanted);
}

/* "A, B|C [D E]": A, and one of B and C, must be found; D and E may be. Overwrites `text`. */
static void read_mark(struct corpus *corpus, int line, char *text)
{
    char *rest, *tolerated = strchr(text, '[');
    if (tolerated)
        *tolerated++ = '\0';
    for (char *wanted = strtok_r(text, ", \n", &rest); wanted;
         wanted = strtok_r(NULL, ", \n", &rest)) {
        char either[max_line], *kinds;
        (void)snprintf(either, sizeof either, "%s", wanted);
        for (char *kind = strtok_r(either, "|", &kinds); kind; kind = strtok_r(NULL, "|", &kinds))
            add_mark(corpus, line, kind, wanted);
    }
    for (char *kind = tolerated ? strtok_r(tolerated, " ]\n", &rest) : NULL; kind;
         kind = strtok_r(NULL, " ]\n", &rest))
        add_mark(corpus, line, kind, "");
}

static void read_source(struct corpus *corpus)
{
    static const char case_word[] = "// case: ", fault_word[] = "// fault: ";
    char text[max_line];
    FILE *file = fopen(corpus->source, "r");
    if (!file)
        die("%s: %s", corpus->source, strerror(errno));
    for (int line = 1; fgets(text, sizeof text, file); line++) {
        char *fault = strstr(text, fault_word);
        if (strncmp(text, case_word, sizeof case_word - 1) == 0) {
            if (corpus->n_cases == max_cases)
                die("%s: more than %d cases", corpus->source, max_cases);
            (void)snprintf(corpus->cases[corpus->n_cases++], max_name, "%.*s",
                           (int)strcspn(text + sizeof case_word - 1, "\n"),
                           text + sizeof case_word - 1);
        } else if (fault) {
            read_mark(corpus, line, fault + sizeof fault_word - 1);
        }
    }
    (void)fclose(file);
}

/* The program must have the cases of the source, in its order. */
static void compare_cases(const struct corpus *corpus)
{
    char command[4096], text[max_line];
    int n = 0;
    (void)snprintf(command, sizeof command, "'%s' --list", corpus->program);
    FILE *list = popen(command, "r");
    if (!list)
        die("%s: %s", corpus->program, strerror(errno));
    for (; fgets(text, sizeof text, list); n++) {
        text[strcspn(text, "\n")] = '\0';
        if (n >= corpus->n_cases || strcmp(text, corpus->cases[n]) != 0)
            die("%s: the program has the case '%s' where the source has '%s'", corpus->source, text,
                n < corpus->n_cases ? corpus->cases[n] : "no more");
    }
    if (pclose(list) != 0 || n == 0 || n != corpus->n_cases)
        die("%s lists %d cases, the source has %d", corpus->program, n, corpus->n_cases);
}

static bool wants(const struct corpus *corpus, int case_index, const char *kind)
{
    for (int i = 0; i < corpus->n_marks; i++) {
        const struct mark *mark = &corpus->marks[i];
        if (mark->case_index == case_index && mark->wanted[0] != '\0' &&
            (!kind || strcmp(mark->kind, kind) == 0))
            return true;
    }
    return false;
}

/* ---- one run ---- */

static void set_number(const char *name, long value)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%ld", value);
    (void)setenv(name, text, 1);
}

/* In the child. */
static void run_program(const struct corpus *corpus, int case_index, long seed, const char *json)
{
    static const long resident[] = {2, 8, 3, 16};
    struct rlimit limit = {child_cpu_s, child_cpu_s};
    (void)setrlimit(RLIMIT_CPU, &limit);
    (void)setenv("SIMT_INSPECT_JSON", json, 1);
    set_number("SIMT_SEED", seed);
    set_number("SIMT_RESIDENT_BLOCKS", resident[(seed - 1) % 4]);
    if (wants(corpus, case_index, "never-ends"))
        (void)setenv("SIMT_TIMEOUT", "0.5", 1);
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
        _exit(126);
    (void)execl(corpus->program, corpus->program, corpus->cases[case_index], (char *)NULL);
    _exit(127);
}

/* The findings of a run, to be released by the caller, or NULL where it left none; `*status` as
 * waitpid() gives it. */
static json_t *run_case(const struct corpus *corpus, int case_index, long seed, int *status)
{
    char path[] = "/tmp/corpus_test.XXXXXX";
    int file = mkstemp(path);
    if (file < 0)
        die("%s: %s", path, strerror(errno));
    (void)close(file);
    (void)fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        die("fork: %s", strerror(errno));
    if (child == 0)
        run_program(corpus, case_index, seed, path);
    while (waitpid(child, status, 0) < 0 && errno == EINTR)
        continue;
    json_t *root = json_load_file(path, 0, NULL);
    json_t *findings = json_object_get(root, "findings");
    json_incref(findings);
    json_decref(root);
    (void)unlink(path);
    return findings;
}

/* ---- judging ---- */

static void fail(struct corpus *corpus, int case_index, long seed, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void fail(struct corpus *corpus, int case_index, long seed, const char *format, ...)
{
    FILE *out = corpus->table ? stderr : stdout;
    va_list arguments;
    va_start(arguments, format);
    (void)fprintf(out, "FAIL %s", corpus->cases[case_index]);
    if (seed > 0)
        (void)fprintf(out, " seed %ld", seed);
    (void)fputs(": ", out);
    (void)vfprintf(out, format, arguments);
    (void)fputc('\n', out);
    va_end(arguments);
}

static struct mark *mark_of(struct corpus *corpus, int case_index, json_int_t line,
                            const char *kind)
{
    for (int i = 0; i < corpus->n_marks; i++) {
        struct mark *mark = &corpus->marks[i];
        if (mark->case_index == case_index && mark->line == line && strcmp(mark->kind, kind) == 0)
            return mark;
    }
    return NULL;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Whether the source marks the finding, on both its lines where it has two; remembers that it was
 * found. */
static bool take_finding(struct corpus *corpus, int case_index, long seed, const json_t *finding)
{
    const char *kind = json_string_value(json_object_get(finding, "kind"));
    const char *file = json_string_value(json_object_get(finding, "file"));
    const char *sentence = json_string_value(json_object_get(finding, "sentence"));
    json_int_t line = json_integer_value(json_object_get(finding, "line"));
    json_int_t other = json_integer_value(json_object_get(finding, "other_line"));
    if (!kind || !file || !sentence) {
        fail(corpus, case_index, seed, "a finding without kind, file or sentence");
        return false;
    }
    bool two_sided = strncmp(kind, "race-", 5) == 0 || strcmp(kind, "missing-fence") == 0;
    struct mark *mark = mark_of(corpus, case_index, line, kind);
    struct mark *other_mark =
        two_sided && other > 0 ? mark_of(corpus, case_index, other, kind) : mark;
    if (strcmp(base_name(file), base_name(corpus->source)) == 0 && mark && other_mark) {
        mark->found++;
        other_mark->found += other_mark != mark;
        return true;
    }
    fail(corpus, case_index, seed, "not marked: %s at %s:%d (other line %d): %s", kind,
         base_name(file), (int)line, (int)other, sentence);
    return false;
}

static bool check_run(struct corpus *corpus, int case_index, long seed)
{
    int status = 0;
    size_t i;
    const json_t *finding;
    json_t *findings = run_case(corpus, case_index, seed, &status);
    bool good = json_is_array(findings);
    if (!good)
        fail(corpus, case_index, seed, "no findings file was written (wait status %#x)",
             (unsigned)status);
    bool any = false; /* that is more than a remark */
    json_array_foreach(findings, i, finding)
    {
        good &= take_finding(corpus, case_index, seed, finding);
        any |= !json_is_true(json_object_get(finding, "remark"));
    }
    json_decref(findings);
    bool zero = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    /* An access of the host's to device memory ends the program. */
    bool ends = WIFEXITED(status) || (WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV &&
                                      wants(corpus, case_index, "device-pointer"));
    if (good && (!ends || (any ? zero : !zero && !wants(corpus, case_index, NULL)))) {
        fail(corpus, case_index, seed, "%s and wait status %#x", any ? "findings" : "no findings",
             (unsigned)status);
        good = false;
    }
    return good;
}

/* Whether one of the lines that ask for `wanted` was reported in some run. */
static bool was_found(const struct corpus *corpus, int case_index, const char *wanted)
{
    for (int i = 0; i < corpus->n_marks; i++) {
        const struct mark *mark = &corpus->marks[i];
        if (mark->case_index == case_index && mark->found > 0 && strcmp(mark->wanted, wanted) == 0)
            return true;
    }
    return false;
}

static bool check_found(struct corpus *corpus, int case_index)
{
    bool good = true;
    for (int i = 0; i < corpus->n_marks; i++) {
        const struct mark *mark = &corpus->marks[i];
        if (mark->case_index != case_index || mark->wanted[0] == '\0' ||
            was_found(corpus, case_index, mark->wanted))
            continue;
        bool told = false;
        for (int k = 0; k < i; k++)
            told |= corpus->marks[k].case_index == case_index &&
                    strcmp(corpus->marks[k].wanted, mark->wanted) == 0;
        if (!told)
            fail(corpus, case_index, 0, "%s was never reported, expected at line %d", mark->wanted,
                 mark->line);
        good = false;
    }
    return good;
}

static void print_rows(const struct corpus *corpus, int case_index)
{
    bool faulty = false;
    for (int i = 0; i < corpus->n_marks; i++) {
        const struct mark *mark = &corpus->marks[i];
        if (mark->case_index != case_index || mark->wanted[0] == '\0')
            continue;
        faulty = true;
        printf("%s,%s,%d,%s\n", corpus->cases[case_index], mark->kind, mark->line,
               mark->found > 0 ? "yes" : "no");
    }
    if (!faulty)
        printf("%s,,,\n", corpus->cases[case_index]);
}

static void check_case(struct corpus *corpus, int case_index)
{
    bool good = true;
    for (long seed = 1; seed <= corpus->seeds; seed++)
        good &= check_run(corpus, case_index, seed);
    good &= check_found(corpus, case_index);
    if (!good)
        corpus->n_failures++;
    else if (wants(corpus, case_index, NULL))
        corpus->n_faulty_found++;
    else
        corpus->n_right_silent++;
    if (corpus->table)
        print_rows(corpus, case_index);
}

static long read_seeds(const char *text)
{
    char *end;
    long seeds = strtol(text, &end, 10);
    if (end == text || *end != '\0' || seeds < 1 || seeds > max_seeds)
        die("'%s' is no number of seeds: give 1 to %d", text, max_seeds);
    return seeds;
}

int main(int argc, char **argv)
{
    static struct corpus corpus;
    corpus.table = argc > 1 && strcmp(argv[1], "--table") == 0;
    if (argc != 4 + corpus.table)
        die("usage: corpus_test [--table] SOURCE PROGRAM SEEDS");
    argv += corpus.table;
    corpus.source = argv[1];
    corpus.program = argv[2];
    const char *seeds = getenv("GRIDSTRIDE_CORPUS_SEEDS");
    corpus.seeds = read_seeds(seeds && *seeds ? seeds : argv[3]);
    read_source(&corpus);
    compare_cases(&corpus);
    if (corpus.table)
        printf("case,kind,line,found\n");
    for (int i = 0; i < corpus.n_cases; i++)
        check_case(&corpus, i);
    (void)fprintf(corpus.table ? stderr : stdout, "%d faulty found, %d right silent, %d failures\n",
                  corpus.n_faulty_found, corpus.n_right_silent, corpus.n_failures);
    return corpus.n_failures > 0;
}
