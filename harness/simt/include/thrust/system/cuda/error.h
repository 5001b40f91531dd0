/* Of Thrust: execution policies and errors. */
#pragma GCC system_header

#include <simt/thrust/system.hpp>
