/*
 * The other half of every program that is checked: takes a case from the judge, calls the student's
 * function and hands back what it left. It judges nothing: it shares its memory with code that may
 * do anything.
 */
#include "case_file.h"

#include <cuda_runtime_api.h>
#include <errno.h>
#include <ffi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#ifdef GS_RUNNER_SIMT
#include <simt/label.h>
#include <simt/seal.h>
#include <sys/resource.h>
enum { WATCHED = true }; /* the inspector sees each access of a kernel */
#else
static void simt_label(const void *base, const char *name, const char *type)
{
    (void)base;
    (void)name;
    (void)type;
}
static void simt_operations_reset(void)
{
}
static bool simt_trace_begin(uint64_t most_blocks)
{
    (void)most_blocks;
    return false;
}
static void simt_operations_stop(void)
{
}
enum simt_unit { SIMT_UNIT_NONE };
static void simt_leave_out(enum simt_unit unit, unsigned number)
{
    (void)unit;
    (void)number;
}
static void simt_stand_in(const void *shown, const void *real, size_t bytes)
{
    (void)shown;
    (void)real;
    (void)bytes;
}
static void simt_stand_in_number(const void *shown, const void *real, size_t bytes)
{
    (void)shown;
    (void)real;
    (void)bytes;
}
static void simt_results_left(const void *base, size_t bytes)
{
    (void)base;
    (void)bytes;
}
static bool simt_work_is_pending(void)
{
    return false;
}
static void simt_operation_note(const char *what, bool pending, long long begun_ns,
                                const void *site)
{
    (void)what;
    (void)pending;
    (void)begun_ns;
    (void)site;
}
static void simt_seal(void)
{
}
static void simt_seal_memory(void *base, size_t bytes, int how)
{
    (void)base;
    (void)bytes;
    (void)how;
}
enum { WATCHED = false };
#endif

enum { GUARD = 0xa7, GUARD_BYTES = 4096 };

/* The student's function, by whatever name: the linker is told. */
extern void gs_entry(void);
/* A clock for it, in seconds: an exercise's header may declare it. */
double gs_now_s(void);

struct run {
    struct gs_case_file *c;
    struct gs_answer_file *answer;
    size_t case_bytes, answer_bytes;
    const char *inputs; /* of the round */
    char *outputs;
    char *block[GS_MOST_PARAMETERS]; /* as it was allocated, with its guards */
    void *array[GS_MOST_PARAMETERS]; /* as the function gets it */
    uint64_t number[GS_MOST_PARAMETERS];
    void *values[GS_MOST_PARAMETERS]; /* libffi's: where each argument is */
};

/* What is known of the case may only be read while the function runs: it lies not on the stack,
 * where the function could find it, but on pages of its own. */
enum { PAGE = 1 << 16 };
static _Alignas(PAGE) union {
    struct {
        struct run run;
        struct gs_answer_file *noted;       /* of the case that runs; NULL: none does */
        uintptr_t stack_end;                /* of the process's first thread, which calls it */
        struct sigaction inspector_handler; /* of faults */
    };
    char pages[PAGE];
} kept;

/* Where it lies no memory says that the function could write to, but these instructions. What calls
 * it cannot know what it returns, and so keeps that nowhere during the call. */
static __attribute__((noinline)) struct run *kept_at(void)
{
    struct run *at = &kept.run;
    __asm__ volatile("" : "+r"(at));
    return at;
}

static void fail(const char *what)
{
    fprintf(stderr, "gridstride: the runner cannot %s\n", what);
    _exit(GS_EXIT_RUNNER);
}

static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "gridstride: the runner cannot %s: %s\n", what, cudaGetErrorString(error));
    _exit(GS_EXIT_RUNNER);
}

/* ---- arrays ---------------------------------------------------------------------------------- */

/* On each side of an array, where nobody watches: on a GPU, and in memory of the host's own. */
static size_t guard_bytes(const struct gs_case_parameter *parameter)
{
    return WATCHED && parameter->home != GS_HOME_PAGEABLE ? 0 : GUARD_BYTES;
}

/* The device that has an array; the function finds the first one chosen. */
static void choose(unsigned device)
{
    check(cudaSetDevice((int)device), "choose a device");
}

/* Room for exactly its elements, between the guards. Of an empty array the address is not null, so
 * that only an access to it is a mistake. */
static void allocate(struct run *run, unsigned k)
{
    const struct gs_case_parameter *parameter = &run->c->parameter[k];
    size_t guard = guard_bytes(parameter), bytes = parameter->bytes + 2 * guard;
    void *block = NULL;
    choose(parameter->device);
    if (parameter->home == GS_HOME_DEVICE)
        check(cudaMalloc(&block, bytes), "allocate an array on the device");
    else if (parameter->home == GS_HOME_PINNED)
        check(cudaMallocHost(&block, bytes), "allocate page-locked memory");
    else if ((block = malloc(bytes > 0 ? bytes : 1)) == NULL)
        fail("allocate an array");
    choose(0);
    run->block[k] = block;
    run->array[k] = block != NULL ? (char *)block + guard : NULL;
    simt_label(run->array[k], parameter->name, parameter->type);
}

/* Of memory that the function has freed it returns NULL. */
static void *copy_back(const char *from, size_t bytes, bool device)
{
    void *copy = calloc(bytes > 0 ? bytes : 1, 1);
    if (copy == NULL)
        fail("allocate an array");
    if (bytes > 0 && !device)
        memcpy(copy, from, bytes);
    if (bytes == 0 || !device ||
        cudaMemcpy(copy, from, bytes, cudaMemcpyDeviceToHost) == cudaSuccess)
        return copy;
    free(copy);
    return NULL;
}

/* ---- guards ---------------------------------------------------------------------------------- */

static void fill_guards(const struct run *run, unsigned k)
{
    const struct gs_case_parameter *parameter = &run->c->parameter[k];
    size_t guard = guard_bytes(parameter);
    if (guard == 0 || run->block[k] == NULL)
        return;
    char *sides[] = {run->block[k], run->block[k] + guard + parameter->bytes};
    for (int side = 0; side < 2; side++) {
        choose(parameter->device);
        if (parameter->home == GS_HOME_DEVICE)
            check(cudaMemset(sides[side], GUARD, guard), "fill a guard");
        else
            memset(sides[side], GUARD, guard);
    }
    choose(0);
}

static bool guards_broken(const struct run *run, unsigned k)
{
    const struct gs_case_parameter *parameter = &run->c->parameter[k];
    size_t guard = guard_bytes(parameter), bytes = parameter->bytes + 2 * guard;
    bool broken = false;
    if (guard == 0)
        return false;
    unsigned char *copy = copy_back(run->block[k], bytes, parameter->home == GS_HOME_DEVICE);
    for (size_t i = 0; copy != NULL && i < guard; i++)
        broken |= copy[i] != GUARD || copy[bytes - 1 - i] != GUARD;
    free(copy);
    return broken;
}

/* ---- arrays, filled and read ----------------------------------------------------------------- */

/* Outputs hold what the judge put into the answer: junk of its choice. */
static void set_array(struct run *run, unsigned k)
{
    const struct gs_case_parameter *parameter = &run->c->parameter[k];
    size_t bytes = parameter->bytes;
    const char *from =
        (parameter->role == GS_OUTPUT ? run->outputs : run->inputs) + parameter->offset;
    fill_guards(run, k);
    if (bytes == 0 || run->array[k] == NULL) /* an empty array may have no address */
        return;
    if (parameter->home == GS_HOME_DEVICE)
        check(cudaMemcpy(run->array[k], from, bytes, cudaMemcpyHostToDevice), "fill an array");
    else
        memcpy(run->array[k], from, bytes);
}

static void get_array(struct run *run, unsigned k)
{
    const struct gs_case_parameter *parameter = &run->c->parameter[k];
    size_t bytes = parameter->bytes;
    if (guards_broken(run, k))
        run->answer->overrun |= 1u << k;
    void *copy = copy_back(run->array[k], bytes, parameter->home == GS_HOME_DEVICE);
    if (copy == NULL)
        run->answer->gone |= 1u << k;
    else if (parameter->role != GS_INPUT)
        memcpy(run->outputs + parameter->offset, copy, bytes);
    else if (memcmp(copy, run->inputs + parameter->offset, bytes) != 0)
        run->answer->changed |= 1u << k;
    free(copy);
}

/* After an error that sticks nothing can be freed, nor what the function has freed; its end frees
 * everything. */
static void free_array(struct run *run, unsigned k)
{
    uint32_t home = run->c->parameter[k].home;
    cudaError_t freed = cudaSuccess;
    if (home == GS_HOME_DEVICE)
        freed = cudaFree(run->block[k]);
    else if (home == GS_HOME_PINNED)
        freed = cudaFreeHost(run->block[k]);
    else
        free(run->block[k]);
    if (run->answer->cuda_error == 0 && run->answer->gone == 0)
        check(freed, "free an array");
}

/* Does `what` to each array. */
static void for_arrays(struct run *run, void (*what)(struct run *, unsigned))
{
    for (unsigned k = 0; k < run->c->parameters; k++) {
        if (run->c->parameter[k].role != GS_NUMBER)
            what(run, k);
    }
}

/* ---- clocks ---------------------------------------------------------------------------------- */

#ifdef GS_RUNNER_SIMT
int __real_clock_gettime(clockid_t which, struct timespec *now);
#define clock_gettime __real_clock_gettime
#endif

/* As the inspector's own times are. */
static long long clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000000000 + now.tv_nsec;
}

#ifdef GS_RUNNER_SIMT
/*
 * The inspector notes where a clock of the host was asked, when, and whether the device might still
 * have been at work. The linker puts __wrap_x for what the student calls x, and x for __real_x
 * (gs_submission_build() names them); the last two are those of <chrono>.
 */
#define CLOCK(what, type, name, parameters, arguments)                                             \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters                                                                  \
    {                                                                                              \
        const bool pending = simt_work_is_pending();                                               \
        const long long begun_ns = clock_ns();                                                     \
        const type value = __real_##name arguments;                                                \
        simt_operation_note(what, pending, begun_ns, __builtin_return_address(0));                 \
        return value;                                                                              \
    }
CLOCK("clock of the processor", clock_t, clock, (void), ())
CLOCK("clock of seconds", time_t, time, (time_t * seconds), (seconds))
CLOCK("clock", int, gettimeofday, (struct timeval * now, void *zone), (now, zone))
CLOCK("clock", int, timespec_get, (struct timespec * now, int base), (now, base))
CLOCK("clock", int, clock_gettime, (clockid_t which, struct timespec *now), (which, now))
CLOCK("clock", int64_t, _ZNSt6chrono3_V212steady_clock3nowEv, (void), ())
CLOCK("clock", int64_t, _ZNSt6chrono3_V212system_clock3nowEv, (void), ())
#endif

#ifdef GS_RUNNER_SIMT
/* What calls a function for the student gets none but functions. */
typedef int comparison(const void *, const void *);
typedef void *change(void *);
#define CALLER(type, name, parameters, function, arguments)                                        \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters                                                                  \
    {                                                                                              \
        simt_check_call((const void *)(function), __builtin_return_address(0));                    \
        return __real_##name arguments;                                                            \
    }
CALLER(void *, bsearch,
       (const void *key, const void *base, size_t n, size_t bytes, comparison *compare), compare,
       (key, base, n, bytes, compare))
/* Of C++: a function that a stream is given, std::endl say; the last two of a base class. */
CALLER(void *, _ZNSolsEPFRSoS_E, (void *out, change *f), f, (out, f))
CALLER(void *, _ZNSolsEPFRSt8ios_baseS0_E, (void *out, change *f), f, (out, f))
CALLER(void *, _ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E, (void *out, change *f), f,
       (out, f))
CALLER(void *, _ZNSirsEPFRSiS_E, (void *in, change *f), f, (in, f))
CALLER(void *, _ZNSirsEPFRSt8ios_baseS0_E, (void *in, change *f), f, (in, f))
CALLER(void *, _ZNSirsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E, (void *in, change *f), f, (in, f))
CALLER(void *, _ZSt15set_new_handlerPFvvE, (void (*f)(void)), f, (f))

void __real_qsort(void *base, size_t n, size_t bytes, comparison *compare);
void __wrap_qsort(void *base, size_t n, size_t bytes, comparison *compare);
void __wrap_qsort(void *base, size_t n, size_t bytes, comparison *compare)
{
    simt_check_call((const void *)compare, __builtin_return_address(0));
    __real_qsort(base, n, bytes, compare);
}

void __real__ZNSt8ios_base17register_callbackEPFvNS_5eventERS_iEi(void *ios, change *f, int index);
void __wrap__ZNSt8ios_base17register_callbackEPFvNS_5eventERS_iEi(void *ios, change *f, int index);
void __wrap__ZNSt8ios_base17register_callbackEPFvNS_5eventERS_iEi(void *ios, change *f, int index)
{
    simt_check_call((const void *)f, __builtin_return_address(0));
    __real__ZNSt8ios_base17register_callbackEPFvNS_5eventERS_iEi(ios, f, index);
}
#endif

/* As large as the time of day: a float holds none of the digits that count. */
double gs_now_s(void)
{
    enum { BEGIN_S = 1 << 28 };
    struct timespec now;
    const bool pending = simt_work_is_pending();
    const long long begun_ns = clock_ns();
    clock_gettime(CLOCK_MONOTONIC, &now);
    simt_operation_note("clock", pending, begun_ns, __builtin_return_address(0));
    return (double)(BEGIN_S + now.tv_sec) + (double)now.tv_nsec * 1e-9;
}

static double now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

/* ---- the call -------------------------------------------------------------------------------- */

static ffi_type *ffi_type_of(const struct gs_case_parameter *parameter)
{
    ffi_type *const types[GS_ANY_DTYPE_COUNT] = {
        [GS_F32] = &ffi_type_float,  [GS_F64] = &ffi_type_double, [GS_I16] = &ffi_type_sint16,
        [GS_I32] = &ffi_type_sint32, [GS_I64] = &ffi_type_sint64, [GS_U32] = &ffi_type_uint32,
        [GS_U64] = &ffi_type_uint64};
    return parameter->role == GS_NUMBER ? types[parameter->dtype] : &ffi_type_pointer;
}

static void prepare_call(const struct gs_case_file *c, ffi_cif *cif,
                         ffi_type *types[GS_MOST_PARAMETERS])
{
    for (unsigned k = 0; k < c->parameters; k++)
        types[k] = ffi_type_of(&c->parameter[k]);
    if (ffi_prep_cif(cif, FFI_DEFAULT_ABI, c->parameters, &ffi_type_void, types) != FFI_OK)
        fail("prepare the call");
}

static void set_values(struct run *run)
{
    for (unsigned k = 0; k < run->c->parameters; k++) {
        const struct gs_case_parameter *parameter = &run->c->parameter[k];
        if (parameter->role == GS_NUMBER)
            memcpy(&run->number[k], run->inputs + parameter->offset, parameter->bytes);
        run->values[k] =
            parameter->role == GS_NUMBER ? (void *)&run->number[k] : (void *)&run->array[k];
    }
}

static void note_error(struct gs_answer_file *answer, cudaError_t error)
{
    if (error == cudaSuccess || answer->cuda_error != 0)
        return;
    answer->cuda_error = (int32_t)error;
    snprintf(answer->cuda_name, sizeof answer->cuda_name, "%s", cudaGetErrorName(error));
    snprintf(answer->cuda_text, sizeof answer->cuda_text, "%s", cudaGetErrorString(error));
}

/* The values of the case and its answer, which are not the student's to look up, nor what is known
 * of them to change. */
static void hide_files(const struct run *run, bool hide)
{
    simt_seal_memory(&kept, sizeof kept, hide ? PROT_READ : PROT_READ | PROT_WRITE);
    simt_seal_memory(run->c, run->case_bytes, hide ? PROT_NONE : PROT_READ);
    simt_seal_memory(run->answer, run->answer_bytes, hide ? PROT_NONE : PROT_READ | PROT_WRITE);
}

/* On the simulator alone. */
static void stand_in(struct run *run, unsigned k)
{
    const struct gs_case_parameter *parameter = &run->c->parameter[k];
    const char *real = run->inputs + run->c->rounds * run->c->round_bytes + parameter->offset;
    if (run->c->stands_in == GS_ARRAYS_STAND_IN && parameter->home != GS_HOME_DEVICE &&
        parameter->role != GS_OUTPUT)
        simt_stand_in(run->array[k], real, parameter->bytes);
}

static void numbers_stand_in(struct run *run)
{
    for (unsigned k = 0; k < run->c->parameters; k++) {
        const struct gs_case_parameter *parameter = &run->c->parameter[k];
        const char *real = run->inputs + run->c->rounds * run->c->round_bytes + parameter->offset;
        if (run->c->stands_in == GS_NUMBERS_STAND_IN && parameter->role == GS_NUMBER &&
            memcmp(&run->number[k], real, parameter->bytes) != 0)
            simt_stand_in_number(&run->number[k], real, parameter->bytes);
    }
}

static void tell_results(struct run *run, unsigned k)
{
    const struct gs_case_parameter *parameter = &run->c->parameter[k];
    if (parameter->home != GS_HOME_DEVICE && parameter->role != GS_INPUT)
        simt_results_left(run->array[k], parameter->bytes);
}

/* Waits for all that was given to any device, whichever one the function has chosen last. */
static cudaError_t wait_for_all(unsigned devices)
{
    cudaError_t first = cudaSuccess;
    for (unsigned device = devices; device-- > 0;) {
        cudaError_t ran = cudaSetDevice((int)device);
        ran = ran == cudaSuccess ? cudaDeviceSynchronize() : ran;
        first = first == cudaSuccess ? ran : first;
    }
    return first;
}

static void call(ffi_cif *cif)
{
    kept_at()->answer->stage = GS_STAGE_CALLED;
    simt_operations_reset();
    hide_files(kept_at(), true);
    const double start_us = now_us();
    errno = 0; /* whatever was done before the call is no matter of the student's */
    ffi_call(cif, gs_entry, NULL, kept_at()->values);
    const double end_us = now_us();
    struct run *run = kept_at();
    hide_files(run, false);
    run->answer->call_s[run->answer->round % GS_MOST_ROUNDS] = 1e-6 * (end_us - start_us);
    for_arrays(run, tell_results);
    simt_operations_stop(); /* what follows is not the student's */
    run->answer->stage = GS_STAGE_RETURNED;
    note_error(run->answer, cudaGetLastError());
    note_error(run->answer, wait_for_all(run->c->devices));
}

/* ---- times, on a GPU ------------------------------------------------------------------------- */

enum { SCRATCH_BYTES = 256 << 20, WARM_UPS = 3, PEAK_COPIES = 10 };

/* From the call to the moment when all of the device is idle: what another stream is still doing
 * counts as well. Nothing of the arrays is in the device's cache when it begins. */
static double time_call(struct run *run, ffi_cif *cif, void *scratch)
{
    check(cudaMemset(scratch, GUARD, SCRATCH_BYTES), "flush the cache");
    check(cudaDeviceSynchronize(), "flush the cache");
    double start = now_us();
    ffi_call(cif, gs_entry, NULL, run->values);
    cudaError_t ran = cudaDeviceSynchronize();
    double end = now_us();
    note_error(run->answer, ran);
    return end - start;
}

/* Bytes a second of the fastest of several copies. */
static float measure_copy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    double best_us = 0;
    for (int i = 0; i < PEAK_COPIES; i++) {
        double start = now_us();
        check(cudaMemcpy(to, from, bytes, kind), "copy memory");
        check(cudaDeviceSynchronize(), "copy memory");
        double us = now_us() - start;
        if (i == 0 || us < best_us)
            best_us = us;
    }
    return (float)(1e-3 * (double)bytes / best_us);
}

/* A copy on the device reads and writes its bytes. */
static void measure_peaks(struct run *run, void *scratch)
{
    const size_t half = SCRATCH_BYTES / 2;
    void *host = NULL;
    run->answer->peak_gb_s =
        2 * measure_copy((char *)scratch + half, scratch, half, cudaMemcpyDeviceToDevice);
    if (run->c->times_bus == 0)
        return;
    check(cudaMallocHost(&host, half), "allocate page-locked memory");
    memset(host, GUARD, half);
    run->answer->bus_in_gb_s = measure_copy(scratch, host, half, cudaMemcpyHostToDevice);
    run->answer->bus_out_gb_s = measure_copy(host, scratch, half, cudaMemcpyDeviceToHost);
    check(cudaFreeHost(host), "free memory");
}

/*
 * The object is linked by the toolkit of the machine that checks, which may be a newer one. CUDA
 * 12's header takes a versioned function here, which CUDA 13 does not have. The one without a
 * version is in each of them; what it fills in differs, and begins with the name.
 */
#ifdef cudaGetDeviceProperties
#undef cudaGetDeviceProperties
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
#endif

static void note_device(struct gs_answer_file *answer)
{
    union {
        struct cudaDeviceProp of_this_toolkit;
        char room[4096];
    } properties;
    check(cudaGetDeviceProperties(&properties.of_this_toolkit, 0), "ask for the device's name");
    snprintf(answer->device, sizeof answer->device, "%s", properties.of_this_toolkit.name);
}

static void take_samples(struct run *run, ffi_cif *cif)
{
    void *scratch = NULL;
    if (run->c->samples == 0)
        return;
    check(cudaMalloc(&scratch, SCRATCH_BYTES), "allocate memory to flush the cache with");
    note_device(run->answer);
    for (uint32_t i = 0; i < WARM_UPS + run->c->samples && i < WARM_UPS + GS_MOST_TIMED_CALLS;
         i++) {
        double us = time_call(run, cif, scratch);
        if (i >= WARM_UPS)
            run->answer->sample_us[run->answer->sample_count++] = (float)us;
    }
    measure_peaks(run, scratch);
    check(cudaFree(scratch), "free memory");
}

/* ---- how it ends ----------------------------------------------------------------------------- */

#ifdef GS_RUNNER_SIMT

/* What the student's code calls of these the linker leads here; gs_submission_build() names them to
 * it. */
_Noreturn void __wrap_exit(int status);
_Noreturn void __wrap_abort(void);
_Noreturn void __wrap_simt_assert_fail(const char *expression, const char *file, unsigned line,
                                       const char *function);
size_t __wrap_fwrite(const void *from, size_t bytes, size_t count, FILE *out);
void __wrap_setbuf(FILE *out, char *buffer);
int __wrap_setvbuf(FILE *out, char *buffer, int mode, size_t bytes);
_Noreturn void __real_exit(int status);
_Noreturn void __real_abort(void);
_Noreturn void __real_simt_assert_fail(const char *expression, const char *file, unsigned line,
                                       const char *function);
size_t __real_fwrite(const void *from, size_t bytes, size_t count, FILE *out);

/* The head of the answer, which is hidden while the function runs. */
static struct gs_answer_file *begin_note(void)
{
    simt_seal_memory(kept.noted, GS_CASE_ARRAYS, PROT_READ | PROT_WRITE);
    return kept.noted;
}

static void end_note(void)
{
    simt_seal_memory(kept.noted, GS_CASE_ARRAYS, PROT_NONE);
}

static void note_leaving(enum gs_leaving how, int status, const void *site)
{
    struct gs_answer_file *answer = kept.noted != NULL ? begin_note() : NULL;
    if (answer == NULL)
        return;
    bool first = answer->leaving == GS_STAYS;
    if (first) {
        answer->leaving = (uint32_t)how;
        answer->leaving_status = status;
    }
    end_note();
    if (first)
        simt_operation_note(how == GS_LEAVES_BY_EXIT ? "exit" : "abort", false, clock_ns(), site);
}

void __wrap_exit(int status)
{
    note_leaving(GS_LEAVES_BY_EXIT, status, __builtin_return_address(0));
    __real_exit(status);
}

void __wrap_abort(void)
{
    note_leaving(GS_LEAVES_BY_ABORT, 0, __builtin_return_address(0));
    __real_abort();
}

/* Of the host and of kernels, where many threads may fail: the first one counts. */
void __wrap_simt_assert_fail(const char *expression, const char *file, unsigned line,
                             const char *function)
{
    struct gs_answer_file *answer = kept.noted != NULL ? begin_note() : NULL;
    if (answer != NULL && answer->assertion[0] == '\0') {
        const char *slash = strrchr(file, '/');
        snprintf(answer->assertion, sizeof answer->assertion, "%s", expression);
        snprintf(answer->assertion_file, sizeof answer->assertion_file, "%s",
                 slash != NULL ? slash + 1 : file);
        answer->assertion_line = line;
    }
    if (answer != NULL)
        end_note();
    __real_simt_assert_fail(expression, file, line, function);
}

/* The C library would read the device's memory where no inspector sees it. */
size_t __wrap_fwrite(const void *from, size_t bytes, size_t count, FILE *out)
{
    size_t all = 0;
    if (__builtin_mul_overflow(bytes, count, &all))
        all = SIZE_MAX;
    simt_host_reads(from, all, __builtin_return_address(0));
    return __real_fwrite(from, bytes, count, out);
}

/* What is printed comes out line by line in any case, and a buffer of the program's own would be a
 * way around the inspector, as above. */
void __wrap_setbuf(FILE *out, char *buffer)
{
    (void)out;
    (void)buffer;
}

int __wrap_setvbuf(FILE *out, char *buffer, int mode, size_t bytes)
{
    (void)out;
    (void)buffer;
    (void)mode;
    (void)bytes;
    return 0;
}

static void note_leaving_in(struct gs_answer_file *answer)
{
    kept.noted = answer;
}

/* ---- a full stack ---------------------------------------------------------------------------- */

/* A fault just past the end of the stack is noted: what is told of other bad addresses would not
 * help. All else is the inspector's. */
static void note_full_stack(int number, siginfo_t *info, void *context)
{
    enum { NEAR = 1 << 20 };
    const uintptr_t at = (uintptr_t)info->si_addr;
    if (kept.noted != NULL && at < kept.stack_end + NEAR && at > kept.stack_end - NEAR) {
        begin_note()->stack_full = 1;
        end_note();
    }
    if (kept.inspector_handler.sa_flags & SA_SIGINFO)
        kept.inspector_handler.sa_sigaction(number, info, context);
    else
        signal(number, SIG_DFL);
}

/* On a stack of its own, where the inspector has not set one. */
static void watch_stack(const void *begin)
{
    static char room[256 << 10];
    const stack_t own = {.ss_sp = room, .ss_size = sizeof room};
    struct sigaction ours = {.sa_sigaction = note_full_stack,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    struct rlimit limit;
    stack_t now;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return;
    kept.stack_end = (uintptr_t)begin - limit.rlim_cur;
    if (sigaltstack(NULL, &now) != 0 || (now.ss_flags & SS_DISABLE) != 0)
        sigaltstack(&own, NULL);
    sigaction(SIGSEGV, &ours, &kept.inspector_handler);
}

#else
static void note_leaving_in(struct gs_answer_file *answer)
{
    (void)answer;
}
static void watch_stack(const void *begin)
{
    (void)begin;
}
#endif

/* What stdout and stderr are given comes out in that order, and is there after a crash. */
static void print_by_lines(void)
{
    setlinebuf(stdout);
}

/* ---- how long the host may take -------------------------------------------------------------- */

#ifdef GS_RUNNER_SIMT

/* A launch that does not come to its end the simulator stops. What the host does between launches
 * takes milliseconds: after seconds of the processor's time it is in a loop that never ends. */
enum { TICK_S = 1, MOST_TICKS = 6 };

/* Sends SIGXCPU, for which the inspector reports the line that it meets. */
static timer_t end_timer;

/* A launch that runs since the tick before is none of the host's time. */
static void on_tick(int number)
{
    static uint64_t seen;
    static int ticks;
    const struct itimerspec soon = {.it_value = {0, 1000000}};
    const uint64_t running = simt_launch_running();
    (void)number;
    ticks += running == 0 || running != seen;
    seen = running;
    if (ticks >= MOST_TICKS)
        (void)timer_settime(end_timer, 0, &soon, NULL);
}

/* Seconds on the clock during which the process did nothing, one after the other: it waits for what
 * does not come, as a lock that it has itself. On a busy machine it does something in each that it
 * is asked in, however late. */
enum { MOST_IDLE_S = 10, IDLE_NS = 500000, NS = 1000000000 };

static void on_clock(int number)
{
    static int64_t before_ns;
    static int idle;
    struct timespec used = {0};
    (void)number;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    const int64_t now_ns = (int64_t)used.tv_sec * NS + used.tv_nsec;
    idle = now_ns - before_ns < IDLE_NS ? idle + 1 : 0;
    before_ns = now_ns;
    if (idle >= MOST_IDLE_S) {
        simt_did_nothing(MOST_IDLE_S);
        (void)raise(SIGXCPU);
    }
}

static void watch_clock(void)
{
    const struct itimerval every = {{TICK_S, 0}, {TICK_S, 0}};
    struct sigaction action = {.sa_flags = SA_RESTART | SA_ONSTACK};
    action.sa_handler = on_clock;
    if (sigaction(SIGALRM, &action, NULL) == 0)
        (void)setitimer(ITIMER_REAL, &every, NULL);
}

static void watch_host(void)
{
    const struct itimerval every = {{TICK_S, 0}, {TICK_S, 0}};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGXCPU};
    /* Not on the stack of a thread of a kernel, whose lower part is closed. */
    struct sigaction action = {.sa_flags = SA_RESTART | SA_ONSTACK};
    action.sa_handler = on_tick;
    if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &end_timer) == 0 &&
        sigaction(SIGPROF, &action, NULL) == 0)
        (void)setitimer(ITIMER_PROF, &every, NULL);
    watch_clock();
}

#else
static void watch_host(void)
{
}
#endif

/* ---- the device ------------------------------------------------------------------------------ */

/* The judge knows which one it simulates, but not which GPU there is. */
static void note_capability(struct gs_answer_file *answer)
{
    int major = 0, minor = 0;
    if (WATCHED)
        return;
    check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0), "ask the device");
    check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0), "ask the device");
    answer->capability_major = (uint32_t)major;
    answer->capability_minor = (uint32_t)minor;
}

/* ---- a case ---------------------------------------------------------------------------------- */

static void map_files(struct run *run)
{
    struct stat in, out;
    if (fstat(GS_CASE_FD, &in) != 0 || fstat(GS_ANSWER_FD, &out) != 0)
        fail("find its case");
    void *c = mmap(NULL, (size_t)in.st_size, PROT_READ, MAP_SHARED, GS_CASE_FD, 0);
    void *answer =
        mmap(NULL, (size_t)out.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, GS_ANSWER_FD, 0);
    if (c == MAP_FAILED || answer == MAP_FAILED)
        fail("map its case");
    close(GS_CASE_FD);
    close(GS_ANSWER_FD);
    run->c = c;
    run->answer = answer;
    run->case_bytes = (size_t)in.st_size;
    run->answer_bytes = (size_t)out.st_size;
    if (run->c->magic != GS_CASE_MAGIC || run->c->parameters > GS_MOST_PARAMETERS)
        fail("read its case");
}

/* Of the case nothing is taken from the stack behind the call: it is asked for again. */
static void run_round(uint32_t round, ffi_cif *cif)
{
    struct run *run = kept_at();
    size_t at = GS_CASE_ARRAYS + (size_t)round * run->c->round_bytes;
    run->inputs = (const char *)run->c + at;
    run->outputs = (char *)run->answer + at;
    run->answer->round = round;
    for_arrays(run, set_array);
    for_arrays(run, stand_in);
    set_values(run);
    numbers_stand_in(run);
    take_samples(run, cif);
    if (run->c->samples > 0)
        for_arrays(run, set_array); /* the answer that counts is the last call's */
    call(cif);
    if (kept_at()->answer->cuda_error == 0 && kept_at()->c->traced_blocks == 0)
        for_arrays(kept_at(), get_array);
}

int main(void)
{
    ffi_cif cif;
    ffi_type *types[GS_MOST_PARAMETERS];
    map_files(kept_at());
    print_by_lines();
    note_leaving_in(kept_at()->answer);
    watch_stack(types);
    prepare_call(kept_at()->c, &cif, types);
    for_arrays(kept_at(), allocate);
    note_capability(kept_at()->answer);
    watch_host();
    if (kept_at()->c->traced_blocks > 0 && !simt_trace_begin(kept_at()->c->traced_blocks))
        fail("count arithmetic: there is no disassembler");
    simt_leave_out((enum simt_unit)kept_at()->c->left_out, kept_at()->c->left_out_number);
    simt_seal();
    for (uint32_t round = 0; round < kept_at()->c->rounds && kept_at()->answer->cuda_error == 0 &&
                             kept_at()->answer->gone == 0;
         round++)
        run_round(round, &cif);
    note_leaving_in(NULL);
    for_arrays(kept_at(), free_array);
    kept_at()->answer->stage = GS_STAGE_DONE;
    hide_files(kept_at(), true);
    return 0;
}
