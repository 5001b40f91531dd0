/* Of Thrust: vectors. */
#pragma GCC system_header

#include <simt/thrust/vectors.hpp>
