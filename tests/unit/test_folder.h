/* A folder for the files of one test, and its end. */
#ifndef GS_TEST_FOLDER_H
#define GS_TEST_FOLDER_H

#include <ftw.h>
#include <stdio.h>

static inline int gs_test_remove_one(const char *path, const struct stat *status, int type,
                                     struct FTW *ftw)
{
    (void)status;
    (void)type;
    (void)ftw;
    return remove(path);
}

/* With all that is in it, links as links; 0, or -1 where something stays. */
static inline int gs_test_remove_folder(const char *folder)
{
    return nftw(folder, gs_test_remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

#endif
