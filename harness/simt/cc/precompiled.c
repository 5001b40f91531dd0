#define _GNU_SOURCE /* memrchr, realpath */
#include "precompiled.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- which one ------------------------------------------------------------------------------- */

static const char *name_of(const struct simt_options *options)
{
    if (options->guard_calls)
        return "guarded";
    if (options->inspect)
        return "inspected";
    return options->lockstep ? "lockstep" : "plain";
}

/* Options that say which warnings there are: the header has none. */
static bool is_of_warnings(const char *word)
{
    return strncmp(word, "-W", 2) == 0 || strncmp(word, "-fmax-errors", 12) == 0;
}

/* gcc refuses what another compiler than itself has written, and one that was installed anew is
 * another. */
static bool add_compiler(const char *compiler, struct simt_buffer *key)
{
    struct stat facts;
    char *real = compiler[0] == '/' ? realpath(compiler, NULL) : NULL;
    bool found = real != NULL && stat(real, &facts) == 0;
    if (found)
        simt_buffer_format(key, "%s %lld %lld.%09ld", real, (long long)facts.st_size,
                           (long long)facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec);
    free(real);
    return found;
}

bool simt_precompiled_find(struct simt_precompiled *precompiled, const struct simt_options *options,
                           const struct simt_toolchain *toolchain, const struct simt_words *command)
{
    const char *name = name_of(options);
    *precompiled = (struct simt_precompiled){0};
    if (command->count == 0 || strpbrk(toolchain->precompiled_folder, "\"\\\n") != NULL ||
        !add_compiler(command->items[0], &precompiled->key))
        return false;
    for (size_t i = 1; i < command->count; i++) {
        if (!is_of_warnings(command->items[i]))
            simt_buffer_format(&precompiled->key, " %s", command->items[i]);
    }
    simt_buffer_format(&precompiled->header, "%s/%s.gch", toolchain->precompiled_folder, name);
    simt_buffer_format(&precompiled->text, "%s/%s.ii", toolchain->precompiled_folder, name);
    return !precompiled->key.failed && !precompiled->header.failed && !precompiled->text.failed;
}

void simt_precompiled_release(struct simt_precompiled *precompiled)
{
    simt_buffer_release(&precompiled->header);
    simt_buffer_release(&precompiled->text);
    simt_buffer_release(&precompiled->key);
}

/* ---- using it -------------------------------------------------------------------------------- */

static bool begins_with(const struct simt_buffer *text, size_t at, const char *part, size_t length)
{
    return text->length - at >= length && memcmp(text->text + at, part, length) == 0;
}

static size_t line_length(const struct simt_buffer *text)
{
    const char *end = text->length > 0 ? memchr(text->text, '\n', text->length) : NULL;
    return end != NULL ? (size_t)(end - text->text) + 1 : text->length;
}

bool simt_precompiled_use(const struct simt_precompiled *precompiled,
                          const struct simt_buffer *text, struct simt_buffer *rest)
{
    struct simt_buffer file = {0};
    const size_t first = line_length(text);
    bool used = false;
    if (access(precompiled->header.text, R_OK) != 0 ||
        !simt_buffer_add_file(&file, precompiled->text.text)) {
        simt_buffer_release(&file);
        return false;
    }
    const size_t key = line_length(&file), length = file.length - key;
    if (key == precompiled->key.length + 1 && length > 0 &&
        begins_with(&file, 0, precompiled->key.text, key - 1) &&
        begins_with(text, first, file.text + key, length)) {
        simt_buffer_add(rest, text->text, first);
        simt_buffer_format(rest, "#pragma GCC pch_preprocess \"%s\"\n", precompiled->header.text);
        simt_buffer_add(rest, text->text + first + length, text->length - first - length);
        used = !rest->failed;
    }
    simt_buffer_release(&file);
    return used;
}

/* ---- making it ------------------------------------------------------------------------------- */

struct simt_buffer simt_precompiled_part(const struct simt_buffer *text)
{
    struct simt_buffer part = {0};
    const size_t first = line_length(text);
    const char *last = text->length > first + 1
                           ? memrchr(text->text + first, '\n', text->length - first - 1)
                           : NULL;
    if (last != NULL)
        simt_buffer_add(&part, text->text + first, (size_t)(last - text->text) + 1 - first);
    return part;
}

bool simt_precompiled_write(const struct simt_precompiled *precompiled,
                            const struct simt_buffer *part)
{
    FILE *out = fopen(precompiled->text.text, "w");
    bool good = out != NULL && fprintf(out, "%s\n", precompiled->key.text) > 0 &&
                fwrite(part->text, 1, part->length, out) == part->length;
    return out != NULL && fclose(out) == 0 && good;
}
