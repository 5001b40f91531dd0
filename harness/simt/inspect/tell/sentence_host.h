/* Words for what host code does wrong, and for memory that is freed wrongly, also by kernels. Each
 * function writes the sentence of a finding whose kind and why are known, and its subject and cell
 * where they are of memory. */
#ifndef SIMT_INSPECT_SENTENCE_HOST_H
#define SIMT_INSPECT_SENTENCE_HOST_H

#include "finding.h"
#include "objects.h"

/* Of invalid-free and double-free, by a kernel or by cudaFree(). `object` that the address is in,
 * freed or not; null: none. */
void simt_say_bad_free(struct simt_finding *finding, struct simt_object *object, uintptr_t address);

/* free() or delete, by the host, of what CUDA allocated. */
void simt_say_host_free(struct simt_finding *finding, struct simt_object *object,
                        uintptr_t address);

void simt_say_leak(struct simt_finding *finding, struct simt_object *object);

/* Of a stream or an event, as `why` says. */
void simt_say_leaked_handle(struct simt_finding *finding);

/* A call of what is no function. */
void simt_say_bad_call(struct simt_finding *finding, bool of_kernel);

/* Host code accesses memory of the device. */
void simt_say_host_access(struct simt_finding *finding, struct simt_object *object,
                          uintptr_t address);

/* The side of a copy, or of a fill, that is wrong. */
struct simt_copy_side {
    uintptr_t address;
    size_t bytes; /* for rectangles with the gaps between rows */
    bool is_fill, is_source;
    struct simt_object *object; /* that is there or was, or that is near; null: none */
    struct simt_object *other;  /* on the other side; null: none */
};
void simt_say_copy(struct simt_finding *finding, const struct simt_copy_side *side);

/* A copy whose kind (a cudaMemcpyKind) names other memory than its sides are: the device's, or not.
 */
void simt_say_copy_kind(struct simt_finding *finding, bool from_device, bool to_device, int kind);

/* A conditional node asks for what nothing has set. */
void simt_say_condition_unset(struct simt_finding *finding, struct simt_object *object,
                              uintptr_t address);

/* A copy to the host of what nothing wrote. */
void simt_say_copy_out(struct simt_finding *finding, struct simt_object *object, uintptr_t address,
                       size_t bytes);

/* Of invalid-launch, with given and most; `error` (a cudaError_t) that it was refused with. */
void simt_say_launch(struct simt_finding *finding, const struct simt_launch_info *launch,
                     int error);

/* Of unchecked-error. */
void simt_say_unchecked(struct simt_finding *finding, int error);

#endif
