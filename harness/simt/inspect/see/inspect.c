#define _GNU_SOURCE /* on_exit, recursive mutexes */
#include "inspect.h"

#include "branches.h"
#include "choices.h"
#include "counts.h"
#include "crossing.h"
#include "draw.h"
#include "ending.h"
#include "finding.h"
#include "host.h"
#include "margin.h"
#include "operations.h"
#include "overflow.h"
#include "program_memory.h"
#include "report.h"
#include "runtime/devices.h"
#include "runtime/error.h"
#include "runtime/lockstep.h"
#include "runtime/fault.h"
#include "runtime/function.h"
#include "runtime/grid.h"
#include "runtime/stream.h"
#include "runtime/wall.h"
#include "runtime/worker.h"
#include "source.h"
#include "stand_in.h"
#include "streams.h"
#include "touches.h"
#include "unwritten.h"
#include "variables.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kernel_name_bytes = 96, launch_numbers = 65534, most_failed_calls = 10000 };

/* What watches is one; it is entered under its lock, which a launch holds from begin to end. */
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static struct simt_launch_info launch;
static char kernel_name[kernel_name_bytes];
static struct simt_order *order;
bool simt_inspect_apart;
static uint64_t phases;              /* launches, and grid barriers in them */
static struct simt_worker *overtime; /* the slot that ran when time was up; null: it was not */
static const void *overtime_at;
static double overtime_seconds;
static uint64_t begun_blocks;
static unsigned findings_before; /* the launch that runs */
static unsigned failed_calls;    /* since the device has failed, or was reset */

const struct simt_launch_info *simt_inspect_launch(void)
{
    return &launch;
}

bool simt_inspect_thread(struct simt_thread_id *thread)
{
    const struct simt_worker *worker = simt_this_worker;

    if (!worker || !worker->inspection || !worker->grid)
        return false;
    *thread = (struct simt_thread_id){worker->block_number, worker->current};
    return true;
}

struct simt_moment simt_inspect_now(void)
{
    const struct simt_worker *worker = simt_this_worker;

    return simt_order_now(worker->inspection->order, worker->current);
}

bool simt_inspect_is_shared(uintptr_t address)
{
    return address - (uintptr_t)simt_this_worker->static_shared < SIMT_SHARED_AREA_BYTES;
}

static void enter(void)
{
    (void)pthread_mutex_lock(&lock);
}

static void leave(void)
{
    (void)pthread_mutex_unlock(&lock);
}

#define LOCKED(call)                                                                               \
    do {                                                                                           \
        enter();                                                                                   \
        call;                                                                                      \
        leave();                                                                                   \
    } while (0)

/* Nothing can be said without it. */
static void need(const void *memory)
{
    if (memory)
        return;
    (void)fputs("simt: no memory for the inspector: inspect a smaller problem\n", stderr);
    _exit(2);
}

/* ---- host ---- */

static void allocated(const void *base, size_t bytes, enum simt_region_kind kind, const void *site)
{
    static const enum simt_object_kind kinds[] = {
        [SIMT_REGION_DEVICE] = SIMT_OBJECT_DEVICE,
        [SIMT_REGION_MANAGED] = SIMT_OBJECT_MANAGED,
        [SIMT_REGION_PINNED] = SIMT_OBJECT_PINNED,
        [SIMT_REGION_REGISTERED] = SIMT_OBJECT_REGISTERED,
        [SIMT_REGION_SYMBOL] = SIMT_OBJECT_VARIABLE,
    };
    struct simt_region region;

    enter();
    simt_space_allocated(base, bytes, kinds[kind], site);
    if (simt_region_find(base, &region))
        simt_space_is_of(base, &region);
    simt_counts_device_wrote(base, bytes);
    leave();
}

static void freed(const void *base, const void *site)
{
    LOCKED(simt_space_freed(base, site));
}

static void bad_free(const void *address, const void *site)
{
    LOCKED(simt_host_bad_cuda_free(address, site));
}

static void bad_host_free(const void *address, const void *site)
{
    LOCKED(simt_host_bad_free(address, site));
}

static void bad_copy(const void *dst, size_t dst_bytes, const void *src, size_t src_bytes,
                     enum cudaMemcpyKind kind, const void *site)
{
    struct simt_host_copy copy = {dst, dst_bytes, src, src_bytes, (int)kind, site};

    LOCKED(simt_host_bad_copy(&copy));
}

static void copy_begins(const void *dst, const void *src, size_t src_bytes,
                        enum cudaMemcpyKind kind, const void *site)
{
    struct simt_host_copy copy = {
        .dst = dst, .src = src, .src_bytes = src_bytes, .kind = (int)kind, .site = site};

    LOCKED(simt_host_copy_begins(&copy));
    if (simt_region_in_arena(dst) || simt_space_among_variables((uintptr_t)dst))
        return;
    LOCKED(simt_host_copies_out(src, src_bytes, site));
}

static void row_begins(const void *dst, const void *src, size_t bytes, const void *site)
{
    bool to_device = simt_region_in_arena(dst), from_device = simt_region_in_arena(src);

    enter();
    if (to_device != from_device)
        simt_counts_copy(dst, src, bytes, to_device, site);
    else if (to_device)
        simt_counts_device_wrote(dst, bytes);
    simt_choices_row(dst, src, bytes);
    simt_crossing_row(dst, src, bytes, site);
    simt_streams_bytes(src, bytes, false);
    simt_streams_bytes(dst, bytes, true);
    simt_space_copied(dst, src, bytes);
    leave();
}

static void row_ends(void *dst, const void *src, size_t bytes, const void *site)
{
    LOCKED(simt_stand_in_row(dst, src, bytes, site));
}

static void filled(const void *dst, size_t bytes)
{
    enter();
    simt_counts_device_wrote(dst, bytes);
    simt_streams_bytes(dst, bytes, true);
    simt_space_written(dst, bytes);
    simt_choices_filled(dst, bytes);
    simt_crossing_filled(dst, bytes);
    leave();
}

/* Of all accesses of host code: only those of memory of the device are looked at any closer. */
static void host_access(const struct simt_access *access)
{
    bool strong = access->kind != SIMT_ACCESS_READ && access->kind != SIMT_ACCESS_WRITE;

    if (simt_in_callback)
        LOCKED(simt_streams_call(access));
    else if (strong && simt_touches_announced)
        LOCKED(simt_touches_hear(access->address));
    if (!simt_in_callback && simt_touches_host_near(access->address))
        LOCKED(simt_streams_host(access));
    if (!simt_region_in_arena((const void *)access->address) &&
        !simt_space_among_variables(access->address))
        return;
    LOCKED(simt_host_accesses(access->address, access->bytes, simt_access_writes(access->kind),
                              access->site));
}

static void host_faults(const void *address, bool write, uintptr_t at)
{
    LOCKED(simt_host_faults((uintptr_t)address, write, simt_ending_line(at)));
}

static void bad_call(const void *site, bool of_kernel)
{
    LOCKED(simt_host_bad_call(site, of_kernel));
    (void)simt_inspect_print_report();
}

/* A program that asks a device which has failed again and again looks at no error: where its loop
 * waits for a result that cannot come any more, it would never end, and its report would not come.
 */
static void end_here(void)
{
    (void)fflush(stdout);
    (void)fprintf(stderr,
                  "simt: the program is ended here: its device has failed, and it has made %d more "
                  "calls, which all failed\n",
                  most_failed_calls);
    exit(1);
}

static void error_left(cudaError_t error, const void *site)
{
    bool ends;

    enter();
    simt_host_error_left((int)error, site);
    ends = simt_sticky_error() != cudaSuccess && ++failed_calls == most_failed_calls;
    leave();
    if (ends)
        end_here();
}

static void error_asked(void)
{
    LOCKED(simt_host_error_asked());
}

static void device_reset(int device, const void *site)
{
    LOCKED(simt_space_reset(device, site); failed_calls = 0);
    simt_heap_forget();
}

static void module_loaded(const char *path, uintptr_t bias)
{
    LOCKED(simt_variables_find_in(path, bias); simt_source_keep_object(bias));
}

/* ---- what a harness says ---- */

static void labelled(const void *base, const char *name, const char *type)
{
    LOCKED(simt_space_labelled(base, name, type));
}

static void sealed(void)
{
    enter();
    simt_source_keep();
    simt_host_memory_keep();
    leave();
}

static void operations_reset(void)
{
    enter();
    simt_counts_reset();
    simt_choices_begin();
    simt_crossing_forget();
    simt_operations_forget();
    leave();
}

static void operations_stop(void)
{
    enter();
    simt_counts_stop();
    simt_choices_end();
    simt_crossing_end();
    simt_operations_end();
    leave();
}

static void results_left(const void *base, size_t bytes)
{
    LOCKED(simt_crossing_results(base, bytes));
}

static void stands_in(const void *shown, const void *real, size_t bytes)
{
    LOCKED(simt_stand_in_add(shown, real, bytes));
}

static void number_stands_in(const void *shown, const void *real, size_t bytes)
{
    LOCKED(simt_stand_in_add_number(shown, real, bytes));
}

static bool work_is_pending(void)
{
    bool pending;

    enter();
    pending = simt_pending_any(&simt_submitted);
    leave();
    return pending;
}

static void operation(const struct simt_operation *told)
{
    enter();
    simt_choices_operation(told);
    simt_operations_add(told);
    if (told->async && (told->kind == SIMT_OPERATION_ALLOCATE || told->kind == SIMT_OPERATION_FREE))
        simt_streams_all(told->dst);
    leave();
}

static void call_begins(cudaStream_t stream, const void *site)
{
    LOCKED(simt_operations_call_begins(stream, site));
}

static void call_ends(void)
{
    LOCKED(simt_touches_end());
}

static void graph_begins(size_t count, unsigned exec, cudaStream_t stream)
{
    enter();
    if (!simt_branches_begin(count, exec, stream))
        need(NULL);
    leave();
}

static void node_begins(cudaGraphNode_t node)
{
    LOCKED(simt_branches_node(node));
}

static void graph_ends(void)
{
    LOCKED(simt_branches_end());
}

/* The numbers are handed over as those of arguments are. */
static void described(const void *base, const uint64_t numbers[], size_t count, const void *site)
{
    enter();
    simt_choices_described(base, numbers, count, site);
    simt_crossing_arguments(numbers, count * sizeof(numbers[0]));
    leave();
}

static void condition_made(const unsigned *value, const void *site)
{
    struct simt_region region;

    enter();
    simt_space_allocated(value, sizeof(*value), SIMT_OBJECT_CONDITION, site);
    simt_space_typed(value, "unsigned", sizeof(*value));
    if (simt_region_find(value, &region))
        simt_space_is_of(value, &region);
    leave();
}

static void condition_begins(const unsigned *value, bool is_assigned)
{
    enter();
    if (is_assigned)
        simt_space_written(value, sizeof(*value));
    else
        simt_space_unwritten(value);
    leave();
}

static void condition_asked(const unsigned *value, cudaStream_t stream)
{
    enter();
    simt_operations_condition(stream);
    simt_streams_condition(value);
    leave();
}

/* What include/simt/typed.hpp calls after an allocation. */
void simt_inspect_typed(const void *base, const char *words, unsigned element_bytes)
{
    LOCKED(simt_host_typed(base, words, element_bytes));
}

/* ---- launches ---- */

/* The `<` of the template arguments that end at `end`; `end`: there are none. */
static const char *skip_template(const char *text, const char *end)
{
    const char *at = end;
    int depth = 0;

    if (at == text || at[-1] != '>')
        return end;
    do {
        at--;
        depth += (*at == '>') - (*at == '<');
    } while (depth && at > text);
    return depth ? end : at;
}

/* The text before <<< at or after the launch's line. */
static const char *find_kernel_text(const char *file, int line)
{
    const char *path = simt_source_path(file), *open = NULL, *text = NULL, *begin;
    size_t length;

    for (int i = 0; path && !open && i < 3; i++) {
        text = simt_source_line(path, line + i);
        open = text ? strstr(text, "<<<") : NULL;
    }
    if (!open)
        return "kernel";
    begin = skip_template(text, open);
    while (begin > text && !strchr(" \t;{}()!=", begin[-1]))
        begin--;
    length = (size_t)(open - begin);
    if (!length || length >= sizeof(kernel_name))
        return "kernel";
    memcpy(kernel_name, begin, length);
    kernel_name[length] = '\0';
    return kernel_name;
}

/* Of a kernel that is overloaded the runtime does not know the function. */
static const char *find_kernel_name(const struct simt_launch_config *config)
{
    const char *name = config->function ? simt_source_function(config->function) : NULL;

    return name ? name : find_kernel_text(config->file, config->line);
}

static void describe(const struct simt_launch_config *config)
{
    launch = (struct simt_launch_info){
        .number = launch.number + 1,
        .grid = config->grid,
        .block = config->block,
        .shared_bytes = config->shared_bytes,
        .block_limit = simt_function_block_limit(config->function),
        .kernel = find_kernel_name(config),
        .file = config->file,
        .line = config->line,
        .device = simt_device,
        .stream_device =
            simt_stream_valid(config->stream) ? simt_stream_device(config->stream) : simt_device,
    };
}

static void launch_refused(const struct simt_launch_config *config, cudaError_t error)
{
    enter();
    describe(config);
    simt_operations_launch(&launch, config->stream, true);
    simt_host_launch_refused(&launch, (int)error);
    leave();
}

/* A number for what is ordered before all that comes later. */
static uint16_t next_phase(void)
{
    return (uint16_t)(++phases % launch_numbers + 1);
}

static void grid_passed(void)
{
    simt_inspect_finish_write_race();
    simt_order_grid_passed(order, next_phase());
}

static void arguments(const void *all, size_t bytes)
{
    enter();
    simt_crossing_arguments(all, bytes);
    simt_operations_arguments(all, bytes);
    leave();
}

static void argument(void *value, const void *plain, size_t bytes, enum simt_argument_kind kind)
{
    enter();
    simt_choices_argument(plain, bytes, kind);
    simt_stand_in_argument(value, bytes);
    leave();
}

static void launch_begins(const struct simt_launch_config *config, bool by_kernel)
{
    enter(); /* until launch_ends() */
    describe(config);
    simt_inspect_apart = simt_device_count() > 1;
    simt_operations_launch(&launch, config->stream, false);
    if (!by_kernel)
        simt_choices_launch(config);
    if (!order)
        order = simt_order_new();
    need(order);
    simt_order_begin(order, next_phase());
    simt_overflow_forget();
    simt_ending_launch_begins();
    overtime = NULL;
    findings_before = simt_finding_faults();
    begun_blocks = 0;
    simt_crossing_launch_begins();
    simt_stand_in_launch_begins();
}

/* The kernel failed by itself: in a division, an assertion, its stack. */
static void report_failure(const char *why)
{
    struct simt_finding finding = {
        .kind = SIMT_FINDING_KERNEL_FAILED, .file = launch.file, .line = launch.line};

    (void)snprintf(finding.sentence, sizeof(finding.sentence), "The kernel failed: %s", why);
    finding.sentence[strcspn(finding.sentence, "\n")] = '\0';
    simt_finding_add(&finding, &launch);
}

static void launch_ends(cudaError_t error, const char *why)
{
    simt_inspect_finish_write_race();
    simt_inspect_report_waiting_reads();
    simt_touches_end();
    simt_unwritten_launch_ends(&launch);
    simt_crossing_launch_ends();
    simt_stand_in_launch_ends();
    if (overtime && simt_ending_in_short_launch())
        overtime = NULL;
    if (overtime)
        simt_inspect_never_ends(overtime, overtime_at, overtime_seconds, begun_blocks);
    simt_ending_launch_ends(&launch, overtime != NULL);
    if (error != cudaSuccess && simt_finding_faults() == findings_before)
        report_failure(why);
    if (error != cudaSuccess)
        simt_host_launch_failed(&launch, (int)error);
    else
        simt_operations_launch_good();
    leave();
}

/* In a signal handler: what it means is found out when the launch ends. */
static void timed_out(struct simt_worker *worker, double seconds, const void *at)
{
    overtime = worker;
    overtime_at = at;
    overtime_seconds = seconds;
}

/* ---- blocks ---- */

static void block_begins(struct simt_worker *worker)
{
    struct simt_inspection *inspection = worker->inspection;
    const struct dim3 *block = &worker->grid->config->block;
    const unsigned threads = block->x * block->y * block->z;
    const unsigned lanes = (threads + SIMT_WARP_SIZE - 1) / SIMT_WARP_SIZE * SIMT_WARP_SIZE;

    simt_inspect_finish_write_race();
    begun_blocks++;
    if (!inspection) {
        inspection = worker->inspection = calloc(1, sizeof(*inspection));
        need(inspection);
        inspection->shared = simt_shared_space_new();
        need(inspection->shared);
    }
    if (inspection->order) /* of a launch that failed */
        simt_order_block_end(inspection->order);
    inspection->order = simt_order_block_begin(order, worker->block_number, threads);
    need(inspection->order);
    simt_shared_space_begin(inspection->shared, inspection->launch != launch.number);
    inspection->launch = launch.number;
    memset(inspection->arrivals, 0, lanes * sizeof(inspection->arrivals[0]));
    memset(inspection->bytes, 0, lanes * sizeof(inspection->bytes[0]));
    memset(inspection->places, 0, lanes * sizeof(inspection->places[0]));
    memset(worker->steps, 0, lanes * sizeof(worker->steps[0]));
    memset(inspection->busy, 0, sizeof(inspection->busy));
    inspection->moved = false;
    inspection->first_arrival = inspection->other_arrival = SIMT_INSPECT_NOBODY;
}

/* Who of the block did anything. */
static void count_block(const struct simt_worker *worker)
{
    const struct simt_inspection *inspection = worker->inspection;
    unsigned busy = 0;

    for (unsigned w = 0; w * SIMT_WARP_SIZE < worker->block_size; w++)
        busy += (unsigned)__builtin_popcount(inspection->busy[w]);
    simt_counts_block(busy, !inspection->moved);
}

static void block_ends(struct simt_worker *worker)
{
    struct simt_inspection *inspection = worker->inspection;

    simt_inspect_finish_write_race();
    count_block(worker);
    simt_unwritten_block_ends(worker->block_number, &launch);
    simt_counts_steps(worker->steps, worker->block_size);
    simt_counts_waits(simt_order_waits(inspection->order));
    simt_order_block_end(inspection->order);
    inspection->order = NULL;
}

static void shared_variable(struct simt_worker *worker, const void *base, size_t bytes,
                            bool dynamic, const char *name)
{
    struct simt_inspection *inspection = worker->inspection;

    simt_shared_space_add(inspection->shared, base, bytes, dynamic, name);
}

/* ---- begin and end ---- */

static bool printed, failed; /* the report; something could not be written */

// NOLINTBEGIN(bugprone-signal-handler): on_abort() says why
bool simt_inspect_print_report(void)
{
    struct simt_report_run run = {.program = program_invocation_name, .launches = launch.number};

    if (printed)
        return false;
    printed = true;
    simt_lockstep_settings(&run.seed, &run.resident_blocks);
    if (getenv("SIMT_INSPECT_MARGIN"))
        simt_margin_print(stderr, true);
    else if (!getenv("SIMT_INSPECT_FORMAT"))
        simt_margin_summary(stderr);
    if (getenv("SIMT_INSPECT_DRAW") && !simt_draw_folder(getenv("SIMT_INSPECT_DRAW")))
        failed = true;
    if (!simt_report_print(&run))
        failed = true;
    return true;
}

static void dies(void)
{
    (void)simt_inspect_print_report();
}
// NOLINTEND(bugprone-signal-handler)

static void at_exit(int status, void *nothing)
{
    (void)nothing;
    enter();
    if (!status)
        simt_host_at_exit();
    (void)fflush(stdout);
    (void)simt_inspect_print_report();
    (void)fflush(stderr);
    if (!status && (simt_finding_faults() || failed))
        _exit(failed ? 2 : 1);
    leave();
}

/* abort() was called, as by a failed assertion: what was found may be why, and this is the last
 * moment to tell. It is called and not sent, so the program is in no function that a handler must
 * not enter. */
static void on_abort(int number)
{
    (void)simt_inspect_print_report();
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static bool has_found(void)
{
    return simt_finding_faults() > 0;
}

static const struct simt_observer observer = {
    .allocated = allocated,
    .freed = freed,
    .bad_free = bad_free,
    .bad_host_free = bad_host_free,
    .bad_copy = bad_copy,
    .copy_begins = copy_begins,
    .row_begins = row_begins,
    .row_ends = row_ends,
    .filled = filled,
    .host_access = host_access,
    .host_faults = host_faults,
    .bad_call = bad_call,
    .error_left = error_left,
    .error_asked = error_asked,
    .device_reset = device_reset,
    .module_loaded = module_loaded,
    .sealed = sealed,
    .dies = dies,
    .operation = operation,
    .call_begins = call_begins,
    .call_ends = call_ends,
    .graph_begins = graph_begins,
    .node_begins = node_begins,
    .graph_ends = graph_ends,
    .described = described,
    .condition_made = condition_made,
    .condition_begins = condition_begins,
    .condition_asked = condition_asked,
    .labelled = labelled,
    .operations_reset = operations_reset,
    .operations_stop = operations_stop,
    .results_left = results_left,
    .stands_in = stands_in,
    .number_stands_in = number_stands_in,
    .work_is_pending = work_is_pending,
    .arguments = arguments,
    .argument = argument,
    .launch_refused = launch_refused,
    .launch_begins = launch_begins,
    .launch_ends = launch_ends,
    .block_begins = block_begins,
    .block_ends = block_ends,
    .shared_variable = shared_variable,
    .barrier_passed = simt_inspect_barrier_passed,
    .grid_passed = grid_passed,
    .warp_met = simt_inspect_warp_met,
    .request = simt_inspect_request,
    .access = simt_inspect_access,
    .result = simt_inspect_result,
    .fence = simt_inspect_fence,
    .tile_passed = simt_inspect_tile_passed,
    .arrives = simt_inspect_arrives,
    .stuck = simt_inspect_stuck,
    .timed_out = timed_out,
    .has_found = has_found,
};

/* What programs refer to in order to be linked to the inspector (include/cuda_runtime.h). */
extern const int simt_inspector;
const int simt_inspector = 1;

/* Before main(), and before constructors of the program's, which may allocate on the device; after
 * its variables of the device are noted (runtime/variable.h), which are then behind the wall. */
__attribute__((constructor(102))) static void begin(void)
{
    simt_wall_raise();
    simt_variables_find();
    if (!simt_report_is_kept())
        simt_crossing_unwanted();
    (void)on_exit(at_exit, NULL);
    (void)signal(SIGABRT, on_abort);
    simt_observer = &observer;
    simt_fault_catch_signals();
    simt_ending_watch();
}
