/* What harnesses tell the inspector, if there is one. */
#include "observer.h"
#include "worker.h"

#include <simt/label.h>
#include <simt/runtime.h>

__thread bool simt_own_clock;

void simt_label(const void *base, const char *name, const char *type)
{
    if (simt_observer && base)
        simt_observer->labelled(base, name, type);
}

void simt_operations_reset(void)
{
    if (simt_observer)
        simt_observer->operations_reset();
}

void simt_operations_stop(void)
{
    if (simt_observer)
        simt_observer->operations_stop();
}

void simt_stand_in(const void *shown, const void *real, size_t bytes)
{
    if (simt_observer && shown && real)
        simt_observer->stands_in(shown, real, bytes);
}

void simt_stand_in_number(const void *shown, const void *real, size_t bytes)
{
    if (simt_observer)
        simt_observer->number_stands_in(shown, real, bytes);
}

void simt_argument(void *value, const void *plain, size_t bytes, enum simt_argument_kind kind)
{
    if (simt_observer && !simt_on_device)
        simt_observer->argument(value, plain, bytes, kind);
}

void simt_results_left(const void *base, size_t bytes)
{
    if (simt_observer && base)
        simt_observer->results_left(base, bytes);
}

bool simt_work_is_pending(void)
{
    return simt_observer && simt_observer->work_is_pending();
}

void simt_operation_note(const char *what, bool pending, long long begun_ns, const void *site)
{
    if (simt_own_clock || (simt_this_worker && simt_this_worker->grid))
        return;
    simt_tell(&(struct simt_operation){.kind = SIMT_OPERATION_NOTE,
                                       .what = what,
                                       .pending = pending,
                                       .begun_ns = begun_ns,
                                       .ended_ns = simt_clock_ns(),
                                       .site = site});
}

__thread const char *simt_work_file;
__thread int simt_work_line;

void simt_work_is_at(const char *file, int line)
{
    simt_work_file = file;
    simt_work_line = line;
}

volatile int simt_idle_s;

void simt_did_nothing(int seconds)
{
    simt_idle_s = seconds;
}

void simt_host_reads(const void *from, size_t bytes, const void *site)
{
    struct simt_access access = {.address = (uintptr_t)from,
                                 .bytes = bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX,
                                 .scope = SIMT_SCOPE_DEVICE,
                                 .site = site,
                                 .parts = true};

    if (simt_observer && bytes)
        simt_observer->host_access(&access);
}
