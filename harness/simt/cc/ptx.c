#include "ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { most_operands = 30, most_words = 8 };

/* An instruction: what stands before the type, the types that may follow, and how many operands it
 * reads. All but those without a type write their first operand. */
static const struct instruction {
    const char *name;
    const char *types;
    unsigned inputs;
} instructions[] = {
    {"mov", "u16 s16 b16 u32 s32 b32 u64 s64 b64 f32 f64", 1},
    {"add", "u16 s16 u32 s32 u64 s64 f32 f64", 2},
    {"sub", "u16 s16 u32 s32 u64 s64 f32 f64", 2},
    {"mul", "f32 f64", 2},
    {"mul.lo", "u16 s16 u32 s32 u64 s64", 2},
    {"mul.hi", "u32 s32 u64 s64", 2},
    {"mad.lo", "u16 s16 u32 s32 u64 s64", 3},
    {"fma.rn", "f32 f64", 3},
    {"and", "b16 b32 b64", 2},
    {"or", "b16 b32 b64", 2},
    {"xor", "b16 b32 b64", 2},
    {"not", "b16 b32 b64", 1},
    {"shl", "b16 b32 b64", 2},
    {"shr", "u16 s16 b16 u32 s32 b32 u64 s64 b64", 2},
    {"min", "u16 s16 u32 s32 u64 s64", 2},
    {"max", "u16 s16 u32 s32 u64 s64", 2},
    {"abs", "s16 s32 s64", 1},
    {"neg", "s16 s32 s64", 1},
    {"popc", "b32 b64", 1},
    {"clz", "b32 b64", 1},
    {"bfind", "u32 s32 u64 s64", 1},
    {"brev", "b32 b64", 1},
    {"vabsdiff4.u32.u32.u32", "add", 3},
    {"membar.cta", NULL, 0},
    {"membar.gl", NULL, 0},
    {"membar.sys", NULL, 0},
    {"fence.acq_rel.cta", NULL, 0},
    {"fence.acq_rel.gpu", NULL, 0},
    {"fence.acq_rel.sys", NULL, 0},
    {"fence.sc.cta", NULL, 0},
    {"fence.sc.gpu", NULL, 0},
    {"fence.sc.sys", NULL, 0},
};

/* What may stand between `ld` or `st` and the type, each word behind those of a smaller rank. */
enum { ORDER = 1, SCOPE, SPACE, HINT };
static const struct qualifier {
    const char *name;
    unsigned rank;
    const char *only; /* for one of the two */
    bool is_strong, is_ordered, is_narrow, has_scope;
} qualifiers[] = {
    {.name = "weak", .rank = ORDER},
    {.name = "volatile", .rank = ORDER, .is_strong = true},
    {.name = "relaxed", .rank = ORDER, .is_strong = true, .has_scope = true},
    {.name = "acquire",
     .rank = ORDER,
     .only = "ld",
     .is_strong = true,
     .is_ordered = true,
     .has_scope = true},
    {.name = "release",
     .rank = ORDER,
     .only = "st",
     .is_strong = true,
     .is_ordered = true,
     .has_scope = true},
    {.name = "cta", .rank = SCOPE, .is_narrow = true},
    {.name = "cluster", .rank = SCOPE},
    {.name = "gpu", .rank = SCOPE},
    {.name = "sys", .rank = SCOPE},
    {.name = "global", .rank = SPACE},
    {.name = "ca", .rank = HINT, .only = "ld"},
    {.name = "cg", .rank = HINT},
    {.name = "cs", .rank = HINT},
    {.name = "lu", .rank = HINT, .only = "ld"},
    {.name = "cv", .rank = HINT, .only = "ld"},
    {.name = "nc", .rank = HINT, .only = "ld"},
    {.name = "wb", .rank = HINT, .only = "st"},
    {.name = "wt", .rank = HINT, .only = "st"},
};
static const struct instruction moved = {
    .types = "u8 s8 b8 u16 s16 b16 u32 s32 b32 u64 s64 b64 f32 f64"};

static const struct type {
    const char *name, *in_cxx;
} types[] = {
    {"u8", "unsigned char"}, {"s8", "signed char"},
    {"b8", "unsigned char"}, {"u16", "unsigned short"},
    {"s16", "short"},        {"b16", "unsigned short"},
    {"u32", "unsigned"},     {"s32", "int"},
    {"b32", "unsigned"},     {"u64", "unsigned long long"},
    {"s64", "long long"},    {"b64", "unsigned long long"},
    {"f32", "float"},        {"f64", "double"},
    {"add", "unsigned"},
};

/* Registers that say who a thread is, and clocks. */
static const struct special {
    const char *name, *in_cxx;
} specials[] = {
    {"tid.x", "threadIdx.x"},
    {"tid.y", "threadIdx.y"},
    {"tid.z", "threadIdx.z"},
    {"ntid.x", "blockDim.x"},
    {"ntid.y", "blockDim.y"},
    {"ntid.z", "blockDim.z"},
    {"ctaid.x", "blockIdx.x"},
    {"ctaid.y", "blockIdx.y"},
    {"ctaid.z", "blockIdx.z"},
    {"nctaid.x", "gridDim.x"},
    {"nctaid.y", "gridDim.y"},
    {"nctaid.z", "gridDim.z"},
    {"laneid", "::simt_cpp::ptx::laneid()"},
    {"warpid", "::simt_cpp::ptx::warpid()"},
    {"lanemask_eq", "(1u << ::simt_cpp::ptx::laneid())"},
    {"lanemask_lt", "((1u << ::simt_cpp::ptx::laneid()) - 1)"},
    {"lanemask_le", "((2u << ::simt_cpp::ptx::laneid()) - 1)"},
    {"lanemask_gt", "~((2u << ::simt_cpp::ptx::laneid()) - 1)"},
    {"lanemask_ge", "~((1u << ::simt_cpp::ptx::laneid()) - 1)"},
    {"clock", "(unsigned)::clock64()"},
    {"clock64", "::clock64()"},
    {"globaltimer", "::simt_clock_ns()"},
};

/* A statement as it is read: the text of the PTX, and the expressions of %0, %1, … */
struct assembly {
    const struct simt_source *source;
    struct simt_buffer text;
    size_t first[most_operands], last[most_operands]; /* tokens of the expressions */
    bool changed[most_operands];                      /* "+": read, and written */
    size_t operand_count, output_count;
};

/* ---- the statement in C++ ---- */

/* Adds what a string literal holds; of escapes, PTX needs \n and \t alone, as blanks. */
static void add_literal(const struct simt_source *source, size_t index, struct simt_buffer *text)
{
    const struct simt_token *token = &source->tokens[index];
    const char *at = source->text + token->start, *end = at + token->length;
    while (at < end && *at != '"')
        at++;
    for (at++; at + 1 < end; at++) {
        bool escape = *at == '\\';
        at += escape;
        simt_buffer_add(text, escape && strchr("ntr", *at) != NULL ? " " : at, 1);
    }
}

/* Reads `"constraint" (expression), …` from `index` on. The colons or parenthesis behind; 0: it is
 * something else. */
static size_t read_operands(struct assembly *assembly, size_t index, size_t close)
{
    const struct simt_source *source = assembly->source;
    while (index < close && !simt_token_is_any(source, index, ":", "::")) {
        if (simt_token_is(source, index, ","))
            index++;
        if (source->tokens[index].kind != SIMT_TOKEN_STRING ||
            !simt_token_is(source, index + 1, "(") || assembly->operand_count == most_operands)
            return 0;
        size_t end = simt_skip_group(source, index + 1);
        const struct simt_token *constraint = &source->tokens[index];
        assembly->changed[assembly->operand_count] =
            memchr(source->text + constraint->start, '+', constraint->length) != NULL;
        assembly->first[assembly->operand_count] = index + 1;
        assembly->last[assembly->operand_count++] = end;
        index = end + 1;
    }
    return index;
}

/* What is clobbered, behind the third colon, says nothing that C++ does not know. */
static bool read_assembly(struct assembly *assembly, size_t open)
{
    const struct simt_source *source = assembly->source;
    size_t close = source->tokens[open].match, i = open + 1;
    while (i < close && source->tokens[i].kind == SIMT_TOKEN_STRING)
        add_literal(source, i++, &assembly->text);
    simt_buffer_add_string(&assembly->text, "");
    for (unsigned part = 0; part < 2 && i < close; part++) {
        if (simt_token_is(source, i, "::")) /* no outputs, or no inputs */
            part++;
        else if (!simt_token_is(source, i, ":"))
            return false;
        if (part == 2)
            break;
        i = read_operands(assembly, i + 1, close);
        if (i == 0)
            return false;
        if (part == 0)
            assembly->output_count = assembly->operand_count;
    }
    return !assembly->text.failed;
}

/* ---- one instruction ---- */

static bool is_word(const char *at, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(at, word, length) == 0;
}

/* An operand in C++: an expression of the program's, a special register, or a number. */
static bool add_operand(const struct assembly *assembly, const char *at, size_t length,
                        struct simt_buffer *out)
{
    bool doubled = length > 1 && at[0] == '%' && at[1] == '%';
    if (length > 1 && at[0] == '%' && isdigit((unsigned char)at[1])) {
        size_t number = strtoul(at + 1, NULL, 10);
        if (number >= assembly->operand_count)
            return false;
        simt_buffer_format(out, "simt_operand_%zu", number);
        return true;
    }
    if (length > 0 && at[0] == '%') {
        size_t skip = doubled ? 2 : 1;
        for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++) {
            if (is_word(at + skip, length - skip, specials[i].name)) {
                simt_buffer_add_string(out, specials[i].in_cxx);
                return true;
            }
        }
        return false;
    }
    size_t sign = length > 0 && at[0] == '-';
    for (size_t i = sign; i < length; i++) {
        bool prefix = i == sign + 1 && (at[i] == 'x' || at[i] == 'X') && at[sign] == '0';
        if (!prefix && !isdigit((unsigned char)at[i]) &&
            !(length > sign + 2 && at[sign] == '0' && isxdigit((unsigned char)at[i]) &&
              (at[sign + 1] == 'x' || at[sign + 1] == 'X')))
            return false;
    }
    simt_buffer_add(out, at, length);
    return length > sign;
}

/* Words of an instruction: its name, and its operands. */
struct words {
    const char *at[most_words];
    size_t length[most_words];
    size_t count;
};

static bool cut(const char *at, const char *end, struct words *words)
{
    words->count = 0;
    while (at < end) {
        while (at < end && (isspace((unsigned char)*at) || *at == ','))
            at++;
        const char *begin = at;
        const char *bracket = at < end && *at == '[' ? memchr(at, ']', (size_t)(end - at)) : NULL;
        if (bracket != NULL) /* an address is one word */
            at = bracket;
        while (at < end && !isspace((unsigned char)*at) && *at != ',')
            at++;
        if (at == begin)
            break;
        if (words->count == most_words)
            return false;
        words->at[words->count] = begin;
        words->length[words->count++] = (size_t)(at - begin);
    }
    return true;
}

/* The type behind the name, in C++; NULL: it is not one of the instruction's. */
static const char *find_type(const struct instruction *instruction, const char *at, size_t length)
{
    const char *found = instruction->types;
    while (found != NULL &&
           !(strncmp(found, at, length) == 0 && (found[length] == ' ' || found[length] == '\0'))) {
        found = strchr(found, ' ');
        found = found != NULL ? found + 1 : NULL;
    }
    for (size_t i = 0; found != NULL && i < sizeof types / sizeof types[0]; i++) {
        if (is_word(at, length, types[i].name))
            return types[i].in_cxx;
    }
    return NULL;
}

/* The instruction of that name, and its type in C++; NULL: there is none. */
static const struct instruction *find_instruction(const char *at, size_t length, const char **type)
{
    for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; i++) {
        const struct instruction *instruction = &instructions[i];
        size_t name = strlen(instruction->name);
        if (length < name || memcmp(at, instruction->name, name) != 0)
            continue;
        *type = NULL;
        if (instruction->types == NULL && length == name)
            return instruction;
        if (instruction->types == NULL || length < name + 2 || at[name] != '.')
            continue;
        *type = find_type(instruction, at + name + 1, length - name - 1);
        if (*type != NULL)
            return instruction;
    }
    return NULL;
}

/* Adds the name of the function in C++: membar.gl is membar_gl, and `and` is and_. */
static void add_name(const struct instruction *instruction, struct simt_buffer *out)
{
    static const char *const reserved[] = {"and", "or", "xor", "not"};
    simt_buffer_add_string(out, "::simt_cpp::ptx::");
    for (const char *at = instruction->name; *at != '\0'; at++)
        simt_buffer_add(out, *at == '.' ? "_" : at, 1);
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++) {
        if (strcmp(instruction->name, reserved[i]) == 0)
            simt_buffer_add_string(out, "_");
    }
}

/* A load or store. */
struct access {
    bool stores, is_strong, is_ordered, is_narrow;
    const char *type; /* in C++ */
};

static const struct qualifier *find_qualifier(const char *at, size_t length, const char *for_what)
{
    for (size_t i = 0; i < sizeof qualifiers / sizeof qualifiers[0]; i++) {
        const struct qualifier *found = &qualifiers[i];
        if (is_word(at, length, found->name) &&
            (found->only == NULL || strcmp(found->only, for_what) == 0))
            return found;
    }
    return NULL;
}

/* Reads ld.acquire.sys.global.u8 and the like. False: it is none that is known. */
static bool read_access(const char *at, size_t length, struct access *access)
{
    const char *end = at + length, *what = length > 2 && memcmp(at, "st", 2) == 0 ? "st" : "ld";
    unsigned rank = 0;
    bool has_scope = false;
    *access = (struct access){.stores = strcmp(what, "st") == 0};
    if (length < 4 || memcmp(at, what, 2) != 0 || at[2] != '.')
        return false;
    for (at += 3;; at++) {
        const char *dot = memchr(at, '.', (size_t)(end - at));
        size_t part = (size_t)((dot != NULL ? dot : end) - at);
        const struct qualifier *found = find_qualifier(at, part, what);
        if (found == NULL) {
            access->type = dot == NULL ? find_type(&moved, at, part) : NULL;
            return access->type != NULL && !has_scope;
        }
        /* A scope follows where one is needed, and nowhere else. */
        if (found->rank <= rank || dot == NULL || has_scope != (found->rank == SCOPE))
            return false;
        rank = found->rank;
        has_scope = found->has_scope;
        access->is_strong |= found->is_strong;
        access->is_ordered |= found->is_ordered;
        access->is_narrow |= found->is_narrow;
        at = dot;
    }
}

static bool is_operand(const char *at, size_t length)
{
    return length > 1 && at[0] == '%' && isdigit((unsigned char)at[1]);
}

/* [%1] or [%1+8] */
static bool add_address(const struct assembly *assembly, const char *at, size_t length,
                        const char *type, struct simt_buffer *out)
{
    if (length < 4 || at[0] != '[' || at[length - 1] != ']')
        return false;
    const char *begin = at + 1, *end = at + length - 1;
    while (begin < end && isspace((unsigned char)*begin))
        begin++;
    const char *behind = begin;
    while (behind < end && *behind != '+' && !isspace((unsigned char)*behind))
        behind++;
    simt_buffer_format(out, "::simt_cpp::ptx::at<%s>(", type);
    if (!is_operand(begin, (size_t)(behind - begin)) ||
        !add_operand(assembly, begin, (size_t)(behind - begin), out))
        return false;
    simt_buffer_add_string(out, ", ");
    while (behind < end && (*behind == '+' || isspace((unsigned char)*behind)))
        behind++;
    while (end > behind && isspace((unsigned char)end[-1]))
        end--;
    if (behind == end)
        simt_buffer_add_string(out, "0");
    else if (*behind == '%' || !add_operand(assembly, behind, (size_t)(end - behind), out))
        return false;
    simt_buffer_add_string(out, ")");
    return true;
}

static bool add_access(const struct assembly *assembly, const struct words *words,
                       const struct access *access, struct simt_buffer *out)
{
    size_t address = access->stores ? 1 : 2, other = access->stores ? 2 : 1;
    const char *value = words->at[other];
    if (words->count != 3 || (!access->stores && !is_operand(value, words->length[other])))
        return false;
    if (!access->stores) {
        simt_buffer_add_string(out, "::simt_cpp::ptx::set(");
        if (!add_operand(assembly, value, words->length[other], out))
            return false;
        simt_buffer_add_string(out, ", ");
    }
    simt_buffer_format(out, "::simt_cpp::ptx::%s<%s, %d, %d, %d>(", access->stores ? "st" : "ld",
                       access->type, access->is_strong, access->is_ordered, access->is_narrow);
    if (!add_address(assembly, words->at[address], words->length[address], access->type, out))
        return false;
    if (access->stores) {
        simt_buffer_format(out, ", ::simt_cpp::ptx::as<%s>(", access->type);
        if (!add_operand(assembly, value, words->length[other], out))
            return false;
    }
    simt_buffer_add_string(out, "))");
    return true;
}

static bool add_instruction(const struct assembly *assembly, const struct words *words,
                            struct simt_buffer *out)
{
    struct access access;
    if (read_access(words->at[0], words->length[0], &access))
        return add_access(assembly, words, &access, out);
    const char *type = NULL;
    const struct instruction *instruction = find_instruction(words->at[0], words->length[0], &type);
    if (instruction == NULL || words->count != instruction->inputs + (type != NULL ? 2U : 1U))
        return false;
    if (type != NULL) {
        const char *target = words->at[1];
        simt_buffer_add_string(out, "::simt_cpp::ptx::set(");
        if (target == NULL || target[0] != '%' || !isdigit((unsigned char)target[1]) ||
            !add_operand(assembly, target, words->length[1], out))
            return false;
        simt_buffer_add_string(out, ", ");
    }
    add_name(instruction, out);
    if (type == NULL) {
        simt_buffer_add_string(out, "()");
        return true;
    }
    simt_buffer_format(out, "<%s>(", type);
    for (unsigned i = 0; i < instruction->inputs; i++) {
        simt_buffer_format(out, "%s::simt_cpp::ptx::as<%s>(", i > 0 ? ", " : "", type);
        if (!add_operand(assembly, words->at[2 + i], words->length[2 + i], out))
            return false;
        simt_buffer_add_string(out, ")");
    }
    simt_buffer_add_string(out, "))");
    return true;
}

/* ---- the whole ---- */

static void add_expression(const struct assembly *assembly, size_t operand, struct simt_buffer *out)
{
    simt_tokens_join(assembly->source, assembly->first[operand], assembly->last[operand], out);
}

/* Whether an operand that is written goes by a reference: evaluating it twice could do something
 * twice. The others do not, for no reference can stand for a bit-field. */
static bool is_reference(const struct assembly *assembly, size_t operand)
{
    const struct simt_source *source = assembly->source;
    if (operand >= assembly->output_count)
        return false;
    for (size_t i = assembly->first[operand] + 1; i < assembly->last[operand]; i++) {
        bool doubled = simt_token_is_any(source, i, "+", "-") &&
                       simt_tokens_are_equal(source, i, i + 1); /* ++ is two tokens */
        if (doubled || simt_token_is_any(source, i, "(", "="))
            return true;
    }
    return false;
}

/* The operands as variables: each expression is evaluated once, however often it stands in the
 * text. What is read is copied first, so that what is written before changes it no more, and what
 * is written is stored behind the instructions. */
static void add_operands(const struct assembly *assembly, struct simt_buffer *out)
{
    for (size_t i = 0; i < assembly->operand_count; i++) {
        bool output = i < assembly->output_count, reference = is_reference(assembly, i);
        simt_buffer_add_string(out, "[[maybe_unused]] ");
        if (output && !reference) {
            simt_buffer_add_string(out, "::simt_cpp::ptx::value_of<decltype(");
            add_expression(assembly, i, out);
            simt_buffer_format(out, ")> simt_operand_%zu", i);
        } else {
            simt_buffer_format(out, "auto %ssimt_operand_%zu", reference ? "&&" : "", i);
        }
        if (output && !reference && !assembly->changed[i]) {
            simt_buffer_add_string(out, "{}; ");
        } else {
            simt_buffer_add_string(out, " = ");
            add_expression(assembly, i, out);
            simt_buffer_add_string(out, "; ");
        }
    }
}

static void add_results(const struct assembly *assembly, struct simt_buffer *out)
{
    for (size_t i = 0; i < assembly->output_count; i++) {
        if (is_reference(assembly, i))
            continue;
        add_expression(assembly, i, out);
        simt_buffer_format(out, " = simt_operand_%zu; ", i);
    }
}

/* Adds all instructions with commas between. Returns the one that is not known, with its length, or
 * NULL. */
static const char *add_instructions(const struct assembly *assembly, struct simt_buffer *out,
                                    size_t *length)
{
    const char *at = assembly->text.text;
    bool any = false;
    while (*at != '\0') {
        const char *end = strchr(at, ';');
        struct words words = {0};
        if (end == NULL)
            end = at + strlen(at);
        while (at < end && isspace((unsigned char)*at))
            at++;
        *length = (size_t)(end - at);
        if (!cut(at, end, &words))
            return at;
        simt_buffer_add_string(out, any && words.count > 0 ? ", " : "");
        if (words.count > 0 && !add_instruction(assembly, &words, out))
            return at;
        any |= words.count > 0;
        at = end + (*end == ';');
    }
    if (!any)
        simt_buffer_add_string(out, "::simt_cpp::ptx::nothing()");
    return NULL;
}

size_t simt_ptx_rewrite(const struct simt_source *source, size_t index, struct simt_edits *edits,
                        struct simt_buffer *error)
{
    struct assembly assembly = {.source = source};
    struct simt_buffer out = {0};
    size_t open = index + 1, length = 0, close = SIMT_NO_MATCH;
    while (simt_token_is_any(source, open, "volatile", "__volatile__"))
        open++;
    const char *unknown = "";
    if (simt_token_is(source, open, "(") && source->tokens[open].match != SIMT_NO_MATCH &&
        read_assembly(&assembly, open)) {
        simt_buffer_add_string(&out, "__extension__({ ");
        add_operands(&assembly, &out);
        unknown = add_instructions(&assembly, &out, &length);
        simt_buffer_add_string(&out, "; ");
        add_results(&assembly, &out);
        simt_buffer_add_string(&out, "})");
    }
    edits->failed |= out.failed || assembly.text.failed;
    if (unknown != NULL) {
        const struct simt_token *token = &source->tokens[index];
        simt_source_error(source, token->start, error,
                          "'%.*s': the simulator does not support this PTX assembly: \"%.*s\"",
                          (int)token->length, source->text + token->start, (int)length, unknown);
    } else if (!out.failed) {
        close = source->tokens[open].match;
        simt_edits_replace(edits, source, index, close, out.text);
        simt_edits_sync(edits);
    }
    simt_buffer_release(&out);
    simt_buffer_release(&assembly.text);
    return close;
}
