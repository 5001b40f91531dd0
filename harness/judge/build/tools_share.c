/* The simulator's compiler, for programs that run as a user who cannot reach the one installed. */
#include "compilers.h"
#include "files.h"

#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_ROOM = GS_TOOL_PATH + 256 };

/* A folder with all that is in it, or a file; links are followed. Everybody may read the copy. What
 * simt-cc has precompiled is left out: it is large, and fits the place of its headers alone. */
static bool copy_all(const char *from, const char *to)
{
    char *folders[] = {(char *)from, NULL};
    FTS *walk = fts_open(folders, FTS_LOGICAL | FTS_NOCHDIR, NULL);
    if (walk == NULL)
        return false;
    bool good = true;
    errno = 0;
    for (FTSENT *entry = fts_read(walk); good && entry != NULL; entry = fts_read(walk)) {
        char path[PATH_ROOM];
        if (entry->fts_info == FTS_D && strcmp(entry->fts_name, "precompiled") == 0) {
            fts_set(walk, entry, FTS_SKIP);
            continue;
        }
        if ((size_t)snprintf(path, sizeof path, "%s%s", to, entry->fts_path + strlen(from)) >=
            sizeof path) {
            errno = ENAMETOOLONG;
            good = false;
        } else if (entry->fts_info == FTS_D) {
            good = mkdir(path, 0755) == 0 && chmod(path, 0755) == 0;
        } else if (entry->fts_info != FTS_DP) {
            mode_t others = entry->fts_statp->st_mode & S_IXUSR ? 0755 : 0644;
            good = gs_file_copy(entry->fts_accpath, path, others);
        }
    }
    int reason = errno;
    fts_close(walk);
    errno = reason;
    return good;
}

/* The folders above it in the copy. */
static bool make_above(char *path, size_t root_length)
{
    for (char *slash = strchr(path + root_length + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool made = (mkdir(path, 0755) == 0 && chmod(path, 0755) == 0) || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

static enum gs_status copy_tools(const struct gs_tools *tools, const char *root,
                                 struct gs_error *error)
{
    /* The installation's folder: what is above bin/simt-cc. */
    size_t above = strlen(tools->compiler) - strlen("/bin/simt-cc"), length = strlen(root);
    if ((mkdir(root, 0755) != 0 && errno != EEXIST) || chmod(root, 0755) != 0)
        return gs_fail(error, GS_USAGE, "cannot make %.300s: %s", root, strerror(errno));
    for (unsigned i = 0; i < tools->readable_count; i++) {
        char to[PATH_ROOM];
        snprintf(to, sizeof to, "%s%s", root, tools->readable[i] + above);
        if (!make_above(to, length) || !copy_all(tools->readable[i], to))
            return gs_fail(error, GS_USAGE,
                           "the programs of a sandbox may not read %.150s, and it cannot be copied "
                           "to %.150s: %s; put gridstride where every user may read it",
                           tools->readable[i], root, strerror(errno));
    }
    return GS_OK;
}

enum gs_status gs_tools_share(enum gs_sandbox sandbox, const char *folder, char *root, size_t size,
                              struct gs_error *error)
{
    struct gs_tools tools;
    const char *paths[GS_TOOL_READABLE + 1] = {0};
    root[0] = '\0';
    enum gs_status status = gs_tools_find(false, NULL, &tools, error);
    if (status != GS_OK)
        return status;
    for (unsigned i = 0; i < tools.readable_count; i++)
        paths[i] = tools.readable[i];
    if (gs_sandbox_reads(sandbox, paths))
        return GS_OK;
    snprintf(root, size, "%s/.tools", folder);
    return copy_tools(&tools, root, error);
}
