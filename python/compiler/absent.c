/* What gs_runner.o names of gcc's C++ library (harness/judge/runner.c puts a function around each).
 * A program that is linked with clang's library calls none of them, and the linker wants them all.
 */
#include <stdlib.h>

#define ABSENT(name)                                                                               \
    void name(void);                                                                               \
    void name(void)                                                                                \
    {                                                                                              \
        abort();                                                                                   \
    }
ABSENT(_ZNSt6chrono3_V212steady_clock3nowEv)
ABSENT(_ZNSt6chrono3_V212system_clock3nowEv)
ABSENT(_ZNSolsEPFRSoS_E)
ABSENT(_ZNSolsEPFRSt8ios_baseS0_E)
ABSENT(_ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E)
ABSENT(_ZNSirsEPFRSiS_E)
ABSENT(_ZNSirsEPFRSt8ios_baseS0_E)
ABSENT(_ZNSirsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E)
ABSENT(_ZNSt8ios_base17register_callbackEPFvNS_5eventERS_iEi)

/* gcc's OpenMP library for Arm calls three functions of gcc's own runtime that clang's has not:
 * they are what __sync_val_compare_and_swap() and __sync_fetch_and_add() do.
 */
#ifdef __aarch64__
unsigned long __aarch64_cas8_sync(unsigned long expected, unsigned long desired, unsigned long *at);
unsigned long __aarch64_cas8_sync(unsigned long expected, unsigned long desired, unsigned long *at)
{
    unsigned long found = __sync_val_compare_and_swap(at, expected, desired);
    __sync_synchronize();
    return found;
}

unsigned __aarch64_ldadd4_sync(unsigned value, unsigned *at);
unsigned __aarch64_ldadd4_sync(unsigned value, unsigned *at)
{
    unsigned found = __sync_fetch_and_add(at, value);
    __sync_synchronize();
    return found;
}

unsigned long __aarch64_ldadd8_sync(unsigned long value, unsigned long *at);
unsigned long __aarch64_ldadd8_sync(unsigned long value, unsigned long *at)
{
    unsigned long found = __sync_fetch_and_add(at, value);
    __sync_synchronize();
    return found;
}
#endif
