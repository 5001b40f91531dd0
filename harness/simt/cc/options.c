#include "options.h"

#include <stdlib.h>
#include <string.h>

/* How an option takes its value. */
enum form {
    ALONE,    /* -c */
    PREFIX,   /* -O2, -Wall: the rest of the word belongs to it */
    ATTACHED, /* -Ifolder or -I folder */
    SEPARATE, /* -MF file */
    ASSIGNED  /* --std=c++17 or --std c++17 */
};

enum meaning {
    HELP,
    VERSION,
    PRECOMPILE,
    OUTPUT,
    COMPILE_ONLY,
    DEVICE_OBJECTS, /* compiles only, for all files */
    RELOCATABLE,
    LOCKSTEP,
    RELAXED,
    INSPECT,
    SHARED,
    MODULE,
    RUNTIME,
    TOKENS,
    GIMPLE,
    GUARD_CALLS,
    STANDARD,
    PREPROCESS,     /* passed on to the preprocessor as `spelling` */
    COMPILE,        /* to the compiler and the linker as `spelling` */
    BOTH,           /* to all steps as written, or as `spelling` */
    LINK,           /* to the linker, in its place among the inputs */
    SPLIT_COMPILER, /* -Xcompiler a,b */
    SPLIT_LINKER,   /* -Xlinker a,b */
    DEPENDENCIES,   /* -MD, -MMD */
    DEPENDENCY_FILE,
    DEPENDENCY_WORD, /* -MP */
    DEPENDENCY_TARGET,
    IGNORED
};

static const struct option {
    const char *name;
    enum form form;
    enum meaning meaning;
    const char *spelling; /* what g++ calls it; NULL: the name */
} options_table[] = {
    {"--help", ALONE, HELP, NULL},
    {"-h", ALONE, HELP, NULL},
    {"--version", ALONE, VERSION, NULL},
    {"-V", ALONE, VERSION, NULL},
    {"--precompile", ALONE, PRECOMPILE, NULL},
    {"-o", ATTACHED, OUTPUT, NULL},
    {"--output-file", ASSIGNED, OUTPUT, NULL},
    {"-c", ALONE, COMPILE_ONLY, NULL},
    {"--compile", ALONE, COMPILE_ONLY, NULL},
    {"-dc", ALONE, DEVICE_OBJECTS, NULL},
    {"--device-c", ALONE, DEVICE_OBJECTS, NULL},
    {"--lockstep", ALONE, LOCKSTEP, NULL},
    {"--inspect", ALONE, INSPECT, NULL},
    {"-shared", ALONE, SHARED, NULL},
    {"--shared", ALONE, SHARED, NULL},
    {"-ptx", ALONE, MODULE, ".ptx"},
    {"--ptx", ALONE, MODULE, ".ptx"},
    {"-cubin", ALONE, MODULE, ".cubin"},
    {"--cubin", ALONE, MODULE, ".cubin"},
    {"-fatbin", ALONE, MODULE, ".fatbin"},
    {"--fatbin", ALONE, MODULE, ".fatbin"},
    {"-cudart", ASSIGNED, RUNTIME, NULL},
    {"--cudart", ASSIGNED, RUNTIME, NULL},
    {"--tokens", SEPARATE, TOKENS, NULL},
    {"--gimple", SEPARATE, GIMPLE, NULL},
    {"--guard-calls", ALONE, GUARD_CALLS, NULL},
    {"-std", ASSIGNED, STANDARD, NULL},
    {"--std", ASSIGNED, STANDARD, NULL},
    {"-I", ATTACHED, PREPROCESS, NULL},
    {"--include-path", ASSIGNED, PREPROCESS, "-I"},
    {"-isystem", ATTACHED, PREPROCESS, NULL},
    {"-iquote", ATTACHED, PREPROCESS, NULL},
    {"-include", SEPARATE, PREPROCESS, NULL},
    {"--pre-include", ASSIGNED, PREPROCESS, "-include"},
    {"-D", ATTACHED, PREPROCESS, NULL},
    {"--define-macro", ASSIGNED, PREPROCESS, "-D"},
    {"-U", ATTACHED, PREPROCESS, NULL},
    {"--undefine-macro", ASSIGNED, PREPROCESS, "-U"},
    {"-g", PREFIX, COMPILE, NULL},
    {"--debug", ALONE, COMPILE, "-g"},
    {"-G", ALONE, COMPILE, "-g"},
    {"--device-debug", ALONE, COMPILE, "-g"},
    {"-O", PREFIX, BOTH, NULL},
    {"--optimize", ASSIGNED, BOTH, "-O"},
    {"-W", PREFIX, BOTH, NULL},
    {"-w", ALONE, BOTH, NULL},
    {"--disable-warnings", ALONE, BOTH, "-w"},
    {"-pedantic", ALONE, BOTH, NULL},
    {"-f", PREFIX, BOTH, NULL},
    {"-m", PREFIX, BOTH, NULL},
    {"-pthread", ALONE, BOTH, NULL},
    {"-Xcompiler", ASSIGNED, SPLIT_COMPILER, NULL},
    {"--compiler-options", ASSIGNED, SPLIT_COMPILER, NULL},
    {"-l", ATTACHED, LINK, NULL},
    {"--library", ASSIGNED, LINK, "-l"},
    {"-L", ATTACHED, LINK, NULL},
    {"--library-path", ASSIGNED, LINK, "-L"},
    {"-Wl,", PREFIX, LINK, NULL},
    {"-Xlinker", ASSIGNED, SPLIT_LINKER, NULL},
    {"--linker-options", ASSIGNED, SPLIT_LINKER, NULL},
    {"-MD", ALONE, DEPENDENCIES, NULL},
    {"-MMD", ALONE, DEPENDENCIES, NULL},
    {"-MF", ATTACHED, DEPENDENCY_FILE, NULL},
    {"-MT", ATTACHED, DEPENDENCY_TARGET, NULL},
    {"-MQ", ATTACHED, DEPENDENCY_TARGET, NULL},
    {"-MP", ALONE, DEPENDENCY_WORD, NULL},
    /* What chooses among GPUs, their assembler or their libraries has no meaning here. */
    {"-arch", ASSIGNED, IGNORED, NULL},
    {"--gpu-architecture", ASSIGNED, IGNORED, NULL},
    {"-code", ASSIGNED, IGNORED, NULL},
    {"--gpu-code", ASSIGNED, IGNORED, NULL},
    {"-gencode", ASSIGNED, IGNORED, NULL},
    {"--generate-code", ASSIGNED, IGNORED, NULL},
    {"-Xptxas", ASSIGNED, IGNORED, NULL},
    {"--ptxas-options", ASSIGNED, IGNORED, NULL},
    {"-maxrregcount", ASSIGNED, IGNORED, NULL},
    {"--maxrregcount", ASSIGNED, IGNORED, NULL},
    {"-lineinfo", ALONE, IGNORED, NULL},
    {"--generate-line-info", ALONE, IGNORED, NULL},
    {"-lcurand", ALONE, IGNORED, NULL},
    {"-lcurand_static", ALONE, IGNORED, NULL},
    {"-rdc", ASSIGNED, RELOCATABLE, NULL},
    {"--relocatable-device-code", ASSIGNED, RELOCATABLE, NULL},
    {"-use_fast_math", ALONE, IGNORED, NULL},
    {"--use_fast_math", ALONE, IGNORED, NULL},
    {"-extended-lambda", ALONE, IGNORED, NULL},
    {"--extended-lambda", ALONE, IGNORED, NULL},
    {"--expt-extended-lambda", ALONE, IGNORED, NULL},
    {"-expt-relaxed-constexpr", ALONE, RELAXED, NULL},
    {"--expt-relaxed-constexpr", ALONE, RELAXED, NULL},
};

#define OPTION_COUNT (sizeof options_table / sizeof options_table[0])

/* One option as it stands on the command line. */
struct reading {
    const struct option *option;
    const char *word;  /* as written */
    const char *value; /* NULL for ALONE */
};

static bool usage_error(struct simt_buffer *error, const char *what, const char *word,
                        const char *advice)
{
    simt_buffer_format(error, "simt-cc: %s '%s'%s", what, word, advice);
    return false;
}

static bool matches(const struct option *option, const char *word)
{
    size_t length = strlen(option->name);
    if (strncmp(word, option->name, length) != 0)
        return false;
    switch (option->form) {
    case PREFIX:
    case ATTACHED:
        return true;
    case ASSIGNED:
        return word[length] == '\0' || word[length] == '=';
    case ALONE:
    case SEPARATE:
        break;
    }
    return word[length] == '\0';
}

/* The option with the longest name that fits, so that -lineinfo is no -l. */
static const struct option *find_option(const char *word)
{
    const struct option *found = NULL;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const struct option *option = &options_table[i];
        if (matches(option, word) && (found == NULL || strlen(option->name) > strlen(found->name)))
            found = option;
    }
    return found;
}

/* Number of letters to insert, delete or change to make one word the other; long words count as far
 * apart. */
static size_t distance(const char *a, const char *b)
{
    enum { LIMIT = 40 };
    size_t rows[LIMIT + 1];
    size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > LIMIT || b_length > LIMIT)
        return LIMIT;
    for (size_t j = 0; j <= b_length; j++)
        rows[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t diagonal = rows[0];
        rows[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t change = diagonal + (a[i - 1] != b[j - 1]);
            size_t shorter = rows[j] < rows[j - 1] ? rows[j] + 1 : rows[j - 1] + 1;
            diagonal = rows[j];
            rows[j] = change < shorter ? change : shorter;
        }
    }
    return rows[b_length];
}

static bool unknown_option(const char *word, struct simt_buffer *error)
{
    const char *nearest = NULL;
    size_t best = 3; /* further apart than two letters is no misspelling */
    char name[64];
    size_t length = strcspn(word, "=");
    if (length < sizeof name) {
        memcpy(name, word, length);
        name[length] = '\0';
        for (size_t i = 0; i < OPTION_COUNT; i++) {
            size_t d = distance(name, options_table[i].name);
            if (d < best && d < length - 1) {
                best = d;
                nearest = options_table[i].name;
            }
        }
    }
    if (nearest != NULL)
        simt_buffer_format(error, "simt-cc: unknown option '%s'; did you mean '%s'?", word,
                           nearest);
    else
        simt_buffer_format(error, "simt-cc: unknown option '%s'; --help lists them", word);
    return false;
}

static void add_input(struct simt_options *options, struct simt_input input)
{
    struct simt_input *inputs =
        simt_grow(options->inputs, options->input_count, &options->input_capacity, sizeof *inputs);
    if (inputs == NULL) {
        options->both.failed = true;
        return;
    }
    options->inputs = inputs;
    inputs[options->input_count++] = input;
    options->source_count += input.kind != SIMT_INPUT_LINK;
}

static bool add_file(struct simt_options *options, const char *name, struct simt_buffer *error)
{
    static const struct {
        const char *suffix;
        enum simt_input_kind kind;
    } kinds[] = {
        {".cu", SIMT_INPUT_CUDA}, {".cpp", SIMT_INPUT_CXX}, {".cc", SIMT_INPUT_CXX},
        {".cxx", SIMT_INPUT_CXX}, {".C", SIMT_INPUT_CXX},   {".c", SIMT_INPUT_C},
        {".o", SIMT_INPUT_LINK},  {".a", SIMT_INPUT_LINK},  {".so", SIMT_INPUT_LINK},
        {".s", SIMT_INPUT_LINK},
    };
    const char *base = strrchr(name, '/') != NULL ? strrchr(name, '/') + 1 : name;
    const char *suffix = strrchr(base, '.');
    for (size_t i = 0; suffix != NULL && i < sizeof kinds / sizeof kinds[0]; i++) {
        bool versioned = kinds[i].kind == SIMT_INPUT_LINK && strstr(base, ".so.") != NULL;
        if (strcmp(suffix, kinds[i].suffix) == 0 || versioned) {
            add_input(options, (struct simt_input){kinds[i].kind, name, true});
            return true;
        }
    }
    return usage_error(error, "cannot tell what kind of file this is:", name,
                       " (known are .cu .cpp .cc .cxx .C .c .s .o .a .so)");
}

/* The value of -std: older standards are raised to C++17, which the headers are written in. */
static const char *raise_standard(const char *value)
{
    static const char *const older[] = {"c++98",   "c++03",   "c++0x",   "c++11",
                                        "c++1y",   "c++14",   "gnu++98", "gnu++03",
                                        "gnu++0x", "gnu++11", "gnu++1y", "gnu++14"};
    for (size_t i = 0; i < sizeof older / sizeof older[0]; i++) {
        if (strcmp(value, older[i]) == 0)
            return value[0] == 'g' ? "gnu++17" : "c++17";
    }
    return value;
}

/* Adds the option as g++ writes it: as it stands, or under the name that g++ has for it, value
 * attached. */
static void add_word(struct simt_words *words, const struct reading *reading)
{
    const struct option *option = reading->option;
    const char *name = option->spelling != NULL ? option->spelling : option->name;
    if (reading->value != NULL && strlen(name) > 2 && option->form != PREFIX) {
        simt_words_add(words, name);
        simt_words_add(words, reading->value);
        return;
    }
    struct simt_buffer joined = {0};
    simt_buffer_format(&joined, "%s%s", name, reading->value != NULL ? reading->value : "");
    words->failed |= joined.failed;
    if (!joined.failed)
        simt_words_add(words, joined.text);
    simt_buffer_release(&joined);
}

/* Libraries of CUDA's that programs name and the runtime has the place of. */
static bool is_own_library(const struct reading *reading)
{
    static const char *const names[] = {"cuda",      "cudart", "cudart_static",
                                        "cudadevrt", "cublas", "nccl"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (reading->option->meaning == LINK && strcmp(reading->value, names[i]) == 0 &&
            (strcmp(reading->option->name, "-l") == 0 ||
             strcmp(reading->option->name, "--library") == 0))
            return true;
    }
    return false;
}

/* Puts words for the linker in their place among the inputs. */
static void add_link_word(struct simt_options *options, const struct reading *reading)
{
    if (is_own_library(reading)) {
        options->loads_modules |= strcmp(reading->value, "cuda") == 0;
        return;
    }
    struct simt_words *owned = &options->link_words;
    size_t before = owned->count;
    if (reading->option->meaning == SPLIT_LINKER) {
        struct simt_words values = {0};
        simt_words_split(&values, reading->value, ",");
        for (size_t i = 0; i < values.count; i++) {
            simt_words_add(owned, "-Xlinker");
            simt_words_add(owned, values.items[i]);
        }
        owned->failed |= values.failed;
        simt_words_release(&values);
    } else {
        add_word(owned, reading);
    }
    for (size_t i = before; i < owned->count; i++)
        add_input(options, (struct simt_input){SIMT_INPUT_LINK, owned->items[i], false});
}

static void apply(struct simt_options *options, const struct reading *reading)
{
    switch (reading->option->meaning) {
    case HELP:
        options->request = SIMT_REQUEST_HELP;
        break;
    case VERSION:
        options->request = SIMT_REQUEST_VERSION;
        break;
    case PRECOMPILE:
        options->request = SIMT_REQUEST_PRECOMPILE;
        break;
    case OUTPUT:
        options->output = reading->value;
        break;
    case COMPILE_ONLY:
        options->compile_only = true;
        break;
    case DEVICE_OBJECTS:
        options->compile_only = options->relocatable = true;
        break;
    case RELOCATABLE:
        options->relocatable = strcmp(reading->value, "true") == 0;
        break;
    case RELAXED:
        options->relaxed_constexpr = true;
        break;
    case LOCKSTEP:
        options->lockstep = true;
        break;
    case INSPECT:
        options->lockstep = options->inspect = true;
        break;
    case SHARED:
        options->shared = true;
        break;
    case MODULE:
        options->module = reading->option->spelling;
        break;
    case RUNTIME:
        options->no_runtime = strcmp(reading->value, "none") == 0;
        break;
    case GUARD_CALLS:
        options->guard_calls = true;
        break;
    case TOKENS:
        options->tokens = reading->value;
        break;
    case GIMPLE:
        options->gimple = reading->value;
        break;
    case STANDARD:
        options->standard = raise_standard(reading->value);
        break;
    case PREPROCESS:
        add_word(&options->preprocess, reading);
        break;
    case COMPILE:
        add_word(&options->compile, reading);
        break;
    case BOTH:
        add_word(&options->both, reading);
        break;
    case LINK:
    case SPLIT_LINKER:
        add_link_word(options, reading);
        break;
    case SPLIT_COMPILER:
        simt_words_split(&options->both, reading->value, ",");
        break;
    case DEPENDENCIES:
        options->dependency_option = reading->option->name;
        break;
    case DEPENDENCY_FILE:
        options->dependency_file = reading->value;
        break;
    case DEPENDENCY_TARGET:
        options->has_dependency_target = true;
        add_word(&options->dependencies, reading);
        break;
    case DEPENDENCY_WORD:
        add_word(&options->dependencies, reading);
        break;
    case IGNORED:
        break;
    }
}

/* Reads the option at argv[*index] and its value, which may be the next word. */
static bool read_option(char **argv, int *index, struct reading *reading, struct simt_buffer *error)
{
    reading->word = argv[*index];
    reading->option = find_option(reading->word);
    reading->value = NULL;
    if (reading->option == NULL)
        return unknown_option(reading->word, error);
    if (reading->option->form == ALONE)
        return true;
    const char *rest = reading->word + strlen(reading->option->name);
    if (reading->option->form == PREFIX || *rest != '\0')
        reading->value = rest + (reading->option->form == ASSIGNED && *rest == '=');
    else
        reading->value = argv[++*index];
    return reading->value != NULL || usage_error(error, "option", reading->word, " needs a value");
}

static bool check(const struct simt_options *options, struct simt_buffer *error)
{
    if (options->request == SIMT_REQUEST_PRECOMPILE && options->input_count > 0) {
        simt_buffer_format(error, "simt-cc: --precompile takes no input files");
        return false;
    }
    if (options->request != SIMT_REQUEST_BUILD)
        return true;
    size_t files = 0;
    for (size_t i = 0; i < options->input_count; i++)
        files += options->inputs[i].is_file;
    const char *wrong = NULL;
    if (files == 0)
        wrong = "no input files; --help says how to name them";
    else if (options->compile_only && options->source_count == 0)
        wrong = "-c without anything to compile";
    else if (options->compile_only && options->output != NULL && options->source_count > 1)
        wrong = "-c with several inputs and -o: each input makes an object file of its own";
    else if (options->dependency_file != NULL && options->source_count > 1)
        wrong = "-MF with several inputs: each would overwrite the file of the one before";
    else if (options->module != NULL && (files != 1 || options->source_count != 1))
        wrong = "-ptx, -cubin and -fatbin take one .cu file at a time";
    else if (options->module != NULL && (options->compile_only || options->shared))
        wrong = "-ptx, -cubin and -fatbin go with neither -c nor -shared";
    else if (options->tokens != NULL && options->source_count != 1)
        wrong = "--tokens takes one source at a time";
    else if (options->both.failed || options->preprocess.failed || options->compile.failed ||
             options->dependencies.failed || options->link_words.failed)
        wrong = "out of memory";
    if (wrong != NULL)
        simt_buffer_format(error, "simt-cc: %s", wrong);
    return wrong == NULL;
}

bool simt_options_read(struct simt_options *options, int argc, char **argv,
                       struct simt_buffer *error)
{
    *options = (struct simt_options){0};
    for (int i = 1; i < argc; i++) {
        struct reading reading;
        if (argv[i][0] != '-') {
            if (!add_file(options, argv[i], error))
                return false;
        } else {
            if (!read_option(argv, &i, &reading, error))
                return false;
            apply(options, &reading);
        }
    }
    return check(options, error);
}

void simt_options_release(struct simt_options *options)
{
    free(options->inputs);
    simt_words_release(&options->preprocess);
    simt_words_release(&options->compile);
    simt_words_release(&options->both);
    simt_words_release(&options->dependencies);
    simt_words_release(&options->link_words);
    *options = (struct simt_options){0};
}
