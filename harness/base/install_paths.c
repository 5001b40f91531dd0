#include "install_paths.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *gs_called(void)
{
    const char *called = getenv(GS_CALLED);
    return called != NULL && called[0] != '\0' ? called : "gridstride";
}

/* The file that this code was loaded from: the running program, or gridstride as a library. */
static bool find_file(char *path, size_t size, bool *library)
{
    static const char here = 0;
    Dl_info object = {0};
    const char *name = dladdr(&here, &object) != 0 ? object.dli_fname : "";
    const char *dot = strrchr(name, '.');
    *library = dot != NULL && strcmp(dot, ".so") == 0;
    if (*library)
        return (size_t)snprintf(path, size, "%s", name) < size;
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = '\0';
    return length > 0;
}

bool gs_path_beside_program(const char *name, char *path, size_t size)
{
    char file[4096];
    bool library;
    if (!find_file(file, sizeof file, &library))
        return false;
    char *slash = strrchr(file, '/');
    if (slash == NULL)
        return false;
    *slash = '\0'; /* a library lies in lib/gridstride/, programs in bin/ */
    return (size_t)snprintf(path, size, "%s/%s%s", file, library ? "../../bin/" : "", name) < size;
}

bool gs_path_of_shared(const char *name, char *path, size_t size)
{
    char relative[512];
    snprintf(relative, sizeof relative, "../share/gridstride/%s", name);
    return gs_path_beside_program(relative, path, size);
}

enum gs_status gs_path_missing(const char *path, const char *target, struct gs_error *error)
{
    static const char in_build[] = "/bin/../CMakeCache.txt";
    char cache[4096];
    if (!gs_path_beside_program(&in_build[5], cache, sizeof cache) || access(cache, F_OK) != 0)
        return gs_fail(error, GS_USAGE, "%.300s is missing; install gridstride again", path);
    return gs_fail(error, GS_USAGE, "%.150s is not built; build it: cmake --build %.*s --target %s",
                   path, (int)(strlen(cache) - strlen(in_build)), cache, target);
}
