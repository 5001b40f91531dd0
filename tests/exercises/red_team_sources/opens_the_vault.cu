/* says: `simt_vault_open` */
/* Opens what the inspector knows. */
#include "vecadd.h"
extern "C" void simt_vault_open();
void vecadd(float *, const float *, const float *, size_t)
{
    simt_vault_open();
}
