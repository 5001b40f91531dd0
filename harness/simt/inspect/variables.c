#define _GNU_SOURCE /* dl_iterate_phdr */
#include "variables.h"

#include "space.h"

#include <fcntl.h>
#include <gelf.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

static const char device_prefix[] = "simt_device.", constant_prefix[] = "simt_constant.",
                  managed_prefix[] = "simt_managed.";

/* How far the program was moved from the addresses in its file; it comes first. */
static int find_bias(struct dl_phdr_info *info, size_t size, void *bias)
{
    (void)size;
    *(uintptr_t *)bias = info->dlpi_addr;
    return 1;
}

static const char *section_name(Elf *elf, size_t names, size_t index)
{
    GElf_Shdr header;
    Elf_Scn *section = elf_getscn(elf, index);

    if (!section || !gelf_getshdr(section, &header))
        return NULL;
    return elf_strptr(elf, names, header.sh_name);
}

static void tell(Elf *elf, size_t names, const GElf_Sym *symbol, uintptr_t bias)
{
    const char *section = section_name(elf, names, symbol->st_shndx);
    const void *address =
        (const void *)(bias + symbol->st_value); // NOLINT(performance-no-int-to-ptr)

    if (GELF_ST_TYPE(symbol->st_info) != STT_OBJECT || !section || !symbol->st_size)
        return;
    if (!strncmp(section, device_prefix, sizeof(device_prefix) - 1))
        simt_space_variable(address, symbol->st_size, false, section + sizeof(device_prefix) - 1,
                            NULL, 0);
    else if (!strncmp(section, constant_prefix, sizeof(constant_prefix) - 1))
        simt_space_variable(address, symbol->st_size, true, section + sizeof(constant_prefix) - 1,
                            NULL, 0);
    else if (!strncmp(section, managed_prefix, sizeof(managed_prefix) - 1)) {
        /* Memory of the host's that the device reaches. */
        simt_space_allocated(address, symbol->st_size, SIMT_OBJECT_REGISTERED, NULL);
        simt_space_named(address, section + sizeof(managed_prefix) - 1);
    }
}

static void read_symbols(Elf *elf, size_t names, uintptr_t bias)
{
    Elf_Scn *section = NULL;

    while ((section = elf_nextscn(elf, section)) != NULL) {
        GElf_Shdr header;
        Elf_Data *data;
        GElf_Sym symbol;

        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB)
            continue;
        data = elf_getdata(section, NULL);
        for (int i = 0; data && gelf_getsym(data, i, &symbol); i++)
            if (symbol.st_shndx < SHN_LORESERVE)
                tell(elf, names, &symbol, bias);
    }
}

void simt_variables_find(void)
{
    uintptr_t bias = 0;
    size_t names;
    Elf *elf;
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);

    if (file < 0)
        return;
    (void)dl_iterate_phdr(find_bias, &bias);
    (void)elf_version(EV_CURRENT);
    elf = elf_begin(file, ELF_C_READ_MMAP, NULL);
    if (elf && !elf_getshdrstrndx(elf, &names))
        read_symbols(elf, names, bias);
    (void)elf_end(elf);
    (void)close(file);
}
