/* says: `simt_vault_` */
/* The same by a pointer and a macro. */
#include "vecadd.h"
#define V(x) simt_vault_##x
extern "C" void V(open_for_good)();
void (*open_it)() = V(open_for_good);
