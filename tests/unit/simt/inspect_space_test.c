/* What lies where, and what an access to it may do. The program's source and the list of findings
 * are this file's own; all else of the inspector that takes part is real. */
#include "test.h"

#include "finding.h"
#include "host.h"
#include "inspect.h"
#include "misuse.h"
#include "name.h"
#include "objects.h"
#include "overflow.h"
#include "place_words.h"
#include "runtime/region.h"
#include "runtime/stream.h"
#include "runtime/watch.h"
#include "source.h"
#include "space.h"
#include "touches.h"
#include "unwritten.h"

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

/* As the runtime has it: nothing runs on the device here, and there is no context. */
__thread bool simt_on_device, simt_in_turn, simt_context_is_bound;
__thread int simt_device;

void simt_context_bind(void)
{
}

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* ---- the source: sites are 100 times their line, and a little more where a line has several ----
 */

enum { AT = 100 };

static const char *const *lines; /* of x.cu; ended by null */

static const void *site_of(unsigned line)
{
    return (const void *)(uintptr_t)(line * AT);
}

bool simt_source_is_hidden(const struct simt_position *position)
{
    (void)position;
    return false;
}

struct simt_position simt_source_find(const void *site)
{
    uintptr_t line = (uintptr_t)site / AT;
    struct simt_position position = {.file = "?"};
    if (line > 0 && line < 1000)
        position = (struct simt_position){"x.cu", "x.cu", (int)line, "main"};
    return position;
}

const char *simt_source_line(const char *path, int line)
{
    assert_string_equal(path, "x.cu");
    for (int i = 0; lines != NULL && lines[i] != NULL; i++) {
        if (i + 1 == line)
            return lines[i];
    }
    return NULL;
}

const char *simt_source_text(const void *site)
{
    struct simt_position position = simt_source_find(site);
    return position.line > 0 ? simt_source_line(position.path, position.line) : NULL;
}

bool simt_source_same_line(const struct simt_position *a, const struct simt_position *b)
{
    return a->line == b->line;
}

/* ---- the findings ---- */

static struct simt_finding findings[16];
static unsigned finding_count, asked_count;

bool simt_finding_known(enum simt_finding_kind kind, const void *site, const void *other)
{
    asked_count++;
    for (unsigned i = 0; i < finding_count; i++) {
        if (findings[i].kind == kind && findings[i].first.site == site &&
            findings[i].second.site == other && site != NULL)
            return true;
    }
    return false;
}

void simt_finding_add(const struct simt_finding *finding, const struct simt_launch_info *launch)
{
    (void)launch;
    assert_true(finding_count < COUNT(findings));
    findings[finding_count++] = *finding;
}

/* Such reads are told when nothing comes that explains them; here, at once. */
void simt_unwritten_note(const struct simt_finding *finding, const struct simt_access *access,
                         struct simt_moment now, bool is_shared)
{
    (void)now, (void)is_shared;
    assert_ptr_equal(finding->first.site, access->site);
    simt_finding_add(finding, NULL);
}

static const struct simt_finding *only_finding(enum simt_finding_kind kind)
{
    if (finding_count != 1)
        fail_msg("%u findings, not one", finding_count);
    if (findings[0].kind != kind)
        fail_msg("kind %d, not %d: %s", (int)findings[0].kind, (int)kind, findings[0].sentence);
    assert_one_line(findings[0].sentence);
    finding_count = 0;
    return &findings[0];
}

static void expect_sentence(enum simt_finding_kind kind, const char *part)
{
    const struct simt_finding *finding = only_finding(kind);
    assert_contains(finding->sentence, part);
}

static void expect_subject(enum simt_finding_kind kind, const char *part)
{
    const struct simt_finding *finding = only_finding(kind);
    assert_contains(finding->subject, part);
}

/* ---- the kernel: what runs is said by the test ---- */

static struct simt_launch_info launch = {
    .number = 1, .grid = {8, 1, 1}, .block = {16, 16, 1}, .file = "x.cu", .line = 90};
static struct simt_thread_id running = {4, 48};
static bool in_kernel = true;

/* Nothing of the runtime's is made here, and nobody watches what is. */
struct simt_handles simt_streams, simt_events;
atomic_bool simt_watching;

void simt_watch_operation(const struct simt_operation *operation)
{
    (void)operation;
}

int simt_device_count(void)
{
    return 1;
}

const struct simt_work *simt_touches_work(void)
{
    return NULL;
}

void simt_touches_forget(uintptr_t base, size_t bytes)
{
    (void)base;
    (void)bytes;
}

bool simt_region_find(const void *address, struct simt_region *region)
{
    (void)address;
    (void)region;
    return false;
}

bool simt_inspect_thread(struct simt_thread_id *thread)
{
    *thread = running;
    return in_kernel;
}

const struct simt_launch_info *simt_inspect_launch(void)
{
    return &launch;
}

struct simt_moment simt_inspect_now(void)
{
    return (struct simt_moment){.launch = 1};
}

bool simt_inspect_is_shared(uintptr_t address)
{
    (void)address;
    return false;
}

static struct simt_shared_space *shared;

static struct simt_object *touch_from(const void *site, uintptr_t address, uint32_t bytes,
                                      enum simt_access_kind kind)
{
    struct simt_access access = {
        .address = address, .bytes = bytes, .kind = kind, .scope = SIMT_SCOPE_DEVICE, .site = site};
    enum simt_misuse misuse;
    struct simt_object *object = simt_space_check(shared, &access, &misuse);
    if (misuse != SIMT_MISUSE_NONE)
        simt_misuse_report(misuse, shared, object, &access, running);
    return misuse > SIMT_MISUSE_UNWRITTEN ? NULL : object;
}

static bool reads(uintptr_t address, uint32_t bytes)
{
    return touch_from(site_of(50), address, bytes, SIMT_ACCESS_READ) != NULL;
}

static bool writes(uintptr_t address, uint32_t bytes)
{
    return touch_from(site_of(51), address, bytes, SIMT_ACCESS_WRITE) != NULL;
}

/* ---- memory: addresses of which nothing is mapped, each used once, as the runtime does ---- */

static uintptr_t cursor = (uintptr_t)1 << 44;

static uintptr_t allocate_at(size_t bytes, unsigned line)
{
    uintptr_t base = cursor;
    cursor += (bytes + 255) / 256 * 256 + 64 * 1024;
    simt_space_allocated((const void *)base, bytes, SIMT_OBJECT_DEVICE, site_of(line));
    return base;
}

/* 1024 floats called b, all written. */
static uintptr_t allocate_b(void)
{
    uintptr_t b = allocate_at(4096, 12);
    simt_space_typed((const void *)b, "float", 4);
    simt_space_named((const void *)b, "b");
    simt_space_written((const void *)b, 4096);
    return b;
}

static int forget(void **state)
{
    (void)state;
    while (simt_objects_count() > 0)
        simt_objects_remove(simt_objects_get(0), NULL);
    simt_overflow_forget();
    simt_host_error_asked();
    /* No freed memory, wherever the next test looks. */
    cursor += (uintptr_t)1 << 38;
    finding_count = 0;
    lines = NULL;
    in_kernel = true;
    running = (struct simt_thread_id){4, 48};
    launch.shared_bytes = 0;
    simt_shared_space_free(shared);
    shared = simt_shared_space_new();
    assert_non_null(shared);
    return 0;
}

/* ---- bounds ---- */

static void what_is_within_is_let_through(void **state)
{
    (void)state;
    uintptr_t b = allocate_b();
    for (uint32_t bytes = 1; bytes <= 16; bytes *= 2) {
        assert_true(reads(b, bytes));
        assert_true(writes(b + 4096 - bytes, bytes));
    }
    struct simt_object *object = touch_from(site_of(1), b + 4, 4, SIMT_ACCESS_ATOMIC);
    assert_non_null(object);
    assert_true(object->base == b);
    assert_non_null(object->history);
    assert_true(object->freed == NULL);
    assert_int_equal(finding_count, 0);
    assert_int_equal(asked_count, 0);
}

static void an_overrun_is_named_by_array_and_index(void **state)
{
    (void)state;
    uintptr_t b = allocate_b();
    assert_false(reads(b + 4100, 4));
    const struct simt_finding *finding = only_finding(SIMT_FINDING_OUT_OF_BOUNDS);
    assert_string_equal(finding->subject,
                        "b[1025], 1 past the end of b (1024 floats, allocated at x.cu:12)");
    assert_string_equal(finding->sentence,
                        "Thread (0,3) of block 4 reads b[1025], 1 past the end of b: guard the "
                        "access with if (i < n), or launch fewer threads.");
    assert_true(finding->first.site == site_of(50));
    assert_true(finding->first.is_thread && finding->first.has_access);
    assert_int_equal(finding->first.thread.block, 4);
    assert_int_equal(finding->first.thread.thread, 48);
    assert_int_equal(finding->first.bytes, 4);
    assert_null(finding->second.site);
}

static void bounds_are_exact(void **state)
{
    (void)state;
    uintptr_t b = allocate_b();
    assert_true(reads(b + 4092, 4));
    assert_false(writes(b + 4096, 4));
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "writes b[1024], just past the end of b");
    assert_true(reads(b, 1));
    assert_false(reads(b - 1, 1));
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "reads byte 3 of b[-1], 1 before the begin of b");
    assert_false(reads(b - 12, 4));
    expect_subject(SIMT_FINDING_OUT_OF_BOUNDS, "b[-3], 3 before the begin of b (1024 floats");
    assert_false(touch_from(site_of(1), b + 4096, 4, SIMT_ACCESS_ATOMIC));
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "updates b[1024]");
}

static void an_access_that_sticks_out_is_out_of_bounds(void **state)
{
    (void)state;
    uintptr_t b = allocate_at(4094, 12);
    simt_space_named((const void *)b, "b");
    assert_false(reads(b + 4092, 4));
    expect_subject(SIMT_FINDING_OUT_OF_BOUNDS,
                   "b[1023], whose last 2 bytes lie past the end of b (4094 bytes");
}

static void a_finding_is_told_once(void **state)
{
    (void)state;
    uintptr_t b = allocate_b();
    assert_false(reads(b + 4096, 4));
    assert_false(reads(b + 4100, 4));
    assert_int_equal(finding_count, 1);
    assert_false(touch_from(site_of(60), b + 4096, 4, SIMT_ACCESS_READ));
    assert_int_equal(finding_count, 2);
}

static void the_size_of_unknown_elements_is_that_of_the_access(void **state)
{
    (void)state;
    uintptr_t b = allocate_at(4096, 12);
    assert_false(writes(b + 4096, 8));
    const struct simt_finding *finding = only_finding(SIMT_FINDING_OUT_OF_BOUNDS);
    assert_string_equal(finding->subject,
                        "element 512, just past the end of an allocation of 4096 bytes at x.cu:12");
    uintptr_t raw = allocate_at(4096, 12);
    simt_space_typed((const void *)raw, "char", 1);
    assert_false(writes(raw + 4100, 4));
    expect_subject(SIMT_FINDING_OUT_OF_BOUNDS, "element 1025, 1 past");
}

static void a_part_of_a_structure_is_named_by_its_byte(void **state)
{
    (void)state;
    uintptr_t b = allocate_at(280, 12);
    simt_space_typed((const void *)b, "Body", 28);
    simt_space_named((const void *)b, "bodies");
    assert_false(writes(b + 280 + 8, 4));
    expect_subject(SIMT_FINDING_OUT_OF_BOUNDS,
                   "byte 8 of bodies[10], just past the end of bodies (10 Bodys, ");
}

/* What is far from an array may be the host's, but not by a line that is known to use the array. */
static void a_far_index_may_come_to_host_memory(void **state)
{
    (void)state;
    static float host[4];
    uintptr_t base = (uintptr_t)host + ((uintptr_t)1 << 33);
    simt_space_allocated((const void *)base, 4096, SIMT_OBJECT_DEVICE, site_of(12));
    simt_space_written((const void *)base, 4096);
    assert_false(reads((uintptr_t)host, 4));
    (void)only_finding(SIMT_FINDING_HOST_POINTER);
    assert_true(reads(base, 4));
    assert_false(reads((uintptr_t)host, 4));
    expect_subject(SIMT_FINDING_INDEX_OVERFLOW, "element -2147483648");
}

static void what_comes_later_takes_the_place(void **state)
{
    (void)state;
    uintptr_t b = allocate_b();
    simt_space_allocated((const void *)(b + 256), 64, SIMT_OBJECT_REGISTERED, site_of(13));
    assert_int_equal(simt_objects_count(), 1);
    assert_true(simt_space_find(NULL, b + 256)->base == b + 256);
    simt_space_allocated((const void *)b, 4096, SIMT_OBJECT_REGISTERED, site_of(14));
    assert_int_equal(simt_objects_count(), 1);
    assert_true(simt_space_find(NULL, b + 256)->base == b);
}

/* What lies beside an allocation is another's, so an index that goes far tells by its line. */
static void a_far_index_belongs_to_the_array_of_its_line(void **state)
{
    (void)state;
    uintptr_t a = allocate_at(4096, 11), b = allocate_b(), c = allocate_at(4096, 13);
    simt_space_named((const void *)a, "a");
    simt_space_named((const void *)c, "c");
    assert_true(c > b && c - b < 80000);
    assert_true(reads(b, 4));
    assert_false(reads(b + 80000, 4));
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "b[20000], 18976 past the end of b");
    assert_false(reads(b + ((uintptr_t)1 << 33), 4));
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "past the end of b");
    assert_false(writes(b + 80000, 4)); /* nothing is known of that line */
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "past the end of c");
    assert_false(reads(c + 4096, 4)); /* but right beside another, it is that one's */
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "just past the end of c");
}

static void constants_and_variables_have_bounds_too(void **state)
{
    (void)state;
    static struct {
        float coefficients[16];
        char gap[16];
        int counter;
    } program;
    float *coefficients = program.coefficients;
    simt_space_variable(coefficients, sizeof program.coefficients, true, "coef", "float", 4);
    simt_space_variable(&program.counter, sizeof program.counter, false, "counter", NULL, 0);
    simt_space_variable(&program.counter, sizeof program.counter, false, "counter", NULL, 0);
    assert_int_equal(simt_objects_count(), 2);
    assert_true(reads((uintptr_t)&coefficients[15], 4));
    assert_true(writes((uintptr_t)&program.counter, 4));
    assert_false(reads((uintptr_t)coefficients + 64, 4));
    assert_string_equal(only_finding(SIMT_FINDING_OUT_OF_BOUNDS)->subject,
                        "coef[16], just past the end of coef (16 floats, a __constant__ variable)");
    assert_false(writes((uintptr_t)&coefficients[3], 4));
    assert_false(writes((uintptr_t)&coefficients[4], 4));
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "writes coef[3], but constant memory is read-only");
    simt_space_allocated(&program.counter, 4, SIMT_OBJECT_VARIABLE, site_of(12)); /* no other */
    struct simt_finding finding = {0};
    simt_place_mark_address(NULL, (uintptr_t)&program.counter, 4, &finding);
    assert_string_equal(finding.subject, "counter (4 bytes, a __device__ variable)");
    assert_string_equal(finding.cell.memory, "variable");
    assert_string_equal(finding.cell.array, "counter");
}

/* Compilers put tables of kernels there: reading them is no fault. */
static void constants_of_the_program_text_can_be_read(void **state)
{
    (void)state;
    static const int table[64] = {1, 2, 3};
    const volatile int *p = table;
    assert_true(reads((uintptr_t)p, 4));
    assert_true(reads((uintptr_t)&p[63], 4));
    assert_int_equal(finding_count, 0);
    assert_int_equal(simt_objects_count(), 1);
    assert_false(writes((uintptr_t)p, 4));
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "read-only");
}

/* ---- shared memory ---- */

static char slot[8192], other_slot[1024];

static void shared_memory_has_bounds(void **state)
{
    (void)state;
    launch.shared_bytes = 1024;
    simt_shared_space_add(shared, slot + 1024, 256, false, "tile");
    simt_shared_space_add(shared, slot + 4096, 1024, true, NULL);
    uintptr_t tile = (uintptr_t)slot + 1024, dynamic = (uintptr_t)slot + 4096;
    assert_true(writes(tile + 252, 4));
    assert_true(writes(dynamic + 1020, 4));
    assert_int_equal(finding_count, 0);
    assert_false(writes(tile + 256, 4));
    expect_subject(SIMT_FINDING_OUT_OF_BOUNDS,
                   "tile[64], just past the end of tile (256 bytes, shared)");
    assert_false(writes(tile - 4, 4));
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "tile[-1], 1 before the begin of tile");
    assert_false(writes(dynamic + 1024, 4));
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "1024 bytes of dynamic shared memory");
}

static void without_dynamic_shared_memory_nothing_of_it_is_there(void **state)
{
    (void)state;
    simt_shared_space_add(shared, slot + 4096, 0, true, "buffer");
    assert_false(writes((uintptr_t)slot + 4096, 4));
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS,
                    "buffer[0], just past the end of buffer: the launch gives each block 0 bytes");
}

static void shared_memory_of_another_block_is_out_of_reach(void **state)
{
    (void)state;
    struct simt_shared_space *other = simt_shared_space_new();
    simt_shared_space_add(shared, slot, 256, false, "tile");
    simt_shared_space_add(other, other_slot, 256, false, "tile");
    simt_space_find(shared, (uintptr_t)slot);
    assert_false(reads((uintptr_t)other_slot + 8, 4));
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "tile[2] of another block's shared memory");
    simt_shared_space_free(other);
}

static void each_block_begins_with_nothing_written(void **state)
{
    (void)state;
    uintptr_t tile = (uintptr_t)slot;
    simt_shared_space_add(shared, slot, 256, false, "tile");
    for (unsigned block = 0; block < 3; block++) {
        for (unsigned i = 0; i < 256; i += 4)
            assert_true(writes(tile + i, 4));
        assert_true(reads(tile, 4));
        assert_int_equal(finding_count, 0);
        simt_shared_space_begin(shared, false);
        assert_true(reads(tile + 12, 4));
        expect_sentence(SIMT_FINDING_UNINITIALISED, "reads tile[3] before anything wrote it");
    }
}

static void another_launch_has_other_variables(void **state)
{
    (void)state;
    uintptr_t address = (uintptr_t)slot;
    simt_shared_space_add(shared, slot, 256, false, "tile");
    assert_true(writes(address, 4));
    struct simt_history *history = simt_space_find(shared, address)->history;
    simt_shared_space_begin(shared, true);
    assert_null(simt_space_find(shared, address));
    simt_shared_space_add(shared, slot, 256, false, "tile");
    struct simt_object *tile = simt_space_find(shared, address);
    assert_non_null(tile);
    assert_ptr_equal(tile->history, history);
    assert_int_equal(tile->unwritten, 256);
    simt_shared_space_begin(shared, true);
    simt_shared_space_add(shared, slot + 64, 512, false, "sums");
    assert_null(simt_space_find(shared, address));
    assert_string_equal(simt_space_find(shared, address + 64)->name, "sums");
}

/* ---- pointers of others ---- */

static void freed_memory_is_out_of_reach(void **state)
{
    (void)state;
    uintptr_t b = allocate_b();
    assert_true(reads(b, 4));
    simt_space_freed((const void *)b, site_of(30));
    assert_false(reads(b + 20, 4));
    const struct simt_finding *finding = only_finding(SIMT_FINDING_USE_AFTER_FREE);
    assert_string_equal(finding->subject,
                        "b[5] (1024 floats, allocated at x.cu:12, freed at x.cu:30)");
    assert_contains(finding->sentence, "reads b[5] after it was freed at x.cu:30");
}

static void as_many_freed_ones_are_kept_as_promised(void **state)
{
    (void)state;
    uintptr_t b = allocate_b();
    simt_space_freed((const void *)b, site_of(30));
    for (unsigned i = 1; i < SIMT_SPACE_KEPT; i++)
        simt_space_freed((const void *)allocate_at(256, 13), site_of(31));
    assert_ptr_equal(simt_objects_find_freed(b)->freed, site_of(30));
    simt_space_freed((const void *)allocate_at(256, 13), site_of(31));
    assert_null(simt_objects_find_freed(b));
}

static void a_null_pointer_is_called_one(void **state)
{
    (void)state;
    (void)allocate_b();
    assert_false(reads(0, 4));
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "null pointer");
    assert_false(writes(4000, 4));
    expect_subject(SIMT_FINDING_OUT_OF_BOUNDS, "address 0xfa0");
    assert_false(writes(16 << 20, 4));
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "null pointer");
}

static void a_pointer_to_nothing_is_out_of_bounds(void **state)
{
    (void)state;
    assert_false(reads((uintptr_t)0xdeadbeefdeadbee0, 4));
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "the pointer was never set");
    void *reserved = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(reserved != MAP_FAILED);
    assert_false(reads((uintptr_t)reserved, 4)); /* it is no memory of the host either */
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "the pointer was never set");
    munmap(reserved, 4096);
}

static void host_memory_is_out_of_reach(void **state)
{
    (void)state;
    static float global[4];
    float local[4];
    float *heap = malloc(1 << 20);
    const struct {
        const void *address;
        const char *where;
    } cases[] = {{global, "a global variable of the host"},
                 {local, "on the host's stack"},
                 {heap, "on the host's heap"}};
    (void)allocate_b();
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_false(reads((uintptr_t)cases[i].address, 4));
        expect_sentence(SIMT_FINDING_HOST_POINTER, cases[i].where);
    }
    assert_false(writes((uintptr_t)heap, 4));
    const struct simt_finding *finding = only_finding(SIMT_FINDING_HOST_POINTER);
    assert_contains(finding->sentence, "writes memory of the host");
    assert_contains(finding->sentence, "cudaMallocManaged()");
    free(heap);
}

static void host_memory_that_cuda_knows_can_be_reached(void **state)
{
    (void)state;
    static const enum simt_object_kind kinds[] = {SIMT_OBJECT_MANAGED, SIMT_OBJECT_PINNED,
                                                  SIMT_OBJECT_REGISTERED};
    static float memory[COUNT(kinds)][64];
    for (size_t i = 0; i < COUNT(kinds); i++) {
        simt_space_allocated(memory[i], sizeof memory[i], kinds[i], site_of(12));
        assert_true(reads((uintptr_t)memory[i], 4));
        assert_true(writes((uintptr_t)memory[i] + 252, 4));
    }
    assert_int_equal(finding_count, 0);
}

/* ---- alignment ---- */

static void values_must_be_aligned_to_their_size(void **state)
{
    (void)state;
    uintptr_t b = allocate_b();
    for (uint32_t bytes = 1; bytes <= 16; bytes *= 2) {
        for (uint32_t at = 0; at < 16; at++) {
            bool aligned = at % bytes == 0;
            assert_int_equal(reads(b + at, bytes), aligned);
            assert_int_equal(finding_count, aligned ? 0 : 1);
            finding_count = 0;
        }
    }
    assert_false(reads(b + 4, 16));
    const struct simt_finding *finding = only_finding(SIMT_FINDING_MISALIGNED);
    assert_string_equal(finding->subject, "b[1] (1024 floats, allocated at x.cu:12)");
    assert_contains(finding->sentence, "reads b[1] as one value of 16 bytes");
    assert_contains(finding->sentence, "a multiple of 16, but is 4 past one");
}

static void ranges_need_no_alignment(void **state)
{
    (void)state;
    uintptr_t b = allocate_b();
    static const uint32_t sizes[] = {3, 5, 12, 24, 32, 64};
    for (size_t i = 0; i < COUNT(sizes); i++)
        assert_true(reads(b + 1, sizes[i]));
    assert_int_equal(finding_count, 0);
}

/* A structure of two doubles is announced as a float4 is. */
static void sixteen_bytes_may_be_two_halves(void **state)
{
    (void)state;
    static const char *const text[] = {"out[i] = in[i];", "float4 v = p[i];", NULL};
    lines = text;
    uintptr_t b = allocate_at(4096, 12);
    simt_space_written((const void *)b, 4096);
    assert_non_null(touch_from(site_of(1), b + 8, 16, SIMT_ACCESS_READ));
    assert_null(touch_from(site_of(1), b + 4, 16, SIMT_ACCESS_READ));
    (void)only_finding(SIMT_FINDING_MISALIGNED);
    assert_null(touch_from(site_of(2), b + 8, 16, SIMT_ACCESS_READ));
    (void)only_finding(SIMT_FINDING_MISALIGNED);
    simt_space_typed((const void *)b, "Particle", 40);
    assert_non_null(touch_from(site_of(2), b + 8, 16, SIMT_ACCESS_READ));
}

/* ---- what was never written ---- */

static void what_nothing_wrote_is_told_once(void **state)
{
    (void)state;
    uintptr_t b = allocate_at(4096, 12);
    simt_space_named((const void *)b, "b");
    assert_true(reads(b + 20, 4));
    const struct simt_finding *finding = only_finding(SIMT_FINDING_UNINITIALISED);
    assert_contains(finding->sentence, "reads b[5] before anything wrote it");
    assert_string_equal(finding->subject, "b[5] (4096 bytes, allocated at x.cu:12)");
    assert_non_null(touch_from(site_of(60), b + 20, 4, SIMT_ACCESS_READ));
    assert_int_equal(finding_count, 0);
    assert_non_null(touch_from(site_of(60), b + 24, 4, SIMT_ACCESS_ATOMIC));
    expect_sentence(SIMT_FINDING_UNINITIALISED, "updates b[6]");
    assert_non_null(touch_from(site_of(60), b + 28, 4, SIMT_ACCESS_VOLATILE_READ));
    expect_sentence(SIMT_FINDING_UNINITIALISED, "reads b[7]");
}

static void what_was_written_can_be_read(void **state)
{
    (void)state;
    uintptr_t b = allocate_at(4096, 12);
    /* By a kernel, by bytes at odd places, and by the host. */
    assert_true(writes(b + 4, 4));
    assert_true(reads(b + 4, 4));
    assert_true(writes(b + 17, 1));
    assert_true(reads(b + 17, 1));
    simt_space_written((const void *)(b + 103), 58);
    for (uintptr_t i = 103; i < 103 + 58; i++)
        assert_true(reads(b + i, 1));
    simt_space_written((const void *)(b + 256), 3000);
    assert_true(reads(b + 256, 4) && reads(b + 3252, 4));
    assert_int_equal(finding_count, 0);
    static const unsigned outside[] = {102, 103 + 58, 255, 3256, 4095};
    for (size_t i = 0; i < COUNT(outside); i++) {
        assert_true(reads(b + outside[i], 1));
        (void)only_finding(SIMT_FINDING_UNINITIALISED);
    }
}

static void a_copy_brings_what_was_written(void **state)
{
    (void)state;
    uintptr_t a = allocate_at(1024, 12), b = allocate_at(1024, 13);
    char host[64];
    assert_true(writes(a + 16, 16) && writes(a + 101, 1) && writes(a + 1020, 4));
    simt_space_copied((const void *)(b + 3), (const void *)(a + 5), 1000);
    for (uintptr_t i = 0; i < 1024; i++) {
        uintptr_t from = i + 2;
        bool written = (from >= 16 && from < 32) || from == 101;
        assert_true(reads(b + i, 1));
        assert_int_equal(finding_count, written ? 0 : 1);
        finding_count = 0;
    }
    simt_space_copied((const void *)a, host, sizeof host);
    assert_true(reads(a, 4) && reads(a + 60, 4));
    assert_int_equal(finding_count, 0);
    assert_true(reads(a + 64, 4));
    (void)only_finding(SIMT_FINDING_UNINITIALISED);
    simt_space_written((const void *)(a + 512), 512);
    simt_space_copied((const void *)a, (const void *)(a + 512), 512);
    assert_null(simt_space_find(NULL, a)->written);
    uintptr_t c = allocate_at(1024, 13);
    simt_space_copied((const void *)c, (const void *)a, 1024);
    assert_null(simt_space_find(NULL, c)->written);
    uintptr_t little = allocate_at(64, 12), large = allocate_at(1024, 13);
    assert_true(writes(little + 60, 4));
    simt_space_copied((const void *)large, (const void *)little, 1024);
    assert_true(reads(large + 60, 4));
    assert_int_equal(simt_space_find(NULL, large)->unwritten, 1020);
}

/* Structures have padding that nothing ever writes. */
static void one_written_byte_is_enough(void **state)
{
    (void)state;
    uintptr_t b = allocate_at(4096, 12);
    assert_true(writes(b, 1));
    assert_true(reads(b, 8));
    assert_true(writes(b + 64 + 40, 4));
    assert_true(reads(b + 64, 48));
    assert_int_equal(finding_count, 0);
    assert_true(reads(b + 512, 48));
    (void)only_finding(SIMT_FINDING_UNINITIALISED);
}

/* By a model that has a byte for each: reads and writes of all sizes at random places. */
static void written_bytes_are_counted_right(void **state)
{
    (void)state;
    enum { BYTES = 203 };
    static const uint32_t sizes[] = {1, 2, 4, 8, 16, 3, 12, 24, 40};
    bool model[BYTES] = {false};
    uintptr_t b = allocate_at(BYTES, 12);
    struct simt_object *object = simt_space_find(NULL, b);
    uint64_t random = 1;
    while (object->written != NULL) {
        random = random * 6364136223846793005U + 1442695040888963407U;
        uint32_t bytes = sizes[(random >> 33) % COUNT(sizes)];
        uintptr_t at = (random >> 40) % (BYTES - bytes + 1);
        if (!(bytes & (bytes - 1)) && bytes <= 16)
            at = at / bytes * bytes;
        bool write = random >> 63, any = write;
        for (uint32_t i = 0; i < bytes; i++)
            any |= model[at + i];
        assert_true(write ? writes(b + at, bytes) : reads(b + at, bytes));
        assert_int_equal(finding_count, any ? 0 : 1);
        finding_count = 0;
        size_t left = BYTES;
        for (uint32_t i = 0; i < bytes; i++)
            model[at + i] |= write || !any;
        for (size_t i = 0; i < BYTES; i++)
            left -= model[i];
        assert_int_equal(object->written != NULL ? object->unwritten : 0, left);
    }
}

static void a_whole_copy_needs_no_bits(void **state)
{
    (void)state;
    uintptr_t b = allocate_at(4096, 12);
    struct simt_object *object = simt_space_find(NULL, b);
    assert_non_null(object->written);
    simt_space_written((const void *)b, 4096);
    assert_null(object->written);
    uintptr_t c = allocate_at(64, 12);
    object = simt_space_find(NULL, c);
    for (unsigned i = 0; i < 64; i += 4) {
        assert_non_null(object->written);
        assert_true(writes(c + i, 4));
    }
    assert_null(object->written);
    assert_true(reads(b + 4092, 4) && reads(c + 60, 4));
    assert_int_equal(finding_count, 0);
}

/* ---- overflow ---- */

static void multiply(long long a, long long b)
{
    const struct simt_overflow overflow = {"*", a, b, "int", 32, "x.cu", 14};
    simt_overflow_note(running, &overflow);
}

#if !defined(SIMT_OVERFLOW_IS_SANITIZED)

/* The compiler's calls, by their layout. */
struct overflow_type {
    uint16_t kind, info;
    char name[16];
};

struct overflow_call {
    const char *file;
    uint32_t line, column;
    const struct overflow_type *type;
};

void __ubsan_handle_add_overflow(const struct overflow_call *data, uintptr_t a, uintptr_t b);
void __ubsan_handle_sub_overflow(const struct overflow_call *data, uintptr_t a, uintptr_t b);
void __ubsan_handle_mul_overflow(const struct overflow_call *data, uintptr_t a, uintptr_t b);
void __ubsan_handle_divrem_overflow(const struct overflow_call *data, uintptr_t a, uintptr_t b);
void __ubsan_handle_negate_overflow(const struct overflow_call *data, uintptr_t value);

static void expect_overflow(const char *words, long long wrapped)
{
    struct simt_overflow overflow;
    char text[96];
    assert_true(simt_overflow_take(running, &overflow));
    simt_overflow_describe(&overflow, text, sizeof text);
    assert_string_equal(text, words);
    assert_true(simt_overflow_wrapped(&overflow) == wrapped);
    assert_string_equal(overflow.file, "x.cu");
    assert_int_equal(overflow.line, 14);
    assert_false(simt_overflow_take(running, &overflow));
}

static void overflows_are_noted_as_the_compiler_tells_them(void **state)
{
    (void)state;
    static const struct overflow_type an_int = {0, 5 << 1 | 1, "'int'"};
    static const struct overflow_type a_long = {0, 6 << 1 | 1, "'long int'"};
    static const struct overflow_type a_wide_one = {0, 7 << 1 | 1, "'__int128'"};
    static const struct overflow_call int_call = {"x.cu", 14, 3, &an_int};
    static const struct overflow_call long_call = {"x.cu", 14, 3, &a_long};
    static const struct overflow_call wide_call = {"x.cu", 14, 3, &a_wide_one};
    const uintptr_t least = (uintptr_t)-2147483648LL;
    struct simt_overflow overflow;
    __int128 wide = 7;
    __ubsan_handle_mul_overflow(&int_call, 46341, 46341);
    expect_overflow("46341 * 46341 does not fit an int", -2147479015);
    __ubsan_handle_add_overflow(&int_call, 2147483647, 1);
    expect_overflow("2147483647 + 1 does not fit an int", -2147483648LL);
    __ubsan_handle_sub_overflow(&int_call, least, 1);
    expect_overflow("-2147483648 - 1 does not fit an int", 2147483647);
    __ubsan_handle_mul_overflow(&int_call, 65536, (uintptr_t)-65536LL);
    expect_overflow("65536 * (-65536) does not fit an int", 0);
    __ubsan_handle_negate_overflow(&int_call, least);
    expect_overflow("-(-2147483648) does not fit an int", -2147483648LL);
    __ubsan_handle_divrem_overflow(&int_call, least, (uintptr_t)-1LL);
    expect_overflow("-2147483648 / (-1) does not fit an int", -2147483648LL);
    __ubsan_handle_add_overflow(&long_call, INT64_MAX, 1);
    expect_overflow("9223372036854775807 + 1 does not fit a long int", INT64_MIN);
    __ubsan_handle_add_overflow(&wide_call, (uintptr_t)&wide, (uintptr_t)&wide);
    expect_overflow("7 + 7 does not fit a __int128", 14);
    in_kernel = false;
    __ubsan_handle_add_overflow(&int_call, 2147483647, 1);
    assert_false(simt_overflow_take(running, &overflow));
}

#endif

static void overflows_are_each_threads_own(void **state)
{
    (void)state;
    struct simt_overflow overflow;
    for (running.thread = 0; running.thread < 1024; running.thread++)
        multiply(2147483647, running.thread);
    for (running.thread = 0; running.thread < 1024; running.thread++) {
        assert_true(simt_overflow_take(running, &overflow));
        assert_int_equal(overflow.b, running.thread);
    }
    running.thread = 1;
    multiply(2147483647, 2);
    running.block += 8; /* whose notes are kept at the same place */
    assert_false(simt_overflow_take(running, &overflow));
    running.block -= 8;
    simt_overflow_forget();
    assert_false(simt_overflow_take(running, &overflow));
}

static void an_index_that_overflowed_is_named_so(void **state)
{
    (void)state;
    uintptr_t b = allocate_b();
    assert_true(reads(b, 4));
    multiply(46341, 46341);
    assert_true(reads(b + 4, 4)); /* of something else */
    assert_int_equal(finding_count, 0);
    assert_false(reads(b + 4 * (uintptr_t)(-2147479015LL + 3), 4));
    const struct simt_finding *finding = only_finding(SIMT_FINDING_INDEX_OVERFLOW);
    assert_contains(finding->subject, "b[-2147479012], ");
    assert_contains(finding->sentence, "46341 * 46341 does not fit an int (x.cu:14)");
    assert_true(finding->first.site == site_of(50));
    assert_false(reads(b + 4096, 4)); /* the note has been used */
    (void)only_finding(SIMT_FINDING_OUT_OF_BOUNDS);
}

/* A hash that overflows on purpose is not why a guard is missing. */
static void an_overflow_elsewhere_is_not_blamed(void **state)
{
    (void)state;
    uintptr_t b = allocate_b();
    multiply(1103515245, 12345);
    assert_false(reads(b + 4096, 4));
    (void)only_finding(SIMT_FINDING_OUT_OF_BOUNDS);
    multiply(1103515245, 12345);
    assert_false(reads(b - 40, 4)); /* its remainder can be negative */
    (void)only_finding(SIMT_FINDING_INDEX_OVERFLOW);
}

static void a_wrapped_index_may_lie_just_before_the_array(void **state)
{
    (void)state;
    uintptr_t b = allocate_b();
    (void)allocate_at(4096, 13);
    multiply(65536, 65536);
    assert_false(reads(b - 4, 4));
    expect_sentence(SIMT_FINDING_INDEX_OVERFLOW, "65536 * 65536");
    simt_shared_space_add(shared, slot, 256, false, "tile");
    multiply(1 << 30, 2);
    assert_false(writes((uintptr_t)slot - ((uintptr_t)1 << 33), 4));
    expect_sentence(SIMT_FINDING_INDEX_OVERFLOW, "tile[-2147483648]");
}

static void a_far_negative_index_is_an_overflow(void **state)
{
    (void)state;
    uintptr_t b = allocate_b();
    assert_false(reads(b + 4 * (uintptr_t)-2147479014LL, 4));
    const struct simt_finding *finding = only_finding(SIMT_FINDING_INDEX_OVERFLOW);
    assert_contains(finding->subject, "b[-2147479014], ");
    assert_contains(finding->sentence, "-2147479014 is what 2147488282 becomes in an int");
    assert_false(reads(b - 4 * 100000000ULL, 4));
    (void)only_finding(SIMT_FINDING_OUT_OF_BOUNDS);
}

static void an_unsigned_index_below_zero_is_an_overflow(void **state)
{
    (void)state;
    (void)allocate_at(4096, 11);
    uintptr_t b = allocate_b();
    (void)allocate_at(4096, 13);
    assert_true(reads(b, 4));
    assert_false(reads(b + 4 * (uintptr_t)4294967295U, 4));
    const struct simt_finding *finding = only_finding(SIMT_FINDING_INDEX_OVERFLOW);
    assert_contains(finding->subject, "b[4294967295]");
    assert_contains(finding->sentence, "4294967295 is what 0 - 1 becomes");
    /* The array of the line, although another is nearer; the nearest, where none is known. */
    assert_false(reads(b + 4 * ((uintptr_t)4294967296U - 20000), 4));
    expect_sentence(SIMT_FINDING_INDEX_OVERFLOW, "b[4294947296]");
    assert_false(writes(b + 4 * (uintptr_t)4294967294U, 4));
    (void)only_finding(SIMT_FINDING_INDEX_OVERFLOW);
}

/* ---- names ---- */

static void names_come_from_the_text_of_the_call(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name;
    } cases[] = {
        {"cudaMalloc(&d_a, n * sizeof(float));", "d_a"},
        {"CHECK(cudaMalloc(&d_a, n));", "d_a"},
        {"cudaMalloc((void **)&d_a, n);", "d_a"},
        {"cudaMalloc( ( void** ) & d_a , n );", "d_a"},
        {"cudaMalloc(reinterpret_cast<void **>(&d_a), n);", "d_a"},
        {"if (cudaMallocManaged(&x, n) != cudaSuccess)", "x"},
        {"err = cudaHostAlloc(&h, n, cudaHostAllocMapped);", "h"},
        {"cudaMallocHost(&h, n);", "h"},
        {"cudaMallocPitch(&image, &pitch, w, h);", "image"},
        {"cudaMallocAsync(&q, n, stream);", "q"},
        {"cudaMalloc(&p[i + f(1)], n);", "p[i+f(1)]"},
        {"cudaMalloc(&s.field, n);", "s.field"},
        {"cudaMalloc(&s->next[0].data, n);", "s->next[0].data"},
        {"cudaMalloc(&this->x, n);", "x"},
        {"cudaMalloc(&data_, n);", "data_"},
        {"cudaMalloc(&ns::table, n);", "ns::table"},
        {"cudaMalloc<float>(&t, n);", "t"},
        {"cudaHostRegister(host, n, 0);", "host"},
        {"mycudaMalloc(&a, n); cudaMalloc(&b, n);", "b"},
        {"cudaMalloc(p, n);", NULL},
        {"cudaMalloc((void **)p, n & mask);", NULL},
        {"cudaMalloc(pointer_to(&x), n);", "x"},
        {"cudaMalloc(&f(x), n);", NULL},
        {"cudaMalloc(", NULL},
        {"x = allocate(n);", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *const text[] = {cases[i].text, NULL};
        lines = text;
        const char *name = simt_object_name(simt_space_find(NULL, allocate_at(64, 1)));
        if ((name == NULL) != (cases[i].name == NULL) ||
            (name != NULL && strcmp(name, cases[i].name) != 0))
            fail_msg("\"%s\" gives %s", cases[i].text, name != NULL ? name : "no name");
        (void)forget(NULL);
    }
}

static void calls_may_go_over_lines_and_stand_side_by_side(void **state)
{
    (void)state;
    static const char *const text[] = {
        "cudaMalloc(",
        "    (void **)&first,",
        "    n);",
        "",
        "cudaMalloc(&u, n); cudaMalloc(&v, n);",
        "CHECK(",
        "    cudaMalloc(&w, n));",
        NULL,
    };
    lines = text;
    char *sites = (char *)site_of(5);
    static const unsigned at[] = {1, 3, 6, 7};
    static const char *const names[] = {"first", "first", "w", "w"};
    for (size_t i = 0; i < COUNT(at); i++) {
        const char *name = simt_object_name(simt_space_find(NULL, allocate_at(64, at[i])));
        assert_non_null(name);
        assert_string_equal(name, names[i]);
    }
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < 2; i++) {
            uintptr_t base = cursor;
            cursor += 1 << 20;
            simt_space_allocated((const void *)base, 64, SIMT_OBJECT_DEVICE, sites + 10 * i);
            assert_string_equal(simt_object_name(simt_space_find(NULL, base)), i ? "v" : "u");
        }
    }
}

static void types_come_from_the_compilers_words(void **state)
{
    (void)state;
    void simt_host_typed(const void *base, const char *words, unsigned element_bytes);
    static const struct {
        const char *words;
        unsigned bytes;
        const char *extent;
    } cases[] = {
        {"const char* simt_cpp::detail::type_words() [with T = float]", 4, "(1024 floats, "},
        {"const char *simt_cpp::detail::type_words() [T = unsigned int]", 4,
         "(1024 unsigned ints, "},
        {"const char* f() [with T = float4]", 16, "(256 of type float4, "},
        {"const char* f() [with T = Big]", 4096, "(1 Big, "},
        {"const char* f() [with T = Unknown]", 0, "(4096 bytes, "},
        {"no words", 4, "(4096 bytes, "},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        uintptr_t b = allocate_at(4096, 12);
        struct simt_finding finding = {0};
        simt_space_named((const void *)b, "b");
        simt_host_typed((const void *)b, cases[i].words, cases[i].bytes);
        simt_place_mark_address(NULL, b, 4, &finding);
        assert_contains(finding.subject, cases[i].extent);
    }
}

/* ---- frees ---- */

static void what_was_freed_before_is_not_freed_again(void **state)
{
    (void)state;
    uintptr_t b = allocate_b();
    simt_space_freed((const void *)b, site_of(30));
    simt_host_bad_cuda_free((const void *)b, site_of(31));
    const struct simt_finding *finding = only_finding(SIMT_FINDING_DOUBLE_FREE);
    assert_ptr_equal(finding->first.site, site_of(31));
    assert_ptr_equal(finding->second.site, site_of(30));
    assert_string_equal(finding->subject,
                        "b (1024 floats, allocated at x.cu:12, freed at x.cu:30)");
    assert_contains(finding->sentence, "b was freed before");
}

static void only_what_was_allocated_can_be_freed(void **state)
{
    (void)state;
    uintptr_t b = allocate_b();
    int local;
    uintptr_t freed = allocate_b();
    simt_space_freed((const void *)freed, site_of(30));
    simt_host_bad_cuda_free((const void *)(freed + 8), site_of(31));
    expect_sentence(SIMT_FINDING_INVALID_FREE, "This pointer is 8 bytes into b");
    simt_host_bad_cuda_free((const void *)(b + 16), site_of(31));
    expect_sentence(SIMT_FINDING_INVALID_FREE, "This pointer is 16 bytes into b");
    simt_host_bad_cuda_free(&local, site_of(31));
    expect_sentence(SIMT_FINDING_INVALID_FREE, "on the host's stack");
    simt_host_bad_cuda_free((const void *)(uintptr_t)0x123456, site_of(31));
    expect_sentence(SIMT_FINDING_INVALID_FREE, "never given by cudaMalloc()");
    simt_host_bad_cuda_free((const void *)b, site_of(31));
    expect_sentence(SIMT_FINDING_INVALID_FREE, "use cudaFree()");
    static int pinned;
    simt_space_allocated(&pinned, sizeof pinned, SIMT_OBJECT_PINNED, site_of(12));
    simt_host_bad_cuda_free(&pinned, site_of(31));
    expect_sentence(SIMT_FINDING_INVALID_FREE, "use cudaFreeHost()");
}

static void what_is_never_freed_leaks(void **state)
{
    (void)state;
    static int pinned;
    (void)allocate_b();
    simt_space_freed((const void *)allocate_at(64, 13), site_of(30));
    simt_space_allocated(&pinned, sizeof pinned, SIMT_OBJECT_PINNED, site_of(12));
    simt_host_at_exit();
    const struct simt_finding *finding = only_finding(SIMT_FINDING_LEAK);
    assert_ptr_equal(finding->first.site, site_of(12));
    assert_contains(finding->sentence, "4096 bytes of device memory are allocated here and never "
                                       "freed: call cudaFree(b)");
    simt_space_reset(0, site_of(40));
    simt_host_at_exit();
    assert_int_equal(finding_count, 0);
    assert_true(writes((uintptr_t)&pinned, 4));
}

/* ---- host code ---- */

static void host_code_cannot_reach_device_memory(void **state)
{
    (void)state;
    uintptr_t b = allocate_b();
    static int counter, managed[4], own;
    simt_space_variable(&counter, sizeof counter, false, "counter", "int", 4);
    simt_space_allocated(managed, sizeof managed, SIMT_OBJECT_MANAGED, site_of(13));
    simt_host_accesses((uintptr_t)managed, 4, true, site_of(70));
    simt_host_accesses((uintptr_t)&own, 4, true, site_of(70));
    assert_int_equal(finding_count, 0);
    simt_host_accesses(b + 8, 4, false, site_of(71));
    const struct simt_finding *finding = only_finding(SIMT_FINDING_DEVICE_POINTER);
    assert_false(finding->first.is_thread);
    assert_string_equal(finding->subject, "b[2] (1024 floats, allocated at x.cu:12)");
    assert_contains(finding->sentence, "Host code reads b[2], but that is device memory");
    assert_true(simt_space_among_variables((uintptr_t)&counter));
    assert_false(simt_space_among_variables(b));
    simt_host_accesses((uintptr_t)&counter, 4, true, site_of(72));
    expect_sentence(SIMT_FINDING_DEVICE_POINTER, "writes counter");
}

static void refused_launches_name_their_limit(void **state)
{
    (void)state;
    static const struct {
        struct dim3 grid, block;
        size_t shared_bytes;
        int error;
        const char *words;
    } cases[] = {
        {{1, 1, 1}, {2048, 1, 1}, 0, cudaErrorInvalidValue, "2048 threads, but at most 1024"},
        {{1, 1, 1}, {33, 32, 1}, 0, cudaErrorInvalidValue, "1056 threads, but at most 1024"},
        {{1, 1, 1}, {65536, 65536, 1}, 0, cudaErrorInvalidValue, "4294967296 threads"},
        {{1, 1, 1}, {1, 1, 65}, 0, cudaErrorInvalidValue, "65 threads in z"},
        {{1, 1, 1}, {16, 0, 1}, 0, cudaErrorInvalidValue, "The block is empty: (16,0,1)"},
        {{0, 1, 1}, {16, 1, 1}, 0, cudaErrorInvalidValue, "The grid is empty: (0,1,1)"},
        {{1, 65536, 1}, {1, 1, 1}, 0, cudaErrorInvalidValue, "65536 blocks in y"},
        {{1, 1, 70000}, {1, 1, 1}, 0, cudaErrorInvalidValue, "70000 blocks in z"},
        {{4294967295U, 1, 1}, {1, 1, 1}, 0, cudaErrorInvalidValue, "4294967295 blocks in x"},
        {{1, 1, 1}, {1, 1, 1}, 49153, cudaErrorInvalidValue, "cudaFuncSetAttribute("},
        {{1, 1, 1}, {1, 1, 1}, 232449, cudaErrorInvalidValue, "at most 232448"},
        {{1, 1, 1}, {1, 1, 1}, 0, cudaErrorInvalidResourceHandle, "is no stream"},
        {{99, 1, 1}, {1, 1, 1}, 0, cudaErrorCooperativeLaunchTooLarge, "cooperative"},
        {{1, 1, 1}, {1, 1, 1}, 0, cudaErrorInvalidValue, "invalid argument"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct simt_launch_info refused = {.number = 1,
                                           .grid = cases[i].grid,
                                           .block = cases[i].block,
                                           .shared_bytes = cases[i].shared_bytes,
                                           .block_limit = SIMT_MAX_BLOCK,
                                           .file = "x.cu",
                                           .line = 90};
        simt_host_launch_refused(&refused, cases[i].error);
        const struct simt_finding *finding = only_finding(SIMT_FINDING_INVALID_LAUNCH);
        assert_contains(finding->sentence, cases[i].words);
        assert_string_equal(finding->file, "x.cu");
        assert_int_equal(finding->line, 90);
    }
}

static void a_launch_over_its_kernels_bounds_names_them(void **state)
{
    (void)state;
    struct simt_launch_info refused = {
        .number = 1, .grid = {1, 1, 1}, .block = {160, 1, 1}, .block_limit = 128, .file = "x.cu"};
    simt_host_launch_refused(&refused, cudaErrorInvalidValue);
    const struct simt_finding *finding = only_finding(SIMT_FINDING_INVALID_LAUNCH);
    assert_contains(finding->sentence, "160 threads");
    assert_contains(finding->sentence, "__launch_bounds__(128)");
}

static void an_error_that_nobody_asks_for_is_told(void **state)
{
    (void)state;
    static const char *const text[] = {"cudaMemcpy(a, b, n, kind);", NULL};
    lines = text;
    simt_host_at_exit();
    assert_int_equal(finding_count, 0);
    simt_host_error_left(cudaErrorInvalidValue, site_of(1));
    simt_host_error_left(cudaErrorMemoryAllocation, site_of(1)); /* the first is told */
    simt_host_at_exit();
    const struct simt_finding *finding = only_finding(SIMT_FINDING_UNCHECKED_ERROR);
    assert_ptr_equal(finding->first.site, site_of(1));
    assert_null(finding->file);
    assert_contains(finding->sentence,
                    "This call failed (cudaErrorInvalidValue: invalid argument)");
    simt_host_error_asked();
    simt_host_at_exit();
    assert_int_equal(finding_count, 0);
}

static void a_refused_launch_leaves_one_error(void **state)
{
    (void)state;
    static const char *const text[] = {"k<<<1, 2048>>>(check(cudaGetDevice(&d)));", NULL};
    lines = text;
    struct simt_launch_info refused = launch;
    refused.block.x = 2048;
    simt_host_launch_refused(&refused, cudaErrorInvalidValue);
    simt_host_error_left(cudaErrorInvalidValue, site_of(1));
    (void)only_finding(SIMT_FINDING_INVALID_LAUNCH);
    simt_host_at_exit();
    const struct simt_finding *finding = only_finding(SIMT_FINDING_UNCHECKED_ERROR);
    assert_string_equal(finding->file, "x.cu");
    assert_int_equal(finding->line, 90);
    assert_contains(finding->sentence, "This launch failed");
}

static void a_fault_is_asked_for_by_a_later_call(void **state)
{
    (void)state;
    static const char *const text[] = {"cudaDeviceSynchronize();",
                                       "CHECK(cudaDeviceSynchronize());", NULL};
    lines = text;
    simt_host_launch_failed(&launch, cudaErrorIllegalAddress);
    simt_host_error_asked(); /* it cannot be known yet */
    simt_host_error_left(cudaErrorIllegalAddress, site_of(1));
    simt_host_at_exit();
    const struct simt_finding *finding = only_finding(SIMT_FINDING_UNCHECKED_ERROR);
    assert_int_equal(finding->line, 90);
    assert_contains(finding->sentence, "This kernel failed (cudaErrorIllegalAddress: ");
    simt_host_error_asked(); /* now it is */
    simt_host_at_exit();
    assert_int_equal(finding_count, 0);
    simt_host_launch_failed(&launch, cudaErrorIllegalAddress);
    simt_host_error_left(cudaErrorIllegalAddress, site_of(2));
    simt_host_at_exit();
    assert_int_equal(finding_count, 0);
}

static void a_bad_free_is_told_once(void **state)
{
    (void)state;
    static const char *const text[] = {"cudaFree(p);", NULL};
    lines = text;
    simt_host_bad_cuda_free((const void *)(uintptr_t)0x123456, site_of(1));
    simt_host_error_left(cudaErrorInvalidValue, site_of(1));
    simt_host_at_exit();
    (void)only_finding(SIMT_FINDING_INVALID_FREE);
    simt_host_error_left(cudaErrorInvalidValue, site_of(1));
    simt_host_at_exit();
    (void)only_finding(SIMT_FINDING_UNCHECKED_ERROR);
}

static void a_result_that_is_used_was_asked_for(void **state)
{
    (void)state;
    static const struct {
        const char *before, *text;
        bool used;
    } cases[] = {
        {"", "cudaMalloc(&p, n);", false},
        {"", "  if (x) cudaMalloc(&p, n);", false},
        {"", "{ cudaMalloc(&p, n); }", false},
        {"", "else cudaMalloc(&p, n);", false},
        {"", "(void)cudaMalloc(&p, n);", false},
        {"f();", "cudaFree(p); cudaFree(q);", false},
        {"", "CHECK(cudaMalloc(&p, n));", true},
        {"", "cudaError_t e = cudaMalloc(&p, n);", true},
        {"", "if (cudaMalloc(&p, n) != cudaSuccess)", true},
        {"", "return cudaMalloc(&p, n);", true},
        {"CHECK(", "cudaMalloc(&p, n));", true},
        {"error =", "cudaMalloc(&p, n);", true},
        {"", "allocate(&p, n);", true},
        {"", "", true},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *const text[] = {cases[i].before, cases[i].text, NULL};
        lines = text;
        simt_host_error_left(cudaErrorInvalidValue, site_of(2));
        simt_host_at_exit();
        if (finding_count != !cases[i].used)
            fail_msg("\"%s\": %u findings", cases[i].text, finding_count);
        (void)forget(NULL);
    }
}

/* ---- cost ---- */

/* Of a million accesses by a few lines to a few of many arrays, nearly none is looked up. */
/* As cudaMemcpy(dst, src, bytes, kind) at line 12, of which the wrong side is named by its bytes.
 */
static void refuse_copy(uintptr_t dst, size_t dst_bytes, uintptr_t src, size_t src_bytes, int kind)
{
    struct simt_host_copy copy = {(const void *)dst, dst_bytes, (const void *)src,
                                  src_bytes,         kind,      site_of(12)};
    simt_host_bad_copy(&copy);
    simt_host_error_left(cudaErrorInvalidValue, site_of(12));
}

static void a_refused_copy_says_what_does_not_fit(void **state)
{
    (void)state;
    static char host[512];
    uintptr_t p = allocate_at(256, 3);
    simt_space_named((const void *)p, "p");
    refuse_copy(p, 512, (uintptr_t)host, 0, cudaMemcpyHostToDevice);
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "Copies 512 bytes into p, which has 256 bytes");
    refuse_copy((uintptr_t)host, 0, p + 64, 256, cudaMemcpyDeviceToHost);
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "from which on there are 192 bytes");
    refuse_copy(p, 257, 0, 0, cudaMemcpyHostToDevice);
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "Fills 257 bytes of p");
    refuse_copy(p, (size_t)-4, (uintptr_t)host, 0, cudaMemcpyHostToDevice);
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "computed as -4, below 0");
    refuse_copy(0, 16, (uintptr_t)host, 0, cudaMemcpyHostToDevice);
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "a null pointer");
    /* That the call's error was lost is not told as well; nor is the same call again. */
    refuse_copy(p, 512, (uintptr_t)host, 0, cudaMemcpyHostToDevice);
    refuse_copy(p, 512, (uintptr_t)host, 0, cudaMemcpyHostToDevice);
    simt_host_at_exit();
    assert_int_equal(finding_count, 2);
    assert_int_equal(findings[1].kind, SIMT_FINDING_LEAK);
    finding_count = 0;
    simt_space_freed((const void *)p, site_of(9));
}

static void a_refused_copy_says_which_side_is_wrong(void **state)
{
    (void)state;
    static char host[512];
    uintptr_t p = allocate_at(256, 3);
    simt_space_named((const void *)p, "p");
    refuse_copy((uintptr_t)host, 256, p, 0, cudaMemcpyHostToDevice);
    expect_sentence(SIMT_FINDING_HOST_POINTER, "destination must be device memory");
    refuse_copy(p, 0, (uintptr_t)host, 256, cudaMemcpyDeviceToHost);
    expect_sentence(SIMT_FINDING_HOST_POINTER, "p is on the other side");
    refuse_copy((uintptr_t)host, 256, 0, 0, cudaMemcpyHostToDevice);
    expect_sentence(SIMT_FINDING_HOST_POINTER, "use memset()");
    simt_space_freed((const void *)p, site_of(9));
    refuse_copy((uintptr_t)host, 0, p, 256, cudaMemcpyDeviceToHost);
    expect_sentence(SIMT_FINDING_USE_AFTER_FREE, "from p after it was freed at x.cu:9");
}

static void a_copy_of_what_nothing_wrote_is_told(void **state)
{
    (void)state;
    uintptr_t p = allocate_at(256, 3);
    simt_space_named((const void *)p, "p");
    simt_space_written((const void *)(p + 100), 1);
    simt_host_copies_out((const void *)p, 256, site_of(12));
    simt_host_copies_out((const void *)(p + 100), 4, site_of(12));
    assert_int_equal(finding_count, 0);
    simt_host_copies_out((const void *)(p + 101), 155, site_of(12));
    expect_sentence(SIMT_FINDING_UNINITIALISED, "Copies 155 bytes of p");
    simt_host_launch_refused(&launch, cudaErrorInvalidResourceHandle);
    finding_count = 0;
    simt_host_copies_out((const void *)(p + 101), 155, site_of(12));
    assert_int_equal(finding_count, 0);
    simt_host_error_left(cudaErrorInvalidResourceHandle, site_of(90));
    simt_host_error_asked();
    simt_space_freed((const void *)p, site_of(9));
}

static void the_hosts_heap_takes_nothing_of_cudas(void **state)
{
    (void)state;
    uintptr_t p = allocate_at(256, 3);
    simt_host_bad_free((const void *)p, site_of(12));
    expect_sentence(SIMT_FINDING_INVALID_FREE, "use cudaFree()");
    simt_host_report_leaks();
    assert_int_equal(finding_count, 0);
}

static void what_a_kernel_allocates_is_checked_but_never_leaks(void **state)
{
    (void)state;
    uintptr_t p = cursor;
    cursor += 64 * 1024;
    static const char *const text[] = {"", "", "    int *scratch = new int[10];", NULL};
    lines = text;
    simt_space_allocated((const void *)p, 40, SIMT_OBJECT_HEAP, site_of(3));
    assert_true(reads(p, 4));
    expect_sentence(SIMT_FINDING_UNINITIALISED, "what a kernel allocates holds nothing at first");
    assert_false(writes(p + 40, 4));
    expect_sentence(SIMT_FINDING_OUT_OF_BOUNDS, "writes scratch[10], just past the end");
    simt_host_report_leaks();
    assert_int_equal(finding_count, 0);
    simt_space_freed((const void *)p, site_of(9));
    assert_false(writes(p, 4));
    expect_sentence(SIMT_FINDING_USE_AFTER_FREE, "freed at x.cu:9");
    lines = NULL;
}

static void accesses_are_not_searched_for(void **state)
{
    (void)state;
    enum { ARRAYS = 200, USED = 3, ACCESSES = 300000 };
    uintptr_t arrays[ARRAYS];
    for (size_t i = 0; i < ARRAYS; i++) {
        arrays[i] = allocate_at(1 << 20, 12);
        simt_space_written((const void *)arrays[i], 1 << 20);
    }
    size_t before = simt_objects_searches();
    for (size_t i = 0; i < ACCESSES; i++) {
        size_t k = i % USED;
        assert_non_null(touch_from(site_of((unsigned)(50 + k)), arrays[60 * k] + 4 * (i % 200000),
                                   4, k == 2 ? SIMT_ACCESS_WRITE : SIMT_ACCESS_READ));
    }
    assert_in_range(simt_objects_searches() - before, 0, USED);
    assert_int_equal(asked_count, 0);
}

static int count_from_zero(void **state)
{
    asked_count = 0;
    return forget(state);
}

#define TEST(name) cmocka_unit_test_setup(name, count_from_zero)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_within_is_let_through),
        TEST(an_overrun_is_named_by_array_and_index),
        TEST(bounds_are_exact),
        TEST(an_access_that_sticks_out_is_out_of_bounds),
        TEST(a_finding_is_told_once),
        TEST(the_size_of_unknown_elements_is_that_of_the_access),
        TEST(a_part_of_a_structure_is_named_by_its_byte),
        TEST(a_far_index_belongs_to_the_array_of_its_line),
        TEST(a_far_index_may_come_to_host_memory),
        TEST(what_comes_later_takes_the_place),
        TEST(constants_and_variables_have_bounds_too),
        TEST(constants_of_the_program_text_can_be_read),
        TEST(shared_memory_has_bounds),
        TEST(without_dynamic_shared_memory_nothing_of_it_is_there),
        TEST(shared_memory_of_another_block_is_out_of_reach),
        TEST(each_block_begins_with_nothing_written),
        TEST(another_launch_has_other_variables),
        TEST(freed_memory_is_out_of_reach),
        TEST(as_many_freed_ones_are_kept_as_promised),
        TEST(a_null_pointer_is_called_one),
        TEST(a_pointer_to_nothing_is_out_of_bounds),
        TEST(host_memory_is_out_of_reach),
        TEST(host_memory_that_cuda_knows_can_be_reached),
        TEST(values_must_be_aligned_to_their_size),
        TEST(ranges_need_no_alignment),
        TEST(sixteen_bytes_may_be_two_halves),
        TEST(what_nothing_wrote_is_told_once),
        TEST(what_was_written_can_be_read),
        TEST(a_copy_brings_what_was_written),
        TEST(one_written_byte_is_enough),
        TEST(written_bytes_are_counted_right),
        TEST(a_whole_copy_needs_no_bits),
#if !defined(SIMT_OVERFLOW_IS_SANITIZED)
        TEST(overflows_are_noted_as_the_compiler_tells_them),
#endif
        TEST(overflows_are_each_threads_own),
        TEST(an_index_that_overflowed_is_named_so),
        TEST(an_overflow_elsewhere_is_not_blamed),
        TEST(a_wrapped_index_may_lie_just_before_the_array),
        TEST(a_far_negative_index_is_an_overflow),
        TEST(an_unsigned_index_below_zero_is_an_overflow),
        TEST(names_come_from_the_text_of_the_call),
        TEST(calls_may_go_over_lines_and_stand_side_by_side),
        TEST(types_come_from_the_compilers_words),
        TEST(what_was_freed_before_is_not_freed_again),
        TEST(only_what_was_allocated_can_be_freed),
        TEST(what_is_never_freed_leaks),
        TEST(host_code_cannot_reach_device_memory),
        /* Ahead of refused launches: what they were to write is not asked for. */
        TEST(a_copy_of_what_nothing_wrote_is_told),
        TEST(refused_launches_name_their_limit),
        TEST(a_launch_over_its_kernels_bounds_names_them),
        TEST(an_error_that_nobody_asks_for_is_told),
        TEST(a_refused_launch_leaves_one_error),
        TEST(a_fault_is_asked_for_by_a_later_call),
        TEST(a_bad_free_is_told_once),
        TEST(a_result_that_is_used_was_asked_for),
        TEST(a_refused_copy_says_what_does_not_fit),
        TEST(a_refused_copy_says_which_side_is_wrong),
        TEST(the_hosts_heap_takes_nothing_of_cudas),
        TEST(what_a_kernel_allocates_is_checked_but_never_leaks),
        TEST(accesses_are_not_searched_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
