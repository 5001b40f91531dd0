/*
 * The names of an exercise's world. What is on no list may not be called: nothing that opens files,
 * starts processes or threads, or reaches into the runner.
 */
#include "symbols.h"

#include <stdio.h>
#include <string.h>

/* ---- C --------------------------------------------------------------------------------------- */

static const char *const functions[] = {
    /* memory and text */
    "aligned_alloc", "bcmp", "calloc", "free", "malloc", "memalign", "memchr", "memcmp", "memcpy",
    "memmove", "mempcpy", "memset", "posix_memalign", "realloc", "rawmemchr", "stpcpy", "strcat",
    "strchr", "strcmp", "strcpy", "strcspn", "strdup", "strerror", "strlen", "strncat", "strncmp",
    "strncpy", "strnlen", "strpbrk", "strrchr", "strspn", "strstr", "strtok", "strtok_r",
    /* numbers */
    "abs", "atof", "atoi", "atol", "atoll", "bsearch", "div", "labs", "ldiv", "llabs", "lldiv",
    "qsort", "rand", "rand_r", "srand", "strtod", "strtof", "strtol", "strtold", "strtoll",
    "strtoul", "strtoull", "isalnum", "isalpha", "isdigit", "isspace", "tolower", "toupper",
    "fegetround", "fesetround", "feclearexcept", "fetestexcept",
    /* printing */
    "fflush", "fprintf", "fputc", "fputs", "fwrite", "perror", "printf", "putc", "putchar", "puts",
    "setbuf", "setvbuf", "snprintf", "sprintf", "sscanf", "stderr", "stdout", "vfprintf", "vprintf",
    "vsnprintf", "vsprintf",
    /* ending the program, which the runner notes */
    "abort", "exit",
    /* time */
    "clock", "clock_gettime", "difftime", "gettimeofday", "time", "timespec_get",
    "gs_now_s", /* of the runner, for an exercise about time */
    /* what C++'s headers call */
    "pthread_mutex_lock", "pthread_mutex_unlock", "pthread_mutex_trylock", NULL};

/* Each also with an f or an l behind it. */
static const char *const mathematics[] = {
    "acos",      "acosh",     "asin",       "asinh",  "atan",      "atan2",      "atanh",   "cbrt",
    "ceil",      "copysign",  "cos",        "cosh",   "erf",       "erfc",       "exp",     "exp10",
    "exp2",      "expm1",     "fabs",       "fdim",   "finite",    "floor",      "fma",     "fmax",
    "fmin",      "fmod",      "frexp",      "hypot",  "ilogb",     "isinf",      "isnan",   "j0",
    "j1",        "jn",        "ldexp",      "lgamma", "lgamma_r",  "llrint",     "llround", "log",
    "log10",     "log1p",     "log2",       "logb",   "lrint",     "lround",     "modf",    "nan",
    "nearbyint", "nextafter", "nexttoward", "pow",    "remainder", "remquo",     "rint",    "round",
    "scalbln",   "scalbn",    "sin",        "sincos", "sinh",      "sqrt",       "tan",     "tanh",
    "tgamma",    "trunc",     "y0",         "y1",     "yn",        "fpclassify", "signbit", NULL};

/* Of the compiler's own making. */
static const char *const support[] = {"_GLOBAL_OFFSET_TABLE_",
                                      "_Unwind_Resume",
                                      "__gxx_personality_v0",
                                      "__gcc_personality_v0",
                                      "__dso_handle",
                                      "__dynamic_cast",
                                      "__stack_chk_fail",
                                      "__tls_get_addr",
                                      "__errno_location",
                                      "__assert_fail",
                                      "__libc_single_threaded",
                                      "__popcountdi2",
                                      "__popcountsi2",
                                      "__clzdi2",
                                      "__ctzdi2",
                                      "__ffsdi2",
                                      "__divti3",
                                      "__modti3",
                                      "__udivti3",
                                      "__umodti3",
                                      "__multi3",
                                      "__muloti4",
                                      "__powidf2",
                                      "__powisf2",
                                      "__muldc3",
                                      "__mulsc3",
                                      "__divdc3",
                                      "__divsc3",
                                      "__truncdfhf2",
                                      "__truncsfhf2",
                                      "__extendhfsf2",
                                      "__extendhfdf2",
                                      "__truncsfbf2",
                                      "__truncdfbf2",
                                      "__ctype_b_loc",
                                      "__ctype_tolower_loc",
                                      "__ctype_toupper_loc",
                                      NULL};

/* ---- the simulator --------------------------------------------------------------------------- */

/* What simt-cc and its headers make of kernels, launches and C's own memory functions. */
static const char *const simulator[] = {"blockDim",
                                        "blockIdx",
                                        "gridDim",
                                        "threadIdx",
                                        "simt_active_mask",
                                        "simt_argument",
                                        "simt_assert_fail",
                                        "simt_barrier",
                                        "simt_calloc",
                                        "simt_clock_ns",
                                        "simt_copy_from_symbol",
                                        "simt_copy_to_symbol",
                                        "simt_delete",
                                        "simt_delete_array",
                                        "simt_double_to_float",
                                        "simt_dynamic_shared",
                                        "simt_free",
                                        "simt_frexp",
                                        "simt_frexpf",
                                        "simt_frexpl",
                                        "simt_grid_barrier",
                                        "simt_grid_is_cooperative",
                                        "simt_inspect_typed",
                                        "simt_inspector",
                                        "simt_kernel_note",
                                        "simt_lane",
                                        "simt_launch",
                                        "simt_malloc",
                                        "simt_memcmp",
                                        "simt_memcpy",
                                        "simt_memmove",
                                        "simt_memset",
                                        "simt_modf",
                                        "simt_modff",
                                        "simt_modfl",
                                        "simt_nan",
                                        "simt_nanf",
                                        "simt_nanl",
                                        "simt_new",
                                        "simt_new_array",
                                        "simt_next_thread",
                                        "simt_parked",
                                        "simt_printf",
                                        "simt_putchar",
                                        "simt_puts",
                                        "simt_remquo",
                                        "simt_remquof",
                                        "simt_remquol",
                                        "simt_result",
                                        "simt_round_double",
                                        "simt_round_float",
                                        "simt_signed_to_double",
                                        "simt_signed_to_float",
                                        "simt_sincos",
                                        "simt_sincosf",
                                        "simt_sincosl",
                                        "simt_spin",
                                        "simt_static_shared",
                                        "simt_surface_cell",
                                        "simt_strlen",
                                        "simt_symbol_address",
                                        "simt_texture_fetch",
                                        "simt_texture_fetch_linear",
                                        "simt_tile_barrier",
                                        "simt_tile_get",
                                        "simt_tile_put",
                                        "simt_trap",
                                        "simt_try_new",
                                        "simt_try_new_array",
                                        "simt_unsigned_to_double",
                                        "simt_unsigned_to_float",
                                        "simt_updates",
                                        "simt_variable_note",
                                        "simt_warp_collective",
                                        "simt_yield",
                                        NULL};

/* ---- beginnings ------------------------------------------------------------------------------ */

/* What all begins so may be called: the standard library's own code, and what instrumentation
 * calls. */
static const char *const good_beginnings[] = {"__x86_indirect_thunk_",
                                              "__tsan_",
                                              "__ubsan_handle_",
                                              "__sanitizer_cov_trace_pc",
                                              "__cxa_",
                                              "_ZSt",
                                              "_ZNSt",
                                              "_ZNKSt",
                                              "_ZNSo",
                                              "_ZNKSo",
                                              "_ZNSi",
                                              "_ZNKSi",
                                              "_ZNSs",
                                              "_ZNKSs",
                                              "_ZTISt",
                                              "_ZTINSt",
                                              "_ZTVSt",
                                              "_ZTVNSt",
                                              "_ZTTSt",
                                              "_ZTTNSt",
                                              "_ZTSSt",
                                              "_ZTSNSt",
                                              "_ZTV",
                                              "_ZTI",
                                              "_Znw",
                                              "_Zna",
                                              "_Zdl",
                                              "_Zda",
                                              "_ZGTt",
                                              NULL};

/*
 * And yet not what has one of these in it. The first two are parameters that are functions: the
 * library would call whatever address it is given (runner.c looks at those of `called_back`).
 */
static const char *const bad_parts[] = {"PF",
                                        "PDoF",
                                        "fstream",
                                        "basic_filebuf",
                                        "basic_file",
                                        "filesystem",
                                        "6thread",
                                        "_ZSt3cin",
                                        "random_device",
                                        "jthread",
                                        "future",
                                        "condition_variable",
                                        "set_terminate",
                                        "quick_exit",
                                        "__cxa_thread_atexit",
                                        "stdio_filebuf",
                                        "stdio_sync_filebuf",
                                        "unexpected_handler",
                                        "__cxa_finalize",
                                        NULL};

/* What takes a function, and the runner asks first whether it is one (runner.c: CALLER). */
static const char *const called_back[] = {"_ZSt15set_new_handlerPFvvE",
                                          "_ZNSt8ios_base17register_callbackEPFvNS_5eventERS_iEi",
                                          "_ZNSolsEPFRSoS_E",
                                          "_ZNSolsEPFRSt8ios_baseS0_E",
                                          "_ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E",
                                          "_ZNSirsEPFRSiS_E",
                                          "_ZNSirsEPFRSt8ios_baseS0_E",
                                          "_ZNSirsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E",
                                          NULL};

/* Names beginning so belong to others. */
static const char *const foreign_beginnings[] = {
    "simt_",    "gs_",    "__",     "_Znw",  "_Zna",   "_Zdl",   "_Zda",
    "json_",    "jsonp_", "dwarf_", "dwfl_", "dwelf_", "elf_",   "elf32_",
    "elf64_",   "gelf_",  "ebl_",   "ffi_",  "omp_",   "GOMP_",  "gomp_",
    "pthread_", "_dl_",   "_IO_",   "sem_",  "sched_", "timer_", NULL};

/* Names of the C library that the runner, the simulator and their libraries use, or that end or
 * change a process. */
static const char *const foreign[] = {"main",
                                      "_start",
                                      "_init",
                                      "_fini",
                                      "_exit",
                                      "_Exit",
                                      "access",
                                      "asprintf",
                                      "atexit",
                                      "close",
                                      "dl_iterate_phdr",
                                      "dlopen",
                                      "dlsym",
                                      "dup",
                                      "dup2",
                                      "environ",
                                      "etext",
                                      "execve",
                                      "fclose",
                                      "fdopen",
                                      "ferror",
                                      "fgets",
                                      "fileno",
                                      "fopen",
                                      "fork",
                                      "fputc",
                                      "fread",
                                      "fstat",
                                      "ftruncate",
                                      "getdelim",
                                      "getenv",
                                      "getline",
                                      "getpid",
                                      "ioctl",
                                      "isatty",
                                      "kill",
                                      "lseek",
                                      "madvise",
                                      "mkdir",
                                      "mmap",
                                      "mprotect",
                                      "munmap",
                                      "on_exit",
                                      "open",
                                      "open64",
                                      "open_memstream",
                                      "pread",
                                      "program_invocation_name",
                                      "ptrace",
                                      "pwrite",
                                      "raise",
                                      "read",
                                      "realpath",
                                      "reallocarray",
                                      "remove",
                                      "rename",
                                      "sbrk",
                                      "setenv",
                                      "sigaction",
                                      "sigaltstack",
                                      "signal",
                                      "stat",
                                      "strchrnul",
                                      "strsep",
                                      "syscall",
                                      "sysconf",
                                      "system",
                                      "unlink",
                                      "vasprintf",
                                      "waitpid",
                                      "write",
                                      NULL};

/* ---- questions ------------------------------------------------------------------------------- */

static bool is_among(const char *name, const char *const *names)
{
    for (; *names != NULL; names++) {
        if (strcmp(name, *names) == 0)
            return true;
    }
    return false;
}

static bool begins(const char *name, const char *const *beginnings)
{
    for (; *beginnings != NULL; beginnings++) {
        if (strncmp(name, *beginnings, strlen(*beginnings)) == 0)
            return true;
    }
    return false;
}

static bool contains(const char *name, const char *const *parts)
{
    for (; *parts != NULL; parts++) {
        if (strstr(name, *parts) != NULL)
            return true;
    }
    return false;
}

static bool is_mathematics(const char *name)
{
    char plain[64];
    size_t length = strlen(name);
    if (is_among(name, mathematics))
        return true;
    if (length == 0 || length >= sizeof plain || strchr("fl", name[length - 1]) == NULL)
        return false;
    snprintf(plain, sizeof plain, "%.*s", (int)(length - 1), name);
    return is_among(plain, mathematics);
}

/* The C library's, also as its checked variant and that of a standard: __memcpy_chk is memcpy,
 * __isnanf isnanf, __isoc23_strtol strtol. */
static bool is_library(const char *name)
{
    char plain[64];
    if (is_among(name, functions) || is_mathematics(name))
        return true;
    size_t length = strlen(name);
    static const char *const versions[] = {"__isoc99_", "__isoc23_"};
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        if (strncmp(name, versions[i], strlen(versions[i])) == 0)
            return is_among(name + strlen(versions[i]), functions);
    }
    if (strncmp(name, "__", 2) != 0 || length >= sizeof plain)
        return false;
    bool checked = length > 6 && strcmp(name + length - 4, "_chk") == 0;
    snprintf(plain, sizeof plain, "%.*s", (int)(length - (checked ? 6 : 2)), name + 2);
    return (checked && is_among(plain, functions)) || is_mathematics(plain);
}

static bool is_cuda(const char *name)
{
    return strncmp(name, "cuda", 4) == 0 && name[4] >= 'A' && name[4] <= 'Z';
}

bool gs_symbols_may_call(const char *symbol)
{
    if (is_cuda(symbol) || is_library(symbol) || is_among(symbol, support) ||
        is_among(symbol, simulator) || is_among(symbol, called_back))
        return true;
    return begins(symbol, good_beginnings) && !contains(symbol, bad_parts);
}

bool gs_symbols_is_for_kernels(const char *symbol)
{
    static const char *const by_pointer[] = {"frexp",  "lgamma_r", "modf", "nan",
                                             "remquo", "sincos",   NULL};
    return is_mathematics(symbol) && !begins(symbol, by_pointer);
}

bool gs_symbols_is_for_host(const char *symbol)
{
    static const char *const of_both[] = {"abs",     "labs",   "llabs",  "memcmp", "memcpy",
                                          "memmove", "memset", "strlen", NULL};
    static const char *const of_compilers[] = {"simt_",        "__tsan_", "__ubsan_",
                                               "__sanitizer_", "__x86_",  "__cxa_guard_",
                                               "__cxa_pure_",  NULL};
    /* Of CUDA's, what nvcc takes in every kernel. */
    static const char *const of_kernels[] = {"cudaGetDevice", "cudaGraphSetConditional",
                                             "cudaMalloc", NULL};
    return !gs_symbols_is_for_kernels(symbol) && !is_among(symbol, of_kernels) &&
           !is_among(symbol, support) && !is_among(symbol, simulator) &&
           !is_among(symbol, of_both) && !begins(symbol, of_compilers);
}

bool gs_symbols_may_define(const char *symbol)
{
    if (strcmp(symbol, "__clang_call_terminate") == 0) /* of clang's own making */
        return true;
    return !is_cuda(symbol) && !is_library(symbol) && !is_among(symbol, foreign) &&
           !begins(symbol, foreign_beginnings) && !is_among(symbol, support) &&
           !is_among(symbol, simulator);
}
