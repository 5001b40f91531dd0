#define _GNU_SOURCE /* dl_iterate_phdr */
#include "place.h"

#include "finding.h"
#include "name.h"
#include "objects.h"
#include "shared_space.h"
#include "source.h"

#include <ctype.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    near_device = 64 * 1024, /* what lies between allocations */
    near_program = 256,      /* beside variables, other memory of the program begins soon */
    farthest_bits = 35,      /* an index of 32 bits, elements of 8 bytes */
    longest_file = 48,       /* that is named with its folder: words have little room */
};

void simt_place_append(char *text, size_t size, const char *format, ...)
{
    size_t n = strlen(text);
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text + n, size - n, format, args);
    va_end(args);
}

/* ---- names ---- */

/* The p of "int *p = new int[n]" or "p = (int *)malloc(...)", if the line has it. */
static bool find_heap_name(const void *site, char *name, size_t size)
{
    struct simt_position position = simt_source_find(site);
    const char *text = position.path ? simt_source_line(position.path, position.line) : NULL;
    const char *end = text ? strstr(text, "new ") : NULL, *begin;

    if (text && !end)
        end = strstr(text, "malloc(");
    while (end && end > text && *end != '=' && *end != ';')
        end--;
    if (!end || *end != '=')
        return false;
    while (end > text && isspace((unsigned char)end[-1]))
        end--;
    for (begin = end; begin > text && (isalnum((unsigned char)begin[-1]) || begin[-1] == '_');)
        begin--;
    if (begin == end || (size_t)(end - begin) >= size)
        return false;
    (void)snprintf(name, size, "%.*s", (int)(end - begin), begin);
    return true;
}

static bool find_name(const struct simt_object *object, char *name, size_t size)
{
    if (object->kind == SIMT_OBJECT_HEAP)
        return find_heap_name(object->site, name, size);
    return simt_name_find(object->site, simt_objects_site_order(object->site), name, size);
}

const char *simt_space_name(struct simt_object *object)
{
    char name[64];

    if (!object->name && object->site && find_name(object, name, sizeof(name)))
        object->name = simt_objects_keep(name);
    return object->name;
}

static bool is_shared(const struct simt_object *object)
{
    return object->kind == SIMT_OBJECT_STATIC_SHARED || object->kind == SIMT_OBJECT_DYNAMIC_SHARED;
}

const char *simt_place_owner(struct simt_object *object)
{
    const char *name = simt_space_name(object);

    if (name)
        return name;
    return is_shared(object) ? "shared memory" : "the allocation";
}

void simt_place_line(const void *site, char *text, size_t size)
{
    struct simt_position position = {.line = 0};
    const char *slash;

    text[0] = '\0';
    if (site)
        position = simt_source_find(site);
    if (position.line == 0)
        return;
    slash = strlen(position.file) > longest_file ? strrchr(position.file, '/') : NULL;
    (void)snprintf(text, size, " at %s:%d", slash ? slash + 1 : position.file, position.line);
}

/* ---- where an address is ---- */

struct simt_place simt_place_of(struct simt_object *object, uintptr_t address, uint32_t bytes)
{
    struct simt_place place = {.object = object, .element_bytes = object->element_bytes};
    long long offset = (long long)(address - object->base), size;

    /* Allocated as bytes, memory is of whatever type it is used as. */
    if (place.element_bytes <= 1)
        place.element_bytes = bytes ? bytes : 1;
    size = place.element_bytes;
    place.index = offset / size - (offset % size < 0);
    place.rest = (unsigned)(offset - place.index * size);
    place.past = place.index - (long long)object->bytes / size;
    if (offset >= 0 && (size_t)offset < object->bytes) {
        place.past = -1;
        if (bytes > object->bytes - (size_t)offset)
            place.outside = bytes - (uint32_t)(object->bytes - (size_t)offset);
    }
    return place;
}

static uintptr_t distance(const struct simt_object *object, uintptr_t address)
{
    if (address < object->base)
        return object->base - address;
    return address - object->base < object->bytes ? 0 : address - object->base - object->bytes;
}

static bool on_device(const struct simt_object *object)
{
    return object->kind == SIMT_OBJECT_DEVICE || object->kind == SIMT_OBJECT_MANAGED;
}

static struct simt_object *nearest_shared(struct simt_shared_space *shared, uintptr_t address)
{
    struct simt_object *best = NULL, *object;

    for (size_t i = 0; (object = simt_shared_space_get(shared, i)); i++)
        if (distance(object, address) <= near_device &&
            (!best || distance(object, address) < distance(best, address)))
            best = object;
    return best;
}

static struct simt_object *nearest_global(uintptr_t address)
{
    struct simt_object *best = NULL;

    for (size_t i = 0; i < simt_objects_count(); i++) {
        struct simt_object *object = simt_objects_get(i);

        if (!best || distance(object, address) < distance(best, address))
            best = object;
    }
    return best;
}

struct simt_object *simt_place_near(struct simt_shared_space *shared, uintptr_t address,
                                    const void *site)
{
    struct simt_object *near = nearest_shared(shared, address);
    struct simt_object *last = simt_objects_last(site);
    bool is_near;

    if (near)
        return near;
    near = nearest_global(address);
    is_near = near && distance(near, address) <= (on_device(near) ? near_device : near_program);
    /* An index that goes that far wrong may end nearer to another allocation than to its own. */
    if (last && distance(last, address) <= (uintptr_t)near_device * 256 &&
        !(is_near && distance(near, address) < near_program))
        return last;
    return is_near ? near : NULL;
}

/* As far as an index of 32 bits comes. */
static bool is_within_reach(const struct simt_object *object, uintptr_t address)
{
    return object && on_device(object) && distance(object, address) >> farthest_bits == 0;
}

struct simt_object *simt_place_far(uintptr_t address, const void *site)
{
    struct simt_object *far = simt_objects_last(site);

    if (!is_within_reach(far, address))
        far = nearest_global(address);
    return is_within_reach(far, address) ? far : NULL;
}

/* ---- words ---- */

/* A variable that is no array is called by its name alone. */
static bool is_single(const struct simt_place *place)
{
    const struct simt_object *object = place->object;

    return !place->index && !place->rest && object->bytes == place->element_bytes &&
           object->kind >= SIMT_OBJECT_VARIABLE && object->kind != SIMT_OBJECT_DYNAMIC_SHARED;
}

void simt_place_cell(const struct simt_place *place, char *text, size_t size)
{
    const char *name = simt_space_name(place->object);

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

/* "an allocation of 4096 bytes at x.cu:12" */
static void append_nameless(struct simt_object *object, char *text, size_t size)
{
    static const char *const nouns[] = {
        [SIMT_OBJECT_DEVICE] = "an allocation",
        [SIMT_OBJECT_MANAGED] = "a managed allocation",
        [SIMT_OBJECT_PINNED] = "a pinned allocation",
        [SIMT_OBJECT_REGISTERED] = "registered memory",
        [SIMT_OBJECT_HEAP] = "an allocation",
        [SIMT_OBJECT_VARIABLE] = "a __device__ variable",
        [SIMT_OBJECT_CONSTANT] = "constants",
        [SIMT_OBJECT_STATIC_SHARED] = "a shared variable",
        [SIMT_OBJECT_DYNAMIC_SHARED] = "dynamic shared memory",
    };
    char line[96];

    simt_place_line(object->site, line, sizeof(line));
    simt_place_append(text, size, "%s of %zu byte%s%s", nouns[object->kind], object->bytes,
                      object->bytes == 1 ? "" : "s", line);
}

void simt_place_offset(const struct simt_place *place, char *text, size_t size)
{
    const char *name = simt_space_name(place->object);

    text[0] = '\0';
    if (place->outside)
        simt_place_append(text, size, "whose last %u bytes lie past the end of ", place->outside);
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
    static const char *const origins[] = {
        [SIMT_OBJECT_DEVICE] = "allocated",
        [SIMT_OBJECT_MANAGED] = "managed, allocated",
        [SIMT_OBJECT_PINNED] = "pinned, allocated",
        [SIMT_OBJECT_REGISTERED] = "registered",
        [SIMT_OBJECT_HEAP] = "allocated",
        [SIMT_OBJECT_VARIABLE] = "a __device__ variable",
        [SIMT_OBJECT_CONSTANT] = "a __constant__ variable",
        [SIMT_OBJECT_STATIC_SHARED] = "shared",
        [SIMT_OBJECT_DYNAMIC_SHARED] = "dynamic shared",
    };
    char line[96];

    simt_place_line(object->is_labelled ? NULL : object->site, line, sizeof(line));
    if (*line || object->kind >= SIMT_OBJECT_VARIABLE)
        simt_place_append(text, size, ", %s%s", origins[object->kind], line);
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
    const char *name = simt_space_name(object);

    text[0] = '\0';
    if (name)
        simt_place_append(text, size, "%s", name);
    else
        append_nameless(object, text, size);
    append_details(object, name != NULL, text, size);
}

void simt_place_describe(const struct simt_place *place, char *text, size_t size)
{
    bool named = simt_space_name(place->object) != NULL;
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

static void copy_text(char *text, size_t size, const char *from)
{
    (void)snprintf(text, size, "%s", from ? from : "");
}

static void fill_cell(struct simt_object *object, unsigned element_bytes,
                      struct simt_finding_cell *cell)
{
    static const char *const memories[] = {
        [SIMT_OBJECT_DEVICE] = "device",
        [SIMT_OBJECT_MANAGED] = "managed",
        [SIMT_OBJECT_PINNED] = "pinned",
        [SIMT_OBJECT_REGISTERED] = "registered",
        [SIMT_OBJECT_HEAP] = "heap",
        [SIMT_OBJECT_VARIABLE] = "variable",
        [SIMT_OBJECT_CONSTANT] = "constant",
        [SIMT_OBJECT_STATIC_SHARED] = "shared",
        [SIMT_OBJECT_DYNAMIC_SHARED] = "shared",
    };

    cell->memory = memories[object->kind];
    copy_text(cell->array, sizeof(cell->array), simt_space_name(object));
    copy_text(cell->type, sizeof(cell->type), object->type);
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

void simt_space_mark(struct simt_shared_space *shared, uintptr_t address, uint32_t bytes,
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

/* ---- the program's own memory ---- */

struct segment {
    uintptr_t address;
    uintptr_t base;
    size_t bytes;
    bool found, writable;
};

/* The first module is the program itself. */
static int look_at_program(struct dl_phdr_info *info, size_t size, void *data)
{
    struct segment *segment = data;

    (void)size;
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uintptr_t base = info->dlpi_addr + header->p_vaddr;

        if ((header->p_type != PT_LOAD && header->p_type != PT_GNU_RELRO) ||
            segment->address - base >= header->p_memsz)
            continue;
        segment->base = base;
        segment->bytes = header->p_memsz;
        segment->found = true;
        segment->writable = header->p_type == PT_LOAD && header->p_flags & PF_W;
        if (!segment->writable)
            break;
    }
    return 1;
}

static struct segment find_segment(uintptr_t address)
{
    struct segment segment = {.address = address};

    (void)dl_iterate_phdr(look_at_program, &segment);
    return segment;
}

bool simt_place_literal(uintptr_t address, uintptr_t *base, size_t *bytes)
{
    struct segment segment = find_segment(address);
    uintptr_t end;

    if (!segment.found || segment.writable)
        return false;
    *base = segment.base;
    end = segment.base + segment.bytes;
    /* Variables that are known by name stay so. */
    for (size_t i = 0; i < simt_objects_count(); i++) {
        const struct simt_object *object = simt_objects_get(i);

        if (object->base > address && object->base < end)
            end = object->base;
        else if (object->base <= address && object->base + object->bytes > *base)
            *base = object->base + object->bytes;
    }
    *bytes = end - *base;
    return true;
}

/* What a line of /proc/self/maps says of the address; null: it is of another one. */
static const char *look_at_mapping(const char *line, uintptr_t address)
{
    unsigned long begin, end;
    char permissions[8];

    if (sscanf(line, "%lx-%lx %7s", &begin, &end, permissions) != 3 || address < begin ||
        address >= end || permissions[0] != 'r')
        return NULL;
    return strstr(line, "[stack]") ? "on the host's stack" : "on the host's heap";
}

const char *simt_place_on_host(uintptr_t address)
{
    const char *where = NULL;
    char line[512];
    FILE *maps;

    if (find_segment(address).found)
        return "a global variable of the host";
    maps = fopen("/proc/self/maps", "re");
    if (!maps)
        return NULL;
    while (!where && fgets(line, sizeof(line), maps))
        where = look_at_mapping(line, address);
    (void)fclose(maps);
    return where;
}
