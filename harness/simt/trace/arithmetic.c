#define _GNU_SOURCE /* dladdr1 */
#include "arithmetic.h"

#include <capstone/capstone.h>
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

const char *const simt_arithmetic_names[SIMT_ARITHMETIC_KINDS] = {
    [SIMT_ADDITIONS_F32] = "additions_f32",
    [SIMT_ADDITIONS_F64] = "additions_f64",
    [SIMT_MULTIPLICATIONS_F32] = "multiplications_f32",
    [SIMT_MULTIPLICATIONS_F64] = "multiplications_f64",
    [SIMT_MULTIPLICATIONS_I32] = "multiplications_i32",
    [SIMT_MULTIPLICATIONS_I64] = "multiplications_i64",
    [SIMT_DIVISIONS_F32] = "divisions_f32",
    [SIMT_DIVISIONS_F64] = "divisions_f64",
    [SIMT_DIVISIONS_I32] = "divisions_i32",
    [SIMT_DIVISIONS_I64] = "divisions_i64",
    [SIMT_ROOTS_F32] = "roots_f32",
    [SIMT_ROOTS_F64] = "roots_f64",
    [SIMT_EXPS_F32] = "exps_f32",
    [SIMT_EXPS_F64] = "exps_f64",
    [SIMT_CONVERSIONS] = "conversions",
    [SIMT_INSTRUCTIONS_I32] = "instructions_i32",
};

void __sanitizer_cov_trace_pc(void);

/* A basic block is short; one that has no end within so many bytes is no code of a compiler's. */
enum { MOST_BLOCK_BYTES = 64 * 1024 };

#if defined __x86_64__ || defined __aarch64__
/* ---- functions that are called --------------------------------------------------------------- */

static const struct {
    const char *name;
    int kind;
} functions[] = {
    {"expf", SIMT_EXPS_F32},
    {"exp2f", SIMT_EXPS_F32},
    {"exp", SIMT_EXPS_F64},
    {"exp2", SIMT_EXPS_F64},
    {"sqrtf", SIMT_ROOTS_F32},
    {"sqrt", SIMT_ROOTS_F64},
    /* A product that is added to something is a sum too. */
    {"fmaf", SIMT_ADDITIONS_F32},
    {"fmaf", SIMT_MULTIPLICATIONS_F32},
    {"fma", SIMT_ADDITIONS_F64},
    {"fma", SIMT_MULTIPLICATIONS_F64},
};
/* Of libm too, and as cheap as an addition or two: they are not counted. */
static const char *const cheap[] = {
    "floor", "floorf", "ceil",  "ceilf",  "trunc", "truncf", "round",     "roundf",
    "rint",  "rintf",  "fmin",  "fminf",  "fmax",  "fmaxf",  "fabs",      "fabsf",
    "lrint", "lrintf", "ldexp", "ldexpf", "frexp", "frexpf", "nearbyint", "nearbyintf"};

/* The name that the slot of a procedure linkage table is resolved by; NULL: it is no such slot. */
static const char *name_of_slot(const void *slot)
{
    struct link_map *map = NULL;
    Dl_info info;
    const ElfW(Rela) *relocations = NULL;
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    size_t bytes = 0;
    if (dladdr1(slot, &info, (void **)&map, RTLD_DL_LINKMAP) == 0 || map == NULL)
        return NULL;
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        relocations = entry->d_tag == DT_JMPREL ? (const void *)entry->d_un.d_ptr : relocations;
        symbols = entry->d_tag == DT_SYMTAB ? (const void *)entry->d_un.d_ptr : symbols;
        names = entry->d_tag == DT_STRTAB ? (const void *)entry->d_un.d_ptr : names;
        bytes = entry->d_tag == DT_PLTRELSZ ? entry->d_un.d_val : bytes;
    }
    if (relocations == NULL || symbols == NULL || names == NULL)
        return NULL;
    for (size_t i = 0; i < bytes / sizeof(*relocations); i++) {
        if (relocations[i].r_offset + map->l_addr == (uintptr_t)slot)
            return names + symbols[ELF64_R_SYM(relocations[i].r_info)].st_name;
    }
    return NULL;
}

static void add_call(struct simt_arithmetic *sum, const char *name, uint64_t times)
{
    bool known = false;
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
        if (strcmp(functions[i].name, name) == 0) {
            sum->counts[functions[i].kind] += times;
            known = true;
        }
    }
    if (known)
        return;
    for (size_t i = 0; i < sizeof(cheap) / sizeof(cheap[0]); i++) {
        if (strcmp(cheap[i], name) == 0)
            return;
    }
    void *function = dlsym(RTLD_DEFAULT, name);
    Dl_info info;
    if (function != NULL && dladdr(function, &info) != 0 && strstr(info.dli_fname, "/libm") != NULL)
        (void)snprintf(sum->other_function, sizeof(sum->other_function), "%s", name);
}

/* ---- instructions ---------------------------------------------------------------------------- */

static bool is_in_group(const cs_insn *instruction, uint8_t group)
{
    for (uint8_t i = 0; i < instruction->detail->groups_count; i++) {
        if (instruction->detail->groups[i] == group)
            return true;
    }
    return false;
}

#if defined __x86_64__
static const cs_arch processor = CS_ARCH_X86;
static const cs_mode mode = CS_MODE_64;
enum { CALL = X86_INS_CALL };

/* `jmp *slot(%rip)`, as an entry of the table begins, also behind endbr64 and with a prefix. */
static const char *name_of_entry(const uint8_t *code)
{
    static const uint8_t endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
    int32_t distance;
    code += memcmp(code, endbr64, sizeof(endbr64)) == 0 ? sizeof(endbr64) : 0;
    code += *code == 0xf2; /* bnd */
    if (code[0] != 0xff || code[1] != 0x25)
        return NULL;
    memcpy(&distance, code + 2, sizeof(distance));
    return name_of_slot(code + 6 + distance);
}

/* -1: no arithmetic. Of integers, multiplications and divisions alone: what is left is what
 * addresses and loops take, and what the compiler's calls take here and nowhere else. */
static int kind_of(const cs_insn *instruction)
{
    const cs_x86 *x86 = &instruction->detail->x86;
    bool wide = x86->op_count > 0 && x86->operands[0].size == 8;
    switch (instruction->id) {
    case X86_INS_ADDSS:
    case X86_INS_SUBSS:
    case X86_INS_MINSS:
    case X86_INS_MAXSS:
    case X86_INS_COMISS:
    case X86_INS_UCOMISS:
        return SIMT_ADDITIONS_F32;
    case X86_INS_ADDSD:
    case X86_INS_SUBSD:
    case X86_INS_MINSD:
    case X86_INS_MAXSD:
    case X86_INS_COMISD:
    case X86_INS_UCOMISD:
        return SIMT_ADDITIONS_F64;
    case X86_INS_MULSS:
        return SIMT_MULTIPLICATIONS_F32;
    case X86_INS_MULSD:
        return SIMT_MULTIPLICATIONS_F64;
    case X86_INS_DIVSS:
        return SIMT_DIVISIONS_F32;
    case X86_INS_DIVSD:
        return SIMT_DIVISIONS_F64;
    case X86_INS_SQRTSS:
        return SIMT_ROOTS_F32;
    case X86_INS_SQRTSD:
        return SIMT_ROOTS_F64;
    case X86_INS_IMUL:
    case X86_INS_MUL:
        return wide ? SIMT_MULTIPLICATIONS_I64 : SIMT_MULTIPLICATIONS_I32;
    case X86_INS_IDIV:
    case X86_INS_DIV:
        return wide ? SIMT_DIVISIONS_I64 : SIMT_DIVISIONS_I32;
    case X86_INS_CVTSI2SS:
    case X86_INS_CVTSI2SD:
    case X86_INS_CVTTSS2SI:
    case X86_INS_CVTTSD2SI:
    case X86_INS_CVTSS2SD:
    case X86_INS_CVTSD2SS:
        return SIMT_CONVERSIONS;
    default:
        return -1;
    }
}

/* One that is a sum too: there is none. */
static int second_kind_of(const cs_insn *instruction)
{
    (void)instruction;
    return -1;
}

/* As a GPU has it: instructions of 32 bits that an instruction on integers is. Arithmetic that is
 * counted by its kind is none here, nor are jumps: a GPU's compiler makes predicates of most, and
 * unrolls loops. */
static unsigned integer_instructions(const cs_insn *instruction)
{
    const cs_x86 *x86 = &instruction->detail->x86;
    bool wide = x86->op_count > 0 && x86->operands[0].size == 8;
    switch (instruction->id) {
    case X86_INS_ADD:
    case X86_INS_SUB:
    case X86_INS_INC:
    case X86_INS_DEC:
    case X86_INS_NEG:
    case X86_INS_NOT:
    case X86_INS_AND:
    case X86_INS_OR:
    case X86_INS_XOR:
    case X86_INS_SHL:
    case X86_INS_SHR:
    case X86_INS_SAR:
    case X86_INS_SAL:
    case X86_INS_CMP:
    case X86_INS_TEST:
        return wide ? 2 : 1;
    case X86_INS_LEA: /* of an element of an array; other addresses are the simulator's */
        return x86->operands[1].mem.index == X86_REG_INVALID ? 0 : 1;
    default:
        return 0;
    }
}

/* A jump that a check for overflow of signed integers makes, which only simt-cc asks for. */
static bool jumps_on_overflow(const cs_insn *instruction)
{
    return instruction->id == X86_INS_JO;
}

static bool jumps_without_overflow(const cs_insn *instruction)
{
    return instruction->id == X86_INS_JNO;
}

/* Where a call or a jump goes; NULL: to an address in a register. */
static const void *target_of(const cs_insn *instruction)
{
    const cs_x86_op *operand = &instruction->detail->x86.operands[0];
    return operand->type == X86_OP_IMM ? (const void *)(uintptr_t)operand->imm : NULL;
}
#else
static const cs_arch processor = CS_ARCH_ARM64;
static const cs_mode mode = CS_MODE_ARM;
enum { CALL = ARM64_INS_BL };

/* `adrp x16, page; ldr x17, [x16, #offset]`, as an entry of the table begins, also behind `bti c`.
 */
static const char *name_of_entry(const uint8_t *code)
{
    enum { BTI_C = 0xd503245fU, ADRP_X16 = 0x90000010U, LDR_X17_X16 = 0xf9400211U };
    uint32_t words[3];
    uint64_t address = (uintptr_t)code;
    memcpy(words, code, sizeof(words));
    const uint32_t *word = words + (words[0] == BTI_C);
    address += (words[0] == BTI_C) * sizeof(words[0]);
    if ((word[0] & 0x9f00001fU) != ADRP_X16 || (word[1] & 0xffc003ffU) != LDR_X17_X16)
        return NULL;
    uint64_t pages = (uint64_t)(word[0] >> 5 & 0x7ffff) << 2 | (word[0] >> 29 & 3);
    pages |= pages >> 20 != 0 ? ~(uint64_t)0 << 21 : 0; /* a distance of 21 bits, with its sign */
    uint64_t slot =
        (address & ~(uint64_t)0xfff) + (pages << 12) + (uint64_t)(word[1] >> 10 & 0xfff) * 8;
    return name_of_slot((const void *)(uintptr_t)slot);
}

static bool is_wide(const cs_insn *instruction)
{
    const arm64_reg r = instruction->detail->arm64.operands[0].reg;
    return (r >= ARM64_REG_D0 && r <= ARM64_REG_D31) || (r >= ARM64_REG_X0 && r <= ARM64_REG_X28) ||
           r == ARM64_REG_X29 || r == ARM64_REG_X30;
}

/* -1: no arithmetic. Of integers, multiplications and divisions alone: what is left is what
 * addresses and loops take, and what the compiler's calls take here and nowhere else. */
static int kind_of(const cs_insn *instruction)
{
    bool wide = is_wide(instruction);
    switch (instruction->id) {
    case ARM64_INS_FADD:
    case ARM64_INS_FSUB:
    case ARM64_INS_FMIN:
    case ARM64_INS_FMAX:
    case ARM64_INS_FMINNM:
    case ARM64_INS_FMAXNM:
    case ARM64_INS_FCMP:
    case ARM64_INS_FCMPE:
        return wide ? SIMT_ADDITIONS_F64 : SIMT_ADDITIONS_F32;
    case ARM64_INS_FMUL:
    case ARM64_INS_FNMUL:
    case ARM64_INS_FMADD:
    case ARM64_INS_FMSUB:
    case ARM64_INS_FNMADD:
    case ARM64_INS_FNMSUB:
        return wide ? SIMT_MULTIPLICATIONS_F64 : SIMT_MULTIPLICATIONS_F32;
    case ARM64_INS_FDIV:
        return wide ? SIMT_DIVISIONS_F64 : SIMT_DIVISIONS_F32;
    case ARM64_INS_FSQRT:
        return wide ? SIMT_ROOTS_F64 : SIMT_ROOTS_F32;
    case ARM64_INS_MUL:
    case ARM64_INS_MNEG:
    case ARM64_INS_MADD:
    case ARM64_INS_MSUB:
    case ARM64_INS_SMULL:
    case ARM64_INS_UMULL:
    case ARM64_INS_SMULH:
    case ARM64_INS_UMULH:
        return wide ? SIMT_MULTIPLICATIONS_I64 : SIMT_MULTIPLICATIONS_I32;
    case ARM64_INS_SDIV:
    case ARM64_INS_UDIV:
        return wide ? SIMT_DIVISIONS_I64 : SIMT_DIVISIONS_I32;
    case ARM64_INS_SCVTF:
    case ARM64_INS_UCVTF:
    case ARM64_INS_FCVTZS:
    case ARM64_INS_FCVTZU:
    case ARM64_INS_FCVT:
        return SIMT_CONVERSIONS;
    default:
        return -1;
    }
}

static unsigned integer_instructions(const cs_insn *instruction)
{
    switch (instruction->id) {
    case ARM64_INS_ADD:
    case ARM64_INS_SUB:
    case ARM64_INS_NEG:
    case ARM64_INS_AND:
    case ARM64_INS_ORR:
    case ARM64_INS_EOR:
    case ARM64_INS_LSL:
    case ARM64_INS_LSR:
    case ARM64_INS_ASR:
    case ARM64_INS_UBFX:
    case ARM64_INS_CMP:
    case ARM64_INS_CMN:
    case ARM64_INS_TST:
        return is_wide(instruction) ? 2 : 1;
    default:
        return 0;
    }
}

/* A product that is added to something is a sum too; -1: it is none. */
static int second_kind_of(const cs_insn *instruction)
{
    switch (instruction->id) {
    case ARM64_INS_FMADD:
    case ARM64_INS_FMSUB:
    case ARM64_INS_FNMADD:
    case ARM64_INS_FNMSUB:
        return is_wide(instruction) ? SIMT_ADDITIONS_F64 : SIMT_ADDITIONS_F32;
    default:
        return -1;
    }
}

/* A jump that a check for overflow of signed integers makes, which only simt-cc asks for. */
static bool jumps_on_overflow(const cs_insn *instruction)
{
    return instruction->id == ARM64_INS_B && instruction->detail->arm64.cc == ARM64_CC_VS;
}

static bool jumps_without_overflow(const cs_insn *instruction)
{
    return instruction->id == ARM64_INS_B && instruction->detail->arm64.cc == ARM64_CC_VC;
}

/* Where a call or a jump goes. */
static const void *target_of(const cs_insn *instruction)
{
    const cs_arm64_op *operand = &instruction->detail->arm64.operands[0];
    return operand->type == ARM64_OP_IMM ? (const void *)(uintptr_t)operand->imm : NULL;
}
#endif

/* False: the block ends here. */
static bool add_instruction(struct simt_arithmetic *sum, const cs_insn *instruction, uint64_t times)
{
    if (instruction->id != CALL) {
        int kind = kind_of(instruction), second = second_kind_of(instruction);
        sum->counts[SIMT_INSTRUCTIONS_I32] += integer_instructions(instruction) * times;
        if (jumps_on_overflow(instruction))
            return true;
        if (is_in_group(instruction, CS_GRP_JUMP) || is_in_group(instruction, CS_GRP_RET))
            return false;
        if (kind >= 0)
            sum->counts[kind] += times;
        if (second >= 0)
            sum->counts[second] += times;
        return true;
    }
    const void *target = target_of(instruction);
    if (target == NULL)
        return true;
    if (target == (const void *)__sanitizer_cov_trace_pc)
        return false;
    const char *name = name_of_entry(target);
    if (name != NULL && strcmp(name, "__sanitizer_cov_trace_pc") == 0)
        return false;
    if (name != NULL)
        add_call(sum, name, times);
    return true;
}

/* The disassembler. Programs that are checked are not linked with it, and few of them are traced:
 * it is looked for then. */
static struct {
    cs_err (*open)(cs_arch arch, cs_mode mode, csh *decoder);
    cs_err (*option)(csh decoder, cs_opt_type type, size_t value);
    cs_insn *(*allocate)(csh decoder);
    bool (*next)(csh decoder, const uint8_t **code, size_t *left, uint64_t *address,
                 cs_insn *instruction);
    csh decoder;
    cs_insn *instruction; /* NULL: there is none */
} capstone;

/* POSIX has dlsym() return functions as pointers to data. */
static bool find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof(found));
    return found != NULL;
}

bool simt_arithmetic_begin(void)
{
    if (capstone.instruction != NULL)
        return true;
    void *library = RTLD_DEFAULT; /* of a program that is linked with it */
    if (dlsym(library, "cs_open") == NULL)
        library = dlopen(SIMT_CAPSTONE, RTLD_NOW);
    if (!find(library, "cs_open", &capstone.open) ||
        !find(library, "cs_option", &capstone.option) ||
        !find(library, "cs_malloc", &capstone.allocate) ||
        !find(library, "cs_disasm_iter", &capstone.next) ||
        capstone.open(processor, mode, &capstone.decoder) != CS_ERR_OK)
        return false;
    (void)capstone.option(capstone.decoder, CS_OPT_DETAIL, CS_OPT_ON);
    capstone.instruction = capstone.allocate(capstone.decoder);
    return capstone.instruction != NULL;
}

void simt_arithmetic_add(struct simt_arithmetic *sum, const void *site, uint64_t times)
{
    const uint8_t *code = site;
    uint64_t address = (uintptr_t)site;
    size_t left = MOST_BLOCK_BYTES;
    while (capstone.next(capstone.decoder, &code, &left, &address, capstone.instruction)) {
        if (jumps_without_overflow(capstone.instruction)) {
            code = target_of(capstone.instruction);
            address = (uintptr_t)code;
        } else if (!add_instruction(sum, capstone.instruction, times)) {
            break;
        }
    }
}
#else
bool simt_arithmetic_begin(void)
{
    return false;
}

void simt_arithmetic_add(struct simt_arithmetic *sum, const void *site, uint64_t times)
{
    (void)sum, (void)site, (void)times;
}
#endif
