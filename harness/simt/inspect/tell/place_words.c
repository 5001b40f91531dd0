#include "place_words.h"

#include "name.h"
#include "runtime/devices.h"
#include "source.h"
#include "space.h"
#include "touches.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { longest_file = 40 }; /* of whose name words have room */

void simt_place_append(char *text, size_t size, const char *format, ...)
{
    size_t n = strlen(text);
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text + n, size - n, format, args);
    va_end(args);
}

const char *simt_place_owner(struct simt_object *object)
{
    const char *name = simt_object_name(object);

    if (name)
        return name;
    return simt_object_is_shared(object) ? "shared memory" : "the allocation";
}

void simt_place_line(const void *site, char *text, size_t size)
{
    struct simt_position position = simt_source_find(site);
    const char *slash = strrchr(position.file, '/');
    const char *name = slash ? slash + 1 : position.file;
    bool is_long = strlen(name) > longest_file;

    text[0] = '\0';
    if (site && position.line > 0)
        (void)snprintf(text, size, " at %.*s%s:%d", longest_file, name, is_long ? "..." : "",
                       position.line);
}

/* A variable that is no array is called by its name alone. */
static bool is_single(const struct simt_place *place)
{
    const struct simt_object *object = place->object;

    return !place->index && !place->rest && object->bytes == place->element_bytes &&
           object->kind >= SIMT_OBJECT_VARIABLE && object->kind != SIMT_OBJECT_DYNAMIC_SHARED;
}

void simt_place_cell(const struct simt_place *place, char *text, size_t size)
{
    const char *name = simt_object_name(place->object);

    text[0] = '\0';
    if (place->rest)
        simt_place_append(text, size, "byte %u of ", place->rest);
    if (name && is_single(place))
        simt_place_append(text, size, "%s", name);
    else if (name)
        simt_place_append(text, size, "%s[%lld]", name, place->index);
    else
        simt_place_append(text, size, "element %lld", place->index);
}

/* An object by its kind: as JSON has it, where it has no name, and how it came to be. */
static const struct {
    const char *memory, *noun, *origin;
} kinds[] = {
    [SIMT_OBJECT_DEVICE] = {"device", "an allocation", "allocated"},
    [SIMT_OBJECT_MANAGED] = {"managed", "a managed allocation", "managed, allocated"},
    [SIMT_OBJECT_PINNED] = {"pinned", "a pinned allocation", "pinned, allocated"},
    [SIMT_OBJECT_REGISTERED] = {"registered", "registered memory", "registered"},
    [SIMT_OBJECT_HEAP] = {"heap", "an allocation", "allocated"},
    [SIMT_OBJECT_VARIABLE] = {"variable", "a __device__ variable", "a __device__ variable"},
    [SIMT_OBJECT_CONSTANT] = {"constant", "constants", "a __constant__ variable"},
    [SIMT_OBJECT_CONDITION] = {"condition", "a condition", "a condition, made"},
    [SIMT_OBJECT_STATIC_SHARED] = {"shared", "a shared variable", "shared"},
    [SIMT_OBJECT_DYNAMIC_SHARED] = {"shared", "dynamic shared memory", "dynamic shared"},
};

/* "an allocation of 4096 bytes at x.cu:12" */
static void append_nameless(struct simt_object *object, char *text, size_t size)
{
    char line[96];

    simt_place_line(object->site, line, sizeof(line));
    simt_place_append(text, size, "%s of %zu byte%s%s", kinds[object->kind].noun, object->bytes,
                      object->bytes == 1 ? "" : "s", line);
}

void simt_place_offset(const struct simt_place *place, char *text, size_t size)
{
    const char *name = simt_object_name(place->object);

    text[0] = '\0';
    if (place->outside)
        simt_place_append(text, size, "whose last %u byte%s past the end of ", place->outside,
                          place->outside == 1 ? " lies" : "s lie");
    else if (place->index < 0)
        simt_place_append(text, size, "%lld before the begin of ", -place->index);
    else if (place->past > 0)
        simt_place_append(text, size, "%lld past the end of ", place->past);
    else if (place->past == 0)
        simt_place_append(text, size, "just past the end of ");
    else
        return;
    if (name)
        simt_place_append(text, size, "%s", name);
    else
        append_nameless(place->object, text, size);
}

/* "1024 floats", or "4096 bytes" */
static void append_extent(const struct simt_object *object, char *text, size_t size)
{
    size_t n = object->element_bytes ? object->bytes / object->element_bytes : 0;
    size_t length = object->type ? strlen(object->type) : 0;

    if (!n || !length)
        simt_place_append(text, size, "%zu bytes", object->bytes);
    else if (n == 1)
        simt_place_append(text, size, "1 %s", object->type);
    else if (isalpha((unsigned char)object->type[length - 1]))
        simt_place_append(text, size, "%zu %ss", n, object->type);
    else
        simt_place_append(text, size, "%zu of type %s", n, object->type);
}

static void append_origin(const struct simt_object *object, char *text, size_t size)
{
    char line[96];

    simt_place_line(object->is_labelled ? NULL : object->site, line, sizeof(line));
    if (*line || object->kind >= SIMT_OBJECT_VARIABLE)
        simt_place_append(text, size, ", %s%s", kinds[object->kind].origin, line);
    if (simt_device_count() > 1 && simt_object_is_variable(object))
        simt_place_append(text, size, " of device %d",
                          simt_touches_work() ? simt_touches_work()->device : simt_device);
}

/* " (1024 floats, allocated at x.cu:12)"; `named`: otherwise all but the freeing has been said */
static void append_details(const struct simt_object *object, bool named, char *text, size_t size)
{
    char freed[96] = "";

    if (object->freed)
        simt_place_line(object->freed, freed, sizeof(freed));
    if (named) {
        simt_place_append(text, size, " (");
        append_extent(object, text, size);
        append_origin(object, text, size);
    }
    if (*freed)
        simt_place_append(text, size, ", freed%s", freed);
    if (named)
        simt_place_append(text, size, ")");
}

void simt_place_object(struct simt_object *object, char *text, size_t size)
{
    const char *name = simt_object_name(object);

    text[0] = '\0';
    if (name)
        simt_place_append(text, size, "%s", name);
    else
        append_nameless(object, text, size);
    append_details(object, name != NULL, text, size);
}

void simt_place_describe(const struct simt_place *place, char *text, size_t size)
{
    bool named = simt_object_name(place->object) != NULL;
    char offset[160];

    simt_place_cell(place, text, size);
    simt_place_offset(place, offset, sizeof(offset));
    if (*offset) {
        simt_place_append(text, size, ", %s", offset);
    } else if (!named) {
        simt_place_append(text, size, " of ");
        append_nameless(place->object, text, size);
    }
    append_details(place->object, named, text, size);
}

/* ---- findings ---- */

static void fill_cell(struct simt_object *object, unsigned element_bytes,
                      struct simt_finding_cell *cell)
{
    const char *name = simt_object_name(object);

    cell->memory = kinds[object->kind].memory;
    (void)snprintf(cell->array, sizeof(cell->array), "%s", name ? name : "");
    (void)snprintf(cell->type, sizeof(cell->type), "%s", object->type ? object->type : "");
    cell->element_bytes = element_bytes ? element_bytes : 1;
    cell->elements = object->bytes / cell->element_bytes;
}

void simt_place_mark(const struct simt_place *place, struct simt_finding *finding)
{
    simt_place_describe(place, finding->subject, sizeof(finding->subject));
    fill_cell(place->object, place->element_bytes, &finding->cell);
    finding->cell.has_index = true;
    finding->cell.index = place->index;
}

void simt_place_mark_object(struct simt_object *object, struct simt_finding *finding)
{
    simt_place_object(object, finding->subject, sizeof(finding->subject));
    fill_cell(object, object->element_bytes, &finding->cell);
}

void simt_place_mark_address(struct simt_shared_space *shared, uintptr_t address, uint32_t bytes,
                             struct simt_finding *finding)
{
    struct simt_object *object = simt_space_find(shared, address);
    struct simt_place place;

    if (!object)
        object = simt_place_near(shared, address, NULL);
    if (!object)
        return;
    place = simt_place_of(object, address, bytes);
    simt_place_mark(&place, finding);
}

const char *simt_host_memory_words(enum simt_host_memory memory)
{
    static const char *const words[] = {
        [SIMT_HOST_VARIABLE] = "a global variable of the host",
        [SIMT_HOST_STACK] = "on the host's stack",
        [SIMT_HOST_HEAP] = "on the host's heap",
        [SIMT_HOST_NOWHERE] = NULL,
    };

    return words[memory];
}

void simt_overflow_describe(const struct simt_overflow *overflow, char *text, size_t size)
{
    const char *article = strchr("aeiou", overflow->type[0]) ? "an" : "a";
    char left[32] = "";

    if (*overflow->operation)
        (void)snprintf(left, sizeof(left), "%lld %s ", overflow->a, overflow->operation);
    else
        (void)snprintf(left, sizeof(left), "-");
    (void)snprintf(text, size,
                   overflow->b < 0 ? "%s(%lld) does not fit %s %s" : "%s%lld does not fit %s %s",
                   left, overflow->b, article, overflow->type);
}
