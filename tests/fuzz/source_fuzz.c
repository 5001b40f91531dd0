/*
 * libFuzzer's target: whatever a student's file holds, simt-cc's lexer and translator and the rules
 * of the grader read it to its end, or refuse it in words.
 */
#include "student_source.h"

#include "source_rules.h"
#include "source_slips.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What is said of it can be written as JSON, and each remark has a sentence. */
static void require_sentences(const json_t *remarks)
{
    const json_t *remark;
    size_t i;
    json_array_foreach(remarks, i, remark)
    {
        if (json_string_length(json_object_get(remark, "sentence")) == 0) {
            fprintf(stderr, "source_fuzz: a remark without a sentence\n");
            abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = gs_fuzz_text(data, size), line[128];
    struct gs_source source = gs_fuzz_source(text, size);
    json_t *errors = json_array(), *warnings = json_array();
    gs_source_check_rules(&source, errors);
    gs_source_check_calls(&source, errors, warnings);
    for (unsigned i = 0; i < 4; i++) {
        gs_source_copy_line(&source, i, line, sizeof line);
        gs_source_function_at(&source, i);
    }
    require_sentences(errors);
    require_sentences(warnings);
    json_decref(errors);
    json_decref(warnings);
    gs_source_release(&source);
    free(text);
    return 0;
}
