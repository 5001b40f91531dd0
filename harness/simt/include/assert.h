/* assert() that also works in kernels: there it stops the grid with cudaErrorAssert. No include
 * guard, as in C: NDEBUG counts anew each time. */
#pragma GCC system_header

#include_next <assert.h>

#if defined(__cplusplus) && !defined(NDEBUG)
extern "C" void simt_assert_fail(const char *expression, const char *file, unsigned line,
                                 const char *function) __attribute__((noreturn));
#undef assert
#define assert(expression)                                                                         \
    (static_cast<bool>(expression)                                                                 \
         ? void(0)                                                                                 \
         : simt_assert_fail(#expression, __FILE__, __LINE__, __extension__ __PRETTY_FUNCTION__))
#endif
