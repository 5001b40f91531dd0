#include "error.h"

#include "context.h"
#include "devices.h"
#include "observer.h"
#include "queue.h"
#include "worker.h"

#include <cuda_runtime_api.h>
#include <stdatomic.h>

static _Alignas(SIMT_OBSERVER_BYTES) union {
    const struct simt_observer *observer;
    char pages[SIMT_OBSERVER_BYTES];
} known;
extern const struct simt_observer *simt_observer __attribute__((alias("known")));

static _Atomic int sticky = cudaSuccess;
static __thread cudaError_t last = cudaSuccess;
static __thread cudaError_t kept; /* the last error, as a call of the driver API found it */
static _Atomic bool used;
static _Atomic bool used_on[SIMT_MOST_DEVICES];
static __thread bool in_driver;

struct error_text {
    cudaError_t error;
    const char *name, *text;
};

static const struct error_text error_texts[] = {
#define SIMT_ERROR(number, name, text) {name, #name, text},
#include "error_table.def"
#undef SIMT_ERROR
};

static const struct error_text *find(cudaError_t error)
{
    static const struct error_text unknown = {cudaErrorUnknown, "unrecognized error code",
                                              "unrecognized error code"};

    for (size_t i = 0; i < sizeof(error_texts) / sizeof(error_texts[0]); i++)
        if (error_texts[i].error == error)
            return &error_texts[i];
    return &unknown;
}

cudaError_t simt_sticky_error(void)
{
    return (cudaError_t)atomic_load(&sticky);
}

/* Most often it is, and nobody need wait for a write. */
static void set(_Atomic bool *flag)
{
    if (!atomic_load_explicit(flag, memory_order_relaxed))
        atomic_store(flag, true);
}

cudaError_t simt_return_query(cudaError_t error)
{
    if (!in_driver)
        set(&used);
    if (error != cudaSuccess)
        last = error;
    return error;
}

void simt_driver_begin(void)
{
    in_driver = true;
    kept = last;
}

void simt_driver_end(void)
{
    in_driver = false;
    last = kept;
}

/* Kernels, and work whose turn has come, have their device already. */
void simt_runtime_note_use(void)
{
    if (in_driver || simt_on_device || simt_in_turn)
        return;
    set(&used);
    set(&used_on[simt_device]);
    if (!simt_context_is_bound)
        simt_context_bind();
}

bool simt_runtime_is_used(void)
{
    return atomic_load(&used);
}

bool simt_runtime_uses(int device)
{
    return atomic_load(&used_on[device]);
}

void simt_runtime_forget_use(int device)
{
    atomic_store(&used_on[device], false);
}

cudaError_t simt_return_at(cudaError_t error, const void *site)
{
    cudaError_t stuck = simt_sticky_error();

    simt_runtime_note_use();
    if (simt_observer && !simt_on_device && (stuck != cudaSuccess || error != cudaSuccess))
        simt_observer->error_left(stuck != cudaSuccess ? stuck : error, site);
    return simt_return_query(stuck != cudaSuccess ? stuck : error);
}

void simt_set_sticky(cudaError_t error)
{
    int none = cudaSuccess;

    (void)atomic_compare_exchange_strong(&sticky, &none, (int)error);
}

void simt_reset_errors(void)
{
    if (simt_sticky_error() != cudaSuccess)
        atomic_store(&sticky, cudaErrorDevicesUnavailable);
}

static void tell_asked(const void *site)
{
    if (simt_on_device)
        return;
    simt_tell(&(struct simt_operation){.kind = SIMT_OPERATION_ASK, .site = site});
    if (simt_observer)
        simt_observer->error_asked();
}

/* What this thread's calls recorded. CUDA does not look at the device's error here: once read, it
 * comes back with the next call that uses the device. */
cudaError_t cudaPeekAtLastError(void)
{
    tell_asked(SIMT_SITE);
    return last;
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t error = last;

    tell_asked(SIMT_SITE);
    last = cudaSuccess;
    return error;
}

const char *cudaGetErrorName(cudaError_t error)
{
    return find(error)->name;
}

const char *cudaGetErrorString(cudaError_t error)
{
    return find(error)->text;
}
