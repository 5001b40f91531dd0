/* Of Thrust: algorithms. */
#pragma GCC system_header

#include <simt/thrust/algorithms.hpp>
