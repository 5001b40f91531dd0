/*
 * Exercise 0.2: pi by random points, on the CPU.
 *
 * A point whose x and y are random numbers between 0 and 1 lies within 1 of the corner with the
 * probability pi / 4. So 4 times the share of such points is about pi: with some million points it
 * is right to two decimals. The header says where the numbers come from. As it stands every point
 * is the same one.
 *
 *   ./gridstride check 0.2           says what is still wrong
 *   ./gridstride check 0.2 --hint    one hint further each time
 */
#include "pi_on_host.h"

void pi_on_host(double *pi, uint64_t seed, size_t n)
{
    size_t hits = 0;
    for (size_t p = 0; p < n; p++) {
        double x = 0.5, y = 0.5; /* TODO: the next two numbers of the sequence */
        if (x * x + y * y < 1)
            hits++;
    }
    *pi = 0; /* TODO: 4 times the share of the hits */
}
