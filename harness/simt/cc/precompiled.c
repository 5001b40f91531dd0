#define _GNU_SOURCE /* memrchr, realpath */
#include "precompiled.h"

#include <stdint.h>
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

bool simt_precompiled_find(struct simt_precompiled *precompiled, enum simt_precompiled_for what,
                           const struct simt_options *options,
                           const struct simt_toolchain *toolchain, const struct simt_words *command)
{
    const char *folder = toolchain->precompiled_folder, *name = name_of(options);
    const char *suffix = what == SIMT_FOR_PREPROCESSOR ? ".hpp" : "";
    *precompiled = (struct simt_precompiled){0};
    if (command->count == 0 || strpbrk(folder, "\"\\\n") != NULL ||
        !add_compiler(command->items[0], &precompiled->key))
        return false;
    for (size_t i = 1; i < command->count; i++) {
        if (!is_of_warnings(command->items[i]))
            simt_buffer_format(&precompiled->key, " %s", command->items[i]);
    }
    simt_buffer_format(&precompiled->source, "%s/%s.hpp", folder, name);
    simt_buffer_format(&precompiled->header, "%s/%s%s.gch", folder, name, suffix);
    simt_buffer_format(&precompiled->text, "%s/%s%s.ii", folder, name, suffix);
    return !precompiled->key.failed && !precompiled->source.failed && !precompiled->header.failed &&
           !precompiled->text.failed;
}

bool simt_precompiled_by(const struct simt_options *options, const struct simt_toolchain *toolchain)
{
    struct simt_buffer path = {0}, key = {0};
    char line[4096] = "";
    simt_buffer_format(&path, "%s/%s.ii", toolchain->precompiled_folder, name_of(options));
    /* Of several words the first need not be the compiler. */
    bool known = toolchain->cxx.count == 1 && add_compiler(toolchain->cxx.items[0], &key);
    simt_buffer_add(&key, " ", 1);
    FILE *in = known && !path.failed && !key.failed ? fopen(path.text, "r") : NULL;
    known = in != NULL && fgets(line, sizeof line, in) != NULL &&
            strncmp(line, key.text, key.length) == 0;
    if (in != NULL)
        fclose(in);
    simt_buffer_release(&path);
    simt_buffer_release(&key);
    return known;
}

void simt_precompiled_release(struct simt_precompiled *precompiled)
{
    simt_buffer_release(&precompiled->source);
    simt_buffer_release(&precompiled->header);
    simt_buffer_release(&precompiled->text);
    simt_buffer_release(&precompiled->key);
}

/* ---- using that of the compiler -------------------------------------------------------------- */

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

/* ---- using that of the preprocessor ---------------------------------------------------------- */

/* Whether the line says that a file is entered, `# NUMBER "FILE" 1`. */
static bool enters_file(const char *line, char *path, size_t size)
{
    const char *begin = strncmp(line, "# ", 2) == 0 ? strchr(line, '"') : NULL;
    const char *end = begin != NULL ? strchr(begin + 1, '"') : NULL;
    return end != NULL && strncmp(end, "\" 1", 3) == 0 &&
           (size_t)snprintf(path, size, "%.*s", (int)(end - begin - 1), begin + 1) < size;
}

static uint64_t mixed(uint64_t hash, int64_t number)
{
    return (hash ^ (uint64_t)number) * UINT64_C(0x100000001b3) + (hash >> 29);
}

/* A line that is another one where a file has changed that the text was made of. */
static void add_state(const struct simt_buffer *text, struct simt_buffer *state)
{
    uint64_t hash = 0;
    for (const char *line = text->text; line != NULL; line = strchr(line, '\n')) {
        char path[4096];
        struct stat facts = {0};
        line += *line == '\n';
        if (!enters_file(line, path, sizeof path) || stat(path, &facts) != 0)
            continue;
        hash = mixed(mixed(hash, facts.st_size), facts.st_mtim.tv_sec);
        hash = mixed(hash, facts.st_mtim.tv_nsec);
    }
    simt_buffer_format(state, "%016llx\n", (unsigned long long)hash);
}

bool simt_precompiled_read_headers(const struct simt_precompiled *precompiled,
                                   struct simt_buffer *part)
{
    struct simt_buffer file = {0}, head = {0};
    simt_buffer_format(&head, "%s\n", precompiled->key.text);
    bool found = !head.failed && access(precompiled->source.text, R_OK) == 0 &&
                 access(precompiled->header.text, R_OK) == 0 &&
                 simt_buffer_add_file(&file, precompiled->text.text) &&
                 begins_with(&file, 0, head.text, head.length);
    if (found)
        add_state(&file, &head);
    found = found && !head.failed && begins_with(&file, 0, head.text, head.length);
    if (found)
        simt_buffer_add(part, file.text + head.length, file.length - head.length);
    simt_buffer_release(&file);
    simt_buffer_release(&head);
    return found && !part->failed;
}

bool simt_precompiled_put_headers(const struct simt_precompiled *precompiled,
                                  const struct simt_buffer *part, struct simt_buffer *text)
{
    struct simt_buffer mark = {0}, whole = {0};
    simt_buffer_format(&mark, "\n#pragma GCC pch_preprocess \"%s\"\n", precompiled->header.text);
    const char *found = !mark.failed && text->text != NULL ? strstr(text->text, mark.text) : NULL;
    if (found != NULL) {
        simt_buffer_add(&whole, text->text, line_length(text));
        simt_buffer_add(&whole, part->text, part->length);
        simt_buffer_add_string(&whole, found + mark.length);
        simt_buffer_release(text);
        *text = whole;
    }
    simt_buffer_release(&mark);
    return found != NULL && !whole.failed;
}

/* ---- making them ----------------------------------------------------------------------------- */

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
                            enum simt_precompiled_for what, const struct simt_buffer *part)
{
    struct simt_buffer head = {0};
    simt_buffer_format(&head, "%s\n", precompiled->key.text);
    if (what == SIMT_FOR_PREPROCESSOR)
        add_state(part, &head);
    FILE *out = fopen(precompiled->text.text, "w");
    bool good = out != NULL && !head.failed && fputs(head.text, out) >= 0 &&
                fwrite(part->text, 1, part->length, out) == part->length;
    simt_buffer_release(&head);
    return out != NULL && fclose(out) == 0 && good;
}
