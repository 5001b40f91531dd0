/* What harnesses tell the inspector, if there is one. */
#include "observer.h"

#include <simt/label.h>

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

bool simt_work_is_pending(void)
{
    return simt_observer && simt_observer->work_is_pending();
}

void simt_operation_note(const char *what, bool pending, const void *site)
{
    simt_tell(&(struct simt_operation){
        .kind = SIMT_OPERATION_NOTE, .what = what, .pending = pending, .site = site});
}
