/* Modules: files that simt-cc -ptx, -cubin or -fatbin has written, in memory. */
#ifndef SIMT_MODULE_H
#define SIMT_MODULE_H

#include <simt/driver_api_types.h>
#include <stdbool.h>

/* The bytes of the shared object that an image holds, freed by the caller, and its length; null:
 * the image is none of simt-cc's, as `result` says. */
void *simt_module_decode(const char *image, size_t *bytes, CUresult *result);

/* The text of an image; its length without the end. 0: it is none. */
size_t simt_module_length(const char *image);

/* A whole file with a null byte behind, freed by the caller; null: as `result` says. */
char *simt_module_read(const char *file, CUresult *result);

/* Nothing is compiled, so what the options ask of a compiler changes nothing. */
void simt_module_answer_options(unsigned int count, const CUjit_option *options, void **values);

/* Refers to what kernels call, so that it is linked into programs that load modules. */
bool simt_module_has_runtime(void);

#endif
