#include "call_targets.h"

#include "remark.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char gs_call_targets_script[] =
    "SECTIONS\n{\n    .simt_student :\n    {\n        simt_student_begin = .;\n"
    "        *student.o(.text .text.*)\n        simt_student_end = .;\n    }\n}\n"
    "INSERT BEFORE .text;\n";

struct reading {
    Elf *elf;
    Elf_Data *symbols;
    size_t count, names;
};

static bool find_symbols(struct reading *reading)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    while ((section = elf_nextscn(reading->elf, section)) != NULL) {
        if (gelf_getshdr(section, &header) == NULL || header.sh_type != SHT_SYMTAB ||
            header.sh_entsize == 0)
            continue;
        reading->symbols = elf_getdata(section, NULL);
        reading->count = header.sh_size / header.sh_entsize;
        reading->names = header.sh_link;
        return reading->symbols != NULL;
    }
    return false;
}

/* ---- what it names --------------------------------------------------------------------------- */

/* A name that an assembler takes as it is. */
static bool is_plain(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    return name != NULL && name[0] != '\0' && strspn(name, letters) == strlen(name) &&
           strcmp(name, "_GLOBAL_OFFSET_TABLE_") != 0;
}

static void write_names(const struct reading *reading, bool for_kernels, FILE *out)
{
    for (size_t i = 1; i < reading->count; i++) {
        GElf_Sym symbol;
        if (gelf_getsym(reading->symbols, (int)i, &symbol) == NULL ||
            symbol.st_shndx != SHN_UNDEF || GELF_ST_TYPE(symbol.st_info) == STT_TLS)
            continue;
        const char *name = elf_strptr(reading->elf, reading->names, symbol.st_name);
        if (is_plain(name) && gs_symbols_is_for_kernels(name) == for_kernels)
            fprintf(out, "\t.weak %s\n\t.quad %s\n", name, name);
    }
}

/* ---- what it calls --------------------------------------------------------------------------- */

const char *const gs_wrapped_by_runner[] = {
    /* clocks */
    "clock", "time", "gettimeofday", "timespec_get", "clock_gettime",
    "_ZNSt6chrono3_V212steady_clock3nowEv", "_ZNSt6chrono3_V212system_clock3nowEv",
    /* those that call a function for the student */
    "qsort", "bsearch", "_ZSt15set_new_handlerPFvvE",
    "_ZNSt8ios_base17register_callbackEPFvNS_5eventERS_iEi", "_ZNSolsEPFRSoS_E",
    "_ZNSolsEPFRSt8ios_baseS0_E", "_ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E",
    "_ZNSirsEPFRSiS_E", "_ZNSirsEPFRSt8ios_baseS0_E",
    "_ZNSirsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E",
    /* those that end the program, and its output */
    "exit", "abort", "fwrite", "setbuf", "setvbuf", "simt_assert_fail", NULL};

static bool is_wrapped(const char *name)
{
    for (size_t i = 0; gs_wrapped_by_runner[i] != NULL; i++) {
        if (strcmp(gs_wrapped_by_runner[i], name) == 0)
            return true;
    }
    return false;
}

/* Sets *called for each symbol that code of the object calls. */
static void find_called(const struct reading *reading, bool *called)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    while ((section = elf_nextscn(reading->elf, section)) != NULL) {
        if (gelf_getshdr(section, &header) == NULL || header.sh_type != SHT_RELA ||
            header.sh_entsize == 0)
            continue;
        Elf_Data *data = elf_getdata(section, NULL);
        GElf_Rela relocation;
        for (size_t i = 0; data != NULL && i < header.sh_size / header.sh_entsize; i++) {
            if (gelf_getrela(data, (int)i, &relocation) != NULL &&
                GELF_R_TYPE(relocation.r_info) == R_X86_64_PLT32 &&
                GELF_R_SYM(relocation.r_info) < reading->count)
                called[GELF_R_SYM(relocation.r_info)] = true;
        }
    }
}

/* Between the submission and a library's function: the registers stay as they are, and so does the
 * stack. The simulator's own calls pass. */
static void write_gate(const char *name, FILE *source, FILE *options)
{
    fprintf(source,
            "\t.globl __wrap_%s\n\t.type __wrap_%s, @function\n__wrap_%s:\n"
            "\tcmpb $0, %%fs:simt_on_device@tpoff\n\tje 1f\n"
            "\tlea simt_student_begin(%%rip), %%r11\n\tcmp %%r11, (%%rsp)\n\tjb 1f\n"
            "\tlea simt_student_end(%%rip), %%r11\n\tcmp %%r11, (%%rsp)\n\tja 1f\n"
            "\tmov (%%rsp), %%rdi\n\tand $-16, %%rsp\n\tcall simt_refuse_library\n"
            "1:\tjmp __real_%s@PLT\n",
            name, name, name, name);
    fprintf(options, "--wrap=%s\n", name);
}

static void write_gates(const struct reading *reading, FILE *source, FILE *options)
{
    GElf_Ehdr file;
    bool *called = calloc(reading->count, sizeof *called);
    if (called == NULL || gelf_getehdr(reading->elf, &file) == NULL ||
        file.e_machine != EM_X86_64) {
        free(called);
        return;
    }
    find_called(reading, called);
    fputs("\t.text\n", source);
    for (size_t i = 1; i < reading->count; i++) {
        GElf_Sym symbol;
        if (!called[i] || gelf_getsym(reading->symbols, (int)i, &symbol) == NULL ||
            symbol.st_shndx != SHN_UNDEF)
            continue;
        const char *name = elf_strptr(reading->elf, reading->names, symbol.st_name);
        if (is_plain(name) && gs_symbols_is_for_host(name) && !is_wrapped(name))
            write_gate(name, source, options);
    }
    free(called);
}

static void write_source(const struct reading *reading, FILE *out)
{
    fputs("\t.section .data.rel.ro.simt_named,\"aw\"\n\t.balign 8\n\t.globl simt_named_begin, "
          "simt_named_host, simt_named_end\nsimt_named_begin:\n",
          out);
    write_names(reading, true, out);
    fputs("simt_named_host:\n", out);
    write_names(reading, false, out);
    fputs("simt_named_end:\n\t.section .note.GNU-stack,\"\",%progbits\n", out);
}

/* ---- branches -------------------------------------------------------------------------------- */

/* Whether the four bytes before `at` are where a call or jump of x86-64 has its target. */
static bool is_branch(const unsigned char *code, size_t at)
{
    enum { CALL = 0xe8, JUMP = 0xe9, LONG = 0x0f, JUMP_IF = 0x80, JUMP_IF_MASK = 0xf0 };
    return at > 0 && (code[at - 1] == CALL || code[at - 1] == JUMP ||
                      (at > 1 && code[at - 2] == LONG && (code[at - 1] & JUMP_IF_MASK) == JUMP_IF));
}

/* Whether a branch by that relocation goes to the begin of a function, or stays in code of its own.
 */
static bool is_straight(const struct reading *reading, const GElf_Rela *relocation)
{
    enum { BEHIND = 4 }; /* the target counts from the end of its four bytes */
    GElf_Sym symbol;
    GElf_Shdr header;
    const int64_t offset = relocation->r_addend + BEHIND;
    if (gelf_getsym(reading->symbols, (int)GELF_R_SYM(relocation->r_info), &symbol) == NULL)
        return false;
    if (symbol.st_shndx == SHN_UNDEF)
        return offset == 0;
    Elf_Scn *section = elf_getscn(reading->elf, symbol.st_shndx);
    return section != NULL && gelf_getshdr(section, &header) != NULL &&
           (header.sh_flags & SHF_EXECINSTR) != 0 &&
           symbol.st_value + (uint64_t)offset < header.sh_size;
}

static bool are_straight(const struct reading *reading, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Scn *target = elf_getscn(reading->elf, header->sh_info);
    Elf_Data *code = target != NULL ? elf_getdata(target, NULL) : NULL;
    Elf_Data *data = elf_getdata(section, NULL);
    GElf_Shdr of_code;
    if (code == NULL || data == NULL || gelf_getshdr(target, &of_code) == NULL ||
        (of_code.sh_flags & SHF_EXECINSTR) == 0 || code->d_buf == NULL)
        return true;
    for (size_t i = 0; i < header->sh_size / header->sh_entsize; i++) {
        GElf_Rela relocation;
        if (gelf_getrela(data, (int)i, &relocation) == NULL || relocation.r_offset > code->d_size)
            return false;
        if (is_branch(code->d_buf, relocation.r_offset) && !is_straight(reading, &relocation))
            return false;
    }
    return true;
}

static bool check_branches(const struct reading *reading)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    GElf_Ehdr file;
    if (gelf_getehdr(reading->elf, &file) == NULL || file.e_machine != EM_X86_64)
        return true;
    while ((section = elf_nextscn(reading->elf, section)) != NULL) {
        if (gelf_getshdr(section, &header) != NULL && header.sh_type == SHT_RELA &&
            header.sh_entsize > 0 && !are_straight(reading, section, &header))
            return false;
    }
    return true;
}

/* ---- all together ---------------------------------------------------------------------------- */

static enum gs_status write_targets(const struct reading *reading, struct gs_call_targets *targets,
                                    struct gs_error *error)
{
    size_t length;
    FILE *source = open_memstream(&targets->source, &length);
    FILE *options = open_memstream(&targets->options, &length);
    if (source != NULL && options != NULL) {
        write_gates(reading, source, options);
        write_source(reading, source);
    }
    bool good = source != NULL && fclose(source) == 0;
    good = options != NULL && fclose(options) == 0 && good;
    return good ? GS_OK : gs_out_of_memory(error);
}

static enum gs_status read_object(struct reading *reading, const struct gs_object *object,
                                  json_t *remarks, struct gs_call_targets *targets,
                                  struct gs_error *error)
{
    if (reading->elf == NULL || !find_symbols(reading))
        return gs_fail(error, GS_USAGE, "cannot read what simt-cc made of %.100s: %s", object->file,
                       elf_errmsg(-1));
    if (!check_branches(reading))
        gs_remark_add(remarks, GS_NOT_ALLOWED, object->source, 0, "",
                      "%.100s calls an address that was computed, not a function: call functions "
                      "by their names.",
                      object->file);
    return write_targets(reading, targets, error);
}

enum gs_status gs_call_targets(const struct gs_object *object, json_t *remarks,
                               struct gs_call_targets *targets, struct gs_error *error)
{
    struct reading reading = {0};
    *targets = (struct gs_call_targets){0};
    int fd = open(object->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return gs_fail(error, GS_USAGE, "cannot read what simt-cc made of %.100s: %s", object->file,
                       strerror(errno));
    if (elf_version(EV_CURRENT) != EV_NONE)
        reading.elf = elf_begin(fd, ELF_C_READ, NULL);
    enum gs_status status = read_object(&reading, object, remarks, targets, error);
    elf_end(reading.elf);
    close(fd);
    return status;
}

void gs_call_targets_release(struct gs_call_targets *targets)
{
    free(targets->source);
    free(targets->options);
}
