/* Of Thrust: pointers to device memory. */
#pragma GCC system_header

#include <simt/thrust/pointer.hpp>
