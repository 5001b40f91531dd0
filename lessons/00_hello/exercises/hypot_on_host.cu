/*
 * Exercise 0.1: the hypotenuse, on the CPU.
 *
 * There is no kernel here: a plain function in a plain loop. What stands in it is right as long as
 * the square of a[i] is a number that a double can hold. The square of 1e200 is not, and becomes
 * infinite. Take the larger of |a[i]| and |b[i]| out of the root:
 *
 *     larger * sqrt(1 + (smaller / larger)^2)
 *
 * The quotient is 1 at most, so its square is no larger. Mind the case in which both are 0.
 *
 *   ./gridstride check 0.1           says what is still wrong
 *   ./gridstride check 0.1 --hint    one hint further each time
 */
#include "hypot_on_host.h"

#include <math.h>

void hypot_on_host(double *c, const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        c[i] = sqrt(a[i] * a[i] + b[i] * b[i]);
}
