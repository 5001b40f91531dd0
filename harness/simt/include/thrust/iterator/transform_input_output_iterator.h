/* Of Thrust: iterators. */
#pragma GCC system_header

#include <simt/thrust/iterators.hpp>
