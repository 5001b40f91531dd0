/* The CUDA compiler of this machine. */
#ifndef GS_NVCC_H
#define GS_NVCC_H

#include <stdbool.h>
#include <stddef.h>

/* nvcc as CUDACXX, PATH and NVIDIA's own folder have it, in that order, links followed. */
bool gs_nvcc_find(char *path, size_t size);

/* "-arch=sm_90": of the first GPU here, which nvcc's -arch=native would ask too; where none
 * answers, an H100's. */
void gs_nvcc_architecture(const char *nvcc, char option[static 32]);

#endif
