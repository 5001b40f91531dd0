#define _GNU_SOURCE /* memrchr, realpath */
#include "precompiled.h"

#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
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
 * another. By the path as it is called, too: what it leads to may be one program that calls
 * different compilers by its own name, as ccache does. */
static bool add_compiler(const char *compiler, struct simt_buffer *key)
{
    struct stat facts;
    char *real = compiler[0] == '/' ? realpath(compiler, NULL) : NULL;
    bool found = real != NULL && stat(real, &facts) == 0;
    if (found)
        simt_buffer_format(key, "%s %s %lld %lld.%09ld", compiler, real, (long long)facts.st_size,
                           (long long)facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec);
    free(real);
    return found;
}

const char *simt_precompiled_obstacle(const struct simt_toolchain *toolchain,
                                      enum simt_precompiled_for what)
{
    const char *compiler = toolchain->cxx.count > 0 ? toolchain->cxx.items[0] : "";
    if (toolchain->precompiled_folder == NULL)
        return "they are left out";
    if (strpbrk(toolchain->precompiled_folder, "\"\\\n") != NULL)
        return "a quotation mark, a backslash or a new line is in the path, which gcc does not "
               "take";
    if (compiler[0] != '/' || access(compiler, X_OK) != 0)
        return "the compiler is not named by its whole path; SIMT_CXX names it";
    /* Another folder's headers may come first, and later ones. */
    if (what == SIMT_FOR_PREPROCESSOR &&
        (getenv("CPATH") != NULL || getenv("CPLUS_INCLUDE_PATH") != NULL))
        return "CPATH or CPLUS_INCLUDE_PATH is set";
    return NULL;
}

bool simt_precompiled_find(struct simt_precompiled *precompiled, enum simt_precompiled_for what,
                           const struct simt_options *options,
                           const struct simt_toolchain *toolchain, const struct simt_words *command)
{
    *precompiled = (struct simt_precompiled){.what = what};
    if (simt_precompiled_obstacle(toolchain, what) != NULL || command->failed ||
        !add_compiler(command->items[0], &precompiled->key))
        return false;
    for (size_t i = 1; i < command->count; i++) {
        if (!is_of_warnings(command->items[i]))
            simt_buffer_format(&precompiled->key, " %s", command->items[i]);
    }
    simt_buffer_format(&precompiled->base, "%s/%s", toolchain->precompiled_folder,
                       name_of(options));
    simt_buffer_format(&precompiled->list, "%s/%s%s", toolchain->precompiled_folder,
                       name_of(options), what == SIMT_FOR_PREPROCESSOR ? ".hpp.ii" : ".ii");
    return !precompiled->key.failed && !precompiled->base.failed && !precompiled->list.failed;
}

bool simt_precompiled_by(const struct simt_options *options, const struct simt_toolchain *toolchain)
{
    struct simt_buffer path = {0}, key = {0};
    char line[4096] = "";
    /* Of several words the first need not be the compiler. */
    bool known = simt_precompiled_obstacle(toolchain, SIMT_FOR_COMPILER) == NULL &&
                 toolchain->cxx.count == 1 && add_compiler(toolchain->cxx.items[0], &key);
    if (known)
        simt_buffer_format(&path, "%s/%s.ii", toolchain->precompiled_folder, name_of(options));
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
    simt_buffer_release(&precompiled->base);
    simt_buffer_release(&precompiled->list);
    simt_buffer_release(&precompiled->key);
    simt_buffer_release(&precompiled->header);
    simt_buffer_release(&precompiled->text);
}

/* ---- what the headers are -------------------------------------------------------------------- */

/* Whether the line says that a file is entered, `# NUMBER "FILE" 1`. */
static bool enters_file(const char *line, char *path, size_t size)
{
    const char *begin = strncmp(line, "# ", 2) == 0 ? strchr(line, '"') : NULL;
    const char *end = begin != NULL ? strchr(begin + 1, '"') : NULL;
    return end != NULL && strncmp(end, "\" 1", 3) == 0 &&
           (size_t)snprintf(path, size, "%.*s", (int)(end - begin - 1), begin + 1) < size;
}

static unsigned long long mixed(unsigned long long hash, const struct simt_buffer *file)
{
    for (size_t i = 0; i < file->length; i++)
        hash = (hash ^ (unsigned char)file->text[i]) * 0x100000001b3;
    return (hash ^ file->length) * 0x100000001b3;
}

/* The contents, and not the times: a copy of a tree or a layer of a container has other times and
 * inodes and the same headers; and another header may have the same size and time, where a package
 * gives all its files one time. */
unsigned long long simt_precompiled_contents(const struct simt_buffer *text)
{
    unsigned long long hash = 0xcbf29ce484222325;
    for (const char *line = text->text; line != NULL; line = strchr(line, '\n')) {
        char path[4096];
        struct simt_buffer file = {0};
        line += *line == '\n';
        if (enters_file(line, path, sizeof path)) {
            simt_buffer_add_file(&file, path); /* one that is gone is as none: empty */
            hash = mixed(hash, &file);
        }
        simt_buffer_release(&file);
    }
    return hash;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool begins_with(const struct simt_buffer *text, size_t at, const char *part, size_t length)
{
    return text->length - at >= length && memcmp(text->text + at, part, length) == 0;
}

static size_t line_length(const struct simt_buffer *text)
{
    const char *end = text->length > 0 ? memchr(text->text, '\n', text->length) : NULL;
    return end != NULL ? (size_t)(end - text->text) + 1 : text->length;
}

/* The three lines that the file of a text begins with. */
struct head {
    size_t key_length, length;
    char stamp[64];
    unsigned long long contents;
};

static bool read_head(const struct simt_buffer *file, struct head *head)
{
    int length = 0;
    head->key_length = line_length(file);
    if (head->key_length == 0 || file->text[head->key_length - 1] != '\n' ||
        sscanf(file->text + head->key_length, "%63[0-9-]\n%llu%n", head->stamp, &head->contents,
               &length) != 2)
        return false;
    head->length = head->key_length + (size_t)length + 1;
    return head->length < file->length && file->text[head->length - 1] == '\n';
}

static void name_header(const struct simt_precompiled *precompiled, const char *stamp,
                        struct simt_buffer *path)
{
    simt_buffer_format(path, "%s-%s%s", precompiled->base.text, stamp,
                       precompiled->what == SIMT_FOR_PREPROCESSOR ? ".hpp.gch" : ".gch");
}

static void name_source(const struct simt_precompiled *precompiled, const char *header,
                        struct simt_buffer *path)
{
    if (precompiled->what == SIMT_FOR_PREPROCESSOR)
        simt_buffer_add(path, header, strlen(header) - strlen(".gch"));
}

bool simt_precompiled_read(struct simt_precompiled *precompiled)
{
    const struct simt_buffer *key = &precompiled->key;
    struct simt_buffer file = {0};
    struct head head;
    bool found = simt_buffer_add_file(&file, precompiled->list.text) && read_head(&file, &head) &&
                 head.key_length == key->length + 1 &&
                 begins_with(&file, 0, key->text, key->length);
    if (found) {
        name_header(precompiled, head.stamp, &precompiled->header);
        simt_buffer_add(&precompiled->text, file.text + head.length, file.length - head.length);
        found = !precompiled->header.failed && !precompiled->text.failed &&
                access(precompiled->header.text, R_OK) == 0 &&
                (precompiled->what == SIMT_FOR_COMPILER ||
                 simt_precompiled_contents(&precompiled->text) == head.contents);
    }
    simt_buffer_release(&file);
    return found;
}

/* ---- using ----------------------------------------------------------------------------------- */

void simt_precompiled_add_source(const struct simt_precompiled *precompiled,
                                 struct simt_words *command)
{
    struct simt_buffer source = {0};
    name_source(precompiled, precompiled->header.text, &source);
    command->failed |= source.failed;
    if (!source.failed)
        simt_words_add(command, source.text);
    simt_buffer_release(&source);
}

void simt_precompiled_add_pragma(const struct simt_precompiled *precompiled,
                                 struct simt_buffer *text)
{
    simt_buffer_format(text, "#pragma GCC pch_preprocess \"%s\"\n", precompiled->header.text);
}

bool simt_precompiled_use(const struct simt_precompiled *precompiled,
                          const struct simt_buffer *text, struct simt_buffer *rest)
{
    const struct simt_buffer *part = &precompiled->text;
    const size_t first = line_length(text);
    if (!begins_with(text, first, part->text, part->length))
        return false;
    simt_buffer_add(rest, text->text, first);
    simt_precompiled_add_pragma(precompiled, rest);
    simt_buffer_add(rest, text->text + first + part->length, text->length - first - part->length);
    return !rest->failed;
}

bool simt_precompiled_put_headers(const struct simt_precompiled *precompiled,
                                  struct simt_buffer *text)
{
    struct simt_buffer mark = {0}, whole = {0};
    simt_buffer_add(&mark, "\n", 1);
    simt_precompiled_add_pragma(precompiled, &mark);
    const char *found = !mark.failed && text->text != NULL ? strstr(text->text, mark.text) : NULL;
    if (found != NULL) {
        simt_buffer_add(&whole, text->text, line_length(text));
        simt_buffer_add(&whole, precompiled->text.text, precompiled->text.length);
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

/* A name that no header has had: the process's number comes again, the time does not. */
bool simt_precompiled_begin(struct simt_precompiled *precompiled)
{
    struct simt_buffer source = {0};
    struct timespec now;
    char stamp[64];
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(stamp, sizeof stamp, "%ld-%lld-%09ld", (long)getpid(), (long long)now.tv_sec,
             now.tv_nsec);
    name_header(precompiled, stamp, &precompiled->header);
    name_source(precompiled, precompiled->header.text, &source);
    const char *first = source.text != NULL ? source.text : precompiled->header.text;
    int file = open(first, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    FILE *out = file >= 0 ? fdopen(file, "w") : NULL;
    bool good = out != NULL && fputs("#include <cuda_runtime.h>\n", out) >= 0;
    good = out != NULL && fclose(out) == 0 && good;
    simt_buffer_release(&source);
    return good;
}

static void remove_header(const struct simt_precompiled *precompiled, const char *header)
{
    struct simt_buffer source = {0};
    name_source(precompiled, header, &source);
    unlink(header);
    if (source.text != NULL)
        unlink(source.text);
    simt_buffer_release(&source);
}

/* The path of the header of now. */
static struct simt_buffer old_header(const struct simt_precompiled *precompiled)
{
    struct simt_buffer file = {0}, header = {0};
    struct head head;
    if (simt_buffer_add_file(&file, precompiled->list.text) && read_head(&file, &head))
        name_header(precompiled, head.stamp, &header);
    simt_buffer_release(&file);
    return header;
}

static bool write_list(const struct simt_precompiled *precompiled, const struct simt_buffer *part,
                       unsigned long long contents, const char *path)
{
    const size_t name = precompiled->base.length + 1;
    const char *stamp = precompiled->header.text + name;
    FILE *out = fopen(path, "w");
    bool good = out != NULL &&
                fprintf(out, "%s\n%.*s\n%llu\n", precompiled->key.text, (int)strcspn(stamp, "."),
                        stamp, contents) > 0 &&
                fwrite(part->text, 1, part->length, out) == part->length;
    return out != NULL && fclose(out) == 0 && good;
}

bool simt_precompiled_end(struct simt_precompiled *precompiled, bool complete,
                          const struct simt_buffer *part, unsigned long long contents,
                          struct simt_buffer *error)
{
    struct simt_output output;
    struct simt_buffer old = {0};
    const char *list = precompiled->list.text;
    bool written = complete && simt_output_begin(&output, list, error);
    if (written) {
        bool good = write_list(precompiled, part, contents, output.temporary);
        if (!good)
            simt_buffer_format(error, "simt-cc: cannot write %s: %s", list, strerror(errno));
        old = old_header(precompiled);
        written = simt_output_end(&output, good, error) && good;
    }
    if (!written)
        remove_header(precompiled, precompiled->header.text);
    else if (old.text != NULL)
        remove_header(precompiled, old.text);
    simt_buffer_release(&old);
    return written;
}
