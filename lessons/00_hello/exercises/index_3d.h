/* Exercise 0.3: what index_3d is given, and what it must do. */
#ifndef INDEX_3D_H
#define INDEX_3D_H

#include <stddef.h>
#include <stdint.h>

/* A box of nx * ny * nz elements on the device: nx of them are a row, ny rows are a plane, and
 * there are nz planes. Rows lie one behind the other, and so do planes, so element (x, y, z) is
 * out[(z * ny + y) * nx + x]. It must hold its own index, as one number:
 *
 *     x + 1000 * y + 1000000 * z
 *
 * None of the three is over 1000; nx may be 0. */
extern "C" void index_3d(int64_t *out, size_t nx, size_t ny, size_t nz);

#endif
