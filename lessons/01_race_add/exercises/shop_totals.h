/* Exercise 1.5: what shop_totals is given, and what it must do. */
#ifndef SHOP_TOTALS_H
#define SHOP_TOTALS_H

#include <stddef.h>

/* totals[s] = the sum of amounts[i] over all i with shops[i] == s, for s = 0 ... count-1; of a shop
 * without a sale it is 0. shops and amounts have n elements, totals has `count`, which hold junk
 * before; all lie on the device. Each shops[i] is in 0 ... count-1. No sum overflows. n may be 0,
 * and then all totals are 0; count is at least 1. */
extern "C" void shop_totals(int *totals, const int *shops, const int *amounts, size_t n,
                            size_t count);

#endif
