/* Exercise 6.2: what shared_tree is given, and what it must do. */
#ifndef SHARED_TREE_H
#define SHARED_TREE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C"
#endif
    /* total[0] = x[0] + ... + x[n - 1]. x has n elements, total one, which holds junk before; both
     * lie on the device. n may be 0: then total[0] = 0. The order of the additions is free. */
    void
    shared_tree(float *total, const float *x, size_t n);

#endif
