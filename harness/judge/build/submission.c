#include "submission.h"

#include "call_targets.h"
#include "compile_message.h"
#include "double_use.h"
#include "files.h"
#include "remark.h"
#include "source_rules.h"
#include "source_slips.h"
#include "submission_tools.h"
#include "symbols.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_SOURCE = 1 << 20, MOST_TOKENS = 16 << 20, MOST_DECLARATION = 480 };

/* A submission on its way to a program. */
struct building {
    const struct gs_submission *submission;
    struct gs_tools tools;
    struct gs_source source;
    char *text, *header_text; /* of the student's file; of the exercise's */
    size_t length;
    char file[96], header[96], declared[MOST_DECLARATION];
    json_t *remarks;
};

/* ---- reading --------------------------------------------------------------------------------- */

static enum gs_status refuse_file(struct building *building, const char *why)
{
    gs_remark_add(building->remarks, "does-not-compile", &building->source, 0, "", "%.95s %s.",
                  building->file, why);
    return GS_WRONG;
}

/* Some compilers begin a new line at it, and some do not: a comment would end in one alone. */
static bool has_lone_return(const char *text, size_t length)
{
    for (const char *at = memchr(text, '\r', length); at != NULL;
         at = memchr(at + 1, '\r', length - (size_t)(at + 1 - text))) {
        if (at[1] != '\n') /* 0 behind the last */
            return true;
    }
    return false;
}

static enum gs_status check_text(struct building *building, const char *text, size_t length)
{
    if (length == 0 || strspn(text, " \t\r\n") == length)
        return refuse_file(building, "is empty: write the function that the exercise asks for");
    if (memchr(text, '\0', length) != NULL)
        return refuse_file(building, "is no text: it has bytes of value 0 in it");
    if (has_lone_return(text, length))
        return refuse_file(building, "has a carriage return in the middle of a line: save it with "
                                     "the line ends of Linux or Windows");
    return GS_OK;
}

static enum gs_status read_source(struct building *building, struct gs_error *error)
{
    struct gs_text text;
    enum gs_status status = gs_file_read(building->submission->source, MOST_SOURCE, &text, error);
    if (status != GS_OK && errno == EFBIG)
        return refuse_file(building, "is longer than 1 MiB, which no exercise needs");
    if (status != GS_OK)
        return errno == EINVAL ? refuse_file(building, "is no file that could be compiled")
                               : status;
    building->text = text.data;
    building->length = text.length;
    building->source.text = building->text;
    return check_text(building, text.data, text.length);
}

static enum gs_status read_header(const struct building *building, struct gs_text *text,
                                  struct gs_error *error)
{
    return gs_exercise_text(building->submission->lesson, building->submission->exercise, GS_HEADER,
                            text, error);
}

/* What the header declares, without the declaration's line breaks: from its line's begin, or what
 * stands there before it, to the closing bracket. */
static void find_declaration(struct building *building, const char *text)
{
    const char *entry = building->submission->exercise->entry, *name = NULL;
    size_t length = strlen(entry), used = 0;
    for (const char *at = strstr(text, entry); at != NULL; at = strstr(at + 1, entry)) {
        const char *close = at[length] == '(' ? strchr(at, ')') : NULL;
        if (close != NULL && close[1] == ';' && at > text && strchr(" *", at[-1]) != NULL)
            name = at;
    }
    if (name == NULL)
        return;
    const char *end = strchr(name, ')') + 1;
    while (name > text && strchr("\n\"", name[-1]) == NULL)
        name--;
    for (name += strspn(name, " \t"); name < end && used + 1 < MOST_DECLARATION; name++) {
        bool blank = isspace((unsigned char)*name) != 0;
        if (!blank || !isspace((unsigned char)name[-1]))
            building->declared[used++] = (char)(blank ? ' ' : *name);
    }
    building->declared[used] = '\0';
}

/* ---- the folder ------------------------------------------------------------------------------ */

static enum gs_status write_file(const struct building *building, const char *name,
                                 const char *text, size_t length, struct gs_error *error)
{
    char path[GS_TOOL_PATH];
    snprintf(path, sizeof path, "%s/%s", building->submission->folder, name);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    bool good = out != NULL && fwrite(text, 1, length, out) == length;
    if (out != NULL)
        good = fclose(out) == 0 && good;
    else if (fd >= 0)
        close(fd);
    return good ? GS_OK
                : gs_fail(error, GS_USAGE, "cannot write %.300s: %s", path, strerror(errno));
}

static enum gs_status fill_folder(struct building *building, struct gs_error *error)
{
    struct gs_text header = {0};
    enum gs_status status = read_header(building, &header, error);
    building->header_text = header.data;
    building->source.header = header.data;
    if (status == GS_OK) {
        find_declaration(building, header.data);
        status = write_file(building, building->header, header.data, header.length, error);
    }
    if (status == GS_OK)
        status = write_file(building, building->file, building->text, building->length, error);
    if (status == GS_OK)
        status = write_file(building, "targets.ld", gs_call_targets_script,
                            strlen(gs_call_targets_script), error);
    return status;
}

/* ---- linker and compiler at work ------------------------------------------------------------- */

/* "-Wl,--wrap=clock,--wrap=time,..." */
static void name_wraps(char *options, size_t size)
{
    size_t length = (size_t)snprintf(options, size, "-Wl");
    for (size_t i = 0; gs_wrapped_by_runner[i] != NULL && length < size; i++)
        length += (size_t)snprintf(options + length, size - length, ",--wrap=%s",
                                   gs_wrapped_by_runner[i]);
}

/* Of an object file, or of a source. */
static enum gs_status run_linker(const struct building *building, const char *from,
                                 const char *program, struct gs_tool_run *run,
                                 struct gs_error *error)
{
    char entry[128], wraps[2048];
    bool cuda = building->submission->cuda;
    bool guarded = strcmp(from, "student.o") == 0;
    snprintf(entry, sizeof entry, "%s--defsym=gs_entry=%s", cuda ? "" : "-Wl,",
             building->submission->exercise->entry);
    name_wraps(wraps, sizeof wraps);
    const char *const simulator[] = {
        "--inspect", from, building->tools.runner, "-o", program, entry, wraps, "-lffi",
        /* all are needed, and to see that takes the linker time */
        "-Wl,--no-as-needed", "-Wl,-T,targets.ld",
        guarded ? "targets.s" : NULL, /* these are written with the object */
        "-Wl,@targets.txt", NULL};
    const char *const nvidia[] = {building->tools.architecture,
                                  from,
                                  building->tools.runner,
                                  "-o",
                                  program,
                                  "-Xlinker",
                                  entry,
                                  "-cudart",
                                  "static",
                                  "-L",
                                  building->tools.linked,
                                  "-lffi",
                                  NULL};
    return gs_tools_run(&building->tools, building->submission, cuda ? nvidia : simulator, run,
                        error);
}

/* Whether the tools make a program of a source with nothing in it: then what went wrong before is
 * of the student's making, and else of the environment's. */
static bool tools_work(const struct building *building)
{
    char text[160];
    struct gs_error ignored;
    struct gs_tool_run run = {0};
    int length = snprintf(text, sizeof text, "extern \"C\" void %.100s() {}\n",
                          building->submission->exercise->entry);
    bool good = write_file(building, "probe.cu", text, (size_t)length, &ignored) == GS_OK &&
                run_linker(building, "probe.cu", "probe", &run, &ignored) == GS_OK &&
                run.outcome.ending == GS_ENDED && run.outcome.status == 0;
    free(run.output);
    return good;
}

/* ---- compiling ------------------------------------------------------------------------------- */

/* Messages of a compiler that did not get to its end. */
static bool ran_out(const struct gs_tool_run *run)
{
    static const char *const signs[] = {"Killed",
                                        "out of memory",
                                        "memory exhausted",
                                        "SIGXCPU",
                                        "File size limit",
                                        "file too large",
                                        "File too large",
                                        "internal compiler error",
                                        "Segmentation fault",
                                        "Cannot allocate memory",
                                        "std::bad_alloc"};
    if (run->outcome.ending != GS_ENDED)
        return true;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (strstr(run->output, signs[i]) != NULL)
            return true;
    }
    return false;
}

static enum gs_status say_limit(struct building *building, const struct gs_tool_run *run)
{
    if (run->outcome.ending != GS_ENDED && run->outcome.how[0] != '\0')
        gs_remark_add(building->remarks, "compiler-limit", &building->source, 0, "",
                      "The compiler %.150s: %.95s asks too much of it.", run->outcome.how,
                      building->file);
    else
        gs_remark_add(building->remarks, "compiler-limit", &building->source, 0, "",
                      "The compiler gave up: %.95s asks too much of it.", building->file);
    return GS_WRONG;
}

static const char missing_library[] = "cannot find -l";

/* The line of what a tool said that tells most: the first one with such a word, or the first. */
static const char *telling_line(const char *output)
{
    static const char *const words[] = {missing_library, "rror: ", "relocation truncated",
                                        "undefined", "multiple"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *found = strstr(output, words[i]);
        while (found != NULL && found > output && found[-1] != '\n')
            found--;
        if (found != NULL)
            return found;
    }
    return output;
}

/* A failure that is none of the known ones. */
static enum gs_status say_tool_failed(struct building *building, const struct gs_tool_run *run,
                                      struct gs_error *error)
{
    const char *line = telling_line(run->output), *tool = strrchr(building->tools.compiler, '/');
    int length = (int)strcspn(line, "\n");
    tool = tool != NULL ? tool + 1 : building->tools.compiler;
    if (!tools_work(building))
        return gs_fail(error, GS_USAGE, "%.200s failed: %.*s%s", tool, length < 200 ? length : 200,
                       line,
                       strstr(run->output, missing_library) == NULL
                           ? ""
                           : "; install what a check needs: apt install g++ libffi-dev "
                             "libdw-dev libelf-dev libjansson-dev");
    if (strstr(run->output, "relocation truncated") != NULL)
        gs_remark_add(building->remarks, "compiler-limit", &building->source, 0, "",
                      "The global arrays of %.95s are larger than a program may be (2 GiB). "
                      "Allocate what you need in the function.",
                      building->file);
    else
        gs_remark_add(building->remarks, "does-not-compile", &building->source, 0, run->output,
                      "No program can be made of %.95s. The compiler says: %.*s", building->file,
                      length < 200 ? length : 200, line);
    return GS_WRONG;
}

static struct gs_compiled compiled_of(const struct building *building,
                                      const struct gs_tool_run *run)
{
    return (struct gs_compiled){.source = &building->source,
                                .file = building->file,
                                .header = building->header,
                                .declared = building->declared,
                                .folder = building->submission->folder,
                                .output = run->output};
}

static enum gs_status judge_compiler(struct building *building, const struct gs_tool_run *run,
                                     struct gs_error *error)
{
    const struct gs_compiled compiled = compiled_of(building, run);
    bool succeeded = run->outcome.ending == GS_ENDED && run->outcome.status == 0;
    if (succeeded)
        return GS_OK;
    gs_compile_errors(&compiled, building->remarks);
    if (json_array_size(building->remarks) > 0)
        return GS_WRONG;
    return ran_out(run) ? say_limit(building, run) : say_tool_failed(building, run, error);
}

/* A text that a tool wrote into the folder, the caller's; NULL: it did not get that far. */
static enum gs_status read_written(const struct building *building, const char *name, char **out,
                                   struct gs_error *error)
{
    char path[GS_TOOL_PATH];
    struct gs_text text;
    snprintf(path, sizeof path, "%s/%s", building->submission->folder, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    *out = NULL;
    if (fd < 0)
        return GS_OK;
    bool good = gs_read_all(fd, MOST_TOKENS, &text);
    close(fd);
    if (!good)
        return gs_out_of_memory(error);
    *out = text.data;
    return GS_OK;
}

/* What simt-cc wrote of the source. */
static enum gs_status read_tokens(struct building *building, struct gs_error *error)
{
    char *text;
    enum gs_status status = read_written(building, "tokens", &text, error);
    if (text != NULL && !gs_source_read_tokens(&building->source, text))
        return gs_out_of_memory(error);
    return status;
}

/* Each word is looked at, and some are looked for in all of the others: that takes the grader's own
 * time. No solution has 1000 of them. */
static bool is_too_long(struct building *building)
{
    enum { MOST_WORDS = 20000 };
    const struct gs_source *source = &building->source;
    const size_t words = source->written.count > source->compiled.count ? source->written.count
                                                                        : source->compiled.count;
    if (words > MOST_WORDS)
        gs_remark_add(building->remarks, "compiler-limit", source, 0, "",
                      "%.95s asks too much: it has %zu words and signs, with those that its macros "
                      "make, and %d are the most.",
                      building->file, words, (int)MOST_WORDS);
    return words > MOST_WORDS;
}

/* Of the rules, what stands in the file counts, also where it does not compile. */
static enum gs_status judge_source(struct building *building, const struct gs_tool_run *run,
                                   struct gs_error *error)
{
    enum gs_status status = read_tokens(building, error);
    if (status != GS_OK)
        return status;
    if (is_too_long(building))
        return GS_WRONG;
    gs_source_check_rules(&building->source, building->remarks);
    if (json_array_size(building->remarks) > 0)
        return GS_WRONG;
    status = judge_compiler(building, run, error);
    return status == GS_OK && !building->source.complete ? say_limit(building, run) : status;
}

/* What g++ wrote of the program's statements; other compilers write none. */
static enum gs_status check_statements(struct building *building, struct gs_error *error)
{
    char *text;
    enum gs_status status = read_written(building, "gimple", &text, error);
    if (text != NULL)
        gs_gimple_check_double(&building->source, building->submission->exercise, building->file,
                               text, building->remarks);
    free(text);
    return status;
}

/* A GPU gets what has passed on the simulator, so that its source was judged there. */
static enum gs_status compile(struct building *building, struct gs_error *error)
{
    const char *const simulator[] = {"--inspect",
                                     "--guard-calls",
                                     "-c",
                                     building->file,
                                     "-o",
                                     "student.o",
                                     "--tokens",
                                     "tokens",
                                     "--gimple",
                                     "gimple",
                                     "-Wall",
                                     "-Wextra",
                                     "-Wshadow",
                                     "-Wdouble-promotion",
                                     "-Wfloat-conversion",
                                     "-fmax-errors=20",
                                     NULL};
    const char *const cuda[] = {
        "-O2",       "-std=c++17", building->tools.architecture, "-c", building->file, "-o",
        "student.o", NULL};
    bool on_gpu = building->submission->cuda;
    struct gs_tool_run run;
    enum gs_status status = gs_tools_run(&building->tools, building->submission,
                                         on_gpu ? cuda : simulator, &run, error);
    if (status == GS_OK)
        status =
            on_gpu ? judge_compiler(building, &run, error) : judge_source(building, &run, error);
    if (status == GS_OK && !on_gpu) {
        const struct gs_compiled compiled = compiled_of(building, &run);
        const bool in_double = !gs_exercise_avoids_double(building->submission->exercise);
        /* What stands in the source tells more than that a float was converted. */
        if (!in_double)
            gs_source_check_double(&building->source, building->submission->exercise,
                                   building->remarks);
        gs_compile_doubles(&compiled, building->remarks);
        if (!in_double && json_array_size(building->remarks) == 0)
            status = check_statements(building, error);
        gs_source_check_slips(&building->source, building->remarks);
        gs_compile_warnings(&compiled, building->remarks);
    }
    free(run.output);
    return status;
}

/* ---- what it calls --------------------------------------------------------------------------- */

/* For the linker: where the object may jump to. */
static enum gs_status write_targets(struct building *building, const struct gs_object *object,
                                    struct gs_error *error)
{
    struct gs_call_targets targets;
    enum gs_status status = gs_call_targets(object, building->remarks, &targets, error);
    if (status == GS_OK)
        status = write_file(building, "targets.s", targets.source, strlen(targets.source), error);
    if (status == GS_OK)
        status =
            write_file(building, "targets.txt", targets.options, strlen(targets.options), error);
    gs_call_targets_release(&targets);
    return status;
}

/* Adds what was found against it, ahead of the warnings that are there. */
static enum gs_status look_at_object(struct building *building, struct gs_error *error)
{
    char path[GS_TOOL_PATH];
    json_t *warnings = building->remarks;
    snprintf(path, sizeof path, "%s/student.o", building->submission->folder);
    const struct gs_object object = {.path = path,
                                     .source = &building->source,
                                     .file = building->file,
                                     .header = building->header,
                                     .entry = building->submission->exercise->entry,
                                     .declared = building->declared};
    building->remarks = json_array();
    enum gs_status status = gs_symbols_check(&object, building->remarks, error);
    if (status == GS_OK)
        status = write_targets(building, &object, error);
    if (status == GS_OK) {
        gs_source_check_calls(&building->source, building->remarks, warnings);
        gs_source_check_headers(&building->source, building->header, building->remarks);
    }
    if (status == GS_OK && json_array_size(building->remarks) > 0)
        status = GS_WRONG;
    json_array_extend(building->remarks, warnings);
    json_decref(warnings);
    return status;
}

/* ---- linking --------------------------------------------------------------------------------- */

/* Of "undefined reference to `name'" or "undefined symbol: name". */
static bool find_undefined(const char *output, char *name, size_t size)
{
    static const char *const signs[] = {"undefined reference to `", "undefined symbol: "};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        const char *found = strstr(output, signs[i]);
        if (found == NULL)
            continue;
        found += strlen(signs[i]);
        snprintf(name, size, "%.*s", (int)strcspn(found, "'\n"), found);
        return true;
    }
    return false;
}

static enum gs_status judge_linker(struct building *building, const struct gs_tool_run *run,
                                   struct gs_error *error)
{
    char name[200], plain[200];
    if (run->outcome.ending == GS_ENDED && run->outcome.status == 0)
        return GS_OK;
    if (ran_out(run))
        return say_limit(building, run);
    bool found = find_undefined(run->output, name, sizeof name);
    snprintf(plain, sizeof plain, "%.*s", found ? (int)strcspn(name, "(<") : 0, name);
    if (!found || strstr(building->text, plain) == NULL)
        return say_tool_failed(building, run, error);
    gs_remark_add(building->remarks, "does-not-compile", &building->source,
                  gs_source_find(&building->source, plain), "",
                  "`%.190s` is used, and defined nowhere.", name);
    return GS_WRONG;
}

static enum gs_status link_program(struct building *building, struct gs_error *error)
{
    struct gs_tool_run run;
    enum gs_status status = run_linker(building, "student.o", "program", &run, error);
    if (status == GS_OK)
        status = judge_linker(building, &run, error);
    free(run.output);
    return status;
}

/* ---- all together ---------------------------------------------------------------------------- */

static struct building begin(const struct gs_submission *submission)
{
    struct building building = {.submission = submission, .remarks = json_array()};
    snprintf(building.file, sizeof building.file, "%.80s.cu", submission->exercise->name);
    snprintf(building.header, sizeof building.header, "%.80s.h", submission->exercise->name);
    return building;
}

enum gs_status gs_submission_build(const struct gs_submission *submission, json_t **remarks,
                                   struct gs_error *error)
{
    struct building building = begin(submission);
    enum gs_status status =
        gs_tools_find(submission->cuda, submission->tools, &building.tools, error);
    if (status == GS_OK)
        status = read_source(&building, error);
    if (status == GS_OK)
        status = fill_folder(&building, error);
    if (status == GS_OK)
        status = compile(&building, error);
    if (status == GS_OK && !submission->cuda)
        status = look_at_object(&building, error);
    if (status == GS_OK)
        status = link_program(&building, error);
    gs_source_release(&building.source);
    free(building.text);
    free(building.header_text);
    if (status != GS_OK && status != GS_WRONG) {
        json_decref(building.remarks);
        building.remarks = NULL;
    }
    *remarks = building.remarks;
    return status;
}
