/* An object file to begin with: symbols, a constructor, strings, names to demangle. */
#include <cmath>
#include <vector>

namespace inner
{
template <typename T> T twice(T x)
{
    return 2 * x;
}
} // namespace inner

static std::vector<float> kept;
int counter = 3;

extern "C" void add_one(float *a);

extern "C" void add_one(float *a)
{
    a[0] = inner::twice(std::sqrt(a[0])) + 1;
    kept.push_back(a[0]);
}
