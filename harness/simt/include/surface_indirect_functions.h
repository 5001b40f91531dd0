/* surf2Dread() and the like: what kernels read and write through surface objects. x in bytes. */
#ifndef SIMT_SURFACE_INDIRECT_FUNCTIONS_H
#define SIMT_SURFACE_INDIRECT_FUNCTIONS_H

#pragma GCC system_header

#include <simt/runtime.h>

/* The reads name<T>(surface, coordinates) and name(&value, surface, coordinates), and the write. */
#define SIMT_SURFACE(kind, parameters, x, y, z)                                                    \
    template <class T>                                                                             \
    inline __attribute__((always_inline))                                                          \
    T surf##kind##read(cudaSurfaceObject_t surface, SIMT_UNPACK parameters,                        \
                       cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                        \
    {                                                                                              \
        const void *cell = simt_surface_cell(surface, x, y, z, sizeof(T), mode);                   \
        return cell ? *static_cast<const T *>(cell) : T();                                         \
    }                                                                                              \
    template <class T>                                                                             \
    inline __attribute__((always_inline)) void surf##kind##read(                                   \
        T *value, cudaSurfaceObject_t surface, SIMT_UNPACK parameters,                             \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                                       \
    {                                                                                              \
        const void *cell = simt_surface_cell(surface, x, y, z, sizeof(T), mode);                   \
        *value = cell ? *static_cast<const T *>(cell) : T();                                       \
    }                                                                                              \
    template <class T>                                                                             \
    inline __attribute__((always_inline)) void surf##kind##write(                                  \
        T value, cudaSurfaceObject_t surface, SIMT_UNPACK parameters,                              \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                                       \
    {                                                                                              \
        void *cell = simt_surface_cell(surface, x, y, z, sizeof(T), mode);                         \
        if (cell)                                                                                  \
            *static_cast<T *>(cell) = value;                                                       \
    }
#define SIMT_UNPACK(...) __VA_ARGS__

SIMT_SURFACE(1D, (int x), x, 0, 0)
SIMT_SURFACE(2D, (int x, int y), x, y, 0)
SIMT_SURFACE(3D, (int x, int y, int z), x, y, z)
SIMT_SURFACE(1DLayered, (int x, int layer), x, 0, layer)
SIMT_SURFACE(2DLayered, (int x, int y, int layer), x, y, layer)
SIMT_SURFACE(Cubemap, (int x, int y, int face), x, y, face)
#undef SIMT_SURFACE
#undef SIMT_UNPACK

#endif
