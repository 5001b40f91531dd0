/* A name for all that a program of a submission is made of. */
#include "files.h"
#include "submission.h"
#include "submission_tools.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* FNV-1a of 128 bits: who would want two sources of one name gains nothing, for the cache is one's
 * own. */
__extension__ typedef unsigned __int128 number;

static void add(number *hash, const void *bytes, size_t count)
{
    const number prime = ((number)1 << 88) + 0x13b;
    for (size_t i = 0; i < count; i++) {
        *hash ^= ((const unsigned char *)bytes)[i];
        *hash *= prime;
    }
}

/* With its end, so that "ab", "c" is not "a", "bc". */
static void add_text(number *hash, const char *text)
{
    add(hash, text, strlen(text) + 1);
}

static bool add_content(number *hash, const char *path, struct gs_error *error)
{
    struct gs_text text;
    if (gs_file_read(path, GS_MOST_TEXT, &text, error) != GS_OK)
        return false;
    uint64_t total = text.length;
    add(hash, text.data, text.length);
    add(hash, &total, sizeof total);
    free(text.data);
    return true;
}

/* A file that is too large to be read each time: when it was written, and its size. */
static bool add_facts(number *hash, const char *path, struct gs_error *error)
{
    struct stat facts;
    if (stat(path, &facts) != 0) {
        gs_fail(error, GS_USAGE, "cannot read %.300s: %s", path, strerror(errno));
        return false;
    }
    const int64_t values[] = {facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, facts.st_size};
    add_text(hash, path);
    add(hash, values, sizeof values);
    return true;
}

bool gs_submission_hash(const struct gs_submission *submission, char hex[33],
                        struct gs_error *error)
{
    struct gs_tools tools;
    struct gs_text header;
    number hash = ((number)0x6c62272e07bb0142u << 64) + 0x62b821756295c58du;
    if (gs_tools_find(submission->cuda, submission->tools, &tools, error) != GS_OK ||
        gs_exercise_text(submission->lesson, submission->exercise, GS_HEADER, &header, error) !=
            GS_OK)
        return false;
    add_text(&hash, header.data);
    free(header.data);
    add_text(&hash, submission->exercise->name);
    add_text(&hash, submission->exercise->entry);
    add_text(&hash, tools.cxx);
    add_text(&hash, tools.architecture);
    if (!add_content(&hash, submission->source, error) ||
        !add_facts(&hash, tools.compiler, error) || !add_facts(&hash, tools.runner, error) ||
        !add_facts(&hash, "/proc/self/exe", error) ||
        (tools.library[0] != '\0' && !add_facts(&hash, tools.library, error)))
        return false;
    snprintf(hex, 33, "%016" PRIx64 "%016" PRIx64, (uint64_t)(hash >> 64), (uint64_t)hash);
    return true;
}
