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
