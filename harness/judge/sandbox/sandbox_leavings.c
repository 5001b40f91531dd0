#include "sandbox_internal.h"

#include <fcntl.h>
#include <fts.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where all users may make files; under these alone no folder of another user's is entered. */
static char *const shared[] = {"/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/dev/mqueue", NULL};

/* Of a folder of that user's all that is in it is removed. Links are removed, not followed, and
 * nothing is done by a path that somebody could change meanwhile: fts stands in the folder. */
static void remove_entry(FTS *walk, FTSENT *entry, uid_t uid)
{
    bool is_folder = entry->fts_info == FTS_D;
    bool is_his = entry->fts_info != FTS_NS && entry->fts_statp->st_uid == uid;
    if (entry->fts_level == 0)
        return;
    if (is_folder && !is_his)
        fts_set(walk, entry, FTS_SKIP);
    else if (is_folder)
        chmod(entry->fts_accpath, 0700);
    else if (is_his)
        (void)(entry->fts_info == FTS_DP || entry->fts_info == FTS_DNR
                   ? rmdir(entry->fts_accpath)
                   : unlink(entry->fts_accpath));
}

void gs_leavings_remove(uid_t uid)
{
    FTS *walk = fts_open(shared, FTS_PHYSICAL | FTS_XDEV, NULL);
    for (FTSENT *entry = walk != NULL ? fts_read(walk) : NULL; entry != NULL;
         entry = fts_read(walk))
        remove_entry(walk, entry, uid);
    if (walk != NULL)
        fts_close(walk);
}
