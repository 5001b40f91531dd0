/*
 * Without namespaces the system is there for the program to see. Landlock (Linux 5.13 and newer)
 * leaves it what bubblewrap would show: other submissions cannot be read, and nothing can be left
 * in the folders for temporary files. Between fork and exec: nothing here may allocate.
 */
#include "sandbox_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Not in the headers of every system that this is built on; the same on all processors. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, ASK_VERSION = 1, BENEATH = 1 };

enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_FOLDER = 1 << 3,
    ALL_OF_FIRST_VERSION = (1 << 13) - 1, /* with what removes and makes files of all kinds */
    TRUNCATE = 1 << 14,                   /* since the third version */
    READS = EXECUTE | READ_FILE | READ_FOLDER,
    OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE,
};

struct rule {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

struct rules {
    int file;
    uint64_t handled;
};

/* What is not there need not be allowed. */
static bool allow(const struct rules *rules, const char *path, uint64_t allowed)
{
    struct stat facts;
    struct rule rule = {.allowed = allowed & rules->handled,
                        .parent = open(path, O_PATH | O_CLOEXEC)};
    if (rule.parent < 0)
        return true;
    if (fstat(rule.parent, &facts) == 0 && !S_ISDIR(facts.st_mode))
        rule.allowed &= OF_FILES;
    bool good = syscall(ADD_RULE, rules->file, BENEATH, &rule, 0) == 0;
    close(rule.parent);
    return good;
}

static bool allow_system(const struct rules *rules)
{
    static const char *const readable[] = {"/usr",
                                           "/bin",
                                           "/sbin",
                                           "/lib",
                                           "/lib32",
                                           "/libx32",
                                           "/lib64",
                                           "/etc/ld.so.cache",
                                           "/etc/alternatives",
                                           "/dev/zero",
                                           "/dev/random",
                                           "/dev/urandom",
                                           "/proc/self", /* this process's, also after exec */
                                           "/proc/cpuinfo",
                                           "/proc/meminfo",
                                           "/sys/devices/system/cpu"};
    bool good = allow(rules, "/dev/null", READ_FILE | WRITE_FILE | TRUNCATE);
    for (size_t i = 0; good && i < sizeof readable / sizeof readable[0]; i++)
        good = allow(rules, readable[i], READS);
    return good;
}

bool gs_landlock_confine(const struct gs_confined *confined)
{
    long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
    if (version < 1)
        return true; /* an older system: all else holds */
    struct rules rules = {.handled = ALL_OF_FIRST_VERSION | (version >= 3 ? TRUNCATE : 0)};
    rules.file = (int)syscall(CREATE_RULESET, &rules.handled, sizeof rules.handled, 0);
    bool good = rules.file >= 0 && allow_system(&rules);
    for (size_t i = 0; good && confined->readable != NULL && confined->readable[i] != NULL; i++)
        good = allow(&rules, confined->readable[i], READS);
    if (good && confined->folder != NULL)
        good = allow(&rules, confined->folder, rules.handled);
    good = good && syscall(RESTRICT_SELF, rules.file, 0) == 0;
    if (rules.file >= 0)
        close(rules.file);
    return good;
}
