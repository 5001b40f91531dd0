/* A source as this build's simt-cc reads it, of programs that need not compile. */
#ifndef GS_TEST_SOURCE_H
#define GS_TEST_SOURCE_H

#include "test.h"
#include "test_folder.h"

#include "source_text.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char gs_test_folder[] = "/tmp/gridstride-source-XXXXXX";

static inline void gs_test_write(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", gs_test_folder, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

/* The compiler there preprocesses and does no more: what is read is all that these tests need. */
static inline int gs_test_make_sources(void **state)
{
    char compiler[256];
    (void)state;
    if (mkdtemp(gs_test_folder) == NULL)
        return -1;
    gs_test_write("preprocess",
                  "case \" $* \" in *\" -E \"*) exec " GS_TEST_CXX " \"$@\" ;; esac\nexit 1\n");
    gs_test_write("vecadd.h", "void vecadd(float *c, const float *a, const float *b, size_t n);\n");
    snprintf(compiler, sizeof compiler, "sh %s/preprocess", gs_test_folder);
    return setenv("SIMT_CXX", compiler, 1);
}

static inline int gs_test_remove_sources(void **state)
{
    (void)state;
    return gs_test_remove_folder(gs_test_folder);
}

/* What simt-cc wrote to the file, which lies in the folder. */
static inline void gs_test_read_tokens(struct gs_source *source, const char *path)
{
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    char *data = calloc(1, 1 << 20);
    assert_non_null(data);
    fread(data, 1, (1 << 20) - 1, in);
    fclose(in);
    assert_true(gs_source_read_tokens(source, data));
}

static inline struct gs_source gs_test_source(const char *text)
{
    struct gs_source source = {.text = text};
    char command[1024], tokens[256];
    gs_test_write("vecadd.cu", text);
    snprintf(command, sizeof command,
             "cd '%s' && rm -f tokens && '%s' --tokens tokens -w -c vecadd.cu -o x.o 2>messages "
             "</dev/null",
             gs_test_folder, SIMT_CC);
    assert_true(system(command) > 0);
    snprintf(tokens, sizeof tokens, "%s/tokens", gs_test_folder);
    gs_test_read_tokens(&source, tokens);
    return source;
}

#endif
