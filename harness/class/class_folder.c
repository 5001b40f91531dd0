#include "class_folder.h"

#include "compilers.h"
#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* What tells a folder of ours; it stays, empty, when the run is over. */
static const char lock_name[] = "gridstride-grade.lock";

/* ---- paths ----------------------------------------------------------------------------------- */

struct gs_class_path gs_class_top(const char *folder, const char *file)
{
    struct gs_class_path path;
    snprintf(path.text, sizeof path.text, "%.3000s/%s", folder, file);
    return path;
}

struct gs_class_path gs_class_file(const struct gs_class_folder *folder, const char *slug,
                                   const char *file)
{
    struct gs_class_path path;
    snprintf(path.text, sizeof path.text, "%s/students/%s%s%s", folder->path, slug,
             file[0] != '\0' ? "/" : "", file);
    return path;
}

struct gs_class_path gs_class_scratch(const struct gs_class_folder *folder, const char *slug)
{
    struct gs_class_path path;
    snprintf(path.text, sizeof path.text, "%s/%s", folder->scratch, slug);
    return path;
}

/* ---- writing --------------------------------------------------------------------------------- */

enum gs_status gs_class_write(const char *path, mode_t mode, gs_file_writer *write,
                              const void *content, struct gs_error *error)
{
    return gs_file_replace(path, mode, write, content,
                           "the file before is untouched: mend it, and the same command goes on",
                           error);
}

static bool write_json(FILE *out, const void *content)
{
    return json_dumpf(content, out, JSON_INDENT(1) | JSON_REAL_PRECISION(10)) == 0 &&
           fputc('\n', out) != EOF;
}

enum gs_status gs_class_write_json(const char *path, mode_t mode, const json_t *value,
                                   struct gs_error *error)
{
    return value != NULL ? gs_class_write(path, mode, write_json, value, error)
                         : gs_out_of_memory(error);
}

/* ---- the seed -------------------------------------------------------------------------------- */

/* Seeds stay exact in every reader of JSON. */
static const uint64_t seed_mask = ((uint64_t)1 << 53) - 1;

static bool write_seed(FILE *out, const void *content)
{
    return fprintf(out, "%" PRIu64 "\n", *(const uint64_t *)content) > 0;
}

/* *known: there was one. */
static enum gs_status read_seed(const char *path, uint64_t *seed, bool *known,
                                struct gs_error *error)
{
    *known = false;
    struct gs_text text;
    char *end;
    enum gs_status status = gs_file_read(path, GS_MOST_TEXT, &text, error);
    if (status != GS_OK)
        return errno == ENOENT ? GS_OK : status;
    errno = 0;
    *seed = strtoull(text.data, &end, 10);
    *known = errno == 0 && end != text.data && strcmp(end, "\n") == 0 && text.data[0] != '-';
    free(text.data);
    return *known ? GS_OK
                  : gs_fail(error, GS_USAGE,
                            "%.350s:1: not a seed; remove the file, and the class is graded anew "
                            "with a fresh one",
                            path);
}

static enum gs_status choose_seed(const struct gs_class_options *options,
                                  struct gs_class_folder *folder, struct gs_error *error)
{
    char path[3300];
    bool known = false;
    uint64_t kept = 0;
    snprintf(path, sizeof path, "%s/seed", folder->path);
    if (!options->seeded) {
        enum gs_status status = read_seed(path, &kept, &known, error);
        if (status != GS_OK)
            return status;
    }
    folder->seed = options->seeded ? options->seed : kept;
    if (known)
        return GS_OK;
    if (!options->seeded) {
        if (getrandom(&folder->seed, sizeof folder->seed, 0) != (ssize_t)sizeof folder->seed)
            return gs_fail(error, GS_USAGE, "no random seed: %s; choose one with --seed",
                           strerror(errno));
        folder->seed &= seed_mask;
    }
    return gs_class_write(path, 0600, write_seed, &folder->seed, error);
}

/* ---- the folder ------------------------------------------------------------------------------ */

static bool is_empty(const char *path)
{
    DIR *folder = opendir(path);
    if (folder == NULL)
        return false;
    const struct dirent *entry;
    size_t entries = 0;
    while ((entry = readdir(folder)) != NULL)
        entries += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(folder);
    return entries == 0;
}

static enum gs_status take_lock(struct gs_class_folder *folder, const char *shown,
                                struct gs_error *error)
{
    char path[3300];
    snprintf(path, sizeof path, "%s/%s", folder->path, lock_name);
    struct stat facts;
    if (lstat(path, &facts) != 0 && !is_empty(folder->path))
        return gs_fail(error, GS_USAGE,
                       "%.300s has files that are not of a graded class; choose another folder "
                       "with --out",
                       shown);
    folder->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (folder->lock < 0)
        return gs_fail(error, GS_USAGE, "cannot write into %.300s: %s; choose another with --out",
                       shown, strerror(errno));
    /* A file system without locks is no reason not to run. */
    if (flock(folder->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return gs_fail(error, GS_USAGE,
                       "another run is grading into %.300s; wait for it, or choose another folder "
                       "with --out",
                       shown);
    return GS_OK;
}

/* What is written must not be taken for what a student handed in. */
static bool lies_in(const char *path, const char *folder)
{
    char real[PATH_MAX];
    size_t length;
    if (realpath(folder, real) == NULL)
        return false;
    length = strlen(real);
    return strncmp(path, real, length) == 0 &&
           (path[length] == '\0' || path[length] == '/' || length == 1);
}

static enum gs_status make_folder(const struct gs_class_options *options,
                                  struct gs_class_folder *folder, struct gs_error *error)
{
    struct stat facts;
    char real[PATH_MAX];
    bool fresh = stat(options->out, &facts) != 0;
    if (!fresh && !S_ISDIR(facts.st_mode))
        return gs_fail(error, GS_USAGE, "%.300s is no folder; choose another with --out",
                       options->out);
    enum gs_status status = gs_folder_make(options->out, error);
    if (status != GS_OK)
        return status;
    if (realpath(options->out, real) == NULL || strlen(real) >= sizeof folder->path)
        return gs_fail(error, GS_USAGE,
                       "cannot use the folder %.300s: %s; choose another with "
                       "--out",
                       options->out, strerror(errno != 0 ? errno : ENAMETOOLONG));
    if (lies_in(real, options->submissions)) {
        if (fresh)
            rmdir(real);
        return gs_fail(error, GS_USAGE,
                       "%.300s lies among the submissions; choose another folder with --out",
                       options->out);
    }
    if (fresh) /* marks are nobody else's business */
        chmod(real, 0700);
    snprintf(folder->path, sizeof folder->path, "%.*s", (int)sizeof folder->path - 1, real);
    return GS_OK;
}

/* ---- where sources are judged ---------------------------------------------------------------- */

static const char scratch_begin[] = "gridstride-grade-";

static bool write_line(FILE *out, const void *content)
{
    return fprintf(out, "%s\n", (const char *)content) > 0;
}

/* Of a run that was killed: a folder of that name, and ours. */
static void remove_scratch(const char *path)
{
    const char *name = strrchr(path, '/');
    struct stat facts;
    if (path[0] == '/' && strncmp(name + 1, scratch_begin, strlen(scratch_begin)) == 0 &&
        lstat(path, &facts) == 0 && S_ISDIR(facts.st_mode) && facts.st_uid == geteuid())
        gs_folder_remove(path);
}

/* A folder in `parent` (NULL: where temporary files go) that the programs of the sandbox can enter.
 */
static enum gs_status make_scratch_in(const char *parent, enum gs_sandbox sandbox,
                                      struct gs_class_folder *folder, struct gs_error *error)
{
    char probe[sizeof folder->scratch + 8];
    const char *const paths[] = {probe, NULL};
    if (parent != NULL && setenv("TMPDIR", parent, 1) != 0)
        return gs_out_of_memory(error);
    enum gs_status status =
        gs_folder_make_temporary("grade", 0711, folder->scratch, sizeof folder->scratch, error);
    if (status != GS_OK)
        return status;
    snprintf(probe, sizeof probe, "%s/probe", folder->scratch);
    bool reached =
        mkdir(probe, 0755) == 0 && chmod(probe, 0755) == 0 && gs_sandbox_reads(sandbox, paths);
    rmdir(probe);
    if (reached)
        return GS_OK;
    status = gs_fail(error, GS_USAGE,
                     "programs in the sandbox run as another user, who cannot enter %.300s; name a "
                     "folder that every user can enter with TMPDIR",
                     folder->scratch);
    rmdir(folder->scratch);
    folder->scratch[0] = '\0';
    return status;
}

/*
 * Not in the folder of marks: a sandbox that is another user may pass through this one, and sees
 * nothing in it. Its path is kept, so that the next run removes what a killed one left.
 */
static enum gs_status make_scratch(struct gs_class_folder *folder, enum gs_sandbox sandbox,
                                   struct gs_error *error)
{
    static const char *const parents[] = {NULL, "/tmp", "/var/tmp"};
    char kept[3300];
    snprintf(kept, sizeof kept, "%s/scratch", folder->path);
    char *old = gs_file_text(kept);
    if (old != NULL) {
        old[strcspn(old, "\n")] = '\0';
        remove_scratch(old);
    }
    free(old);
    struct gs_error other; /* the first failure is the one to tell */
    enum gs_status status = make_scratch_in(parents[0], sandbox, folder, error);
    for (size_t i = 1; status != GS_OK && i < sizeof parents / sizeof parents[0]; i++)
        status = make_scratch_in(parents[i], sandbox, folder, &other);
    if (status == GS_OK)
        status = gs_class_write(kept, 0600, write_line, folder->scratch, error);
    if (status == GS_OK)
        status =
            gs_tools_share(sandbox, folder->scratch, folder->tools, sizeof folder->tools, error);
    return status;
}

/* ---- opening and closing --------------------------------------------------------------------- */

static enum gs_status make_students(const struct gs_class_folder *folder, struct gs_error *error)
{
    char path[3300];
    snprintf(path, sizeof path, "%s/students", folder->path);
    return mkdir(path, 0777) == 0 || errno == EEXIST
               ? GS_OK
               : gs_fail(error, GS_USAGE, "cannot make %.350s: %s; choose another with --out", path,
                         strerror(errno));
}

enum gs_status gs_class_folder_open(const struct gs_class_options *options, enum gs_sandbox sandbox,
                                    struct gs_class_folder *out, struct gs_error *error)
{
    *out = (struct gs_class_folder){.lock = -1};
    enum gs_status status = make_folder(options, out, error);
    if (status == GS_OK)
        status = take_lock(out, options->out, error);
    if (status == GS_OK)
        status = make_students(out, error);
    if (status == GS_OK)
        status = choose_seed(options, out, error);
    if (status == GS_OK)
        status = make_scratch(out, sandbox, error);
    if (status != GS_OK)
        gs_class_folder_close(out);
    return status;
}

void gs_class_folder_close(struct gs_class_folder *folder)
{
    char kept[3300];
    if (folder->scratch[0] != '\0') {
        snprintf(kept, sizeof kept, "%s/scratch", folder->path);
        gs_folder_remove(folder->scratch);
        unlink(kept);
    }
    if (folder->lock >= 0)
        close(folder->lock);
    folder->lock = -1;
}

void gs_class_folder_leave(struct gs_class_folder *folder)
{
    close(folder->lock);
    folder->lock = -1;
}
