#define _GNU_SOURCE /* dl_iterate_phdr */
#include "program_memory.h"

#include "objects.h"

#include <link.h>
#include <stdio.h>
#include <string.h>

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

bool simt_program_constants(uintptr_t address, uintptr_t *base, size_t *bytes)
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

/* What a line of /proc/self/maps says of the address. */
static enum simt_host_memory look_at_mapping(const char *line, uintptr_t address)
{
    unsigned long begin, end;
    char permissions[8];

    if (sscanf(line, "%lx-%lx %7s", &begin, &end, permissions) != 3 || address < begin ||
        address >= end || permissions[0] != 'r')
        return SIMT_HOST_NOWHERE;
    return strstr(line, "[stack]") ? SIMT_HOST_STACK : SIMT_HOST_HEAP;
}

/* Null: it is opened when it is needed. */
static FILE *kept_maps;

void simt_host_memory_keep(void)
{
    if (!kept_maps)
        kept_maps = fopen("/proc/self/maps", "re");
}

enum simt_host_memory simt_host_memory_of(uintptr_t address)
{
    enum simt_host_memory where = SIMT_HOST_NOWHERE;
    char line[512];
    FILE *maps;

    if (find_segment(address).found)
        return SIMT_HOST_VARIABLE;
    maps = kept_maps ? kept_maps : fopen("/proc/self/maps", "re");
    if (!maps)
        return SIMT_HOST_NOWHERE;
    rewind(maps);
    while (where == SIMT_HOST_NOWHERE && fgets(line, sizeof(line), maps))
        where = look_at_mapping(line, address);
    if (maps != kept_maps)
        (void)fclose(maps);
    return where;
}
