/* Findings: one for each pair of lines, their words, and what is printed and written of them.
 * Compiled with -g. Findings are of reduce.cu, which is written here; the functions at the end give
 * sites in its lines. The findings of one test are there in the next. */
#include "test.h"

#include "finding.h"
#include "margin.h"
#include "operations.h"
#include "operations_json.h"
#include "report.h"
#include "race_why.h"
#include "sentence.h"
#include "sentence_race.h"

#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char program[] = "__global__ void reduce(float *x, float *total)\n" /* 1 */
                              "{\n"
                              "    int t = threadIdx.x;\n"
                              "    __shared__ float sum[64];\n"
                              "    sum[t] = x[t];\n" /* 5 */
                              "    for (int stride = 32; stride > 0; stride /= 2) {\n"
                              "        // __syncthreads();\n"
                              "        sum[t] += sum[t + stride];\n" /* 8 */
                              "        __syncthreads();\n"
                              "        x[t] = sum[t] + 1;\n" /* 10 */
                              "    }\n"
                              "    total[0] = total[0] + sum[t];\n" /* 12 */
                              "    x[0] = sum[t]; /* \xe4 is no UTF-8 */\n"
                              "    sum[t] = 1; __syncthreads();\n"
                              "    x[t] = sum[t];\n" /* 15 */
                              "    __syncthreads(); sum[t] = 2;\n"
                              "    x[t] = sum[t];\n"
                              "}\n";

static const void *site_5(void);
static const void *site_8(void);
static const void *other_site_8(void);
static const void *site_10(void);
static const void *site_12(void);
static const void *site_13(void);
static const void *site_14(void);
static const void *site_15(void);
static const void *site_16(void);
static const void *site_17(void);

static char kernel[] = "reduce";
static const struct simt_launch_info launch = {
    .number = 2,
    .grid = {4, 2, 1},
    .block = {64, 1, 1},
    .kernel = kernel,
    .file = "reduce.cu",
    .line = 20,
};

/* Of the array that the counts' owner gives. */
json_t *simt_counts_json(void)
{
    return json_pack("[{s: s}]", "kernel", "reduce");
}

/* Of the operations' owner. */
json_t *simt_totals_json(void)
{
    return json_pack("{s: i}", "launches", 2);
}

json_t *simt_crossings_json(void)
{
    return json_pack("{s: i}", "results", 0);
}

json_t *simt_operations_json(void)
{
    return json_pack("[{s: s}]", "do", "launch");
}

size_t simt_operations_count(void)
{
    return 4;
}

static struct simt_party reader(const void *site, uint64_t block, unsigned thread)
{
    return (struct simt_party){.site = site,
                               .is_thread = true,
                               .thread = {block, thread},
                               .has_access = true,
                               .access = SIMT_ACCESS_READ,
                               .bytes = 4};
}

static struct simt_party writer(const void *site, uint64_t block, unsigned thread)
{
    struct simt_party party = reader(site, block, thread);
    party.access = SIMT_ACCESS_WRITE;
    return party;
}

static void add(enum simt_finding_kind kind, const void *site, const void *other)
{
    struct simt_finding finding = {.kind = kind, .subject = "sum[32]", .sentence = "It is wrong."};
    finding.first = reader(site, 1, 0);
    if (other != NULL)
        finding.second = writer(other, 1, 32);
    simt_finding_add(&finding, &launch);
}

/* The last of the findings. */
static const struct simt_finding_record *last(void)
{
    return simt_finding_get(simt_finding_count() - 1);
}

/* ---- the table ---- */

static void one_finding_for_a_pair_of_lines(void **state)
{
    (void)state;
    enum simt_finding_kind kind = SIMT_FINDING_RACE_SHARED;
    unsigned before = simt_finding_count();
    assert_false(simt_finding_known(kind, site_8(), site_10()));
    add(kind, site_8(), site_10());
    assert_int_equal(simt_finding_count(), before + 1);
    assert_true(simt_finding_known(kind, site_8(), site_10()));
    assert_true(simt_finding_known(kind, site_10(), site_8()));
    assert_ptr_not_equal(site_8(), other_site_8());
    assert_true(simt_finding_known(kind, other_site_8(), site_10()));
    assert_true(simt_finding_known(kind, site_10(), other_site_8()));
    add(kind, site_10(), other_site_8());
    assert_int_equal(simt_finding_count(), before + 1);
    assert_int_equal(last()->count, 6);
}

static void other_lines_and_kinds_are_other_findings(void **state)
{
    (void)state;
    unsigned before = simt_finding_count();
    assert_false(simt_finding_known(SIMT_FINDING_RACE_SHARED, site_8(), site_8()));
    assert_false(simt_finding_known(SIMT_FINDING_RACE_SHARED, site_8(), NULL));
    assert_false(simt_finding_known(SIMT_FINDING_RACE_GLOBAL, site_8(), site_10()));
    assert_false(simt_finding_known(SIMT_FINDING_UNINITIALISED, site_8(), NULL));
    add(SIMT_FINDING_RACE_SHARED, site_8(), other_site_8());
    add(SIMT_FINDING_UNINITIALISED, site_8(), NULL);
    assert_int_equal(simt_finding_count(), before + 2);
    assert_true(simt_finding_known(SIMT_FINDING_RACE_SHARED, site_8(), site_8()));
    assert_true(simt_finding_known(SIMT_FINDING_UNINITIALISED, other_site_8(), NULL));
    assert_false(simt_finding_known(SIMT_FINDING_UNINITIALISED, site_10(), NULL));
    assert_false(simt_finding_known(SIMT_FINDING_OUT_OF_BOUNDS, site_8(), NULL));
}

static void the_widest_race_is_kept(void **state)
{
    (void)state;
    unsigned before = simt_finding_count();
    add(SIMT_FINDING_RACE_SAME_VALUE, site_5(), site_5());
    assert_false(simt_finding_known(SIMT_FINDING_RACE_WARP, site_5(), site_5()));
    add(SIMT_FINDING_RACE_WARP, site_5(), site_5());
    assert_int_equal(simt_finding_count(), before + 1);
    assert_int_equal(last()->finding.kind, SIMT_FINDING_RACE_WARP);
    assert_false(simt_finding_known(SIMT_FINDING_RACE_GLOBAL, site_5(), site_5()));
    add(SIMT_FINDING_RACE_GLOBAL, site_5(), site_5());
    assert_true(simt_finding_known(SIMT_FINDING_RACE_WARP, site_5(), site_5()));
    assert_true(simt_finding_known(SIMT_FINDING_RACE_SAME_VALUE, site_5(), site_5()));
    add(SIMT_FINDING_RACE_WARP, site_5(), site_5());
    assert_int_equal(simt_finding_count(), before + 1);
    assert_int_equal(last()->finding.kind, SIMT_FINDING_RACE_GLOBAL);
    assert_int_equal(last()->count, 6);
    /* Two memories are two matters. */
    assert_false(simt_finding_known(SIMT_FINDING_RACE_SHARED, site_5(), site_5()));
    /* Where threads also meet that no flag told of, it is no fence that lacks. */
    assert_true(simt_finding_known(SIMT_FINDING_MISSING_FENCE, site_5(), site_5()));
    /* What is no race is not kept back by one. */
    assert_false(simt_finding_known(SIMT_FINDING_UNINITIALISED, site_5(), site_5()));
}

static void findings_without_a_site(void **state)
{
    (void)state;
    unsigned before = simt_finding_count();
    struct simt_finding finding = {.kind = SIMT_FINDING_INVALID_LAUNCH,
                                   .file = "reduce.cu",
                                   .line = 8,
                                   .sentence = "Too big."};
    simt_finding_add(&finding, &launch);
    simt_finding_add(&finding, &launch);
    assert_int_equal(simt_finding_count(), before + 1);
    assert_int_equal(last()->count, 2);
    assert_int_equal(last()->first.line, 8);
    assert_string_equal(last()->first_text, "sum[t] += sum[t + stride];");
    finding.line = 10;
    simt_finding_add(&finding, NULL);
    assert_int_equal(simt_finding_count(), before + 2);
    assert_false(simt_finding_known(SIMT_FINDING_INVALID_LAUNCH, NULL, NULL));
    /* Of no place at all: each is one. */
    finding =
        (struct simt_finding){.kind = SIMT_FINDING_UNCHECKED_ERROR, .sentence = "Nobody asked."};
    simt_finding_add(&finding, NULL);
    simt_finding_add(&finding, NULL);
    assert_int_equal(simt_finding_count(), before + 4);
}

static void places_without_lines_are_told_apart_by_address(void **state)
{
    (void)state;
    unsigned before = simt_finding_count();
    const void *one = (const void *)1, *two = (const void *)2;
    add(SIMT_FINDING_MISALIGNED, one, NULL);
    assert_true(simt_finding_known(SIMT_FINDING_MISALIGNED, one, NULL));
    assert_false(simt_finding_known(SIMT_FINDING_MISALIGNED, two, NULL));
    assert_int_equal(simt_finding_count(), before + 1);
}

/* More pairs than the table begins with. */
static void pairs_are_known_after_the_table_has_grown(void **state)
{
    (void)state;
    const char *base = (const char *)1000;
    unsigned before = simt_finding_count();
    for (int i = 0; i < 300; i++)
        add(SIMT_FINDING_MISSING_FENCE, base + i, base + 2 * i + 1);
    assert_int_equal(simt_finding_count(), before + 300);
    for (int i = 0; i < 300; i++)
        assert_true(simt_finding_known(SIMT_FINDING_MISSING_FENCE, base + 2 * i + 1, base + i));
    assert_int_equal(last()->count, 2);
    assert_null(simt_finding_get(before + 300));
}

static void texts_are_copied(void **state)
{
    (void)state;
    add(SIMT_FINDING_HOST_POINTER, site_5(), NULL);
    kernel[0] = 'X';
    assert_string_equal(last()->launch.kernel, "reduce");
    kernel[0] = 'r';
}

static void every_kind_has_a_name(void **state)
{
    (void)state;
    for (int i = 0; i < SIMT_FINDING_KINDS; i++) {
        assert_non_null(simt_finding_name((enum simt_finding_kind)i));
        for (int j = 0; j < i; j++)
            assert_string_not_equal(simt_finding_name((enum simt_finding_kind)i),
                                    simt_finding_name((enum simt_finding_kind)j));
    }
    assert_string_equal(simt_finding_name(SIMT_FINDING_RACE_GLOBAL), "race-global");
    assert_string_equal(simt_finding_name(SIMT_FINDING_NEVER_ENDS), "never-ends");
}

/* ---- words ---- */

static void threads_are_named_as_cuda_does(void **state)
{
    (void)state;
    static const struct {
        struct dim3 grid, block;
        struct simt_thread_id id;
        const char *words;
    } cases[] = {
        {{4, 1, 1}, {64, 1, 1}, {3, 33}, "thread 33 of block 3"},
        {{1, 1, 1}, {1, 1, 1}, {0, 0}, "thread 0 of block 0"},
        {{4, 2, 1}, {16, 16, 1}, {7, 33}, "thread (1,2) of block (3,1)"},
        {{2, 3, 4}, {4, 4, 4}, {23, 63}, "thread (3,3,3) of block (1,2,3)"},
        {{1, 3, 1}, {1, 1, 8}, {2, 5}, "thread (0,0,5) of block (0,2)"},
        {{2147483647, 65535, 65535},
         {1, 1, 1},
         {2147483647ull * 65535 * 65535 - 1, 0},
         "thread 0 of block (2147483646,65534,65534)"},
    };
    char words[128];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct simt_launch_info of = {.number = 1, .grid = cases[i].grid, .block = cases[i].block};
        simt_thread_words(&of, cases[i].id, words, sizeof words);
        assert_string_equal(words, cases[i].words);
    }
    simt_thread_words(NULL, (struct simt_thread_id){70, 80}, words, sizeof words);
    assert_string_equal(words, "thread 80 of block 70");
    simt_thread_words(NULL, (struct simt_thread_id){70, 80}, words, 7);
    assert_string_equal(words, "thread");
}

struct sentence_case {
    enum simt_finding_kind kind;
    struct simt_party first, second;
    enum simt_ordered order;
    const char *value;
    const char *has[4];
    const char *has_not;
};

static void expect_sentence(const struct sentence_case *c)
{
    struct simt_finding finding = {.kind = c->kind, .first = c->first, .second = c->second};
    finding.why = simt_race_why(&finding, c->order);
    simt_say_race(&finding, c->value);
    assert_one_line(finding.sentence);
    assert_true(strlen(finding.sentence) < sizeof finding.sentence - 40); /* longer names fit */
    size_t length = strlen(finding.sentence);
    assert_int_equal(finding.sentence[length - 1], '.');
    for (size_t i = 0; i < 4 && c->has[i] != NULL; i++)
        assert_contains(finding.sentence, c->has[i]);
    if (c->has_not != NULL && strstr(finding.sentence, c->has_not) != NULL)
        fail_msg("\"%s\" stands in \"%s\"", c->has_not, finding.sentence);
}

static void races_in_a_block_name_the_missing_barrier(void **state)
{
    (void)state;
    const struct sentence_case cases[] = {
        /* The barrier of line 7 is a comment. */
        {SIMT_FINDING_RACE_SHARED,
         reader(site_8(), 0, 0),
         writer(site_5(), 0, 32),
         0,
         NULL,
         {"__syncthreads() is missing between line 5 and line 8", "reads what another writes"},
         "loop"},
        {SIMT_FINDING_RACE_SHARED,
         writer(site_5(), 0, 0),
         reader(site_8(), 0, 32),
         0,
         NULL,
         {"__syncthreads() is missing between line 5 and line 8"},
         "loop"},
        /* That of line 9 is one. */
        {SIMT_FINDING_RACE_SHARED,
         reader(site_10(), 0, 0),
         writer(site_8(), 0, 32),
         0,
         NULL,
         {"__syncthreads() is missing between line 10 and the next turn of the loop",
          "line 8 again"},
         NULL},
        /* On one line with an access, it counts if it lies between. */
        {SIMT_FINDING_RACE_SHARED,
         reader(site_15(), 0, 0),
         writer(site_14(), 0, 32),
         0,
         NULL,
         {"__syncthreads() is missing between line 15 and the next turn of the loop"},
         NULL},
        {SIMT_FINDING_RACE_SHARED,
         writer(site_16(), 0, 0),
         reader(site_15(), 0, 32),
         0,
         NULL,
         {"__syncthreads() is missing between line 16 and the next turn of the loop"},
         NULL},
        {SIMT_FINDING_RACE_SHARED,
         reader(site_17(), 0, 0),
         writer(site_16(), 0, 32),
         0,
         NULL,
         {"__syncthreads() is missing between line 16 and line 17"},
         "loop"},
        {SIMT_FINDING_RACE_SHARED,
         reader(site_13(), 0, 0),
         writer(site_14(), 0, 32),
         0,
         NULL,
         {"__syncthreads() is missing between line 13 and line 14"},
         "loop"},
        {SIMT_FINDING_RACE_SHARED,
         writer(site_8(), 0, 32),
         reader(other_site_8(), 0, 0),
         0,
         NULL,
         {"In line 8 one thread reads what another writes", "then __syncthreads(), then write"},
         "line 8 and"},
        {SIMT_FINDING_RACE_SHARED,
         writer(site_5(), 0, 32),
         writer(site_5(), 0, 0),
         0,
         NULL,
         {"Two threads write to one element in line 5"},
         "__sync"},
        {SIMT_FINDING_RACE_SHARED,
         writer(site_12(), 0, 32),
         reader(site_12(), 0, 0),
         0,
         NULL,
         {"change one element in line 12", "atomicAdd()"},
         "__sync"},
        {SIMT_FINDING_RACE_GLOBAL,
         reader(site_13(), 1, 0),
         writer(site_12(), 1, 32),
         0,
         NULL,
         {"__syncthreads() is missing between line 12 and line 13"},
         "blocks"},
        {SIMT_FINDING_RACE_WARP,
         reader(site_8(), 0, 0),
         writer(site_5(), 0, 1),
         0,
         NULL,
         {"__syncwarp() is missing between line 5 and line 8"},
         "__syncthreads"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_sentence(&cases[i]);
}

static void atomics_and_plain_accesses_in_a_block_have_words_of_their_own(void **state)
{
    (void)state;
    struct simt_party atomic = writer(site_8(), 0, 0), lane = writer(site_8(), 0, 5);
    atomic.access = lane.access = SIMT_ACCESS_ATOMIC;
    struct simt_party below = writer(site_10(), 0, 0);
    below.access = SIMT_ACCESS_ATOMIC;
    const struct sentence_case cases[] = {
        {SIMT_FINDING_RACE_GLOBAL,
         atomic,
         writer(site_5(), 0, 32),
         0,
         NULL,
         {"Two threads access one element in line 5 and line 8, one by an atomic function and one "
          "without",
          "a barrier between them, as __syncthreads()", "an atomic function for both"},
         "chance"},
        {SIMT_FINDING_RACE_SHARED,
         atomic,
         writer(other_site_8(), 0, 32),
         0,
         NULL,
         {"in line 8, one by an atomic function and one without", "as __syncthreads()"},
         "line 8 and"},
        {SIMT_FINDING_RACE_WARP,
         reader(site_5(), 0, 0),
         lane,
         0,
         NULL,
         {"Two lanes of a warp access one element", "one without", "as __syncwarp()"},
         "__syncthreads"},
        /* The barrier between the lines is there. */
        {SIMT_FINDING_RACE_SHARED,
         below,
         reader(site_8(), 0, 32),
         0,
         NULL,
         {"__syncthreads() is missing between line 10 and the next turn of the loop",
          "uses an atomic function on what another accesses without"},
         "for both"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_sentence(&cases[i]);
}

static void races_between_blocks_name_no_barrier_as_the_mend(void **state)
{
    (void)state;
    struct simt_party atomic = writer(site_8(), 0, 0);
    atomic.access = SIMT_ACCESS_ATOMIC;
    const struct sentence_case cases[] = {
        {SIMT_FINDING_RACE_GLOBAL,
         writer(site_12(), 0, 1),
         reader(site_12(), 1, 1),
         0,
         NULL,
         {"different blocks change one element in line 12", "atomicAdd()"},
         "line 12 and"},
        {SIMT_FINDING_RACE_GLOBAL,
         writer(site_12(), 0, 1),
         writer(site_13(), 1, 1),
         0,
         NULL,
         {"write to one element in line 12 and line 13", "an element of its own"},
         NULL},
        {SIMT_FINDING_RACE_GLOBAL,
         reader(site_13(), 0, 1),
         writer(site_10(), 1, 1),
         0,
         NULL,
         {"reads in line 13", "writes in line 10", "any order", "two kernels"},
         NULL},
        {SIMT_FINDING_RACE_GLOBAL,
         reader(site_8(), 0, 1),
         writer(site_8(), 1, 1),
         0,
         NULL,
         {"reads in line 8 what one of another block writes in the same line"},
         NULL},
        {SIMT_FINDING_RACE_GLOBAL,
         atomic,
         reader(site_10(), 1, 1),
         0,
         NULL,
         {"line 8 and line 10", "one by an atomic function and one without", "in a later kernel"},
         NULL},
        {SIMT_FINDING_RACE_GLOBAL,
         atomic,
         writer(site_10(), 1, 1),
         0,
         NULL,
         {"line 8 and line 10", "does not reach beyond its block", "before the launch"},
         "in a later kernel"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_sentence(&cases[i]);
}

static void equal_values_and_fences(void **state)
{
    (void)state;
    const struct sentence_case cases[] = {
        /* Thread 0 of each block is threadIdx.x == 0. */
        {SIMT_FINDING_RACE_SAME_VALUE,
         writer(site_13(), 0, 0),
         writer(site_13(), 1, 0),
         0,
         "1",
         {"the same value (1) to one element in line 13", "does not depend",
          "if (blockIdx.x == 0 && threadIdx.x == 0)", "or a launch before,"},
         "line 13 and"},
        {SIMT_FINDING_RACE_SAME_VALUE,
         writer(site_13(), 1, 0),
         writer(site_13(), 1, 32),
         0,
         "1",
         {"the same value (1) to one element in line 13", "a race all the same",
          "if (threadIdx.x == 0), or"},
         "launch"},
        {SIMT_FINDING_RACE_SAME_VALUE,
         writer(site_13(), 0, 1),
         writer(site_5(), 1, 1),
         0,
         NULL,
         {"the same value to one element in line 5 and line 13"},
         "()  "},
        {SIMT_FINDING_MISSING_FENCE,
         reader(site_13(), 0, 1),
         writer(site_5(), 1, 1),
         SIMT_UNFENCED_WRITER,
         NULL,
         {"line 5 is done", "old memory in line 13", "put __threadfence() between"},
         "block"},
        {SIMT_FINDING_MISSING_FENCE,
         reader(site_13(), 0, 1),
         writer(site_5(), 1, 1),
         SIMT_UNFENCED_READER,
         NULL,
         {"line 5 is done", "line 13", "after the flag is read"},
         "block"},
        {SIMT_FINDING_MISSING_FENCE,
         reader(site_13(), 0, 1),
         writer(site_5(), 0, 40),
         SIMT_UNFENCED_WRITER,
         NULL,
         {"put __threadfence_block() between"},
         NULL},
        {SIMT_FINDING_RACE_SHARED,
         reader(site_8(), 0, 0),
         writer((void *)1, 0, 32),
         0,
         NULL,
         {"an unknown line", "line 8"},
         NULL},
        {SIMT_FINDING_RACE_SHARED,
         reader((void *)2, 0, 0),
         writer((void *)1, 0, 32),
         0,
         NULL,
         {"__syncthreads() is missing between the two accesses"},
         "line"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_sentence(&cases[i]);
}

/* ---- reports ---- */

static const struct simt_report_run run = {
    .program = "./reduce", .launches = 3, .seed = 7, .resident_blocks = 8};

/* What a process prints on stderr that reports, `times` times. Its exit status is that of the last
 * call. Freed by the caller. */
static char *report(int times, bool *good)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        bool done = dup2(fileno(file), STDERR_FILENO) >= 0;
        for (int i = 0; i < times; i++)
            done = simt_report_print(&run) && done;
        _exit(done ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    *good = WEXITSTATUS(status) == 0;
    rewind(file);
    char *text = NULL;
    size_t size = 0;
    if (getdelim(&text, &size, '\0', file) < 0)
        text[0] = '\0';
    assert_int_equal(fclose(file), 0);
    return text;
}

static void nothing_is_said_to_be_nothing(void **state)
{
    (void)state;
    bool good;
    assert_int_equal(simt_finding_count(), 0);
    char *text = report(1, &good);
    assert_true(good);
    assert_string_equal(text, "simt-inspect: nothing found in 3 launches\n");
    free(text);
}

static void a_finding_is_a_block_of_text(void **state)
{
    (void)state;
    bool good;
    add(SIMT_FINDING_RACE_SHARED, site_8(), site_5());
    assert_true(simt_finding_known(SIMT_FINDING_RACE_SHARED, site_8(), site_5()));
    char *text = report(2, &good); /* told once */
    assert_true(good);
    assert_string_equal(text,
                        "reduce.cu:8: race-shared: It is wrong.\n"
                        "     8 | sum[t] += sum[t + stride];\n"
                        "       |   thread 0 of block (1,0) reads 4 bytes: sum[32]\n"
                        "     5 | sum[t] = x[t];\n"
                        "       |   thread 32 of block (1,0) wrote 4 bytes before\n"
                        "  in reduce<<<(4,2), 64>>>, launched at reduce.cu:20, launch 2 of 3\n"
                        "  seen 2 times\n"
                        "\n"
                        "simt-inspect: 1 finding\n");
    free(text);
}

static void short_reports_have_a_line_a_finding(void **state)
{
    (void)state;
    bool good;
    assert_int_equal(setenv("SIMT_INSPECT_FORMAT", "short", 1), 0);
    char *text = report(1, &good);
    assert_int_equal(unsetenv("SIMT_INSPECT_FORMAT"), 0);
    assert_string_equal(text, "reduce.cu:8: race-shared: It is wrong.\n"
                              "simt-inspect: 1 finding\n");
    free(text);
}

static void a_report_may_print_nothing(void **state)
{
    (void)state;
    bool good;
    assert_int_equal(setenv("SIMT_INSPECT_FORMAT", "none", 1), 0);
    char *text = report(1, &good);
    assert_int_equal(unsetenv("SIMT_INSPECT_FORMAT"), 0);
    assert_string_equal(text, "");
    assert_true(good);
    free(text);
}

static void long_reports_end(void **state)
{
    (void)state;
    bool good;
    char words[64];
    unsigned count = simt_finding_count();
    assert_true(count > 51);
    char *text = report(1, &good);
    snprintf(words, sizeof words, "\n%u more findings are not shown", count - 50);
    assert_contains(text, words);
    snprintf(words, sizeof words, "\nsimt-inspect: %u findings\n", count);
    assert_contains(text, words);
    free(text);
}

/* Further lines of a sentence are indented, and none is longer than a screen is wide. */
static void sentences_are_wrapped(void **state)
{
    (void)state;
    bool good;
    struct simt_finding finding = {.kind = SIMT_FINDING_SYNCWARP_MASK};
    finding.first = reader(site_5(), 0, 0);
    finding.first.has_access = false;
    for (size_t i = 0; i + 5 < sizeof finding.sentence; i += 4)
        memcpy(finding.sentence + i, "abc ", 5);
    simt_finding_add(&finding, &launch);
    char *text = report(1, &good);
    int lines = 1;
    char *line = strstr(text, "reduce.cu:5: syncwarp-mask: abc");
    assert_non_null(line);
    for (; strncmp(strchr(line, '\n'), "\n  abc", 6) == 0; lines++) {
        assert_in_range(strcspn(line, "\n"), 80, 88);
        line = strchr(line, '\n') + 1;
    }
    assert_int_equal(lines, (int)(sizeof finding.sentence / 80));
    assert_contains(line, "|   thread 0 of block (0,0)\n");
    free(text);
}

/* A thread that the sentence names is not named again. */
static void threads_are_named_once(void **state)
{
    (void)state;
    bool good;
    struct simt_finding finding = {
        .kind = SIMT_FINDING_OUT_OF_BOUNDS,
        .first = reader(site_12(), 2, 9),
        .subject = "x[64], just past the end of x",
        .names_first = true,
        .sentence = "Thread 9 of block (2,0) reads x[64]"}; /* its full stop comes */
    simt_finding_add(&finding, &launch);
    char *text = report(1, &good);
    assert_contains(text, "reduce.cu:12: out-of-bounds: Thread 9 of block (2,0) reads x[64].\n"
                          "    12 | total[0] = total[0] + sum[t];\n"
                          "       |   x[64], just past the end of x\n");
    free(text);
}

static json_t *read_json(const char *path)
{
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    if (root == NULL)
        fail_msg("%s:%d: %s", path, error.line, error.text);
    return root;
}

static void findings_are_written_as_json(void **state)
{
    (void)state;
    bool good;
    assert_int_equal(setenv("SIMT_INSPECT_JSON", "out.json", 1), 0);
    free(report(2, &good));
    assert_int_equal(unsetenv("SIMT_INSPECT_JSON"), 0);
    assert_true(good);
    json_t *root = read_json("out.json");
    json_t *finding = json_array_get(json_object_get(root, "findings"), 0);
    json_t *expected = json_pack(
        "{s:s, s:s, s:i, s:s, s:s, s:i, s:s, s:{s:s, s:s, s:[iii], s:[iii], s:s, s:i},"
        " s:{s:s, s:s, s:[iii], s:[iii], s:s, s:i}, s:s, s:s,"
        " s:{s:s, s:[iii], s:[iii], s:i, s:s, s:i, s:i}, s:i, s:n, s:b, s:i, s:b, s:s}",
        "kind", "race-shared", "file", "reduce.cu", "line", 8, "text", "sum[t] += sum[t + stride];",
        "other_file", "reduce.cu", "other_line", 5, "other_text", "sum[t] = x[t];", "first", "by",
        "thread", "name", "thread 0 of block (1,0)", "block", 1, 0, 0, "thread", 0, 0, 0, "access",
        "read", "bytes", 4, "second", "by", "thread", "name", "thread 32 of block (1,0)", "block",
        1, 0, 0, "thread", 32, 0, 0, "access", "write", "bytes", 4, "subject", "sum[32]",
        "sentence", "It is wrong.", "launch", "kernel", "reduce", "grid", 4, 2, 1, "block", 64, 1,
        1, "shared_bytes", 0, "file", "reduce.cu", "line", 20, "number", 2, "count", 2, "why",
        "race", true, "cause", 0, "remark", false, "report",
        "reduce.cu:8: race-shared: It is wrong.\n"
        "     8 | sum[t] += sum[t + stride];\n"
        "       |   thread 0 of block (1,0) reads 4 bytes: sum[32]\n"
        "     5 | sum[t] = x[t];\n"
        "       |   thread 32 of block (1,0) wrote 4 bytes before\n"
        "  in reduce<<<(4,2), 64>>>, launched at reduce.cu:20, launch 2 of 3\n"
        "  seen 2 times\n");
    assert_non_null(expected);
    /* Where the files can be opened depends on where the test runs. */
    assert_int_equal(json_object_del(finding, "path"), 0);
    assert_int_equal(json_object_del(finding, "other_path"), 0);
    assert_true(json_equal(finding, expected));
    json_decref(expected);
    json_t *rest =
        json_pack("{s:i, s:s, s:i, s:i, s:i, s:[{s:s}], s:{s:i}, s:{s:i}, s:[{s:s}], s:i}",
                  "version", 1, "program", "./reduce", "launches", 3, "seed", 7, "resident", 8,
                  "counts", "kernel", "reduce", "totals", "launches", 2, "crossings", "results", 0,
                  "operations", "do", "launch", "operation_count", 4);
    assert_int_equal(json_object_del(root, "findings"), 0);
    assert_true(json_equal(root, rest));
    json_decref(rest);
    json_decref(root);
}

/* Lines of source in other encodings do not spoil the file; findings without a second party, a
 * thread or a launch have no such words. */
static void odd_findings_are_written_as_json(void **state)
{
    (void)state;
    bool good;
    struct simt_finding leak = {
        .kind = SIMT_FINDING_LEAK, .first = {.site = site_13()}, .sentence = "No \"free\"."};
    simt_finding_add(&leak, NULL);
    assert_int_equal(setenv("SIMT_INSPECT_JSON", "out.json", 1), 0);
    char *text = report(1, &good);
    assert_int_equal(unsetenv("SIMT_INSPECT_JSON"), 0);
    assert_contains(text, "reduce.cu:13: leak: No \"free\".\n    13 | x[0] = sum[t];");
    free(text);
    json_t *root = read_json("out.json");
    json_t *findings = json_object_get(root, "findings");
    assert_int_equal(json_array_size(findings), simt_finding_count());
    json_t *finding = json_array_get(findings, simt_finding_count() - 1);
    json_t *expected = json_pack(
        "{s:s, s:s, s:i, s:s, s:{s:s, s:s}, s:s, s:s, s:n, s:i, s:n, s:b, s:i, s:b, s:s}", "kind",
        "leak", "file", "reduce.cu", "line", 13, "text", "x[0] = sum[t]; /* ? is no UTF-8 */",
        "first", "by", "host", "name", "the host", "subject", "", "sentence", "No \"free\".",
        "launch", "count", 1, "why", "race", false, "cause", (int)simt_finding_count() - 1,
        "remark", false, "report",
        "reduce.cu:13: leak: No \"free\".\n    13 | x[0] = sum[t]; /* ? is no UTF-8 */\n");
    assert_int_equal(json_object_del(finding, "path"), 0);
    assert_true(json_equal(finding, expected));
    json_decref(expected);
    json_decref(root);
}

static void a_file_that_cannot_be_written_is_told(void **state)
{
    (void)state;
    bool good;
    assert_int_equal(setenv("SIMT_INSPECT_JSON", "no/such/folder.json", 1), 0);
    char *text = report(1, &good);
    assert_int_equal(unsetenv("SIMT_INSPECT_JSON"), 0);
    assert_false(good);
    assert_contains(text, "simt-inspect: cannot write no/such/folder.json");
    assert_contains(text, "SIMT_INSPECT_JSON");
    assert_contains(text, "No such file");
    free(text);
}

/* A file that must not become as large as it is to be, as on a full disk. */
static void files_are_written_whole_or_not_at_all(void **state)
{
    (void)state;
    bool good;
    json_t *before = read_json("out.json");
    struct rlimit limit, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    small = limit;
    small.rlim_cur = 1000;
    assert_true(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_int_equal(setenv("SIMT_INSPECT_JSON", "out.json", 1), 0);
    free(report(1, &good));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_false(good);
    json_t *after = read_json("out.json");
    assert_true(json_equal(before, after));
    json_decref(before);
    json_decref(after);
    assert_int_equal(system("test -z \"$(ls | grep tmp)\""), 0);
}

/* A pipe or a device is written as it is: a file in its place would harm the machine. The test uses
 * a pipe of its own for that reason. */
static void pipes_and_folders_are_not_replaced(void **state)
{
    (void)state;
    bool good;
    struct stat status;
    assert_int_equal(mkfifo("pipe.json", 0666), 0);
    /* Both ends, so that neither side waits; the text is shorter than what a pipe holds. */
    int descriptor = open("pipe.json", O_RDWR);
    assert_true(descriptor >= 0);
    assert_int_equal(setenv("SIMT_INSPECT_JSON", "pipe.json", 1), 0);
    free(report(1, &good));
    assert_true(good);
    char first;
    assert_int_equal(stat("pipe.json", &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    assert_int_equal(read(descriptor, &first, 1), 1);
    assert_int_equal(first, '{');
    assert_int_equal(close(descriptor), 0);
    assert_int_equal(mkdir("folder.json", 0777), 0);
    assert_int_equal(setenv("SIMT_INSPECT_JSON", "folder.json", 1), 0);
    char *text = report(1, &good);
    assert_false(good);
    assert_contains(text, "Is a directory");
    free(text);
    assert_int_equal(unsetenv("SIMT_INSPECT_JSON"), 0);
    assert_int_equal(rmdir("folder.json"), 0);
}

/* All run in one empty folder, in which the program's source lies. */
static int enter(void **state)
{
    static char folder[] = "inspect_finding_test.XXXXXX";
    *state = folder;
    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        return -1;
    FILE *file = fopen("reduce.cu", "w");
    bool good = file != NULL && fputs(program, file) >= 0;
    good = file != NULL && fclose(file) == 0 && good;
    return good ? unsetenv("SIMT_INSPECT_JSON") : -1;
}

static int leave(void **state)
{
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", (const char *)*state);
    return chdir("..") != 0 || system(command) != 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_said_to_be_nothing),
        cmocka_unit_test(a_finding_is_a_block_of_text),
        cmocka_unit_test(short_reports_have_a_line_a_finding),
        cmocka_unit_test(a_report_may_print_nothing),
        cmocka_unit_test(one_finding_for_a_pair_of_lines),
        cmocka_unit_test(other_lines_and_kinds_are_other_findings),
        cmocka_unit_test(the_widest_race_is_kept),
        cmocka_unit_test(findings_without_a_site),
        cmocka_unit_test(places_without_lines_are_told_apart_by_address),
        cmocka_unit_test(texts_are_copied),
        cmocka_unit_test(every_kind_has_a_name),
        cmocka_unit_test(threads_are_named_as_cuda_does),
        cmocka_unit_test(races_in_a_block_name_the_missing_barrier),
        cmocka_unit_test(atomics_and_plain_accesses_in_a_block_have_words_of_their_own),
        cmocka_unit_test(races_between_blocks_name_no_barrier_as_the_mend),
        cmocka_unit_test(equal_values_and_fences),
        cmocka_unit_test(sentences_are_wrapped),
        cmocka_unit_test(threads_are_named_once),
        cmocka_unit_test(findings_are_written_as_json),
        cmocka_unit_test(odd_findings_are_written_as_json),
        cmocka_unit_test(a_file_that_cannot_be_written_is_told),
        cmocka_unit_test(files_are_written_whole_or_not_at_all),
        cmocka_unit_test(pipes_and_folders_are_not_replaced),
        cmocka_unit_test(pairs_are_known_after_the_table_has_grown),
        cmocka_unit_test(long_reports_end),
    };
    return cmocka_run_group_tests_name("inspect_finding", tests, enter, leave);
}

/* ---- sites in reduce.cu ---- */

/* clang-format off */
__attribute__((noinline)) static const void *here(void)
{
    __asm__ volatile("" ::: "memory");
    return __builtin_return_address(0);
}

/* A function with one call; a number keeps the compiler from making two such functions one. */
#define SITE(name)                                                                                 \
    __attribute__((noinline)) static const void *name(void)                                        \
    {                                                                                              \
        const void *site = here();                                                                 \
        __asm__ volatile("" : : "i"(__COUNTER__));                                                 \
        return site;                                                                               \
    }

#line 5 "reduce.cu"
SITE(site_5)
#line 8 "reduce.cu"
SITE(site_8)
#line 8 "reduce.cu"
SITE(other_site_8)
#line 10 "reduce.cu"
SITE(site_10)
#line 12 "reduce.cu"
SITE(site_12)
#line 13 "reduce.cu"
SITE(site_13)
#line 14 "reduce.cu"
SITE(site_14)
#line 15 "reduce.cu"
SITE(site_15)
#line 16 "reduce.cu"
SITE(site_16)
#line 17 "reduce.cu"
SITE(site_17)
