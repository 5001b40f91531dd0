/* Loads and stores with cache hints. The simulator has no caches of its own to hint at, so they
 * are plain loads and stores. */
#ifndef SIMT_ACCESS_HPP
#define SIMT_ACCESS_HPP

#pragma GCC system_header

#define SIMT_LOAD(name)                                                                            \
    template <class T> inline __attribute__((always_inline)) T name(const T *address)              \
    {                                                                                              \
        return *address;                                                                           \
    }
SIMT_LOAD(__ldg)
SIMT_LOAD(__ldca)
SIMT_LOAD(__ldcg)
SIMT_LOAD(__ldcs)
SIMT_LOAD(__ldlu)
SIMT_LOAD(__ldcv)
#undef SIMT_LOAD

#define SIMT_STORE(name)                                                                           \
    template <class T, class V>                                                                    \
    inline __attribute__((always_inline)) void name(T *address, V value)                           \
    {                                                                                              \
        *address = static_cast<T>(value);                                                          \
    }
SIMT_STORE(__stwb)
SIMT_STORE(__stcg)
SIMT_STORE(__stcs)
SIMT_STORE(__stwt)
#undef SIMT_STORE

#endif
