/* thrust::tuple and thrust::pair are those of the host's C++ library. */
#ifndef SIMT_THRUST_TUPLE_HPP
#define SIMT_THRUST_TUPLE_HPP

#pragma GCC system_header

#include <tuple>
#include <utility>

namespace thrust
{

using std::get;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::swap;
using std::tie;
using std::tuple;
using std::tuple_element;
using std::tuple_size;

} // namespace thrust

#endif
