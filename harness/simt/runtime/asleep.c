/* What /proc/self/task tells of each thread: its state, how often it has given its processor up,
 * and the call to the system that it waits in. A thread that has not moved between two looks was
 * asleep all the time between them. */
#include "asleep.h"

#include <dirent.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { most_threads = 512, text_bytes = 4096 };

struct sleeper {
    long thread;
    unsigned long long switches; /* how often it was not on a processor any more by its own wish */
};

struct look {
    size_t count;
    struct sleeper sleepers[most_threads];
};

/* A file about the thread, as text. */
static bool read_text(long thread, const char *name, char *text)
{
    char path[64];
    size_t bytes;
    FILE *file;

    (void)snprintf(path, sizeof(path), "/proc/self/task/%ld/%s", thread, name);
    file = fopen(path, "re");
    if (!file)
        return false;
    bytes = fread(text, 1, text_bytes - 1, file);
    text[bytes] = '\0';
    (void)fclose(file);
    return bytes > 0;
}

/* The call's number, and its arguments: the operation is the second, the limit of time the fourth.
 */
static bool waits_without_limit(long thread)
{
    char text[text_bytes];
    unsigned operation;
    unsigned long long limit;
    long number;

    if (!read_text(thread, "syscall", text) ||
        sscanf(text, "%ld %*x %x %*x %llx", &number, &operation, &limit) != 3)
        return false;
    operation &= (unsigned)FUTEX_CMD_MASK;
    return number == SYS_futex && !limit &&
           (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET);
}

static bool look_at(struct sleeper *sleeper)
{
    static const char state[] = "State:\t", count[] = "\nvoluntary_ctxt_switches:\t";
    char text[text_bytes];
    const char *is, *switches;

    if (!read_text(sleeper->thread, "status", text))
        return false;
    is = strstr(text, state);
    switches = strstr(text, count);
    if (!is || !switches || is[strlen(state)] != 'S')
        return false;
    sleeper->switches = strtoull(switches + strlen(count), NULL, 10);
    return waits_without_limit(sleeper->thread);
}

/* False: one is not asleep, or they are too many. */
static bool look_at_all(struct look *look)
{
    const long self = syscall(SYS_gettid);
    DIR *folder = opendir("/proc/self/task");
    const struct dirent *entry;
    bool asleep = folder != NULL;

    look->count = 0;
    while (asleep && (entry = readdir(folder)) != NULL) {
        struct sleeper sleeper = {.thread = strtol(entry->d_name, NULL, 10)};

        if (!sleeper.thread || sleeper.thread == self) /* "." and ".." */
            continue;
        asleep = look->count < most_threads && look_at(&sleeper);
        if (asleep)
            look->sleepers[look->count++] = sleeper;
    }
    if (folder)
        (void)closedir(folder);
    return asleep;
}

bool simt_others_are_asleep(void)
{
    struct look first, second;

    if (!look_at_all(&first) || !look_at_all(&second) || first.count != second.count)
        return false;
    for (size_t i = 0; i < first.count; i++)
        if (first.sleepers[i].thread != second.sleepers[i].thread ||
            first.sleepers[i].switches != second.sleepers[i].switches)
            return false;
    return true;
}
