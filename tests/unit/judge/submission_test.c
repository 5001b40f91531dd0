/* From a source to a program, by this build's simt-cc, for the first exercise of lesson 3. */
#include "test.h"
#include "test_folder.h"

#include "compilers.h"
#include "submission.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];
static struct gs_error error;
static json_t *remarks;

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/gridstride-submission-XXXXXX");
    error = (struct gs_error){""};
    remarks = NULL;
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    json_decref(remarks);
    return gs_test_remove_folder(folder);
}

static struct gs_submission submission_of(const char *source)
{
    const struct gs_lesson_exercises *lesson;
    const struct gs_exercise *exercise;
    unsigned number;
    assert_int_equal(gs_exercise_find("vecadd", &lesson, &exercise, &number, &error), GS_OK);
    return (struct gs_submission){.lesson = lesson,
                                  .exercise = exercise,
                                  .source = source,
                                  .folder = folder,
                                  .sandbox = GS_SANDBOX_LIMITS};
}

static enum gs_status build(const char *source)
{
    const struct gs_submission submission = submission_of(source);
    return gs_submission_build(&submission, &remarks, &error);
}

static const char *write_bytes(const char *bytes, size_t length)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/handed-in.cu", folder);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, length, out), length);
    assert_int_equal(fclose(out), 0);
    return path;
}

static enum gs_status build_text(const char *text)
{
    return build(write_bytes(text, strlen(text)));
}

static const char *first(const char *key)
{
    const char *text = json_string_value(json_object_get(json_array_get(remarks, 0), key));
    return text != NULL ? text : "";
}

static int first_line(void)
{
    return (int)json_integer_value(json_object_get(json_array_get(remarks, 0), "line"));
}

/* Nobody is told where it was compiled. */
static void assert_no_folder(void)
{
    char *all = json_dumps(remarks, 0);
    assert_non_null(all);
    assert_null(strstr(all, folder));
    free(all);
}

static const char right[] =
    "#include \"vecadd.h\"\n"
    "__global__ void add(float *c, const float *a, const float *b, size_t n)\n"
    "{\n"
    "    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n)\n"
    "        c[i] = a[i] + b[i];\n"
    "}\n"
    "void vecadd(float *c, const float *a, const float *b, size_t n)\n"
    "{\n"
    "    add<<<(unsigned)(n / 256 + 1), 256>>>(c, a, b, n);\n"
    "}\n";

/* That with one piece replaced. */
static const char *changed(const char *piece, const char *by)
{
    static char text[4096];
    const char *found = strstr(right, piece);
    assert_non_null(found);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(found - right), right, by, found + strlen(piece));
    return text;
}

static void a_right_source_becomes_a_program(void **state)
{
    (void)state;
    char program[128];
    assert_int_equal(build_text(right), GS_OK);
    assert_int_equal(json_array_size(remarks), 0);
    snprintf(program, sizeof program, "%s/program", folder);
    assert_int_equal(access(program, X_OK), 0);
}

static void what_compiles_may_still_be_worth_a_sentence(void **state)
{
    (void)state;
    assert_int_equal(build_text(changed("+ b[i]", "+ 0.5 * b[i]")), GS_OK);
    assert_string_equal(first("kind"), "double-literal");
    assert_int_equal(first_line(), 6);
}

static void an_error_names_the_line_and_no_folder(void **state)
{
    (void)state;
    assert_int_equal(build_text(changed("b[i];", "b[i]")), GS_WRONG);
    assert_string_equal(first("kind"), "does-not-compile");
    assert_string_equal(first("sentence"), "A `;` is missing at the end of line 6.");
    assert_string_equal(first("text"), "c[i] = a[i] + b[i]");
    assert_contains(first("detail"), "vecadd.cu:6");
    assert_no_folder();
}

static void the_header_s_declaration_is_quoted(void **state)
{
    (void)state;
    assert_int_equal(
        build_text(changed("void vecadd(float *c, const float *a, const float *b, size_t",
                           "void vecadd(float *c, const float *a, const float *b, int")),
        GS_WRONG);
    assert_string_equal(first("kind"), "no-function");
    assert_contains(first("sentence"),
                    "`void vecadd(float *c, const float *a, const float *b, size_t n)`");
    assert_int_equal(first_line(), 8);
}

static void files_that_are_no_source_are_refused_in_words(void **state)
{
    (void)state;
    static char large[(1 << 20) + 2];
    assert_int_equal(build_text(" \n"), GS_WRONG);
    assert_contains(first("sentence"), "vecadd.cu is empty");
    json_decref(remarks);
    assert_int_equal(build(write_bytes("int x;\0", 7)), GS_WRONG);
    assert_contains(first("sentence"), "is no text");
    json_decref(remarks);
    memset(large, '/', sizeof large - 1);
    assert_int_equal(build_text(large), GS_WRONG);
    assert_contains(first("sentence"), "longer than 1 MiB");
    json_decref(remarks);
    assert_int_equal(build(folder), GS_WRONG);
    assert_contains(first("sentence"), "is no file");
}

static void a_file_that_is_not_there_is_the_user_s_error(void **state)
{
    (void)state;
    assert_int_equal(build("/nonexistent/vecadd.cu"), GS_USAGE);
    assert_one_line(error.text);
    assert_null(remarks);
}

static void what_an_exercise_has_no_use_for_is_refused(void **state)
{
    (void)state;
    assert_int_equal(build_text(changed("{\n    add", "{\n    system(\"x\");\n    add")), GS_WRONG);
    assert_string_equal(first("kind"), "not-allowed");
    assert_string_equal(first("sentence"),
                        "Line 10 calls `system`, which an exercise has no use for: take it out.");
    json_decref(remarks);
    assert_int_equal(build_text(changed("#include \"vecadd.h\"", "#include \"/dev/zero\"")),
                     GS_WRONG);
    assert_string_equal(first("kind"), "not-allowed");
    assert_int_equal(first_line(), 1);
}

static void what_is_too_much_for_the_compiler_ends(void **state)
{
    (void)state;
    assert_int_equal(build_text(changed("__global__", "char big[1ul << 30] = {1};\n"
                                                      "__global__")),
                     GS_WRONG);
    assert_string_equal(first("kind"), "compiler-limit");
    assert_contains(first("sentence"), "asks too much of it");
    assert_no_folder();
}

static void a_hash_names_the_text_and_nothing_of_where_it_lies(void **state)
{
    (void)state;
    char one[33], same[33], other[33], copy[128];
    struct gs_submission submission = submission_of(write_bytes(right, strlen(right)));
    assert_true(gs_submission_hash(&submission, one, &error));
    assert_int_equal(strlen(one), 32);
    assert_int_equal(strspn(one, "0123456789abcdef"), 32);
    snprintf(copy, sizeof copy, "%s/copy.cu", folder);
    assert_int_equal(rename(submission.source, copy), 0);
    submission.source = copy;
    assert_true(gs_submission_hash(&submission, same, &error));
    assert_string_equal(one, same);
    const char *text = changed("i < n", "i < m");
    submission.source = write_bytes(text, strlen(text));
    assert_true(gs_submission_hash(&submission, other, &error));
    assert_string_not_equal(one, other);
    submission.source = "/nonexistent/vecadd.cu";
    assert_false(gs_submission_hash(&submission, other, &error));
    assert_one_line(error.text);
}

/* Those of another one are left alone, and a check takes half as long again. */
static void precompiled_headers_are_for_the_compiler_of_checks(void **state)
{
    struct gs_tools tools;
    char path[GS_TOOL_PATH + 32], by[GS_TOOL_PATH] = "";
    (void)state;
    assert_int_equal(gs_tools_find(false, NULL, &tools, &error), GS_OK);
    *strrchr(tools.library, '/') = '\0';
    snprintf(path, sizeof path, "%s/precompiled/guarded.ii", tools.library);
    FILE *in = fopen(path, "r");
    if (in == NULL)
        skip(); /* made by gcc alone */
    assert_int_equal(fscanf(in, "%4095s", by), 1);
    fclose(in);
    assert_string_equal(strchr(tools.cxx, '=') + 1, by);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        TEST(a_right_source_becomes_a_program),
        TEST(what_compiles_may_still_be_worth_a_sentence),
        TEST(an_error_names_the_line_and_no_folder),
        TEST(the_header_s_declaration_is_quoted),
        TEST(files_that_are_no_source_are_refused_in_words),
        TEST(a_file_that_is_not_there_is_the_user_s_error),
        TEST(what_an_exercise_has_no_use_for_is_refused),
        TEST(what_is_too_much_for_the_compiler_ends),
        TEST(precompiled_headers_are_for_the_compiler_of_checks),
        TEST(a_hash_names_the_text_and_nothing_of_where_it_lies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
