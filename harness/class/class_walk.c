#include "class_walk.h"

#include "class.h"
#include "grow.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* More than any course hands out; beyond it nobody means anything good. */
enum { MOST_DEPTH = 5, MOST_ENTRIES = 4000, MOST_FILES = 100, PATH_BYTES = 4096 };

static const int open_flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

/* A file that may be meant, by its name alone. */
static bool is_wanted(const char *name)
{
    return strcasecmp(name, "questions.txt") == 0 || gs_name_ends(name, ".cu");
}

int gs_walk_open(int folder, const char *path)
{
    char part[PATH_BYTES];
    int at = dup(folder);
    while (at >= 0) {
        size_t length = strcspn(path, "/");
        bool last = path[length] == '\0';
        snprintf(part, sizeof part, "%.*s", (int)length, path);
        int next = openat(at, part, open_flags | (last ? 0 : O_DIRECTORY));
        close(at);
        at = next;
        if (last)
            break;
        path += length + 1;
    }
    struct stat facts;
    if (at < 0 || (fstat(at, &facts) == 0 && S_ISREG(facts.st_mode)))
        return at;
    close(at);
    errno = EINVAL;
    return -1;
}

static void tell(struct gs_walk *walk, const char *path, const char *what)
{
    char shown[200];
    gs_name_clean(path, shown, sizeof shown);
    size_t used = strlen(walk->note);
    snprintf(walk->note + used, sizeof walk->note - used, "%s%s %s", used > 0 ? "; " : "", shown,
             what);
}

/* A file that nobody reads. Headers are the exercises' own, and lie beside every source. */
static void leave_out(struct gs_walk *walk, const char *path)
{
    enum { SHOWN = 5 };
    char shown[64];
    size_t used = strlen(walk->others);
    if (gs_name_ends(path, ".h"))
        return;
    gs_name_clean(path, shown, sizeof shown);
    if (walk->other_count++ < SHOWN)
        snprintf(walk->others + used, sizeof walk->others - used, "%s%s", used > 0 ? ", " : "",
                 shown);
}

static void tell_left_out(struct gs_walk *walk)
{
    size_t used = strlen(walk->note);
    if (walk->other_count > 0)
        snprintf(walk->note + used, sizeof walk->note - used,
                 "%snot read, for it is no .cu file: %s%s", used > 0 ? "; " : "", walk->others,
                 walk->other_count > 5 ? ", ..." : "");
}

static enum gs_status add(struct gs_walk *walk, const char *path, unsigned depth,
                          struct gs_error *error)
{
    if (walk->count == MOST_FILES) {
        tell(walk, path, "and files behind it were not looked at: there are too many");
        walk->entries = MOST_ENTRIES;
        return GS_OK;
    }
    struct gs_found found = {.path = strdup(path), .depth = depth};
    if (found.path == NULL || !gs_grow(&walk->files, walk->count, sizeof found)) {
        free(found.path);
        return gs_out_of_memory(error);
    }
    walk->files[walk->count++] = found;
    return GS_OK;
}

static enum gs_status walk_folder(struct gs_walk *walk, int descriptor, const char *path,
                                  unsigned depth, struct gs_error *error);

/* NOLINTNEXTLINE(misc-no-recursion): no deeper than MOST_DEPTH */
static enum gs_status visit(struct gs_walk *walk, int folder, const char *name, const char *path,
                            unsigned depth, struct gs_error *error)
{
    struct stat facts;
    if (fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) != 0)
        return GS_OK; /* gone again */
    if (name[0] == '.' || strcmp(name, "__MACOSX") == 0) {
        if (S_ISDIR(facts.st_mode))
            tell(walk, path, "was not looked into");
        else if (is_wanted(name))
            tell(walk, path, "begins with a dot and was not read");
        return GS_OK;
    }
    if (S_ISREG(facts.st_mode) && is_wanted(name))
        return add(walk, path, depth, error);
    if (S_ISREG(facts.st_mode)) {
        leave_out(walk, path);
        return GS_OK;
    }
    if (!S_ISDIR(facts.st_mode)) {
        if (S_ISLNK(facts.st_mode))
            tell(walk, path, "is a symbolic link and was not followed");
        else if (is_wanted(name))
            tell(walk, path, "is no file");
        return GS_OK;
    }
    if (depth == MOST_DEPTH) {
        tell(walk, path, "was not looked into: it lies too deep");
        return GS_OK;
    }
    int inner = openat(folder, name, open_flags | O_DIRECTORY);
    if (inner < 0) {
        char shown[200];
        gs_name_clean(path, shown, sizeof shown);
        return gs_fail(error, GS_USAGE, "cannot read %s: %s", shown, strerror(errno));
    }
    return walk_folder(walk, inner, path, depth + 1, error);
}

/* Closes the descriptor. NOLINTNEXTLINE(misc-no-recursion) */
static enum gs_status walk_folder(struct gs_walk *walk, int descriptor, const char *path,
                                  unsigned depth, struct gs_error *error)
{
    DIR *folder = fdopendir(descriptor);
    if (folder == NULL) {
        close(descriptor);
        return gs_fail(error, GS_USAGE, "cannot read a folder: %s", strerror(errno));
    }
    enum gs_status status = GS_OK;
    const struct dirent *entry;
    while (status == GS_OK && walk->entries < MOST_ENTRIES && (entry = readdir(folder)) != NULL) {
        char inner[PATH_BYTES];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (++walk->entries == MOST_ENTRIES)
            tell(walk, entry->d_name, "and all behind it was not looked at: there is too much");
        snprintf(inner, sizeof inner, "%s%s%s", path, path[0] != '\0' ? "/" : "", entry->d_name);
        status = visit(walk, dirfd(folder), entry->d_name, inner, depth, error);
    }
    closedir(folder);
    return status;
}

static int by_place(const void *left, const void *right)
{
    const struct gs_found *a = left, *b = right;
    if (a->depth != b->depth)
        return a->depth < b->depth ? -1 : 1;
    return strcmp(a->path, b->path);
}

enum gs_status gs_walk_folder(int submissions, const char *folder, struct gs_walk *out,
                              struct gs_error *error)
{
    *out = (struct gs_walk){.root = openat(submissions, folder, open_flags | O_DIRECTORY)};
    int root = out->root < 0 ? -1 : fcntl(out->root, F_DUPFD_CLOEXEC, 0);
    if (root < 0)
        return gs_fail(error, GS_USAGE, "cannot read the folder: %s", strerror(errno));
    enum gs_status status = walk_folder(out, root, "", 0, error);
    tell_left_out(out);
    if (out->count > 1)
        qsort(out->files, out->count, sizeof *out->files, by_place);
    return status;
}

void gs_walk_release(struct gs_walk *walk)
{
    for (size_t i = 0; i < walk->count; i++)
        free(walk->files[i].path);
    free(walk->files);
    if (walk->root >= 0)
        close(walk->root);
    *walk = (struct gs_walk){.root = -1};
}
