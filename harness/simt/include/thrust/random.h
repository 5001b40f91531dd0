/* Of Thrust: random numbers. */
#pragma GCC system_header

#include <simt/thrust/random.hpp>
