#include "sandbox_internal.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

/* ---- programs -------------------------------------------------------------------------------- */

/* An executable of that name on PATH. */
static bool find_program(const char *name, char *path, size_t size)
{
    const char *folders = getenv("PATH");
    for (const char *at = folders; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, ":");
        int all = snprintf(path, size, "%.*s/%s", (int)length, at, name);
        if (length > 0 && all < (int)size && access(path, X_OK) == 0)
            return true;
        at += length + (at[length] == ':');
    }
    return false;
}

/* ---- what it sees ---------------------------------------------------------------------------- */

/* The folders above it; those that bubblewrap makes by itself only their owner may enter. */
static void add_parents(struct gs_start *start, const char *path)
{
    for (const char *end = strchr(path + 1, '/'); end != NULL; end = strchr(end + 1, '/')) {
        gs_start_add_argument(start, "--perms");
        gs_start_add_argument(start, "0755");
        gs_start_add_argument(start, "--dir");
        gs_start_add_argument(start, "%.*s", (int)(end - path), path);
    }
}

static void bind_read_only(struct gs_start *start, const char *from, const char *to)
{
    add_parents(start, to);
    bool device = strncmp(to, "/dev/", 5) == 0;
    gs_start_add_argument(start, device ? "--dev-bind" : "--ro-bind");
    gs_start_add_argument(start, "%s", from);
    gs_start_add_argument(start, "%s", to);
}

/* /bin and its like: folders, or links into /usr. */
static void add_system(struct gs_start *start)
{
    static const char *const folders[] = {"/bin", "/sbin", "/lib", "/lib32", "/libx32", "/lib64"};
    static const char *const files[] = {"/etc/ld.so.cache", "/etc/alternatives"};
    bind_read_only(start, "/usr", "/usr");
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        char target[PATH_MAX];
        ssize_t length = readlink(folders[i], target, sizeof target - 1);
        if (length > 0) {
            gs_start_add_argument(start, "--symlink");
            gs_start_add_argument(start, "%.*s", (int)length, target);
            gs_start_add_argument(start, "%s", folders[i]);
        } else if (access(folders[i], F_OK) == 0) {
            bind_read_only(start, folders[i], folders[i]);
        }
    }
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (access(files[i], R_OK) == 0)
            bind_read_only(start, files[i], files[i]);
}

/* Memory beside that of its processes, and so with bounds of its own. */
static void add_memory_folder(struct gs_start *start, const char *path, size_t bytes)
{
    if (bytes > 0) {
        gs_start_add_argument(start, "--size");
        gs_start_add_argument(start, "%zu", bytes);
    }
    gs_start_add_argument(start, "--perms");
    gs_start_add_argument(start, "1777");
    gs_start_add_argument(start, "--tmpfs");
    gs_start_add_argument(start, "%s", path);
}

static bool lies_in(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* Is there already something at that path, as part of a folder that it sees? */
static bool is_inside_another(const struct gs_confined *confined, const char *path)
{
    if (lies_in(path, "/usr"))
        return true;
    for (size_t i = 0; confined->readable[i] != NULL; i++)
        if (strcmp(confined->readable[i], path) != 0 && lies_in(path, confined->readable[i]))
            return true;
    return false;
}

/* The thing itself at its own place, and once more under the name that it was given by. */
static enum gs_status add_readable(struct gs_start *start, struct gs_error *error)
{
    const struct gs_confined *confined = start->confined;
    for (size_t i = 0; confined->readable != NULL && confined->readable[i] != NULL; i++) {
        char real[PATH_MAX];
        const char *path = confined->readable[i];
        if (realpath(path, real) == NULL)
            return gs_fail(error, GS_USAGE, "a sandbox needs %.300s: %m", path);
        bind_read_only(start, real, real);
        if (strcmp(real, path) != 0 && !is_inside_another(confined, path))
            bind_read_only(start, real, path);
    }
    return GS_OK;
}

static void add_hidden(struct gs_start *start)
{
    const char *const *hidden = start->confined->hidden;
    for (size_t i = 0; hidden != NULL && hidden[i] != NULL; i++) {
        char real[PATH_MAX];
        struct stat status;
        if (realpath(hidden[i], real) == NULL || stat(real, &status) != 0 ||
            !S_ISDIR(status.st_mode))
            continue;
        gs_start_add_argument(start, "--perms");
        gs_start_add_argument(start, "0555");
        gs_start_add_argument(start, "--tmpfs");
        gs_start_add_argument(start, "%s", real);
        gs_start_add_argument(start, "--remount-ro");
        gs_start_add_argument(start, "%s", real);
    }
}

static enum gs_status add_folder(struct gs_start *start, struct gs_error *error)
{
    const char *folder = start->confined->folder;
    char real[PATH_MAX] = "/tmp";
    if (folder != NULL && realpath(folder, real) == NULL)
        return gs_fail(error, GS_USAGE, "a sandbox needs the folder %.300s: %m", folder);
    for (int named = 0; folder != NULL && named < 2; named++) {
        const char *to = named ? folder : real;
        if (named && strcmp(folder, real) == 0)
            break;
        add_parents(start, to);
        gs_start_add_argument(start, "--bind");
        gs_start_add_argument(start, "%s", real);
        gs_start_add_argument(start, "%s", to);
    }
    gs_start_add_argument(start, "--chdir");
    gs_start_add_argument(start, "%s", folder != NULL ? folder : real);
    return GS_OK;
}

/* ---- what it is ------------------------------------------------------------------------------ */

static void add_namespaces(struct gs_start *start)
{
    static const char *const options[] = {
        "--unshare-ipc", "--unshare-pid",        "--unshare-net",
        "--unshare-uts", "--unshare-cgroup-try", "--die-with-parent",
        "--new-session", "--cap-drop",           "ALL"};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        gs_start_add_argument(start, "%s", options[i]);
    if (start->uid == 0) {
        gs_start_add_argument(start, "--unshare-user");
        gs_start_add_argument(start, "--uid");
        gs_start_add_argument(start, "65534");
        gs_start_add_argument(start, "--gid");
        gs_start_add_argument(start, "65534");
    } else {
        /* The last one to enter the folder, which is that user's alone by now. */
        static const char *const kept[] = {"CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP",
                                           "CAP_DAC_READ_SEARCH"};
        for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
            gs_start_add_argument(start, "--cap-add");
            gs_start_add_argument(start, "%s", kept[i]);
        }
    }
    if (start->filter_count > 0) {
        gs_start_add_argument(start, "--seccomp");
        gs_start_add_argument(start, "%d", gs_filter_place(start->confined));
    }
    gs_start_add_argument(start, "--json-status-fd");
    gs_start_add_argument(start, "%d", gs_status_place(start->confined));
}

/*
 * Started by root, even a user namespace of its own leaves it root to the files of the kernel:
 * those of /proc/sys could be written, without any capability. So there it becomes another user for
 * real, when all is mounted.
 */
static enum gs_status add_user(struct gs_start *start, struct gs_error *error)
{
    char setpriv[PATH_MAX];
    if (!find_program("setpriv", setpriv, sizeof setpriv))
        return gs_fail(error, GS_USAGE,
                       "no setpriv on PATH, which a sandbox started by root needs: install "
                       "util-linux");
    gs_start_add_argument(start, "%s", setpriv);
    gs_start_add_argument(start, "--reuid=%u", (unsigned)start->uid);
    gs_start_add_argument(start, "--regid=%u", (unsigned)start->uid);
    gs_start_add_argument(start, "--clear-groups");
    gs_start_add_argument(start, "--inh-caps=-all");
    gs_start_add_argument(start, "--bounding-set=-all");
    gs_start_add_argument(start, "--");
    return GS_OK;
}

/* Since Linux 5.14 processes are counted by user namespace; before, all that the caller runs would
 * count. */
static bool counts_by_namespace(void)
{
    struct utsname system;
    unsigned long major = 0, minor = 0;
    if (uname(&system) == 0) {
        char *end;
        major = strtoul(system.release, &end, 10);
        minor = *end == '.' ? strtoul(end + 1, NULL, 10) : 0;
    }
    return major > 5 || (major == 5 && minor >= 14);
}

/* The kernel's limit on processes, as the user that the program will be. */
static void add_most_processes(struct gs_start *start)
{
    char prlimit[PATH_MAX];
    if (start->confined->limits.processes == 0 || (start->uid == 0 && !counts_by_namespace()) ||
        !find_program("prlimit", prlimit, sizeof prlimit))
        return; /* they are watched all the same */
    gs_start_add_argument(start, "%s", prlimit);
    gs_start_add_argument(start, "--nproc=%u", gs_most_processes(start->confined));
}

enum gs_status gs_bubblewrap_arguments(struct gs_start *start, struct gs_error *error)
{
    char bwrap[PATH_MAX];
    size_t memory = start->confined->limits.memory_bytes;
    if (!find_program("bwrap", bwrap, sizeof bwrap))
        return gs_fail(error, GS_USAGE, "no bwrap on PATH: install bubblewrap");
    gs_start_add_argument(start, "%s", bwrap);
    add_namespaces(start);
    add_system(start);
    gs_start_add_argument(start, "--proc");
    gs_start_add_argument(start, "/proc");
    gs_start_add_argument(start, "--dev");
    gs_start_add_argument(start, "/dev");
    add_memory_folder(start, "/dev/shm", memory / 16);
    add_memory_folder(start, "/tmp", memory / 4);
    enum gs_status added = add_readable(start, error);
    if (added != GS_OK)
        return added;
    add_hidden(start);
    added = add_folder(start, error);
    if (added != GS_OK)
        return added;
    static const char *const sealed[] = {"--remount-ro", "/dev", "--remount-ro", "/", "--"};
    for (size_t i = 0; i < sizeof sealed / sizeof sealed[0]; i++)
        gs_start_add_argument(start, "%s", sealed[i]);
    if (start->uid != 0)
        added = add_user(start, error);
    add_most_processes(start);
    return added;
}
