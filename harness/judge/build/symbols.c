#include "symbols.h"

#include "remark.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The standard C++ library's: the name that a mangled one stands for, to be freed. */
extern char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

enum { MOST_MANGLED = 200, MOST_NAME = 512, MOST_TOLD = 10 };

struct reading {
    const struct gs_object *object;
    json_t *remarks;
    Elf *elf;
    Elf_Data *symbols;
    size_t symbol_count, names; /* names: the section of the symbols' names */
    bool found_entry, found_mangled;
};

static const char *name_of(const struct reading *reading, const GElf_Sym *symbol)
{
    const char *name = elf_strptr(reading->elf, reading->names, symbol->st_name);
    return name != NULL ? name : "";
}

/* ---- names ----------------------------------------------------------------------------------- */

/* "a::b" of _ZN1a1bEv, as far as it is made of plain names. */
static void read_plain_names(const char *symbol, char *name, size_t size)
{
    size_t used = 0;
    const char *at = symbol + strcspn(symbol, "0123456789");
    name[0] = '\0';
    while (isdigit((unsigned char)*at) && used + 1 < size) {
        char *begin;
        unsigned long length = strtoul(at, &begin, 10);
        if (length > strlen(begin))
            break;
        used += (size_t)snprintf(name + used, size - used, "%s%.*s", used > 0 ? "::" : "",
                                 (int)(length < MOST_NAME ? length : MOST_NAME), begin);
        at = begin + length;
    }
    if (name[0] == '\0')
        snprintf(name, size, "%s", symbol);
}

/* The name that a mangled one stands for; false: it is none. A long one is not looked up: each part
 * may say "twice what was said before", so that a line of text stands for gigabytes. */
static bool find_name(const char *symbol, char name[MOST_NAME])
{
    bool mangled = strncmp(symbol, "_Z", 2) == 0; /* without it, "f" would be float */
    if (mangled && strlen(symbol) > MOST_MANGLED) {
        read_plain_names(symbol, name, MOST_NAME);
        return true;
    }
    char *demangled = mangled ? __cxa_demangle(symbol, NULL, NULL, NULL) : NULL;
    snprintf(name, MOST_NAME, "%s", demangled != NULL ? demangled : symbol);
    free(demangled);
    return demangled != NULL;
}

/* ---- what it calls --------------------------------------------------------------------------- */

/* The last plain name of a demangled one: "other(int)" is other, "a::b<int>::c(int)" c. */
static void plain_name(const char *full, char *plain, size_t size)
{
    size_t end = strcspn(full, "(<["), start = end;
    while (start > 0 && (isalnum((unsigned char)full[start - 1]) || full[start - 1] == '_'))
        start--;
    size_t length = end - start < size ? end - start : size - 1;
    memcpy(plain, full + start, length);
    plain[length] = '\0';
}

/* Also where a macro makes something else of it. */
static bool is_written(const struct gs_source *source, const char *word)
{
    for (size_t i = 0; i < source->written.count; i++) {
        if (gs_token_is(&source->written, i, word))
            return true;
    }
    return false;
}

/* What a student wrote to get it, where that is another word; the first that stands in the source.
 */
static const char *known_word(const struct gs_source *source, const char *symbol)
{
    static const struct {
        const char *part, *word;
    } words[] = {{"_ZSt3cin", "cin"},
                 {"pthread_create", "thread"},
                 {"pthread_create", "jthread"},
                 {"pthread_create", "async"},
                 {"pthread_once", "call_once"},
                 {"once_call", "call_once"},
                 {"future", "async"},
                 {"future", "promise"},
                 {"future", "packaged_task"},
                 {"nanosleep", "sleep_for"},
                 {"nanosleep", "sleep_until"},
                 {"__atomic_", "atomic"},
                 {"stdin", "getchar"},
                 {"stdin", "scanf"},
                 {"getc", "getchar"},
                 {"setjmp", "setjmp"},
                 {"stat", "stat"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strstr(symbol, words[i].part) != NULL && is_written(source, words[i].word))
            return words[i].word;
    }
    return NULL;
}

/* A name without what a library puts around it: __isoc99_scanf is scanf, __read_chk read, open64
 * open, basic_ofstream ofstream. */
static void strip_affixes(const char *name, char *word, size_t size)
{
    static const char *const before[] = {"__isoc99_", "__isoc23_", "__libc_", "basic_", "__"};
    static const char *const behind[] = {"_chk", "64", "_2"};
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
        if (strncmp(name, before[i], strlen(before[i])) == 0) {
            name += strlen(before[i]);
            break;
        }
    }
    snprintf(word, size, "%s", name);
    for (size_t i = 0; i < sizeof behind / sizeof behind[0]; i++) {
        size_t length = strlen(word), cut = strlen(behind[i]);
        if (length > cut && strcmp(word + length - cut, behind[i]) == 0)
            word[length - cut] = '\0';
    }
}

/* The first word of a name (std::thread::_M_start_thread(...)) that the student wrote too. */
static bool find_word(const struct gs_source *source, const char *name, char *word, size_t size)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    static const char *const common[] = {"std", "char", "int", "void", "const", "unsigned", "long"};
    for (const char *at = name; *(at += strcspn(at, letters)) != '\0'; at += strspn(at, letters)) {
        char whole[128];
        bool says_little = false;
        snprintf(whole, sizeof whole, "%.*s", (int)strspn(at, letters), at);
        for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
            says_little |= strcmp(whole, common[i]) == 0;
        snprintf(word, size, "%s", whole);
        if (!says_little && !is_written(source, word))
            strip_affixes(whole, word, size);
        if (!says_little && is_written(source, word))
            return true;
    }
    return false;
}

static void say_ends_process(const struct reading *reading, const char *name)
{
    const struct gs_source *source = reading->object->source;
    unsigned line = gs_source_find(source, name);
    gs_remark_add(
        reading->remarks, GS_NOT_ALLOWED, source, line, "",
        "`%.100s` ends the program without a word of what was found: call `exit`, or return from "
        "the function.",
        name);
}

static bool is_called(const struct gs_source *source, const char *name)
{
    const struct gs_tokens *tokens = &source->written;
    for (size_t i = 0; i < tokens->count; i++) {
        if (gs_token_is(tokens, i, name) && gs_token_is(tokens, i + 1, "("))
            return true;
    }
    return false;
}

/* The first call of CUDA's driver API, as cuMemcpyDtoH(), which cuda.h makes calls of the
 * simulator's of; NULL: there is none. */
static const struct gs_token *driver_call(const struct gs_source *source)
{
    const struct gs_tokens *tokens = &source->written;
    for (size_t i = 0; i < tokens->count; i++) {
        const char *text = tokens->items[i].text;
        if (strncmp(text, "cu", 2) == 0 && isupper((unsigned char)text[2]) &&
            gs_token_is(tokens, i + 1, "("))
            return &tokens->items[i];
    }
    return NULL;
}

/* Never by a name that the student has not written: that stands in the detail. */
static void say_not_allowed(const struct reading *reading, const char *symbol, const char *full)
{
    const struct gs_source *source = reading->object->source;
    const bool is_driver = strncmp(symbol, "simt_driver_", strlen("simt_driver_")) == 0;
    const struct gs_token *call = is_driver ? driver_call(source) : NULL;
    char word[128];
    if (call != NULL) {
        gs_remark_add(reading->remarks, GS_NOT_ALLOWED, source, call->line, "",
                      "Line %u calls `%.100s`, of CUDA's driver API, which an exercise has no use "
                      "for: take the runtime's functions, as cudaMemcpy().",
                      call->line, call->text);
        return;
    }
    const char *known = is_written(source, symbol) ? symbol : known_word(source, symbol);
    if (known != NULL)
        snprintf(word, sizeof word, "%s", known);
    if (known != NULL || find_word(source, full, word, sizeof word)) {
        unsigned line = gs_source_find(source, word);
        gs_remark_add(reading->remarks, GS_NOT_ALLOWED, source, line, "",
                      "Line %u %s `%.100s`, which an exercise has no use for: take it out.", line,
                      is_called(source, word) ? "calls" : "uses", word);
    } else {
        gs_remark_add(
            reading->remarks, GS_NOT_ALLOWED, source, 0, full,
            "%.100s uses a part of a library that an exercise has no use for: nothing may "
            "read or write files, start threads or processes, or wait for the clock.",
            reading->object->file);
    }
}

/* Whether some library has it: what this program is linked with stands for them all, but for the
 * one function that the C library adds to each program. */
static bool is_known(const char *symbol)
{
    return strcmp(symbol, "atexit") == 0 || dlsym(RTLD_DEFAULT, symbol) != NULL;
}

/* A function of the student's that was declared and never written. */
static void say_undefined(const struct reading *reading, const char *symbol, const char *full)
{
    char plain[128];
    plain_name(full, plain, sizeof plain);
    unsigned line = gs_source_find(reading->object->source, plain);
    if (line == 0)
        line = gs_source_find(reading->object->source, symbol);
    gs_remark_add(reading->remarks, "does-not-compile", reading->object->source, line, full,
                  "`%.200s` is declared, but written nowhere in %.100s.", full,
                  reading->object->file);
}

static void check_call(const struct reading *reading, const char *symbol)
{
    static const char *const enders[] = {"_exit", "_Exit", "quick_exit"};
    if (gs_symbols_may_call(symbol))
        return;
    for (size_t i = 0; i < sizeof enders / sizeof enders[0]; i++) {
        if (strcmp(symbol, enders[i]) == 0) {
            say_ends_process(reading, symbol);
            return;
        }
    }
    char full[MOST_NAME];
    bool own = find_name(symbol, full) ? strncmp(full, "std::", 5) != 0
                                       : gs_source_find(reading->object->source, symbol) != 0;
    if (own && !is_known(symbol))
        say_undefined(reading, symbol, full);
    else
        say_not_allowed(reading, symbol, full);
}

/* ---- what it defines ------------------------------------------------------------------------- */

/* simt-cc makes simt_malloc of malloc, and the compiler _Znwm of operator new. */
static void say_foreign(const struct reading *reading, const char *symbol)
{
    const struct gs_object *object = reading->object;
    bool renamed = strncmp(symbol, "simt_", 5) == 0 && gs_source_find(object->source, symbol) == 0;
    char name[MOST_NAME];
    bool mangled = find_name(renamed ? symbol + 5 : symbol, name);
    unsigned line = gs_source_find(object->source, mangled ? "operator" : name);
    gs_remark_add(reading->remarks, GS_NOT_ALLOWED, object->source, line, "",
                  "%.100s defines `%.100s`, which is a name of the system's: choose another.",
                  object->file, name);
}

/* A function of that name would be called by the libraries of the runner in place of theirs. */
static bool replaces_library(const char *symbol)
{
    return strncmp(symbol, "_Z", 2) != 0 && is_known(symbol);
}

static void check_definition(struct reading *reading, const char *symbol, const GElf_Sym *facts)
{
    const struct gs_object *object = reading->object;
    const struct gs_source *source = object->source;
    bool is_function = GELF_ST_TYPE(facts->st_info) == STT_FUNC;
    bool strong = GELF_ST_BIND(facts->st_info) == STB_GLOBAL;
    size_t length = strlen(object->entry);
    if (strcmp(symbol, object->entry) == 0 && is_function && strong) {
        reading->found_entry = true;
    } else if (strcmp(symbol, "main") == 0) {
        gs_remark_add(reading->remarks, GS_NOT_ALLOWED, source, gs_source_find(source, "main"), "",
                      "%.100s has a `main`: take it out, for the check calls `%.100s` itself.",
                      object->file, object->entry);
    } else if (!gs_symbols_may_define(symbol) || (is_function && replaces_library(symbol))) {
        say_foreign(reading, symbol);
    } else if (strncmp(symbol, "_Z", 2) == 0 && is_function) {
        char *end;
        unsigned long digits = strtoul(symbol + 2, &end, 10);
        reading->found_mangled |= digits == length && strncmp(end, object->entry, length) == 0;
    }
}

/* What instrumentation calls: one of the same name in the file itself would be called instead. */
static bool is_hook(const char *name)
{
    return strncmp(name, "__tsan_", 7) == 0 || strncmp(name, "__ubsan_handle_", 15) == 0 ||
           strcmp(name, "__sanitizer_cov_trace_pc") == 0;
}

static void say_strange_code(const struct reading *reading)
{
    gs_remark_add(reading->remarks, GS_NOT_ALLOWED, reading->object->source, 0, "",
                  "%.100s has data that could be run as code, which an exercise has no use for.",
                  reading->object->file);
}

/* A variable where code lies. */
static bool is_code_as_data(const struct reading *reading, const GElf_Sym *symbol)
{
    GElf_Shdr header;
    Elf_Scn *section = GELF_ST_TYPE(symbol->st_info) == STT_OBJECT
                           ? elf_getscn(reading->elf, symbol->st_shndx)
                           : NULL;
    return section != NULL && gelf_getshdr(section, &header) != NULL &&
           (header.sh_flags & SHF_EXECINSTR) != 0;
}

static void check_symbol(struct reading *reading, const GElf_Sym *symbol)
{
    const char *name = name_of(reading, symbol);
    if (GELF_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC)
        gs_remark_add(
            reading->remarks, GS_NOT_ALLOWED, reading->object->source,
            gs_source_find(reading->object->source, name), "",
            "`%.100s` is chosen when the program starts, which an exercise has no use for.", name);
    if (GELF_ST_BIND(symbol->st_info) == STB_LOCAL && symbol->st_shndx != SHN_UNDEF &&
        is_hook(name))
        say_foreign(reading, name);
    if (is_code_as_data(reading, symbol))
        say_strange_code(reading);
    if (GELF_ST_BIND(symbol->st_info) == STB_LOCAL || name[0] == '\0')
        return;
    if (symbol->st_shndx == SHN_UNDEF)
        check_call(reading, name);
    else
        check_definition(reading, name, symbol);
}

/* No more than what can be told: each name is looked for in all of the source. */
static void check_symbols(struct reading *reading)
{
    for (size_t i = 1; i < reading->symbol_count; i++) {
        if (json_array_size(reading->remarks) >= MOST_TOLD)
            return;
        GElf_Sym symbol;
        if (gelf_getsym(reading->symbols, (int)i, &symbol) != NULL)
            check_symbol(reading, &symbol);
    }
}

/* ---- what runs before the call --------------------------------------------------------------- */

static void say_constructed(const struct reading *reading)
{
    gs_remark_add(reading->remarks, GS_NOT_ALLOWED, reading->object->source, 0, "",
                  "%.100s has a global variable whose value must be computed before `%.100s` is "
                  "called: make it local to the function.",
                  reading->object->file, reading->object->entry);
}

/* What the start of <iostream>, of the inspector and of __device__ variables calls. */
static bool is_harmless(const char *symbol)
{
    static const char *const names[] = {"_ZNSt8ios_base4InitC1Ev",
                                        "_ZNSt8ios_base4InitD1Ev",
                                        "_Unwind_Resume",
                                        "__cxa_atexit",
                                        "__dso_handle",
                                        "simt_variable_note",
                                        ""};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(symbol, names[i]) == 0)
            return true;
    }
    return strncmp(symbol, "__tsan_", 7) == 0 || strcmp(symbol, "__sanitizer_cov_trace_pc") == 0;
}

/* The bytes from `start` on that belong to the function there. */
static size_t function_bytes(const struct reading *reading, size_t section, size_t start)
{
    GElf_Sym symbol;
    for (size_t i = 1; i < reading->symbol_count; i++) {
        if (gelf_getsym(reading->symbols, (int)i, &symbol) != NULL &&
            GELF_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx == section &&
            symbol.st_value == start)
            return symbol.st_size;
    }
    return SIZE_MAX - start;
}

/* The relocations of a section, and the section of ours that they are for. */
static Elf_Data *relocations(Elf_Scn *section, size_t *target, size_t *count)
{
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == NULL || header.sh_type != SHT_RELA ||
        header.sh_entsize == 0)
        return NULL;
    *target = header.sh_info;
    *count = header.sh_size / header.sh_entsize;
    return elf_getdata(section, NULL);
}

/* The name that a relocation is about: a section's is empty. */
static const char *relocated_name(const struct reading *reading, const GElf_Rela *relocation)
{
    GElf_Sym symbol;
    if (gelf_getsym(reading->symbols, (int)GELF_R_SYM(relocation->r_info), &symbol) == NULL)
        return "?";
    return GELF_ST_TYPE(symbol.st_info) == STT_SECTION || GELF_ST_BIND(symbol.st_info) == STB_LOCAL
               ? ""
               : name_of(reading, &symbol);
}

static bool calls_only_harmless(const struct reading *reading, size_t section, size_t start)
{
    size_t bytes = function_bytes(reading, section, start), target, count;
    Elf_Scn *at = NULL;
    while ((at = elf_nextscn(reading->elf, at)) != NULL) {
        Elf_Data *data = relocations(at, &target, &count);
        for (size_t i = 0; data != NULL && target == section && i < count; i++) {
            GElf_Rela relocation;
            if (gelf_getrela(data, (int)i, &relocation) != NULL && relocation.r_offset >= start &&
                relocation.r_offset - start < bytes &&
                !is_harmless(relocated_name(reading, &relocation)))
                return false;
        }
    }
    return true;
}

/* The functions that an .init_array names. */
static bool check_initialisers(const struct reading *reading, size_t section)
{
    size_t target, count;
    Elf_Scn *at = NULL;
    while ((at = elf_nextscn(reading->elf, at)) != NULL) {
        Elf_Data *data = relocations(at, &target, &count);
        for (size_t i = 0; data != NULL && target == section && i < count; i++) {
            GElf_Rela relocation;
            GElf_Sym symbol;
            if (gelf_getrela(data, (int)i, &relocation) == NULL ||
                gelf_getsym(reading->symbols, (int)GELF_R_SYM(relocation.r_info), &symbol) ==
                    NULL ||
                !calls_only_harmless(reading, symbol.st_shndx,
                                     (size_t)(symbol.st_value + (size_t)relocation.r_addend)))
                return false;
        }
    }
    return true;
}

static bool begins(const char *name, const char *const *beginnings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    }
    return false;
}

/* A loaded section that no compiler makes of plain code runs or changes something unasked. */
static bool is_known_section(const char *name)
{
    static const char *const known[] = {".text",     ".data",  ".bss",     ".rodata",
                                        ".tdata",    ".tbss",  ".lrodata", ".gcc_except_table",
                                        ".eh_frame", ".note.", "simt_"};
    return begins(name, known, sizeof known / sizeof known[0]);
}

/* Code that can be changed, or that lies where no compiler puts it; a stack that can be run. */
static bool is_strange_code(const GElf_Shdr *header, const char *name)
{
    return (header->sh_flags & SHF_EXECINSTR) != 0 &&
           ((header->sh_flags & SHF_WRITE) != 0 || name == NULL || strncmp(name, ".text", 5) != 0);
}

static void check_section(const struct reading *reading, Elf_Scn *section, const char *name)
{
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == NULL)
        return;
    if (is_strange_code(&header, name)) {
        say_strange_code(reading);
    } else if ((header.sh_flags & SHF_ALLOC) == 0) {
        return;
    } else if (header.sh_type == SHT_INIT_ARRAY && name != NULL &&
               strncmp(name, ".init_array", 11) == 0) {
        if (!check_initialisers(reading, elf_ndxscn(section)))
            say_constructed(reading);
    } else if (name == NULL || !is_known_section(name)) {
        say_constructed(reading);
    }
}

static void check_sections(const struct reading *reading)
{
    size_t names;
    Elf_Scn *section = NULL;
    if (elf_getshdrstrndx(reading->elf, &names) != 0)
        return;
    while ((section = elf_nextscn(reading->elf, section)) != NULL) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) != NULL)
            check_section(reading, section, elf_strptr(reading->elf, names, header.sh_name));
    }
}

/* ---- all together ---------------------------------------------------------------------------- */

static bool find_symbols(struct reading *reading)
{
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(reading->elf, section)) != NULL) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) == NULL || header.sh_type != SHT_SYMTAB ||
            header.sh_entsize == 0)
            continue;
        reading->symbols = elf_getdata(section, NULL);
        reading->symbol_count = header.sh_size / header.sh_entsize;
        reading->names = header.sh_link;
        return reading->symbols != NULL;
    }
    return false;
}

static bool includes_header(const struct gs_object *object)
{
    size_t length = strlen(object->header);
    const struct gs_tokens *tokens = &object->source->written;
    for (size_t i = 0; i < tokens->count; i++) {
        const struct gs_token *token = &tokens->items[i];
        if (token->kind == GS_TOKEN_STRING && token->directive != 0 &&
            strlen(token->text) == length + 2 &&
            strncmp(token->text + 1, object->header, length) == 0)
            return true;
    }
    return false;
}

static void say_no_function(const struct reading *reading)
{
    const struct gs_object *object = reading->object;
    unsigned line = gs_source_find(object->source, object->entry);
    if (reading->found_mangled && includes_header(object))
        gs_remark_add(reading->remarks, "no-function", object->source, line, "",
                      "`%.100s` is there, but not as %.100s declares it: `%.300s`.", object->entry,
                      object->header, object->declared);
    else if (reading->found_mangled)
        gs_remark_add(reading->remarks, "no-function", object->source, line, "",
                      "`%.100s` is there, but without extern \"C\": put `#include \"%.100s\"` at "
                      "the top, which declares it so.",
                      object->entry, object->header);
    else
        gs_remark_add(reading->remarks, "no-function", object->source, 0, "",
                      "%.100s has no function `%.300s`; keep the declaration that %.100s gives.",
                      object->file, object->declared[0] != '\0' ? object->declared : object->entry,
                      object->header);
}

/* The first remark is shown: one that names a line, if there is one. */
static void put_lines_first(json_t *remarks)
{
    for (size_t i = 1; i < json_array_size(remarks); i++) {
        json_t *remark = json_array_get(remarks, i);
        if (json_integer_value(json_object_get(json_array_get(remarks, 0), "line")) > 0)
            return;
        if (json_integer_value(json_object_get(remark, "line")) == 0)
            continue;
        json_incref(remark);
        json_array_remove(remarks, i);
        json_array_insert_new(remarks, 0, remark);
    }
}

static enum gs_status check_file(struct reading *reading, int fd, struct gs_error *error)
{
    if (elf_version(EV_CURRENT) != EV_NONE)
        reading->elf = elf_begin(fd, ELF_C_READ, NULL);
    if (reading->elf == NULL || !find_symbols(reading))
        return gs_fail(error, GS_USAGE, "cannot read what simt-cc made of %.100s: %s",
                       reading->object->file, elf_errmsg(-1));
    check_symbols(reading);
    put_lines_first(reading->remarks);
    check_sections(reading);
    if (!reading->found_entry && json_array_size(reading->remarks) < MOST_TOLD)
        say_no_function(reading);
    return GS_OK;
}

enum gs_status gs_symbols_check(const struct gs_object *object, json_t *remarks,
                                struct gs_error *error)
{
    struct reading reading = {.object = object, .remarks = remarks};
    int fd = open(object->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return gs_fail(error, GS_USAGE, "cannot read what simt-cc made of %.100s: %s", object->file,
                       strerror(errno));
    enum gs_status status = check_file(&reading, fd, error);
    elf_end(reading.elf);
    close(fd);
    return status;
}
