#include "choices.h"

#include "crossing.h"
#include "objects.h"
#include "runtime/own_memory.h"
#include "runtime/region.h"

#include <string.h>

enum { most_choices = 500, value_bits = 62 };

static struct {
    struct simt_choice choices[most_choices];
    size_t count;
    uint64_t rest;
    uint64_t arguments; /* of the launch that comes next */
    bool asked_time;    /* then what is done again may be done as often as there is time */
    bool is_open;
} seen;

/* ---- hashes ---- */

/* The finalizer of SplitMix64. */
static uint64_t mixed(uint64_t hash, uint64_t word)
{
    uint64_t z = (hash ^ word) + UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Where the linker put the program. */
extern const char __executable_start[] __attribute__((visibility("hidden")));
extern const char _end[] __attribute__((visibility("hidden")));

/* An address, which the system chose, as a number that is the same in each run. */
static uint64_t of_address(uintptr_t address)
{
    const uintptr_t program = (uintptr_t)__executable_start;
    size_t offset;

    /* NOLINTNEXTLINE(performance-no-int-to-ptr): it is an address */
    const void *pointer = (const void *)address;

    if (!address)
        return 0;
    if (simt_region_in_arena(pointer))
        return mixed(1, simt_region_offset(pointer));
    if (simt_structure_offset(pointer, &offset))
        return mixed(5, offset);
    if (address >= program && address < (uintptr_t)_end)
        return mixed(2, address - program);
    return 3; /* of the heap, of a stack */
}

/* Whether a word may be an address: it is near to one of the program, of the arena, or of a stack,
 * as they are called on 64-bit systems. */
static bool may_be_address(uint64_t word)
{
    const uint64_t stack = (uintptr_t)__builtin_frame_address(0);
    const unsigned near_bits = stack >> 41 ? 40 : 32; /* addresses may have 39 bits on Arm */
    const uint64_t of_stack = stack >> near_bits;
    const uint64_t of_program = (uintptr_t)__executable_start >> near_bits;
    const uint64_t high = word >> near_bits;

    /* NOLINTNEXTLINE(performance-no-int-to-ptr): it is an address */
    return simt_region_in_arena((const void *)(uintptr_t)word) || high - of_stack + 1 <= 2 ||
           (of_program > 1 && high - of_program + 1 <= 2);
}

/* A number that is the handle of a texture, or of a condition, is an address. */
static uint64_t of_number(uint64_t word)
{
    size_t offset;

    /* NOLINTNEXTLINE(performance-no-int-to-ptr): it may be an address */
    const void *pointer = (const void *)(uintptr_t)word;

    return simt_region_in_arena(pointer) || simt_structure_offset(pointer, &offset)
               ? of_address((uintptr_t)word)
               : word;
}

/* What is called a pointer may hold any number. */
static uint64_t of_pointer(uintptr_t address)
{
    return may_be_address(address) ? of_address(address) : address;
}

static uint64_t of_bytes(uint64_t hash, const unsigned char *bytes, size_t number)
{
    for (size_t at = 0; at < number; at += sizeof(uint64_t)) {
        uint64_t word = 0;
        const size_t left = number - at;

        memcpy(&word, bytes + at, left < sizeof(word) ? left : sizeof(word));
        hash = mixed(hash, of_pointer((uintptr_t)word));
    }
    return mixed(hash, number);
}

/* ---- the list ---- */

static bool is_known(uint64_t value)
{
    for (size_t i = 0; i < seen.count && i < most_choices; i++)
        if (seen.choices[i].value == value)
            return true;
    return false;
}

static void add(struct simt_choice choice)
{
    choice.value &= (UINT64_C(1) << value_bits) - 1;
    if (seen.asked_time && is_known(choice.value))
        return;
    if (seen.count < most_choices)
        seen.choices[seen.count] = choice;
    else
        seen.rest = mixed(seen.rest, choice.value) >> (64 - value_bits);
    seen.count++;
}

/* What the copy or fill that was added last is of. */
static void add_to_last(uint64_t hash)
{
    struct simt_choice *last = seen.count > 0 && seen.count <= most_choices && !seen.asked_time
                                   ? &seen.choices[seen.count - 1]
                                   : NULL;

    if (last)
        last->value = mixed(last->value, hash) >> (64 - value_bits);
    else
        add((struct simt_choice){.value = hash});
}

/* ---- what happens is told ---- */

void simt_choices_argument(const void *value, size_t bytes, enum simt_argument_kind kind)
{
    uintptr_t address;

    if (!seen.is_open)
        return;
    if (kind == SIMT_ARGUMENT_POINTER) {
        memcpy(&address, value, sizeof(address));
        seen.arguments = mixed(seen.arguments, of_pointer(address));
    } else if (kind == SIMT_ARGUMENT_OBJECT) {
        seen.arguments = of_bytes(seen.arguments, value, bytes);
    } else {
        uint64_t words[2] = {0, 0};

        memcpy(words, value, bytes < sizeof(words) ? bytes : sizeof(words));
        seen.arguments = mixed(mixed(seen.arguments, of_number(words[0])), words[1]);
    }
}

static uint64_t of_extent(uint64_t hash, const struct dim3 *extent)
{
    return mixed(mixed(mixed(hash, extent->x), extent->y), extent->z);
}

void simt_choices_launch(const struct simt_launch_config *config)
{
    uint64_t hash = of_address((uintptr_t)config->function);

    if (!seen.is_open)
        return;
    hash = of_extent(of_extent(hash, &config->grid), &config->block);
    hash = mixed(mixed(hash, config->shared_bytes), (uint64_t)config->line);
    add((struct simt_choice){.value = mixed(hash, seen.arguments), .line = config->line});
    seen.arguments = 0;
}

void simt_choices_operation(const struct simt_operation *operation)
{
    const enum simt_operation_kind kind = operation->kind;
    uint64_t hash = mixed((uint64_t)kind, operation->bytes);

    seen.asked_time |= kind == SIMT_OPERATION_NOTE || kind == SIMT_OPERATION_ELAPSED ||
                       kind == SIMT_OPERATION_QUERY_STREAM || kind == SIMT_OPERATION_QUERY_EVENT;
    if (!seen.is_open || (kind != SIMT_OPERATION_COPY && kind != SIMT_OPERATION_FILL &&
                          kind != SIMT_OPERATION_ALLOCATE))
        return;
    if (kind != SIMT_OPERATION_ALLOCATE)
        hash = mixed(hash, of_address((uintptr_t)operation->dst));
    hash = mixed(hash, of_address((uintptr_t)operation->src));
    add((struct simt_choice){.value = hash, .site = operation->site});
}

static bool is_devices(const void *address)
{
    const struct simt_object *object = simt_objects_find((uintptr_t)address);

    return object && simt_object_is_devices(object);
}

void simt_choices_row(const void *dst, const void *src, size_t bytes)
{
    if (seen.is_open && is_devices(dst) && !is_devices(src))
        add_to_last(of_bytes(of_address((uintptr_t)dst), src, bytes));
}

/* An element has up to 4 bytes. */
void simt_choices_filled(const void *begin, size_t bytes)
{
    uint32_t first = 0;

    if (!seen.is_open || !bytes)
        return;
    memcpy(&first, begin, bytes < sizeof(first) ? bytes : sizeof(first));
    add_to_last(mixed(of_address((uintptr_t)begin), first));
}

void simt_choices_described(const void *base, const uint64_t numbers[], size_t count,
                            const void *site)
{
    uint64_t hash = mixed(4, of_address((uintptr_t)base));

    if (!seen.is_open)
        return;
    for (size_t i = 0; i < count; i++)
        hash = mixed(hash, numbers[i]);
    add((struct simt_choice){.value = hash, .site = site});
}

void simt_choices_begin(void)
{
    memset(&seen, 0, sizeof(seen));
    seen.is_open = true;
}

void simt_choices_end(void)
{
    seen.is_open = false;
}

/* ---- what was chosen ---- */

const struct simt_choice *simt_choices_get(size_t index)
{
    return index < seen.count && index < most_choices ? &seen.choices[index] : NULL;
}

uint64_t simt_choices_rest(void)
{
    return seen.rest;
}
