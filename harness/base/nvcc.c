#include "nvcc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

bool gs_nvcc_find(char *path, size_t size)
{
    const char *chosen = getenv("CUDACXX"), *all = getenv("PATH");
    char candidate[PATH_BYTES];
    bool found = chosen != NULL && strchr(chosen, '/') != NULL && access(chosen, X_OK) == 0;
    snprintf(candidate, sizeof candidate, "%s", found ? chosen : "");
    for (const char *part = all; !found && part != NULL && *part != '\0';) {
        size_t length = strcspn(part, ":");
        snprintf(candidate, sizeof candidate, "%.*s/nvcc", (int)length, part);
        found = access(candidate, X_OK) == 0;
        part += length + (part[length] == ':');
    }
    if (!found)
        snprintf(candidate, sizeof candidate, "/usr/local/cuda/bin/nvcc");
    char *real = access(candidate, X_OK) == 0 ? realpath(candidate, NULL) : NULL;
    if (real != NULL)
        snprintf(path, size, "%s", real);
    free(real);
    return real != NULL;
}

void gs_nvcc_architecture(const char *nvcc, char option[static 32])
{
    enum { OLDEST = 50 };
    char command[PATH_BYTES + 64], answer[32] = "";
    const char *slash = strrchr(nvcc, '/');
    snprintf(option, 32, "-arch=sm_90");
    if (slash == NULL || strchr(nvcc, '\'') != NULL)
        return;
    snprintf(command, sizeof command, "'%.*s/__nvcc_device_query' 2>/dev/null", (int)(slash - nvcc),
             nvcc);
    FILE *in = popen(command, "re");
    if (in == NULL)
        return;
    unsigned long number = fgets(answer, sizeof answer, in) != NULL ? strtoul(answer, NULL, 10) : 0;
    pclose(in);
    if (number >= OLDEST)
        snprintf(option, 32, "-arch=sm_%lu", number);
}
