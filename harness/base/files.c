#include "files.h"

#include "numbers.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

/* Keeps errno, which says why. */
static void close_file(int descriptor)
{
    int reason = errno;
    if (descriptor >= 0)
        close(descriptor);
    errno = reason;
}

static void remove_file(const char *path)
{
    int reason = errno;
    unlink(path);
    errno = reason;
}

/* ---- reading --------------------------------------------------------------------------------- */

bool gs_read_all(int descriptor, size_t most, struct gs_text *out)
{
    size_t room = 0;
    ssize_t got = 1;
    *out = (struct gs_text){0};
    while (got > 0 && out->length <= most) {
        if (room - out->length < 2) {
            room = room == 0 ? 16384 : 2 * room;
            char *more = realloc(out->data, room);
            if (more == NULL)
                break;
            out->data = more;
        }
        size_t left = most - out->length, part = room - out->length - 1;
        do
            got = read(descriptor, out->data + out->length, left < part ? left + 1 : part);
        while (got < 0 && errno == EINTR);
        out->length += got > 0 ? (size_t)got : 0;
    }
    if (got == 0 || (got > 0 && out->length > most)) {
        out->data[out->length] = '\0';
        return true;
    }
    free(out->data);
    *out = (struct gs_text){0};
    return false;
}

/* What a path that is no file names; NULL: a file. */
static const char *other_kind(mode_t mode)
{
    return S_ISREG(mode)    ? NULL
           : S_ISDIR(mode)  ? "a folder"
           : S_ISFIFO(mode) ? "a pipe"
           : S_ISSOCK(mode) ? "a socket"
                            : "a device";
}

static enum gs_status refuse_kind(const char *path, const char *kind, struct gs_error *error)
{
    gs_fail(error, GS_USAGE, "cannot read %.400s: it is %s, not a file", path, kind);
    errno = EINVAL;
    return GS_USAGE;
}

static enum gs_status refuse_size(const char *path, off_t bytes, size_t most,
                                  struct gs_error *error)
{
    char size[32], limit[32];
    gs_size_round((double)bytes, 3, size);
    gs_size_round((double)most, 3, limit);
    gs_fail(error, GS_USAGE, "cannot read %.400s: it has %sB, and no such file has over %sB", path,
            size, limit);
    errno = EFBIG;
    return GS_USAGE;
}

/* Opens what is a file of at most so many bytes; a pipe or a device is not even opened. */
static enum gs_status open_to_read(const char *path, size_t most, int *file, struct gs_error *error)
{
    struct stat facts;
    *file = -1;
    if (stat(path, &facts) == 0 && other_kind(facts.st_mode) != NULL)
        return refuse_kind(path, other_kind(facts.st_mode), error);
    *file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (*file < 0 || fstat(*file, &facts) != 0) {
        int reason = errno;
        gs_fail(error, GS_USAGE, "cannot read %.400s: %s", path, strerror(reason));
        close_file(*file);
        errno = reason;
        return GS_USAGE;
    }
    const char *kind = other_kind(facts.st_mode); /* it may be another one by now */
    enum gs_status status = kind != NULL ? refuse_kind(path, kind, error) : GS_OK;
    if (status == GS_OK && (uintmax_t)facts.st_size > most)
        status = refuse_size(path, facts.st_size, most, error);
    if (status != GS_OK)
        close_file(*file);
    return status;
}

enum gs_status gs_file_read(const char *path, size_t most, struct gs_text *out,
                            struct gs_error *error)
{
    int file;
    *out = (struct gs_text){0};
    enum gs_status status = open_to_read(path, most, &file, error);
    if (status != GS_OK)
        return status;
    bool good = gs_read_all(file, most, out);
    close_file(file);
    if (good && out->length <= most)
        return GS_OK;
    if (good) { /* it grew, or does not know its size */
        size_t length = out->length;
        free(out->data);
        *out = (struct gs_text){0};
        return refuse_size(path, (off_t)length, most, error);
    }
    int reason = errno;
    gs_fail(error, GS_USAGE, "cannot read %.400s: %s", path, strerror(reason));
    errno = reason;
    return reason == ENOMEM ? GS_SYSTEM_FAILED : GS_USAGE;
}

char *gs_file_text(const char *path)
{
    struct gs_text text;
    struct gs_error ignored = {""};
    return gs_file_read(path, GS_MOST_TEXT, &text, &ignored) == GS_OK ? text.data : NULL;
}

/* ---- writing --------------------------------------------------------------------------------- */

const char gs_choose_another_out[] =
    "what was there before is untouched; choose another folder with --out";

/* What keeps no disk has nothing to put there. */
static bool is_on_disk(int descriptor)
{
    return fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS;
}

bool gs_file_make(const char *path, mode_t mode, gs_file_writer *write, const void *content)
{
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    FILE *out = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (out == NULL) {
        close_file(descriptor);
        return false;
    }
    bool good = write(out, content) && fflush(out) == 0 && !ferror(out) && is_on_disk(descriptor);
    int reason = errno;
    if (fclose(out) == 0 && good)
        return true;
    errno = good ? errno : reason;
    remove_file(path);
    return false;
}

static enum gs_status cannot_write(const struct gs_new_file *file, struct gs_error *error)
{
    return gs_fail(error, GS_USAGE, "cannot write %.350s: %s; %s", file->path, strerror(errno),
                   file->advice);
}

/* So that the new name too outlives a loss of power. */
static void sync_folder_of(const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    int length = slash == NULL ? 1 : (int)(slash - path) + 1;
    snprintf(folder, sizeof folder, "%.*s", length, slash == NULL ? "." : path);
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        fsync(descriptor);
        close(descriptor);
    }
}

enum gs_status gs_new_file_write(struct gs_new_file *file, mode_t mode, gs_file_writer *write,
                                 const void *content, struct gs_error *error)
{
    struct stat facts;
    const char *kind = stat(file->path, &facts) == 0 ? other_kind(facts.st_mode) : NULL;
    if (kind != NULL) /* a new file would take its place */
        return gs_fail(error, GS_USAGE, "cannot write %.350s: it is %s, not a file; %s", file->path,
                       kind, file->advice);
    snprintf(file->beside, sizeof file->beside, "%s.new", file->path);
    unlink(file->beside); /* left by a run that was killed; never written through a link */
    return gs_file_make(file->beside, mode, write, content) ? GS_OK : cannot_write(file, error);
}

enum gs_status gs_new_file_keep(const struct gs_new_file *file, struct gs_error *error)
{
    if (rename(file->beside, file->path) != 0)
        return cannot_write(file, error);
    sync_folder_of(file->path);
    return GS_OK;
}

void gs_new_file_drop(const struct gs_new_file *file)
{
    remove_file(file->beside);
}

enum gs_status gs_file_replace(const char *path, mode_t mode, gs_file_writer *write,
                               const void *content, const char *advice, struct gs_error *error)
{
    struct gs_new_file file = {.advice = advice};
    snprintf(file.path, sizeof file.path, "%s", path);
    enum gs_status status = gs_new_file_write(&file, mode, write, content, error);
    if (status == GS_OK)
        status = gs_new_file_keep(&file, error);
    if (status != GS_OK)
        gs_new_file_drop(&file);
    return status;
}

bool gs_file_copy(const char *from, const char *to, mode_t mode)
{
    char beside[4096 + 64];
    struct stat facts;
    snprintf(beside, sizeof beside, "%.4000s.%ld", to, (long)getpid());
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool good = in >= 0 && out >= 0 && fstat(in, &facts) == 0 && fchmod(out, mode) == 0;
    off_t left = good ? facts.st_size : 0;
    while (good && left > 0) {
        ssize_t moved = sendfile(out, in, NULL, (size_t)left);
        good = moved > 0;
        left -= moved;
    }
    if (in >= 0)
        close(in);
    if (out >= 0)
        good = close(out) == 0 && good;
    good = good && rename(beside, to) == 0;
    if (!good && out >= 0)
        unlink(beside);
    return good;
}

/* ---- folders --------------------------------------------------------------------------------- */

/* Removes the folders of the path that lie below its first `kept` bytes, as long as they are empty.
 */
static void unmake_folders(char *path, size_t kept)
{
    while (strlen(path) > kept && rmdir(path) == 0) {
        char *slash = strrchr(path, '/');
        if (slash == NULL)
            return;
        *slash = '\0';
    }
}

enum gs_status gs_folder_make(const char *folder, struct gs_error *error)
{
    char path[PATH_MAX];
    size_t there = 0, made = 0; /* bytes of the path up to what was there, and what was made */
    int length = snprintf(path, sizeof path, "%s", folder);
    int reason = length < (int)sizeof path ? 0 : ENAMETOOLONG;
    for (char *slash = path; reason == 0 && slash != NULL; slash += slash != NULL) {
        slash = strchr(slash, '/');
        if (slash != NULL)
            *slash = '\0';
        if (path[0] != '\0' && mkdir(path, 0777) == 0)
            made = strlen(path);
        else if (path[0] != '\0' && errno != EEXIST)
            reason = errno;
        else if (made == 0)
            there = strlen(path);
        if (slash == NULL || reason != 0)
            break;
        *slash = '/';
    }
    if (reason == 0)
        return GS_OK;
    path[made] = '\0';
    unmake_folders(path, there);
    return gs_fail(error, GS_USAGE,
                   "cannot make the results folder %.400s: %s; choose another with --out", folder,
                   strerror(reason));
}

enum gs_status gs_free_name(const char *begin, const char *first, const char *end, char *name,
                            size_t size, struct gs_error *error)
{
    enum { MOST_TRIED = 10000 };
    struct stat found;
    errno = EEXIST;
    for (unsigned number = 1; number <= MOST_TRIED; number++) {
        char counted[16];
        snprintf(counted, sizeof counted, "%u", number);
        if ((size_t)snprintf(name, size, "%s%s%s", begin, number == 1 ? first : counted, end) >=
            size)
            errno = ENAMETOOLONG;
        else if (lstat(name, &found) == 0)
            continue;
        else if (errno == ENOENT)
            return GS_OK;
        break;
    }
    return gs_fail(error, GS_USAGE, "no name like %.400s%s%s is free: %s", begin, first, end,
                   strerror(errno));
}

enum gs_status gs_folder_make_temporary(const char *name, mode_t mode, char *path, size_t size,
                                        struct gs_error *error)
{
    const char *parent = getenv("TMPDIR");
    if (parent == NULL || parent[0] != '/')
        parent = "/tmp";
    if ((size_t)snprintf(path, size, "%s/gridstride-%s-XXXXXX", parent, name) >= size)
        errno = ENAMETOOLONG;
    else if (mkdtemp(path) != NULL && chmod(path, mode) == 0)
        return GS_OK;
    path[0] = '\0';
    return gs_fail(error, GS_USAGE,
                   "cannot make a temporary folder in %.200s: %s; TMPDIR names another place",
                   parent, strerror(errno));
}

bool gs_folder_make_cache(const char *name, char *path, size_t size)
{
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    struct gs_error ignored;
    bool given = base != NULL && base[0] == '/';
    if (!given && (home == NULL || home[0] != '/'))
        return false;
    int length = snprintf(path, size, "%s%s/gridstride/%s", given ? base : home,
                          given ? "" : "/.cache", name);
    return length > 0 && (size_t)length < size && gs_folder_make(path, &ignored) == GS_OK &&
           access(path, W_OK | X_OK) == 0;
}

static int remove_one(const char *path, const struct stat *facts, int type, struct FTW *where)
{
    (void)facts;
    (void)type;
    (void)where;
    remove(path);
    return 0;
}

void gs_folder_remove(const char *path)
{
    enum { MOST_OPEN = 16 };
    nftw(path, remove_one, MOST_OPEN, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}
