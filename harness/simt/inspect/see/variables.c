#define _GNU_SOURCE /* dl_iterate_phdr */
#include "variables.h"

#include "runtime/indirect.h"
#include "runtime/wall.h"
#include "space.h"

#include <fcntl.h>
#include <gelf.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

/* How far the program was moved from the addresses in its file; it comes first. */
static int find_bias(struct dl_phdr_info *info, size_t size, void *bias)
{
    (void)size;
    *(uintptr_t *)bias = info->dlpi_addr;
    return 1;
}

/* Null: there is none. */
static const char *section_name(Elf *elf, size_t names, size_t index, bool *writable)
{
    GElf_Shdr header;
    Elf_Scn *section = elf_getscn(elf, index);

    if (!section || !gelf_getshdr(section, &header))
        return NULL;
    *writable = header.sh_flags & SHF_WRITE;
    return elf_strptr(elf, names, header.sh_name);
}

/* Variables that may be the device's and have no section to say so: of templates, members of
 * classes, and those of functions. By the names that the C++ ABI gives them. */
static bool may_be_device(const char *section, const char *name, const GElf_Sym *symbol)
{
    unsigned binding = GELF_ST_BIND(symbol->st_info);

    if (strncmp(section, ".data", 5) != 0 && strncmp(section, ".bss", 4) != 0)
        return false;
    return binding == STB_WEAK || binding == STB_GNU_UNIQUE || !strncmp(name, "_ZZ", 3) ||
           !strncmp(name, "_ZN", 3);
}

/* Memory of the host's that the device reaches, or may. */
static void add_reachable(const void *address, size_t bytes, const char *name)
{
    simt_space_allocated(address, bytes, SIMT_OBJECT_REGISTERED, NULL);
    if (name)
        simt_space_named(address, name);
}

static const char *after(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);

    return strncmp(text, prefix, length) != 0 ? NULL : text + length;
}

/* What nobody can write holds what the source says, which the host may know. */
static void add_variable(void *address, size_t bytes, bool constant, const char *name,
                         bool writable)
{
    simt_space_variable(address, bytes, constant, name, NULL, 0);
    if (writable)
        simt_wall_add_variable(address, bytes);
}

static void add_symbol(Elf *elf, size_t names, const char *symbol_name, const GElf_Sym *symbol,
                       uintptr_t bias)
{
    bool writable = false;
    const char *section = section_name(elf, names, symbol->st_shndx, &writable), *name;
    void *address = (void *)(bias + symbol->st_value); // NOLINT(performance-no-int-to-ptr)

    if (GELF_ST_TYPE(symbol->st_info) == STT_FUNC)
        simt_indirect_function((uintptr_t)address);
    if (GELF_ST_TYPE(symbol->st_info) != STT_OBJECT || !section || !symbol->st_size)
        return;
    if ((name = after(section, "simt_device.")) != NULL)
        add_variable(address, symbol->st_size, false, name, writable);
    else if ((name = after(section, "simt_constant.")) != NULL)
        add_variable(address, symbol->st_size, true, name, writable);
    else if ((name = after(section, "simt_managed.")) != NULL)
        add_reachable(address, symbol->st_size, name);
    else if (symbol_name && may_be_device(section, symbol_name, symbol))
        add_reachable(address, symbol->st_size, NULL);
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
                add_symbol(elf, names, elf_strptr(elf, header.sh_link, symbol.st_name), &symbol,
                           bias);
    }
}

void simt_variables_find_in(const char *path, uintptr_t bias)
{
    size_t names;
    Elf *elf;
    int file = open(path, O_RDONLY | O_CLOEXEC);

    if (file < 0)
        return;
    (void)elf_version(EV_CURRENT);
    elf = elf_begin(file, ELF_C_READ_MMAP, NULL);
    if (elf && !elf_getshdrstrndx(elf, &names))
        read_symbols(elf, names, bias);
    (void)elf_end(elf);
    (void)close(file);
}

void simt_variables_find(void)
{
    uintptr_t bias = 0;

    (void)dl_iterate_phdr(find_bias, &bias);
    simt_variables_find_in("/proc/self/exe", bias);
}
