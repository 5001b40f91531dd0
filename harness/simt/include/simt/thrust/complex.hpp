/* thrust::complex is that of the host's C++ library. */
#ifndef SIMT_THRUST_COMPLEX_HPP
#define SIMT_THRUST_COMPLEX_HPP

#pragma GCC system_header

#include <complex>

namespace thrust
{

using std::abs;
using std::arg;
using std::complex;
using std::conj;
using std::cos;
using std::cosh;
using std::exp;
using std::log;
using std::log10;
using std::norm;
using std::polar;
using std::pow;
using std::proj;
using std::sin;
using std::sinh;
using std::sqrt;
using std::tan;
using std::tanh;

} // namespace thrust

#endif
