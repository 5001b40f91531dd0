#include "student_source.h"

#include "describe.h"
#include "translate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "student_source: %s\n", what);
    abort();
}

char *gs_fuzz_text(const void *data, size_t size)
{
    char *text = malloc(size + 1);
    require(text != NULL, "no memory for the input");
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* What stands in the file. */
static void describe_written(const char *text, size_t length, struct simt_buffer *description)
{
    struct simt_source source;
    struct simt_buffer error = {0};
    if (simt_source_read_written(&source, text, length, &error))
        simt_describe(&source, NULL, description);
    else
        require(error.length > 0, "the lexer refuses without a word");
    simt_source_release(&source);
    simt_buffer_release(&error);
}

/* What is compiled: the text as if the preprocessor had left it so. */
static void describe_compiled(const char *text, size_t length, struct simt_buffer *description)
{
    static const char marker[] = "# 1 \"mine.cu\"\n";
    struct simt_buffer whole = {0};
    simt_buffer_add_string(&whole, marker);
    simt_buffer_add(&whole, text, length);
    require(!whole.failed, "no memory");
    for (int lockstep = 0; lockstep < 2; lockstep++) {
        const struct simt_how how = {.lockstep = lockstep != 0, .relaxed_constexpr = lockstep == 0};
        struct simt_buffer translated = {0}, error = {0}, ignored = {0};
        bool good = simt_translate(whole.text, whole.length, how, &translated,
                                   lockstep ? description : &ignored, &error);
        require(good || error.length > 0, "the translator refuses without a word");
        simt_buffer_release(&translated);
        simt_buffer_release(&ignored);
        simt_buffer_release(&error);
    }
    simt_buffer_release(&whole);
}

struct gs_source gs_fuzz_source(const char *text, size_t length)
{
    struct gs_source source = {.text = text, .header = "mine.h"};
    struct simt_buffer description = {0};
    describe_written(text, length, &description);
    describe_compiled(text, length, &description);
    char *data = gs_fuzz_text(description.length > 0 ? description.text : "", description.length);
    require(gs_source_read_tokens(&source, data), "no memory for tokens");
    simt_buffer_release(&description);
    return source;
}
