/* Linking by the driver API: of one image, which is the result. */
#include "driver.h"
#include "handle.h"
#include "module.h"

#include <simt/driver_api.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The value of an option, or 0. */
static uintptr_t value_of(CUjit_option option, unsigned int count, const CUjit_option *options,
                          void **values)
{
    for (unsigned i = 0; i < count; i++)
        if (options[i] == option)
            return (uintptr_t)values[i];
    return 0;
}

/* An empty text, where there is a buffer that can hold it. */
static void empty_log(uintptr_t buffer, uintptr_t bytes)
{
    if (buffer && bytes)
        *(char *)buffer = '\0';
}

void simt_module_answer_options(unsigned int count, const CUjit_option *options, void **values)
{
    if (!options || !values)
        return;
    for (unsigned i = 0; i < count; i++)
        if (options[i] == CU_JIT_WALL_TIME) /* the value itself is the answer, a float */
            memset(&values[i], 0, sizeof(float));
    empty_log(value_of(CU_JIT_INFO_LOG_BUFFER, count, options, values),
              value_of(CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, count, options, values));
    empty_log(value_of(CU_JIT_ERROR_LOG_BUFFER, count, options, values),
              value_of(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, count, options, values));
}

struct CUlinkState_st {
    struct simt_handle handle; /* first */
    char *image;
};

static struct simt_handles links;

CUresult cuLinkCreate(unsigned int count, CUjit_option *options, void **values, CUlinkState *state)
{
    CUresult result = simt_driver_check();
    struct CUlinkState_st *made;

    if (result != CUDA_SUCCESS || !state)
        return result != CUDA_SUCCESS ? result : CUDA_ERROR_INVALID_VALUE;
    made = calloc(1, sizeof(*made));
    if (!made)
        return CUDA_ERROR_OUT_OF_MEMORY;
    simt_module_answer_options(count, options, values);
    simt_handle_add(&links, &made->handle);
    *state = made;
    return CUDA_SUCCESS;
}

/* Takes over the image, which is text. */
static CUresult add_image(CUlinkState state, char *image)
{
    CUresult result = CUDA_SUCCESS;
    size_t bytes;

    if (!image)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (!simt_module_length(image))
        free(simt_module_decode(image, &bytes, &result)); /* for its error */
    else if (state->image)
        result = CUDA_ERROR_NOT_SUPPORTED;
    if (result != CUDA_SUCCESS) {
        free(image);
        return result;
    }
    state->image = image;
    return CUDA_SUCCESS;
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *image, size_t bytes,
                       const char *name, unsigned int count, CUjit_option *options, void **values)
{
    (void)type, (void)name;
    if (!state || !simt_handle_valid(&links, state))
        return CUDA_ERROR_INVALID_HANDLE;
    if (!image || !bytes)
        return CUDA_ERROR_INVALID_VALUE;
    simt_module_answer_options(count, options, values);
    return add_image(state, strndup(image, bytes));
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *file, unsigned int count,
                       CUjit_option *options, void **values)
{
    CUresult result = CUDA_ERROR_INVALID_VALUE;
    char *image;

    (void)type;
    if (!state || !simt_handle_valid(&links, state))
        return CUDA_ERROR_INVALID_HANDLE;
    simt_module_answer_options(count, options, values);
    image = file ? simt_module_read(file, &result) : NULL;
    return image ? add_image(state, image) : result;
}

CUresult cuLinkComplete(CUlinkState state, void **image, size_t *bytes)
{
    if (!state || !simt_handle_valid(&links, state))
        return CUDA_ERROR_INVALID_HANDLE;
    if (!state->image || !image)
        return CUDA_ERROR_INVALID_VALUE;
    *image = state->image;
    if (bytes)
        *bytes = strlen(state->image);
    return CUDA_SUCCESS;
}

CUresult cuLinkDestroy(CUlinkState state)
{
    if (!state || !simt_handle_remove(&links, state))
        return CUDA_ERROR_INVALID_HANDLE;
    free(state->image);
    free(state);
    return CUDA_SUCCESS;
}
