#include "tree.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool gs_tree_beside_program(const char *name, char *path, size_t size)
{
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return false;
    program[length] = '\0';
    char *slash = strrchr(program, '/');
    if (slash == NULL)
        return false;
    *slash = '\0';
    return (size_t)snprintf(path, size, "%s/%s", program, name) < size;
}

bool gs_tree_shared(const char *name, char *path, size_t size)
{
    char relative[512];
    snprintf(relative, sizeof relative, "../share/gridstride/%s", name);
    return gs_tree_beside_program(relative, path, size);
}
