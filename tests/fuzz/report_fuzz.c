/*
 * libFuzzer's target: whatever the inspector's report holds, its findings are explained and its
 * costs told, for each exercise of the course, and what is said can be written.
 */
#include "student_source.h"

#include "course.h"
#include "explain.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A student's file with the kernel that the seeds tell of. */
static const char text[] =
    "__attribute__((simt)) __simt_global__ void tree(float *a, const float *b, int n)\n"
    "{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    a[i] = b[i];\n}\n"
    "extern \"C\" void mine(float *a, const float *b, int n)\n"
    "{\n    tree<<<n / 256, 256>>>(a, b, n);\n}\n";

static uint64_t hash_of(const uint8_t *data, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ data[i]) * 0x100000001b3u;
    return hash;
}

/* One of the course's, with one of its sizes. */
static struct gs_case_run any_run(uint64_t hash)
{
    struct gs_case_run run = {.rounds = 1, .source = text};
    uint64_t count = 0, chosen;
    for (const struct gs_lesson_exercises *l = gs_course(); l->folder != NULL; l++) {
        for (size_t i = 0; l->exercises[i] != NULL; i++)
            count++;
    }
    chosen = hash % count;
    for (const struct gs_lesson_exercises *l = gs_course(); l->folder != NULL; l++) {
        for (size_t i = 0; l->exercises[i] != NULL; i++) {
            if (chosen-- == 0)
                run.exercise = l->exercises[i];
        }
    }
    run.shape = &run.exercise->shapes[hash / count % 3];
    return run;
}

/* What is said can be written as JSON, as marks are: all of it is UTF-8. */
static void require_written(json_t *said)
{
    char *written = said != NULL ? json_dumps(said, JSON_ENCODE_ANY) : NULL;
    if (said != NULL && written == NULL) {
        fprintf(stderr, "report_fuzz: what is said cannot be written\n");
        abort();
    }
    free(written);
    json_decref(said);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_error_t why;
    uint64_t hash = hash_of(data, size);
    json_t *report = json_loadb((const char *)data, size, 0, &why), *cost = json_array();
    static struct gs_source source;
    if (source.text == NULL)
        source = gs_fuzz_source(text, sizeof text - 1);
    struct gs_case_run run = any_run(hash);
    struct gs_case_outcome outcome = {.report = report, .compared = true, .right = true};
    outcome.answer.stage = hash >> 60 & 1 ? GS_STAGE_DONE : 0;
    outcome.process.ending = hash >> 61 & 1 ? GS_ENDED : GS_KILLED;
    outcome.process.status = hash >> 61 & 1 ? 0 : 11;
    json_t *mistake = gs_explain(&run, &outcome, &source);
    require_written(mistake);
    require_written(gs_explain_cost(&run, &outcome, &source, cost));
    require_written(cost);
    json_decref(report);
    return 0;
}
