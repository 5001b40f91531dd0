#include "variable.h"

#include "devices.h"
#include "own_memory.h"
#include "simt/runtime.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { nobody = -1 };

struct variable {
    char *base;
    size_t bytes;
    void *first; /* the values that it began with; null: zeros */
    int shown;   /* the device whose instance is in the place; nobody: what is there is of no use */
    void *kept[SIMT_MOST_DEVICES]; /* instances; null: it is in the place, or as in the beginning */
};

static struct {
    pthread_mutex_t lock;
    struct variable *all;
    size_t n, capacity;
    atomic_bool was_reset; /* some device's were */
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *need(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static struct variable *find(const void *address)
{
    for (size_t i = 0; i < table.n; i++)
        if ((size_t)((const char *)address - table.all[i].base) < table.all[i].bytes)
            return &table.all[i];
    return NULL;
}

static bool is_zero(const char *bytes, size_t count)
{
    return !count || (!bytes[0] && !memcmp(bytes, bytes + 1, count - 1));
}

static void *copy_of(const void *bytes, size_t count)
{
    return memcpy(need(malloc(count)), bytes, count);
}

/* What kernels have stored is nothing for the host to read or change. */
static void *hidden_copy_of(const void *bytes, size_t count)
{
    void *copy = need(simt_hidden_new(count));

    simt_hidden_set_open(copy, count, true);
    memcpy(copy, bytes, count);
    simt_hidden_set_open(copy, count, false);
    return copy;
}

void simt_variable_note(void *base, size_t bytes)
{
    (void)pthread_mutex_lock(&table.lock);
    if (bytes && !find(base)) {
        if (table.n == table.capacity) {
            table.capacity = table.capacity ? 2 * table.capacity : 16;
            table.all = need(realloc(table.all, table.capacity * sizeof(*table.all)));
        }
        table.all[table.n++] =
            (struct variable){.base = base,
                              .bytes = bytes,
                              .first = is_zero(base, bytes) ? NULL : copy_of(base, bytes)};
    }
    (void)pthread_mutex_unlock(&table.lock);
}

static void copy_from_hidden(char *to, void *copy, size_t count)
{
    simt_hidden_set_open(copy, count, true);
    memcpy(to, copy, count);
    simt_hidden_set_open(copy, count, false);
}

static void show(struct variable *variable, int device)
{
    void *instance = variable->kept[device];

    if (variable->shown == device)
        return;
    if (variable->shown != nobody)
        variable->kept[variable->shown] = hidden_copy_of(variable->base, variable->bytes);
    if (instance)
        copy_from_hidden(variable->base, instance, variable->bytes);
    else if (variable->first)
        memcpy(variable->base, variable->first, variable->bytes);
    else
        memset(variable->base, 0, variable->bytes);
    simt_hidden_delete(instance, variable->bytes);
    variable->kept[device] = NULL;
    variable->shown = device;
}

/* Most programs have one device, and all is in its place. */
static bool is_in_place(void)
{
    return simt_device_count() == 1 && !atomic_load(&table.was_reset);
}

void simt_variables_show(int device)
{
    if (is_in_place())
        return;
    (void)pthread_mutex_lock(&table.lock);
    for (size_t i = 0; i < table.n; i++)
        show(&table.all[i], device);
    (void)pthread_mutex_unlock(&table.lock);
}

void simt_variables_show_at(const void *address, int device)
{
    struct variable *variable;

    if (is_in_place())
        return;
    (void)pthread_mutex_lock(&table.lock);
    variable = find(address);
    if (variable)
        show(variable, device);
    (void)pthread_mutex_unlock(&table.lock);
}

void simt_variables_reset(int device)
{
    (void)pthread_mutex_lock(&table.lock);
    for (size_t i = 0; i < table.n; i++) {
        struct variable *variable = &table.all[i];

        if (variable->shown == device)
            variable->shown = nobody;
        simt_hidden_delete(variable->kept[device], variable->bytes);
        variable->kept[device] = NULL;
    }
    atomic_store(&table.was_reset, true);
    (void)pthread_mutex_unlock(&table.lock);
}
