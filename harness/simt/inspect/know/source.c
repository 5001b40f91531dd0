#define _GNU_SOURCE /* reallocarray */
#include "source.h"

#include "runtime/fiber.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <execinfo.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A name of a file as libdw gives it, and what is made of it. */
struct source_name {
    char *full;
    const char *file; /* as the compiler was told it: `full` or its end */
    char *path;
};

/* A source file in memory, cut into its lines. */
struct source_text {
    char *path;
    char *text;
    char **lines;
    size_t line_count;
};

struct source_entry {
    uintptr_t site; /* 0: free */
    struct simt_position position;
};

/* All of it is kept to the end of the process: positions point into it. */
static struct {
    bool begun;
    Dwfl *session; /* null: no debugging information at all */
    struct source_entry *entries;
    size_t entry_count, entry_limit; /* the limit is 0 or a power of two */
    struct source_name *names;
    size_t name_count;
    struct source_text *texts;
    size_t text_count;
    char *kept; /* the text of the file that SIMT_INSPECT_SOURCE names; null: not read yet */
} source;

/* libdw takes more stack than a simulated thread may have left. */
static struct {
    struct simt_fiber fiber; /* its stack is null before the first use */
    struct simt_fiber_room room;
    struct simt_fiber caller;
    bool busy;
    void (*work)(void *);
    void *argument;
} own_stack;

static const struct simt_position unknown = {.file = "?"};

/* ---- a stack of its own ---- */

static void begin_on_own_stack(void)
{
    simt_fiber_entered(&own_stack.caller);
    own_stack.work(own_stack.argument);
    simt_fiber_abandon(&own_stack.fiber, &own_stack.caller);
}

/* Calls work(argument) on a stack with enough room; on the caller's if there is no memory for one,
 * and if a signal came while it is in use. */
static void run_on_own_stack(void (*work)(void *), void *argument)
{
    bool ready =
        own_stack.fiber.stack != NULL || simt_fiber_init(&own_stack.fiber, &own_stack.room, 0);
    if (!ready || own_stack.busy) {
        work(argument);
        return;
    }
    own_stack.busy = true;
    own_stack.work = work;
    own_stack.argument = argument;
    own_stack.caller = (struct simt_fiber){0};
    simt_fiber_prepare(&own_stack.fiber, begin_on_own_stack);
    simt_fiber_switch(&own_stack.caller, &own_stack.fiber);
    own_stack.busy = false;
}

/* ---- the program and its shared objects ---- */

/* Only what stands in the files themselves: a search elsewhere may ask servers. */
static int find_no_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
                             const char *file, const char *link, GElf_Word checksum, char **found)
{
    (void)module, (void)data, (void)name, (void)base;
    (void)file, (void)link, (void)checksum, (void)found;
    return -1;
}

static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_linux_proc_find_elf,
    .find_debuginfo = find_no_debuginfo,
};

static void report_modules(void)
{
    dwfl_report_begin_add(source.session);
    (void)dwfl_linux_proc_report(source.session, getpid());
    (void)dwfl_report_end(source.session, NULL, NULL);
}

static void begin(void)
{
    if (source.begun)
        return;
    source.begun = true;
    source.session = dwfl_begin(&callbacks);
    if (source.session != NULL)
        report_modules();
}

static Dwfl_Module *find_module(Dwarf_Addr address)
{
    begin();
    if (source.session == NULL)
        return NULL;
    Dwfl_Module *module = dwfl_addrmodule(source.session, address);
    if (module == NULL) { /* an object that was loaded since */
        report_modules();
        module = dwfl_addrmodule(source.session, address);
    }
    return module;
}

/* The compilation unit that the address is of. Clang writes no table of addresses, so units may
 * have to be asked in turn. */
static Dwarf_Die *find_unit(Dwfl_Module *module, Dwarf_Addr address, Dwarf_Addr *bias)
{
    Dwarf_Die *unit = dwfl_module_addrdie(module, address, bias);
    if (unit != NULL)
        return unit;
    while ((unit = dwfl_module_nextcu(module, unit, bias)) != NULL) {
        if (dwarf_haspc(unit, address - *bias) == 1)
            return unit;
    }
    return NULL;
}

/* ---- names of files ---- */

static const char *string_attribute(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    return dwarf_formstring(dwarf_attr(die, name, &attribute));
}

/* `folder`/`file`; `file` alone where it is absolute or there is no folder. Null: no memory. */
static char *join(const char *folder, const char *file)
{
    char *joined = NULL;
    bool alone = file[0] == '/' || folder == NULL;
    int length = alone ? asprintf(&joined, "%s", file) : asprintf(&joined, "%s/%s", folder, file);
    return length < 0 ? NULL : joined;
}

/* What the compiler was told, of the name that libdw has put its working directory before. */
static const char *as_told(const char *full, const char *folder, const char *primary)
{
    if (primary != NULL && primary[0] == '/' && strcmp(full, primary) == 0)
        return full;
    size_t length = folder != NULL ? strlen(folder) : 0;
    if (length > 0 && strncmp(full, folder, length) == 0 && full[length] == '/')
        return full + length + 1;
    return full;
}

/* In a sandbox the one .cu file of a program does not lie where it was compiled. Null: it does. */
static const char *moved_to(const char *path)
{
    size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".cu") == 0 ? getenv("SIMT_INSPECT_SOURCE")
                                                               : NULL;
}

/* Absolute and without symbolic links, so that a file has one path; null: it cannot be read. */
static char *readable_path(const char *folder, const char *file)
{
    char *joined = join(folder, file), *path = NULL;
    if (joined != NULL && access(joined, R_OK) == 0)
        path = realpath(joined, NULL);
    else if (joined != NULL && moved_to(joined) != NULL)
        path = strdup(joined);
    free(joined);
    return path;
}

static char *find_path(const char *full, const char *folder, const char *file)
{
    char *path = readable_path(folder, full);
    return path != NULL ? path : readable_path(NULL, file);
}

/* Enters a name, by which the file is shown until the caller says otherwise. Null: no memory. */
static struct source_name *add_name(const char *full)
{
    struct source_name *names = reallocarray(source.names, source.name_count + 1, sizeof names[0]);
    if (names == NULL)
        return NULL;
    source.names = names;
    struct source_name *name = &names[source.name_count];
    *name = (struct source_name){.full = strdup(full)};
    if (name->full == NULL)
        return NULL;
    name->file = name->full;
    source.name_count++;
    return name;
}

/* The entry of a name that libdw gave; null: no memory. */
static const struct source_name *find_name(const char *full, Dwarf_Die *unit)
{
    for (size_t i = 0; i < source.name_count; i++) {
        if (strcmp(source.names[i].full, full) == 0)
            return &source.names[i];
    }
    struct source_name *name = add_name(full);
    if (name == NULL)
        return NULL;
    const char *folder = string_attribute(unit, DW_AT_comp_dir);
    name->file = as_told(name->full, folder, dwarf_diename(unit));
    name->path = find_path(full, folder, name->file);
    return name;
}

/* Headers whose lines a user did not write: what happens there belongs to the line that calls. */
static bool is_hidden(const char *full)
{
    static const char *const inside[] = {"include/gridstride/simt/", "harness/simt/include/",
                                         "/include/c++/"};
    static const char *const below[] = {"/usr/include/", "/usr/lib/"};
    for (size_t i = 0; i < sizeof inside / sizeof inside[0]; i++) {
        if (strstr(full, inside[i]) != NULL)
            return true;
    }
    for (size_t i = 0; i < sizeof below / sizeof below[0]; i++) {
        if (strncmp(full, below[i], strlen(below[i])) == 0)
            return true;
    }
    return false;
}

/* ---- inlined calls ---- */

/* The debugging entries around an address, from the innermost one out to its unit; freed by the
 * caller. 0: none. */
static int find_scopes(Dwarf_Die *unit, Dwarf_Addr address, Dwarf_Die **scopes)
{
    Dwarf_Die *around = NULL;
    *scopes = NULL;
    int count = dwarf_getscopes(unit, address, &around);
    if (count > 0) {
        /* Beyond an inlined call these are the scopes that the callee is written in. Those that its
         * code stands in are asked for by the innermost entry. */
        Dwarf_Die innermost = around[0];
        count = dwarf_getscopes_die(&innermost, scopes);
    }
    free(around);
    return count > 0 ? count : 0;
}

static bool is_function(Dwarf_Die *scope)
{
    int tag = dwarf_tag(scope);
    return tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram;
}

static const char *call_file(Dwarf_Die *unit, Dwarf_Die *call)
{
    Dwarf_Attribute attribute;
    Dwarf_Word index;
    Dwarf_Files *files;
    size_t count;
    if (dwarf_formudata(dwarf_attr(call, DW_AT_call_file, &attribute), &index) != 0 ||
        dwarf_getsrcfiles(unit, &files, &count) != 0 || index >= count)
        return NULL;
    return dwarf_filesrc(files, index, NULL, NULL);
}

static int call_line(Dwarf_Die *call)
{
    Dwarf_Attribute attribute;
    Dwarf_Word line;
    bool known = dwarf_formudata(dwarf_attr(call, DW_AT_call_line, &attribute), &line) == 0;
    return known ? (int)line : 0;
}

/* Goes out of inlined calls, from `full`:`line`, until a line is not in a hidden file; the
 * outermost where all are. Names the function that the line is in. */
static void leave_hidden(Dwarf_Die *unit, Dwarf_Die *scopes, int count, const char **full,
                         int *line, const char **function)
{
    for (int i = 0; i < count; i++) {
        if (!is_function(&scopes[i]))
            continue;
        *function = dwarf_diename(&scopes[i]);
        bool inlined = dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine;
        const char *caller = inlined ? call_file(unit, &scopes[i]) : NULL;
        if (caller == NULL || !is_hidden(*full))
            return;
        *full = caller;
        *line = call_line(&scopes[i]);
    }
}

static struct simt_position locate_here(Dwarf_Addr address)
{
    Dwarf_Addr bias = 0;
    Dwfl_Module *module = find_module(address);
    Dwarf_Die *unit = module != NULL ? find_unit(module, address, &bias) : NULL;
    Dwarf_Line *row = unit != NULL ? dwarf_getsrc_die(unit, address - bias) : NULL;
    const char *full = row != NULL ? dwarf_linesrc(row, NULL, NULL) : NULL;
    if (full == NULL)
        return unknown;
    int line = 0;
    const char *function = NULL;
    Dwarf_Die *scopes;
    int count = find_scopes(unit, address - bias, &scopes);
    (void)dwarf_lineno(row, &line);
    leave_hidden(unit, scopes, count, &full, &line, &function);
    free(scopes);
    const struct source_name *name = find_name(full, unit);
    if (name == NULL)
        return unknown;
    return (struct simt_position){name->file, name->path, line, function};
}

struct location {
    Dwarf_Addr address;
    struct simt_position position;
};

static void locate_into(void *argument)
{
    struct location *location = argument;
    location->position = locate_here(location->address);
}

static struct simt_position locate(Dwarf_Addr address)
{
    struct location location = {.address = address};
    run_on_own_stack(locate_into, &location);
    return location.position;
}

/* ---- functions ---- */

/* The C++ library's. */
char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

struct function_search {
    Dwarf_Addr address;
    const char *symbol;
};

static void search_symbol(void *argument)
{
    struct function_search *search = argument;
    Dwfl_Module *module;
    GElf_Off offset;
    GElf_Sym symbol;
    begin();
    module = source.session != NULL ? find_module(search->address) : NULL;
    if (module != NULL)
        search->symbol =
            dwfl_module_addrinfo(module, search->address, &offset, &symbol, NULL, NULL, NULL);
}

/* Cuts "void space::add<int>(int*)" down to "add<int>", in place. */
static char *cut_signature(char *name)
{
    char *begin = name, *end = name;
    int depth = 0;
    for (; *end != '\0' && (depth > 0 || *end != '('); end++) {
        depth += (*end == '<') - (*end == '>');
        if (depth == 0 && (*end == ' ' || *end == ':'))
            begin = end + 1;
    }
    *end = '\0';
    return begin;
}

static const char *find_function(const void *address, char **buffer)
{
    struct function_search search = {.address = (uintptr_t)address};
    int status;
    run_on_own_stack(search_symbol, &search);
    if (search.symbol == NULL)
        return NULL;
    *buffer = __cxa_demangle(search.symbol, NULL, NULL, &status);
    if (*buffer == NULL)
        *buffer = strdup(search.symbol); /* extern "C" */
    return *buffer != NULL ? cut_signature(*buffer) : NULL;
}

const char *simt_source_function(const void *address)
{
    static struct function_name {
        const void *address;
        const char *name;
        char *buffer; /* that the name is in */
        struct function_name *next;
    } * known;
    struct function_name *one = known;
    while (one != NULL && one->address != address)
        one = one->next;
    if (one != NULL)
        return one->name;
    one = calloc(1, sizeof *one);
    if (one == NULL)
        return NULL;
    one->address = address;
    one->name = find_function(address, &one->buffer);
    one->next = known;
    known = one;
    return one->name;
}

/* ---- the cache ---- */

static struct source_entry *find_entry(struct source_entry *entries, size_t limit, uintptr_t site)
{
    size_t i = (size_t)(site * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (limit - 1);
    while (entries[i].site != 0 && entries[i].site != site)
        i = (i + 1) & (limit - 1);
    return &entries[i];
}

/* Room for one more entry. False: no memory. */
static bool grow_entries(void)
{
    if (source.entry_count < source.entry_limit / 2)
        return true;
    size_t limit = source.entry_limit != 0 ? 2 * source.entry_limit : 256;
    struct source_entry *entries = calloc(limit, sizeof entries[0]);
    if (entries == NULL)
        return false;
    for (size_t i = 0; i < source.entry_limit; i++) {
        if (source.entries[i].site != 0)
            *find_entry(entries, limit, source.entries[i].site) = source.entries[i];
    }
    free(source.entries);
    source.entries = entries;
    source.entry_limit = limit;
    return true;
}

struct simt_position simt_source_find(const void *site)
{
    uintptr_t address = (uintptr_t)site;
    if (address == 0)
        return unknown;
    /* The instruction before the return address is the call; the one at it may be of another line.
     */
    if (!grow_entries())
        return locate(address - 1);
    struct source_entry *entry = find_entry(source.entries, source.entry_limit, address);
    if (entry->site == 0) {
        *entry = (struct source_entry){address, locate(address - 1)};
        source.entry_count++;
    }
    return entry->position;
}

bool simt_source_is_hidden(const struct simt_position *position)
{
    return is_hidden(position->path != NULL ? position->path : position->file);
}

bool simt_source_same_line(const struct simt_position *a, const struct simt_position *b)
{
    if (a->line == 0 || a->line != b->line)
        return false;
    if (a->path != NULL && b->path != NULL)
        return strcmp(a->path, b->path) == 0;
    return strcmp(a->file, b->file) == 0;
}

/* ---- files by name, and their text ---- */

struct search {
    const char *file;
    char *path;
};

/* From the folders that units of the program were compiled in. */
static void search_units(void *argument)
{
    struct search *search = argument;
    Dwarf_Addr bias;
    Dwarf_Die *unit = NULL;
    begin();
    while (search->path == NULL && source.session != NULL &&
           (unit = dwfl_nextcu(source.session, unit, &bias)) != NULL)
        search->path = readable_path(string_attribute(unit, DW_AT_comp_dir), search->file);
}

const char *simt_source_path(const char *file)
{
    for (size_t i = 0; i < source.name_count; i++) {
        if (strcmp(source.names[i].file, file) == 0)
            return source.names[i].path;
    }
    struct source_name *name = add_name(file);
    if (name == NULL)
        return NULL;
    struct search search = {file, readable_path(NULL, file)};
    if (search.path == NULL)
        run_on_own_stack(search_units, &search);
    name->path = search.path;
    return name->path;
}

static bool unread;

void simt_source_leave_unread(void)
{
    unread = true;
}

/* The whole of a file, ended by a null character; null: it cannot be read. */
static char *read_file(const char *path)
{
    FILE *file = unread ? NULL : fopen(path, "r");
    char *text = NULL;
    size_t limit = 0;
    if (file == NULL && moved_to(path) != NULL && source.kept != NULL)
        return strdup(source.kept);
    if (file == NULL && moved_to(path) != NULL)
        file = fopen(moved_to(path), "r");
    if (file == NULL)
        return NULL;
    if (getdelim(&text, &limit, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    (void)fclose(file);
    return text;
}

static void read_debuginfo(void *address)
{
    Dwfl_Module *module = find_module((uintptr_t)address);
    Dwarf_Addr bias;
    if (module == NULL)
        return;
    (void)dwfl_module_getdwarf(module, &bias);
    (void)dwfl_module_getsymtab(module);
}

void simt_source_keep(void)
{
    void *frame;
    const char *moved = getenv("SIMT_INSPECT_SOURCE");
    if (moved != NULL && source.kept == NULL)
        source.kept = read_file(moved);
    run_on_own_stack(read_debuginfo, (void *)(uintptr_t)read_debuginfo);
    (void)backtrace(&frame, 1); /* the first loads a library */
}

void simt_source_keep_object(uintptr_t address)
{
    run_on_own_stack(read_debuginfo, (void *)address); // NOLINT(performance-no-int-to-ptr)
}

static const char blanks[] = " \t\r\v\f";

static char *trim(char *line, char *end)
{
    while (end > line && strchr(blanks, end[-1]) != NULL)
        end--;
    *end = '\0';
    return line;
}

static bool split_lines(struct source_text *text)
{
    size_t count = 0;
    for (const char *p = text->text; *p != '\0'; p += *p == '\n') {
        p = strchrnul(p, '\n');
        count++;
    }
    text->lines = calloc(count + 1, sizeof text->lines[0]);
    if (text->lines == NULL)
        return false;
    text->line_count = count;
    char *line = text->text;
    for (size_t i = 0; i < count; i++) {
        char *end = strchrnul(line, '\n');
        text->lines[i] = trim(line, end);
        line = end + 1;
    }
    return true;
}

/* Null: no memory. A file that cannot be read has no lines. */
static struct source_text *find_text(const char *path)
{
    for (size_t i = 0; i < source.text_count; i++) {
        if (strcmp(source.texts[i].path, path) == 0)
            return &source.texts[i];
    }
    struct source_text *texts = reallocarray(source.texts, source.text_count + 1, sizeof texts[0]);
    if (texts == NULL)
        return NULL;
    source.texts = texts;
    struct source_text *text = &texts[source.text_count];
    *text = (struct source_text){.path = strdup(path)};
    if (text->path == NULL)
        return NULL;
    source.text_count++;
    text->text = read_file(path);
    if (text->text != NULL && !split_lines(text)) {
        free(text->text);
        text->text = NULL;
    }
    return text;
}

const char *simt_source_whole_line(const char *path, int line)
{
    if (path == NULL || line < 1)
        return NULL;
    const struct source_text *text = find_text(path);
    if (text == NULL || (size_t)line > text->line_count)
        return NULL;
    return text->lines[line - 1];
}

const char *simt_source_line(const char *path, int line)
{
    const char *text = simt_source_whole_line(path, line);
    return text != NULL ? text + strspn(text, blanks) : NULL;
}

const char *simt_source_text(const void *site)
{
    struct simt_position position = simt_source_find(site);
    return simt_source_line(position.path, position.line);
}
