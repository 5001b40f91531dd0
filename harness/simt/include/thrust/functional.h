/* Of Thrust: function objects. */
#pragma GCC system_header

#include <simt/thrust/functional.hpp>
