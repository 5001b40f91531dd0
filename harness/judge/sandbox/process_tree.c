#include "sandbox_internal.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* More processes than these are not looked at; the limit on them is far below. */
enum { MOST_PROCESSES = 1024 };

struct pids {
    unsigned n;
    pid_t pid[MOST_PROCESSES];
};

/* A whole small file of /proc; bytes read, ended by a 0, or -1. */
static ssize_t read_small(int folder, const char *path, char *text, size_t size)
{
    int file = openat(folder, path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    ssize_t total = 0, got;
    while ((size_t)total < size - 1 &&
           (got = read(file, text + total, size - 1 - (size_t)total)) > 0)
        total += got;
    text[total] = '\0';
    close(file);
    return total;
}

/* The processes that a thread has started; false: the kernel does not tell, or it has ended. */
static bool add_children(int tasks, const char *thread, struct pids *found)
{
    char path[64], text[8192];
    snprintf(path, sizeof path, "%s/children", thread);
    if (read_small(tasks, path, text, sizeof text) < 0)
        return false;
    char *at = text, *end;
    for (long pid = strtol(at, &end, 10); end != at && found->n < MOST_PROCESSES;
         pid = strtol(at, &end, 10)) {
        found->pid[found->n++] = (pid_t)pid;
        at = end;
    }
    return true;
}

/* As the kernel writes it; readdir() would allocate, and this runs between fork and exec. */
struct entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

/* Counts the threads of a process and adds what they started. */
static bool add_threads(pid_t pid, struct pids *found, unsigned *tasks)
{
    _Alignas(struct entry) char buffer[8192];
    char path[64];
    bool told = false;
    long got;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return false;
    while ((got = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0) {
        for (long at = 0; at < got;) {
            const struct entry *entry = (const struct entry *)(const void *)(buffer + at);
            at += entry->length;
            if (entry->name[0] == '.')
                continue;
            ++*tasks;
            told |= add_children(folder, entry->name, found);
        }
    }
    close(folder);
    return told;
}

static size_t resident_bytes(pid_t pid)
{
    char path[64], text[128];
    unsigned long pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    if (read_small(AT_FDCWD, path, text, sizeof text) > 0) {
        char *second;
        strtoul(text, &second, 10);
        pages = strtoul(second, NULL, 10);
    }
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

bool gs_process_tree_measure(pid_t pid, unsigned most_tasks, struct gs_process_tree *tree)
{
    struct pids found = {0};
    unsigned own = 0;
    *tree = (struct gs_process_tree){0};
    if (!add_threads(pid, &found, &own))
        return false;
    for (unsigned i = 0; i < found.n; i++) {
        tree->memory_bytes += resident_bytes(found.pid[i]);
        add_threads(found.pid[i], &found, &tree->tasks);
        if (most_tasks > 0 && tree->tasks > most_tasks)
            break;
    }
    return true;
}

void gs_process_tree_kill_children(pid_t pid)
{
    struct pids found = {0};
    unsigned own = 0;
    add_threads(pid, &found, &own);
    for (unsigned i = 0; i < found.n; i++) {
        kill(-found.pid[i], SIGKILL);
        kill(found.pid[i], SIGKILL);
    }
}
