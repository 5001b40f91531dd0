/* Of Thrust: copies. */
#pragma GCC system_header

#include <simt/thrust/copy.hpp>
