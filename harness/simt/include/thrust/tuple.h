/* Of Thrust: tuples. */
#pragma GCC system_header

#include <simt/thrust/tuple.hpp>
