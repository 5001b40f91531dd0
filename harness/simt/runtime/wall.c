#define _GNU_SOURCE /* recursive mutexes */
#include "wall.h"

#include "devices.h"
#include "own_call.h"
#include "region.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { junk = 0xff }; /* no number, and no address */

/* A variable, in three parts: whole pages, and what is before and behind them. */
struct variable {
    char *base, *pages, *behind, *end; /* pages == behind: there are none */
    char *kept;                        /* the bytes of both edges while the wall is closed */
};

/* The lock is held while the wall opens or closes, and all the time that it is open for a copy: so
 * nobody closes it under one. */
static struct {
    pthread_mutex_t lock;
    bool raised;
    atomic_int depth; /* how many want all of it open */
    struct variable *variables;
    size_t n, capacity;
} wall = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};

/* ---- variables ---- */

static void close_variable(struct variable *variable)
{
    size_t before = (size_t)(variable->pages - variable->base);
    size_t behind = (size_t)(variable->end - variable->behind);

    memcpy(variable->kept, variable->base, before);
    memcpy(variable->kept + before, variable->behind, behind);
    memset(variable->base, junk, before);
    memset(variable->behind, junk, behind);
    if (variable->behind > variable->pages)
        simt_own_protect_or_end(variable->pages, (size_t)(variable->behind - variable->pages),
                                PROT_NONE);
}

static void open_variable(struct variable *variable)
{
    size_t before = (size_t)(variable->pages - variable->base);
    size_t behind = (size_t)(variable->end - variable->behind);

    memcpy(variable->base, variable->kept, before);
    memcpy(variable->behind, variable->kept + before, behind);
    if (variable->behind > variable->pages)
        simt_own_protect_or_end(variable->pages, (size_t)(variable->behind - variable->pages),
                                PROT_READ | PROT_WRITE);
}

static struct variable *find_variable(const void *address)
{
    for (size_t i = 0; i < wall.n; i++)
        if ((const char *)address >= wall.variables[i].base &&
            (const char *)address < wall.variables[i].end)
            return &wall.variables[i];
    return NULL;
}

/* The end of the last whole page before an address, or the begin of the first one behind it. */
static char *page_near(char *address, bool up)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), into = (uintptr_t)address % page;

    return into && up ? address + (page - into) : address - into;
}

void simt_wall_add_variable(void *base, size_t bytes)
{
    struct variable variable = {.base = base, .end = (char *)base + bytes};
    struct variable *more;

    if (!wall.raised || find_variable(base))
        return;
    variable.pages = page_near(variable.base, true);
    variable.behind = page_near(variable.end, false);
    if (variable.behind <= variable.pages)
        variable.pages = variable.behind = variable.end;
    if (wall.n == wall.capacity) {
        wall.capacity = wall.capacity ? 2 * wall.capacity : 16;
        more = realloc(wall.variables, wall.capacity * sizeof(*more));
        if (!more)
            abort();
        wall.variables = more;
    }
    variable.kept = malloc(bytes - (size_t)(variable.behind - variable.pages) + 1);
    if (!variable.kept)
        abort();
    wall.variables[wall.n++] = variable;
    if (!atomic_load(&wall.depth))
        close_variable(&variable);
}

/* ---- all of it ---- */

void simt_wall_raise(void)
{
    wall.raised = true;
}

bool simt_wall_is_closed(void)
{
    return wall.raised && !atomic_load(&wall.depth);
}

void simt_wall_open(void)
{
    if (!wall.raised)
        return;
    (void)pthread_mutex_lock(&wall.lock);
    if (!atomic_fetch_add(&wall.depth, 1)) {
        simt_region_open_all();
        for (size_t i = 0; i < wall.n; i++)
            open_variable(&wall.variables[i]);
    }
    (void)pthread_mutex_unlock(&wall.lock);
}

void simt_wall_close(void)
{
    if (!wall.raised)
        return;
    (void)pthread_mutex_lock(&wall.lock);
    if (atomic_fetch_sub(&wall.depth, 1) == 1) {
        simt_region_close_all();
        for (size_t i = 0; i < wall.n; i++)
            close_variable(&wall.variables[i]);
    }
    (void)pthread_mutex_unlock(&wall.lock);
}

/* ---- parts of it ---- */

static void move_part(const void *address, bool open)
{
    struct variable *variable = find_variable(address);

    if (variable)
        (open ? open_variable : close_variable)(variable);
    else
        simt_region_set_open(address, open);
}

void simt_wall_open_for(const void *one, const void *other)
{
    simt_devices_lock();
    if (!wall.raised)
        return;
    (void)pthread_mutex_lock(&wall.lock);
    if (atomic_load(&wall.depth))
        return;
    move_part(one, true);
    /* Both may lie in the same variable, which opens once. */
    if (!find_variable(other) || find_variable(other) != find_variable(one))
        move_part(other, true);
}

void simt_wall_close_for(const void *one, const void *other)
{
    if (wall.raised && !atomic_load(&wall.depth)) {
        move_part(one, false);
        if (!find_variable(other) || find_variable(other) != find_variable(one))
            move_part(other, false);
    }
    if (wall.raised)
        (void)pthread_mutex_unlock(&wall.lock);
    simt_devices_unlock();
}
