#include "processor.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* One line of a file that describes the first CPU, without its end. */
static bool read_cpu_file(const char *name, char *line, int size)
{
    char path[128];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/%s", name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    bool good = fgets(line, size, file) != NULL;
    fclose(file);
    if (good)
        line[strcspn(line, "\n")] = '\0';
    return good;
}

/* CPUs in a list like "0-7,16-23". */
static long count_cpus(const char *list)
{
    long count = 0;
    for (const char *at = list; at != NULL; at = strchr(at, ',')) {
        long first, last;
        at += *at == ',';
        int numbers = sscanf(at, "%ld-%ld", &first, &last);
        count += numbers == 2 ? last - first + 1 : numbers;
    }
    return count;
}

/* Not sysconf(): in a virtual machine it tells of the host's whole cache, not of our share. */
size_t gs_cpu_last_level_bytes(void)
{
    char size[64], sharers[256];
    size_t kib;
    if (!read_cpu_file("cache/index3/size", size, sizeof size) || sscanf(size, "%zuK", &kib) != 1 ||
        !read_cpu_file("cache/index3/shared_cpu_list", sharers, sizeof sharers))
        return (size_t)32 << 20;
    long sharing = count_cpus(sharers), cpus = sysconf(_SC_NPROCESSORS_ONLN);
    size_t caches = sharing > 0 && cpus > sharing ? (size_t)(cpus / sharing) : 1;
    return kib * 1024 * caches;
}

/* One thing that is told of a cache. */
static bool read_cache(size_t index, const char *name, char *line, int size)
{
    char path[64];
    snprintf(path, sizeof path, "cache/index%zu/%s", index, name);
    return read_cpu_file(path, line, size);
}

size_t gs_cpu_caches(struct gs_cpu_cache out[static GS_CPU_CACHES])
{
    size_t count = 0;
    for (size_t i = 0; i < GS_CPU_CACHES; i++) {
        struct gs_cpu_cache *cache = &out[count];
        char level[16], size[64], sharers[256];
        size_t kib;
        if (read_cache(i, "level", level, sizeof level) &&
            sscanf(level, "%d", &cache->level) == 1 &&
            read_cache(i, "type", cache->type, sizeof cache->type) &&
            read_cache(i, "size", size, sizeof size) && sscanf(size, "%zuK", &kib) == 1 &&
            read_cache(i, "shared_cpu_list", sharers, sizeof sharers)) {
            cache->bytes = kib * 1024;
            cache->sharing = (int)count_cpus(sharers);
            count++;
        }
    }
    return count;
}

bool gs_cpu_governor(char text[static 32])
{
    return read_cpu_file("cpufreq/scaling_governor", text, 32);
}

/* Reads the value behind the first "model name : " of /proc/cpuinfo. */
static void read_cpu_name(char *name, size_t size)
{
    snprintf(name, size, "unknown CPU");
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (file == NULL)
        return;
    char line[256];
    while (fgets(line, sizeof line, file) != NULL) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || colon == NULL)
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(name, size, "%s", colon + 1 + strspn(colon + 1, " "));
        break;
    }
    fclose(file);
}

const char *gs_cpu_name(void)
{
    static char name[128];
    if (name[0] == '\0')
        read_cpu_name(name, sizeof name);
    return name;
}
