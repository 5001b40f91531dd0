/* What sandbox_test.c runs in a sandbox where a shell cannot do it: one misdeed an argument. */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

/* Without end, a MiB at a time. */
static _Noreturn void touch(void)
{
    for (;;) {
        char *more = malloc(1 << 20);
        if (more != NULL)
            memset(more, 1, 1 << 20);
    }
}

/* As much in 8 processes, none of which has much. */
static int touch_shared_out(void)
{
    for (int i = 0; i < 7; i++)
        if (fork() == 0)
            break;
    for (int i = 0; i < 16; i++) {
        char *more = malloc(1 << 20);
        if (more == NULL)
            return 3;
        memset(more, 1, 1 << 20);
    }
    pause();
    return 0;
}

/* Out of sight: two forks, a session of its own, all usual descriptors closed. */
static int hide(void)
{
    if (fork() != 0)
        return 0;
    setsid();
    setpgid(0, 0);
    if (fork() != 0)
        _exit(0);
    close(0);
    close(1);
    close(2);
    for (;;)
        pause();
}

/* Not for ever, and not more than a machine bears, should nobody stop it. */
static int multiply(void)
{
    enum { GENERATIONS = 8 };
    for (int i = 0; i < GENERATIONS; i++)
        fork();
    sleep(60);
    return 0;
}

static void *wait_here(void *unused)
{
    pause();
    return unused;
}

static int multiply_threads(void)
{
    enum { THREADS = 256 };
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, wait_here, NULL);
    }
    sleep(60);
    return 0;
}

static int list_descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL)
        return 3;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        if (entry->d_name[0] != '.' && atoi(entry->d_name) != dirfd(folder))
            printf("%s ", entry->d_name);
    closedir(folder);
    return 0;
}

/* 0: it reached somebody. */
static int connect_to(const char *port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(port))};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int file = socket(AF_INET, SOCK_STREAM, 0);
    return file >= 0 && connect(file, (struct sockaddr *)&to, sizeof to) == 0 ? 0 : 1;
}

/* 0: there is memory that no process shows. */
static int hidden_memory(void)
{
    return memfd_create("hidden", 0) >= 0 ? 0 : 1;
}

/* One mapping of that many bytes; 0: it was given. */
static int reserve(const char *bytes)
{
    void *map = mmap(NULL, strtoull(bytes, NULL, 10), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return map != MAP_FAILED ? 0 : 1;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "", *more = argc > 2 ? argv[2] : "";
    if (strcmp(what, "touch") == 0)
        touch();
    if (strcmp(what, "touch-shared-out") == 0)
        return touch_shared_out();
    if (strcmp(what, "hide") == 0)
        return hide();
    if (strcmp(what, "multiply") == 0)
        return multiply();
    if (strcmp(what, "multiply-threads") == 0)
        return multiply_threads();
    if (strcmp(what, "list-descriptors") == 0)
        return list_descriptors();
    if (strcmp(what, "connect") == 0)
        return connect_to(more);
    if (strcmp(what, "hidden-memory") == 0)
        return hidden_memory();
    if (strcmp(what, "reserve") == 0)
        return reserve(more);
    return 99;
}
