#include "grow.h"

#include <stdlib.h>
#include <string.h>

bool gs_grow(void *array, size_t count, size_t size)
{
    void *elements;
    if ((count & (count - 1)) != 0)
        return true;
    memcpy(&elements, array, sizeof elements); /* of whatever type it points to */
    void *more = realloc(elements, (count == 0 ? 1 : 2 * count) * size);
    if (more != NULL)
        memcpy(array, &more, sizeof more);
    return more != NULL; /* cppcheck-suppress memleak ; the array is it now */
}
