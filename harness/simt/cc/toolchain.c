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

static bool is_in_path(const char *name)
{
    struct simt_words folders = {0};
    const char *path = getenv("PATH");
    bool found = false;
    simt_words_split(&folders, path != NULL ? path : "/usr/bin:/bin", ":");
    for (size_t i = 0; i < folders.count && !found; i++) {
        struct simt_buffer file = {0};
        simt_buffer_format(&file, "%s/%s", folders.items[i], name);
        found = !file.failed && access(file.text, X_OK) == 0;
        simt_buffer_release(&file);
    }
    simt_words_release(&folders);
    return found;
}

/* A compiler as a user may have it: chosen by an environment variable; the one that built this
 * program; gcc's, then clang's by their names; what may lie beside the library. */
struct choice {
    const char *variable, *configured, *gnu, *clang;
};

static void find_compiler(struct simt_words *command, const struct choice *choice,
                          const char *bundled)
{
    const char *chosen = getenv(choice->variable);
    simt_words_split(command, chosen != NULL ? chosen : "", " \t");
    if (command->count > 0)
        return;
    bool named = choice->configured[0] != '/';
    if (named || access(choice->configured, X_OK) == 0)
        simt_words_add(command, choice->configured);
    else if (is_in_path(choice->gnu))
        simt_words_add(command, choice->gnu);
    else if (is_in_path(choice->clang))
        simt_words_add(command, choice->clang);
    else
        simt_words_add(command, access(bundled, X_OK) == 0 ? bundled : choice->gnu);
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

static char *name_precompiled(const char *root, struct simt_buffer *error)
{
    const char *chosen = getenv("SIMT_PRECOMPILED");
    if (chosen == NULL || chosen[0] == '\0')
        return name_part(root, "lib/gridstride/precompiled", error);
    char *path = strdup(chosen);
    if (path == NULL)
        simt_buffer_format(error, "simt-cc: out of memory");
    return path;
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

static bool find_compilers(struct simt_toolchain *toolchain, const char *root,
                           struct simt_buffer *error)
{
    static const struct choice cxx = {"SIMT_CXX", SIMT_DEFAULT_CXX, "g++", "clang++"};
    static const struct choice cc = {"SIMT_CC", SIMT_DEFAULT_CC, "gcc", "clang"};
    char *bundled = name_part(root, "lib/gridstride/compiler/c++", error);
    if (bundled == NULL)
        return false;
    find_compiler(&toolchain->cxx, &cxx, bundled);
    find_compiler(&toolchain->cc, &cc, bundled); /* it takes C too */
    toolchain->from_pip = access(bundled, X_OK) == 0;
    free(bundled);
    return true;
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
    if (!find_compilers(toolchain, self, error))
        return false;
    simt_words_split(&toolchain->libraries, SIMT_LINK_LIBRARIES, " ;");
    toolchain->include_folder = find_part(self, "include/gridstride/simt", error);
    if (toolchain->include_folder == NULL)
        return false;
    toolchain->precompiled_folder = name_precompiled(self, error);
    if (toolchain->precompiled_folder == NULL || !link)
        return toolchain->precompiled_folder != NULL;
    toolchain->library = find_part(self, "lib/gridstride/libsimt.a", error);
    toolchain->linked_folder = name_part(self, "lib/gridstride/linked", error);
    return toolchain->library != NULL && toolchain->linked_folder != NULL;
}

void simt_toolchain_release(struct simt_toolchain *toolchain)
{
    simt_words_release(&toolchain->cxx);
    simt_words_release(&toolchain->cc);
    simt_words_release(&toolchain->libraries);
    free(toolchain->include_folder);
    free(toolchain->precompiled_folder);
    free(toolchain->library);
    free(toolchain->linked_folder);
    *toolchain = (struct simt_toolchain){0};
}
