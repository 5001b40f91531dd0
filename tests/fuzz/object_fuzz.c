/*
 * libFuzzer's target: whatever an object file holds, what it calls and defines is read, or it is
 * refused in words.
 */
#include "student_source.h"

#include "symbols.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char text[] = "extern \"C\" void add_one(float *a)\n{\n    a[0] += 1;\n}\n";
static char path[64];

static void remove_file(void)
{
    unlink(path);
}

/* A file of its own, for the reader follows no links, as those under /proc are. */
static int object_file(void)
{
    static int file = -1;
    if (file < 0) {
        snprintf(path, sizeof path, "/tmp/object_fuzz.XXXXXX");
        file = mkstemp(path);
        atexit(remove_file);
    }
    return file;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int file = object_file();
    if (file < 0 || ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != (ssize_t)size)
        abort();
    static struct gs_source source;
    if (source.text == NULL)
        source = gs_fuzz_source(text, sizeof text - 1);
    const struct gs_object object = {.path = path,
                                     .source = &source,
                                     .file = "mine.cu",
                                     .header = "mine.h",
                                     .entry = "add_one",
                                     .declared = "void add_one(float *a)"};
    struct gs_error error = {""};
    json_t *remarks = json_array();
    enum gs_status status = gs_symbols_check(&object, remarks, &error);
    if (status != GS_OK && (error.text[0] == '\0' || strchr(error.text, '\n') != NULL)) {
        fprintf(stderr, "object_fuzz: an error is not one line: %s\n", error.text);
        abort();
    }
    json_decref(remarks);
    return 0;
}
