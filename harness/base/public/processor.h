/* What the system tells of this machine's processor. */
#ifndef GS_PROCESSOR_H
#define GS_PROCESSOR_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of last-level cache that the CPUs of this machine share, or a common size where the system
 * does not tell. */
size_t gs_cpu_last_level_bytes(void);

/* The processor's name ("AMD EPYC 9354"), never empty. */
const char *gs_cpu_name(void);

/* A cache of the first CPU. */
struct gs_cpu_cache {
    char type[16]; /* "Data", "Instruction" or "Unified" */
    int level;
    size_t bytes;
    int sharing; /* CPUs that share it */
};

enum { GS_CPU_CACHES = 8 };

/* How many there are; 0 where the system does not tell. */
size_t gs_cpu_caches(struct gs_cpu_cache out[static GS_CPU_CACHES]);

/* What chooses the first CPU's frequency ("performance"); false where the system does not tell. */
bool gs_cpu_governor(char text[static 32]);

#endif
