/* What kernels, CPU baselines and the reference of lesson 14 have to agree on. */
#ifndef GS_TWO_GPUS_H
#define GS_TWO_GPUS_H

#include <stddef.h>

/* Of `sum`: A is added up. SUMS has room for the sum of each block, and behind them for that of
 * each device. */
enum { SUM_A, SUM_S, SUM_SUMS };
enum { MOST_SUMS = 16384, SUMS_ROOM = MOST_SUMS + 8 };

/* Of `all_reduce`: n elements for each of two devices, and room for as many. */
enum { REDUCE_X, REDUCE_S, REDUCE_ROOM };

/* Of `heat`: from A over BETWEEN to B, in so many steps, on rows x columns cells around which it is
 * 0. In a step a cell gives an eighth of its heat to each of its four neighbours. */
enum { HEAT_A, HEAT_B, HEAT_BETWEEN };
enum { HEAT_STEPS = 100 };
enum { HEAT_ROWS, HEAT_COLUMNS };
#define HEAT_RATE 0.125

#endif
