/*
 * Objects are kept by what they were made of. Each source has a folder, which is named by where the
 * source lies and how it is compiled. In it lies the last object, OBJECT.so, and the list
 * "made_of": the name of that object, and each file that the compiler has read, with its content's
 * hash; behind them the object itself, which a full disk or a lost connection may have spoiled.
 */
#include "bring_parts.h"

#include "files.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* FNV-1a of 128 bits: who would want two sources of one name gains nothing, for the cache is one's
 * own. */
__extension__ typedef unsigned __int128 number;

static const char head[] = "gridstride kernel 2\n";

static number hash_begin(void)
{
    return ((number)0x6c62272e07bb0142u << 64) + 0x62b821756295c58du;
}

static void hash_add(number *hash, const void *bytes, size_t count)
{
    const number prime = ((number)1 << 88) + 0x13b;
    for (size_t i = 0; i < count; i++) {
        *hash ^= ((const unsigned char *)bytes)[i];
        *hash *= prime;
    }
}

/* NULL counts as "". */
static void hash_text(number *hash, const char *text)
{
    const char *known = text != NULL ? text : "";
    hash_add(hash, known, strlen(known) + 1);
}

static void hash_format(number hash, char hex[static 33])
{
    snprintf(hex, 33, "%016" PRIx64 "%016" PRIx64, (uint64_t)(hash >> 64), (uint64_t)hash);
}

static bool hash_file(const char *path, char hex[static 33])
{
    struct gs_text text;
    struct gs_error ignored;
    number hash = hash_begin();
    if (gs_file_read(path, SIZE_MAX, &text, &ignored) != GS_OK)
        return false;
    hash_add(&hash, text.data, text.length);
    hash_format(hash, hex);
    free(text.data);
    return true;
}

/* ---- the folder ------------------------------------------------------------------------------ */

/* A compiler is too large to be read each time: when it was written, and its size. */
static void hash_compiler(number *hash, const char *path)
{
    struct stat facts = {0};
    if (stat(path, &facts) != 0)
        return;
    const int64_t values[] = {facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, facts.st_size};
    hash_text(hash, path);
    hash_add(hash, values, sizeof values);
}

/* False: there is no place to keep anything, which costs time and nothing else. */
static bool find_folder(const struct gs_bring_job *job, char folder[static GS_BRING_PATH])
{
    char here[PATH_MAX] = "", hex[33], name[64];
    char *real = realpath(job->source, NULL);
    number hash = hash_begin();
    /* Messages and findings name the file as it was named when it was compiled. */
    hash_text(&hash, real);
    hash_text(&hash, job->source);
    hash_text(&hash, getcwd(here, sizeof here));
    hash_text(&hash, getenv("SIMT_CXX"));
    hash_text(&hash, getenv("SIMT_CC"));
    hash_text(&hash, job->architecture);
    hash_add(&hash, &job->what, sizeof job->what);
    hash_compiler(&hash, job->compiler);
    for (size_t i = 0; job->folder != NULL && i < job->folder->count; i++)
        hash_text(&hash, job->folder->sources[i]);
    hash_format(hash, hex);
    snprintf(name, sizeof name, "kernels/%s", hex);
    free(real);
    return gs_folder_make_cache(name, folder, GS_BRING_PATH);
}

/* ---- what is kept ---------------------------------------------------------------------------- */

/* One line of the list: "size nanoseconds hash path". Unchanged files are not read again. */
static bool is_unchanged(const char *line)
{
    long long size, seconds, nanoseconds;
    char hash[33], now[33];
    int path = 0;
    struct stat facts;
    if (sscanf(line, "%lld %lld.%lld %32[0-9a-f] %n", &size, &seconds, &nanoseconds, hash, &path) <
            4 ||
        path == 0 || stat(line + path, &facts) != 0 || facts.st_size != size)
        return false;
    return (facts.st_mtim.tv_sec == seconds && facts.st_mtim.tv_nsec == nanoseconds) ||
           (hash_file(line + path, now) && strcmp(now, hash) == 0);
}

bool gs_bring_find_kept(const struct gs_bring_job *job, struct gs_brought *out)
{
    char folder[GS_BRING_PATH], list[GS_BRING_PATH + 16];
    if (!find_folder(job, folder))
        return false;
    snprintf(list, sizeof list, "%s/made_of", folder);
    char *text = gs_file_text(list), *rest = text;
    bool good = text != NULL && strncmp(text, head, strlen(head)) == 0;
    const char *line = good ? (rest += strlen(head), strsep(&rest, "\n")) : NULL;
    good = line != NULL && strlen(line) == 32;
    if (good) {
        memcpy(out->fingerprint, line, 33);
        good = snprintf(out->object, sizeof out->object, "%s/%s.so", folder, line) <
                   (int)sizeof out->object &&
               access(out->object, R_OK) == 0;
    }
    while (good && (line = strsep(&rest, "\n")) != NULL && line[0] != '\0')
        good = is_unchanged(line);
    free(text);
    return good;
}

/* ---- what is made ---------------------------------------------------------------------------- */

/* The next word of make's rules, whose names have spaces behind backslashes; NULL: no more. */
static char *next_word(char **at)
{
    char *from = *at, *to;
    while (*from == ' ' || *from == '\n' || (from[0] == '\\' && from[1] == '\n'))
        from++;
    if (*from == '\0')
        return NULL;
    char *name = to = from;
    while (*from != '\0' && *from != ' ' && *from != '\n') {
        bool escaped = from[0] == '\\' && (from[1] == ' ' || from[1] == '#' || from[1] == '\\');
        bool dollar = from[0] == '$' && from[1] == '$';
        from += escaped || dollar;
        *to++ = *from++;
    }
    *at = *from != '\0' ? from + 1 : from;
    *to = '\0';
    return name;
}

/* The next file. The word before a colon is what a rule is for; nvcc writes a space between. */
static char *next_dependency(char **at)
{
    for (char *name; (name = next_word(at)) != NULL;) {
        size_t length = strlen(name);
        const char *next = *at + strspn(*at, " ");
        bool is_target = next[0] == ':' && (next[1] == ' ' || next[1] == '\0');
        if (!is_target && (length == 0 || name[length - 1] != ':'))
            return name;
    }
    return NULL;
}

static bool write_line(FILE *out, number *all, const char *path)
{
    struct stat facts;
    char hash[33];
    char *real = realpath(path, NULL);
    bool good = real != NULL && strchr(real, '\n') == NULL && stat(real, &facts) == 0 &&
                hash_file(real, hash);
    if (good) {
        hash_text(all, hash);
        fprintf(out, "%lld %lld.%lld %s %s\n", (long long)facts.st_size,
                (long long)facts.st_mtim.tv_sec, (long long)facts.st_mtim.tv_nsec, hash, real);
    }
    free(real);
    return good;
}

struct made_of {
    char fingerprint[33];
    char *lines;
    char object[GS_BRING_PATH + 64]; /* that is kept */
};

/* The list, from what the compiler wrote. */
static bool read_dependencies(const char *path, const struct gs_bring_job *job, struct made_of *out)
{
    char *text = gs_file_text(path), *name;
    char *at = text;
    size_t size = 0;
    FILE *lines = at != NULL ? open_memstream(&out->lines, &size) : NULL;
    number all = hash_begin();
    bool good = lines != NULL;
    hash_text(&all, job->architecture);
    hash_add(&all, &job->what, sizeof job->what);
    while (good && (name = next_dependency(&at)) != NULL)
        good = write_line(lines, &all, name);
    if (lines != NULL)
        good = fclose(lines) == 0 && good;
    hash_format(all, out->fingerprint);
    free(text);
    return good;
}

static bool write_list(FILE *out, const void *content)
{
    const struct made_of *made = content;
    number ignored = hash_begin();
    return fprintf(out, "%s%s\n%s", head, made->fingerprint, made->lines) > 0 &&
           write_line(out, &ignored, made->object);
}

/* The new object beside the old one, then the list that names it, and the old one goes. */
static bool keep(const char *folder, struct made_of *made, struct gs_brought *out)
{
    char list[GS_BRING_PATH + 16], old[40] = "";
    struct gs_error ignored;
    snprintf(made->object, sizeof made->object, "%s/%s.so", folder, made->fingerprint);
    snprintf(list, sizeof list, "%s/made_of", folder);
    char *before = gs_file_text(list);
    if (before != NULL && strncmp(before, head, strlen(head)) == 0)
        snprintf(old, sizeof old, "%.32s", before + strlen(head));
    free(before);
    if (strlen(made->object) >= sizeof out->object ||
        !gs_file_copy(out->object, made->object, 0755) ||
        gs_file_replace(list, 0644, write_list, made, "", &ignored) != GS_OK)
        return false;
    snprintf(out->object, sizeof out->object, "%.4000s", made->object);
    if (strlen(old) == 32 && strcmp(old, made->fingerprint) != 0) {
        snprintf(list, sizeof list, "%.4000s/%s.so", folder, old);
        unlink(list);
    }
    return true;
}

enum gs_status gs_bring_make(const struct gs_bring_job *job, struct gs_brought *out,
                             struct gs_error *error)
{
    char dependencies[GS_BRING_PATH + 16], folder[GS_BRING_PATH];
    struct made_of made = {.lines = NULL};
    enum gs_status status =
        gs_folder_make_temporary("kernel", 0700, out->temporary, sizeof out->temporary, error);
    if (status != GS_OK)
        return status;
    snprintf(out->object, sizeof out->object, "%.4000s/kernel.so", out->temporary);
    snprintf(dependencies, sizeof dependencies, "%s/kernel.d", out->temporary);
    status = gs_bring_run_compiler(job, out->object, dependencies, error);
    if (status != GS_OK)
        return status;
    bool listed = read_dependencies(dependencies, job, &made);
    memcpy(out->fingerprint, made.fingerprint, sizeof out->fingerprint);
    if (listed && find_folder(job, folder) && keep(folder, &made, out)) {
        gs_folder_remove(out->temporary);
        out->temporary[0] = '\0';
    }
    free(made.lines);
    return GS_OK;
}
