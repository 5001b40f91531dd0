#include "toolchain.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef SIMT_DEFAULT_CXX
#define SIMT_DEFAULT_CXX "g++"
#endif
#ifndef SIMT_DEFAULT_CC
#define SIMT_DEFAULT_CC "gcc"
#endif
#ifndef SIMT_LINK_LIBRARIES
#define SIMT_LINK_LIBRARIES "-lgomp -lpthread -lm"
#endif

static void find_compiler(struct simt_words *command, const char *variable, const char *configured,
                          const char *fallback)
{
    const char *chosen = getenv(variable);
    simt_words_split(command, chosen != NULL ? chosen : "", " \t");
    if (command->count > 0)
        return;
    bool missing = configured[0] == '/' && access(configured, X_OK) != 0;
    simt_words_add(command, missing ? fallback : configured);
}

/* `folder`/`tail`, or NULL with one line in `error`. */
static char *name_part(const char *folder, const char *tail, struct simt_buffer *error)
{
    struct simt_buffer path = {0};
    simt_buffer_format(&path, "%s/%s", folder, tail);
    if (path.failed) {
        simt_buffer_release(&path);
        simt_buffer_format(error, "simt-cc: out of memory");
    }
    return path.text;
}

/* `folder`/`tail` if it can be read, else NULL with one line in `error`. */
static char *find_part(const char *folder, const char *tail, struct simt_buffer *error)
{
    struct simt_buffer path = {0};
    simt_buffer_format(&path, "%s/%s", folder, tail);
    if (!path.failed && access(path.text, R_OK) == 0)
        return path.text;
    simt_buffer_format(error, "simt-cc: cannot read %s: %s; is the installation complete?",
                       path.failed ? tail : path.text, strerror(path.failed ? ENOMEM : errno));
    simt_buffer_release(&path);
    return NULL;
}

bool simt_toolchain_find(struct simt_toolchain *toolchain, bool link, struct simt_buffer *error)
{
    char self[PATH_MAX];
    *toolchain = (struct simt_toolchain){0};
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0) {
        simt_buffer_format(error, "simt-cc: cannot find its own folder: /proc/self/exe: %s",
                           strerror(errno));
        return false;
    }
    self[length] = '\0';
    for (int i = 0; i < 2; i++) { /* bin/simt-cc, then bin */
        char *slash = strrchr(self, '/');
        if (slash != NULL)
            *slash = '\0';
    }
    find_compiler(&toolchain->cxx, "SIMT_CXX", SIMT_DEFAULT_CXX, "g++");
    find_compiler(&toolchain->cc, "SIMT_CC", SIMT_DEFAULT_CC, "gcc");
    simt_words_split(&toolchain->libraries, SIMT_LINK_LIBRARIES, " ;");
    toolchain->include_folder = find_part(self, "include/gridstride/simt", error);
    if (toolchain->include_folder == NULL)
        return false;
    toolchain->precompiled_folder = name_part(self, "lib/gridstride/precompiled", error);
    if (toolchain->precompiled_folder == NULL || !link)
        return toolchain->precompiled_folder != NULL;
    toolchain->library = find_part(self, "lib/gridstride/libsimt.a", error);
    return toolchain->library != NULL;
}

void simt_toolchain_release(struct simt_toolchain *toolchain)
{
    simt_words_release(&toolchain->cxx);
    simt_words_release(&toolchain->cc);
    simt_words_release(&toolchain->libraries);
    free(toolchain->include_folder);
    free(toolchain->precompiled_folder);
    free(toolchain->library);
    *toolchain = (struct simt_toolchain){0};
}
