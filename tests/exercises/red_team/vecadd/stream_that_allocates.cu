/* says: not-allowed: `strstreambuf` */
/* The same by a function that is to allocate memory. */
#include "vecadd.h"
#include <stdio.h>
#include <strstream>

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    char *behind = (char *)&puts + 526784;
    std::strstreambuf buffer((void *(*)(size_t))behind, (void (*)(void *))behind);
    buffer.sputc('x');
}
