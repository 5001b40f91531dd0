/* Exercise 11.4: what value_starts is given, and what it must do. */
#ifndef VALUE_STARTS_H
#define VALUE_STARTS_H

#include <stddef.h>

/* starts[v] = how many elements are below v, for v = 0 ... bins. The elements are sorted, and in 0
 * ... bins-1: so starts[v] is where the elements that are v begin, starts[v + 1] where they end,
 * and starts[bins] is n. What starts holds before the call is junk. Both arrays lie on the device;
 * n may be 0. */
extern "C" void value_starts(int *starts, const int *values, size_t n, size_t bins);

#endif
