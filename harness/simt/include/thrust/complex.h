/* Of Thrust: complex numbers. */
#pragma GCC system_header

#include <simt/thrust/complex.hpp>
