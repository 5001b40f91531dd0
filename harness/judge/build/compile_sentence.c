#include "compile_sentence.h"

#include "source_code.h"

#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { GROUPS = 6, MOST_TEXT = 1024 };

/* What a message, its line and its notes must look like, as extended regular expressions (NULL: any
 * way), and what is then said: $1 is a group of the message, @1 of the line, %1 of the notes; $F
 * the file, $H the header, $D what it declares. In `line`, $1 stands for the message's too. */
struct saying {
    const char *message, *line, *note;
    const char *sentence;
};

#define NAME "'([A-Za-z_0-9:]+)'"
#define TYPE "'([^']*)'"
/* The line of the student's file where what is defined twice stands first. */
#define EARLIER "\\.cu:([0-9]+):[0-9]+: note: ('[^']*' )?previous(ly defined| definition)"

static const struct saying errors[] = {
    /* Launches. */
    {"a __global__ function call must be configured", "([A-Za-z_0-9]+) *\\(", NULL,
     "`@1` is a kernel: launch it, `@1<<<grid, block>>>(arguments)`. If it is for kernels to call, "
     "make it `__device__`."},
    {"operator<<|binary expression|forbids comparison", "([A-Za-z_0-9]+) *<<[^<].*>>", NULL,
     "A launch has three `<` and three `>`: `@1<<<grid, block>>>(arguments)`."},
    {"forbids comparison|comparison between|expected|binary", "([A-Za-z_0-9]+) *<[^<].*, .*> *\\(",
     NULL, "A launch has three `<` and three `>`: `@1<<<grid, block>>>(arguments)`."},
    {"calling a __device__ function\\('([A-Za-z_0-9]*)[^']*'\\) from a __host__", NULL, NULL,
     "`$1` is a __device__ function: only kernels can call it."},
    {"calling a __host__ function\\('([A-Za-z_0-9]*)[^']*'\\) from", NULL, NULL,
     "`$1` is a function of the host: write `__device__` before it."},

    /* The declaration. */
    {"conflicting (declaration of C function|types for)|ambiguating new declaration|overloaded "
     "function '.*' has 'C' linkage",
     NULL, NULL, "$H declares the function as `$D`: keep it so."},

    /* Words. */
    {"unterminated comment|unterminated /\\*", NULL, NULL,
     "The comment that begins here has no `*/`."},
    {"unterminated (string|char)|missing terminating", NULL, NULL,
     "A text in this line has no closing quote."},
    {"fatal error: (thrust|cub|cooperative)[^:]*:|" NAME " file not found|^([^:]*): No such file",
     "[\"<]((thrust|cub)/[^\">]*)[\">]", NULL,
     "`@1` is not part of the simulator: write the kernel yourself."},
    {"file not found|No such file", "[\"<]([^\">]*)[\">]", NULL,
     "There is no header `@1`; the one of this exercise is `$H`."},

    /* Names. */
    {NAME " was not declared|undeclared identifier " NAME, "([A-Za-z_0-9]+) *<<<", NULL,
     "There is no kernel `@1` above this line."},
    {"'([A-Za-z_0-9]*)' (was not|does not name a type)|(identifier|type name) '([A-Za-z_0-9]*)'",
     "(^|[^:A-Za-z_0-9])(vector|string|array|map|cout|cerr|endl|sort|unique_ptr|function)($|[^A-Za-"
     "z_"
     "0-9])",
     NULL, "`@2` is called `std::@2`, once its header is included."},
    {NAME " was not declared", NULL, "is defined in header '(<[^>]*>)'",
     "`$1` is not known here: write `#include %1` at the top of your file."},
    {"'([A-Za-z_0-9]+)' is not a member of 'std'", NULL, "is defined in header '(<[^>]*>)'",
     "`std::$1` is not known here: write `#include %1` at the top of your file."},
    {NAME " was not declared.*did you mean " NAME, NULL, NULL,
     "`$1` is not known here: did you mean `$2`?"},
    {"undeclared identifier " NAME ".*did you mean " NAME, NULL, NULL,
     "`$1` is not known here: did you mean `$2`?"},
    {NAME " (was not declared|has not been declared)", NULL, NULL,
     "`$1` is not declared here: declare it first, or mend its spelling."},
    {"undeclared identifier " NAME, NULL, NULL,
     "`$1` is not declared here: declare it first, or mend its spelling."},
    {NAME " does not name a type|unknown type name " NAME, "([A-Za-z_0-9]+)", NULL,
     "`$1$2` is no type that is known here: include its header, or mend its spelling."},
    {"redeclaration of '[^']*[ *&]([A-Za-z_0-9]+)'", NULL, NULL,
     "`$1` is declared a second time here: to give it another value, leave out its type; for "
     "another variable, choose another name."},
    {"redefinition of '([a-z]+ )?main(\\([^']*\\))?'", NULL, EARLIER,
     "`main` is defined in line %1, and a second time here: take both out, for the check has its "
     "own."},
    {"redefinition of '([^'(]*[ *])?([A-Za-z_0-9:]+)['(]", NULL, EARLIER,
     "`$2` is defined in line %1, and a second time here: take one of the two out, or choose "
     "another name."},
    {"redefinition of '([^'(]*[ *])?([A-Za-z_0-9:]+)['(]", NULL, NULL,
     "`$2` is defined a second time here."},
    {"declaration of '(.*)' shadows a parameter|redefinition of '(.*)' with a different type|"
     "conflicting declaration '(.*)'",
     NULL, NULL, "`$1$2$3` is declared a second time here: choose another name."},

    /* Calls. */
    {"no matching function for call to 'cudaMalloc", NULL, NULL,
     "`cudaMalloc` sets a pointer, so it takes the pointer's address: `cudaMalloc(&pointer, "
     "bytes)`."},
    {"too many arguments to function '[^'(]*[ *]([A-Za-z_0-9]+)\\(\\)'", NULL, NULL,
     "`$1` takes no arguments."},
    {"too (few|many) arguments to function '[^'(]*[ *]([A-Za-z_0-9]+)\\((.*)\\)'", "<<<", NULL,
     "This launch hands too $1 arguments to `$2`, which takes ($3)."},
    {"too (few|many) arguments to function '[^'(]*[ *]([A-Za-z_0-9]+)\\((.*)\\)'", NULL, NULL,
     "This call hands too $1 arguments to `$2`, which takes ($3)."},
    {"no matching function for call to '(atomic[A-Za-z]+)\\([a-z ]+&,", NULL, NULL,
     "The first argument of `$1` is the address of a number, and this is the number itself: write "
     "`&` before it."},
    {"no matching function for call to '(atomic[A-Za-z]+)\\([^,]*\\)'", NULL, NULL,
     "`$1` takes the address of a number, as `&x`, and behind a comma what is done with it."},
    {"no matching function for call to '([A-Za-z_0-9]+)'", NULL,
     "requires ([0-9]+) arguments?, but ([0-9]+) ",
     "`$1` takes %1 arguments, and this hands it %2."},
    {"no matching function for call to '([A-Za-z_0-9]+)'", NULL,
     "no known conversion from '([^']*)'.* to '([^']*)'.* for ([0-9]+)",
     "Argument %3 of `$1` must be a `%2`, and this one is a `%1`."},
    {"no matching function for call to '([A-Za-z_0-9]+)'", NULL,
     "([0-9]+)[a-z]* argument \\('([^']*)'\\) would lose const",
     "Argument %1 of `$1` may be written to, and what it is given is `const`. Are the arguments in "
     "the order of the parameters? If they are, and it is only read, make the parameter `const` "
     "too."},
    {"no matching function for call to '([A-Za-z_0-9]+)", NULL, NULL,
     "No `$1` takes these arguments."},
    {"invalid conversion from 'const ([^']*)' to '([^']*)'", NULL,
     "initializing argument ([0-9]+) of '[^'(]*[ *]([A-Za-z_0-9]+)\\(",
     "Argument %1 of `%2` may be written to, and what it is given is `const`. Are the arguments in "
     "the order of the parameters? If they are, and it is only read, make the parameter `const "
     "$2`."},
    {"(invalid conversion from|cannot convert) '[^'*]*' to '[^']*[*]'", NULL,
     "initializing argument 1 of '[^'(]*[ *](atomic[A-Za-z]+)\\(",
     "The first argument of `%1` is the address of a number, and this is the number itself: write "
     "`&` before it."},
    {"(invalid conversion from|cannot convert) '([^']*)'.* to '([^']*)'", NULL,
     "initializing argument ([0-9]+) of '[^'(]*[ *]([A-Za-z_0-9]+)\\(",
     "Argument %1 of `%2` must be a `$3`, and this one is a `$2`."},
    {"cannot convert 'cudaStream_t'|invalid conversion from 'cudaStream_t'", "<<<", NULL,
     "The third number of a launch is the bytes of shared memory, and the stream is the fourth: "
     "`<<<grid, block, 0, stream>>>`."},
    {"(invalid conversion from|cannot convert) '([^']*)'.* to '([^']*)'", NULL, NULL,
     "A `$2` is no `$3`, and does not become one by itself."},

    /* Values. */
    {"read-only location '[^A-Za-z_]*([A-Za-z_0-9]+)", NULL, NULL,
     "`$1` is `const`: it may be read and not written."},
    {"read-only variable '([^']*)'|variable '([^']*)' with const-qualified", NULL, NULL,
     "`$1$2` is `const`: it may be read and not written."},
    {"read-only (variable|location)", NULL, NULL,
     "What this would write to is `const`, or nothing that can hold a value."},
    {"base operand of '->'|member reference type .* is not a pointer", "([A-Za-z_0-9]+) *->", NULL,
     "`@1` is no pointer: write `.` for `->`."},
    {"request for member .* is of pointer type|member reference type .* is a pointer",
     "([A-Za-z_0-9]+) *\\.", NULL, "`@1` is a pointer: write `->` for `.`."},
    {"operator\\^|invalid operands to binary", "([A-Za-z_0-9]+(\\[[^]]*\\])?) *\\^ *2", NULL,
     "`^` is no power in C++: write `@1 * @1`."},
    {"operator\\^", NULL, NULL, "`^` is no power in C++: multiply, or call `powf`."},
    {"operand types|invalid operands", "(threadIdx|blockIdx|blockDim|gridDim)([^.A-Za-z]|$)", NULL,
     "`@1` has three parts: name one, `@1.x`."},
    {"has no member named '([^']*)'|no member named '([^']*)'",
     "(threadIdx|blockIdx|blockDim|gridDim)\\.([^xyz]|[xyz][A-Za-z_0-9])", NULL,
     "`@1` has the parts `x`, `y` and `z`, and no `$1$2`."},
    {"invalid operands.*'[a-z ]+ ?\\*'", "(atomic[A-Za-z]+) *\\( *&[^,]*[-+*]=", NULL,
     "`@1` does the update itself: it takes the address of a number, as `&x`, and behind a comma "
     "what is done with it."},
    {"invalid operands.*'(const )?[a-z ]+ ?\\*'", NULL, NULL,
     "This calculates with the arrays, not with their elements: write `[i]` behind them."},
    {"invalid types '[^']*\\[(float|double)\\]' for array|array subscript is not an integer", NULL,
     NULL, "An index is a float here, and has to be an integer: make it an `int` or a `size_t`."},
    {"invalid types '.*' for array subscript|subscripted value is not",
     "([A-Za-z_0-9]+\\[[^]]*\\]) *\\[", NULL,
     "`@1` is one value already: it takes no second `[ ]`."},
    {"invalid types '.*' for array subscript|subscripted value is not", "([A-Za-z_0-9]+) *\\[",
     NULL, "`@1` is one value, no array: it takes no `[ ]`."},
    {"invalid type argument of unary '\\*'|indirection requires pointer operand", NULL, NULL,
     "A `*` here stands before a value that is no pointer: write the value without it."},
    {"more than 48 KiB of __shared__ variables", NULL, "\\(([0-9]+) <= ([0-9]+)\\)",
     "The `__shared__` variables of a block take %1 bytes here, and %2 is the most: make the array "
     "smaller."},
    {"size of array '(.*)' is not|variable length array|variable-length array", NULL, NULL,
     "The size of this array must be known when it is compiled: write a number, or a `constexpr` "
     "one."},
    {"return-statement with a value|void function '.*' should not return", NULL, NULL,
     "This function returns nothing: write `return;`."},

    /* Structure. */
    {"'else' without a previous", NULL, NULL,
     "This `else` belongs to no `if`: put braces around what the `if` does."},
    {"expected expression", "else", NULL,
     "This `else` belongs to no `if`: put braces around what the `if` does."},
    {"expected '\\('", NULL, NULL, "A `(` is missing in this line."},
    {"expected '\\)'", NULL, NULL, "A `)` is missing in this line."},
    {"expected primary-expression before '[<>]'", "=([<>])", NULL, "`=@1` is written `@1=`."},
    {"expected primary-expression before '([^']*)'", NULL, NULL,
     "Something is missing before the `$1`."},
    {"expected (declaration|unqualified-id|constructor).*before '\\}'|extraneous closing brace",
     NULL, NULL, "There is a `}` too many, here or above."},
};

/* What no message is: behind it come those that explain no wrong answer. */
#define FIRST_ASIDE "^aside$"

/* Those that explain most come first; NULL: it is no matter here. */
static const struct saying warnings[] = {
    {"empty body in an '(if|else)'|(if|else) (statement|clause) has empty body", NULL, NULL,
     "The `;` is all that this `$1$2` does: what follows runs in any case. Take the `;` away."},
    {"(for|while) loop has empty body|(switch) statement has empty body", NULL, NULL,
     "The `;` is all that this `$1$2` does: what follows runs once, after it. Take the `;` away."},
    {"empty body", NULL, NULL, "The `;` ends the statement here, so that it does nothing."},
    {"assignment used as truth value|result of an assignment as a condition", NULL, NULL,
     "`=` sets the variable; to compare, write `==`."},
    {"intended as compound assignment \\(([+-])=\\)", NULL, NULL,
     "`=$1` sets the variable to what follows: write `$1=`."},
    {"comparisons like 'X<=Y<=Z'", NULL, NULL,
     "`a < b < c` compares the truth of `a < b` with c: write `a < b && b < c`."},
    {"parameter '([^']*)' set but not used", NULL, NULL,
     "`$1` is the function's own copy: what is stored in it is lost when the function returns."},
    {"'([A-Za-z_0-9]+)\\.[A-Za-z_0-9:]*::([A-Za-z_0-9]+)' (is|may be) used uninitialized", NULL,
     NULL, "`$1.$2` may be read before it is set."},
    {NAME " is used uninitialized|variable " NAME
          " is (used uninitialized|uninitialized when used)",
     NULL, NULL, "`$1$2` is used before it has a value."},
    {NAME " may be used uninitialized|variable " NAME " may be uninitialized", NULL, NULL,
     "`$1$2` may be read before it is set: not every way to this line sets it."},
    {"no return statement in function|control reaches end|non-void function does not return", NULL,
     NULL, "The function can end here without the `return` that its type promises."},
    {"no effect|value computed is not used|result unused", "[^=!<>]==[^=]", NULL,
     "`==` compares, and nothing is done with the answer: to set a value, write `=`."},
    {"operand of comma operator has no effect|comma operator", "\\[[^]]*,", NULL,
     "In `[ ]` a `,` keeps only what stands behind it. A place in a matrix is one index: `row * "
     "width + column`."},
    {"operand of comma operator has no effect", "(^|[^A-Za-z0-9_.])([0-9]+),([0-9]+)", NULL,
     "`@2,@3` keeps only the @3: a decimal number has a point, `@2.@3`."},
    {"operand of comma operator has no effect", "<<<.*\\([^()]*,", NULL,
     "Of `(a, b)` only b is kept: write `dim3(a, b)` for a grid or a block of two dimensions."},
    {"operand of comma operator has no effect", NULL, NULL,
     "A `,` here computes what stands before it, and throws it away."},
    {"statement has no effect|value computed is not used|expression result unused|comparison "
     "result "
     "unused",
     NULL, NULL, "This line computes something and does nothing with it."},
    {"unsigned expression.* always (true|false)", "([A-Za-z_0-9]+) *(<|>=) *0", NULL,
     "`@1` is unsigned and never below 0, so `@1 @2 0` is always $1."},
    {"unsigned expression.* always (true|false)", NULL, NULL,
     "An unsigned number is never below 0, so this is always $1."},
    {"this '(if|for|while|else)' clause does not guard|not part of the previous '([a-z]*)'", NULL,
     NULL,
     "Only the next statement belongs to the `$1$2`, though more is indented: put braces around "
     "all of it."},
    {"does not compute the number of array elements|will return the size of|'sizeof' on array "
     "function parameter",
     NULL, NULL, "`sizeof` of a pointer is the size of the pointer, not of what it points to."},
    {"division by zero", NULL, NULL, "This divides by zero."},
    {"(left|right)? ?shift count >= width of type", "(<<|>>) *([0-9]+)", NULL,
     "`@1 @2` shifts a number by as many bits as its type has, or by more: what comes out is not "
     "defined. Numbers like `1`, and the type `int`, have 32 bits. Make what is shifted 64 bits "
     "wide first, by a cast to `uint64_t`."},
    {"(left|right)? ?shift count >= width of type", NULL, NULL,
     "This shifts a number by as many bits as its type has, or by more: what comes out is not "
     "defined. Make what is shifted 64 bits wide first, by a cast to `uint64_t`."},
    {"shift count is negative", NULL, NULL,
     "This shifts by a number below 0, and what comes out is not defined."},
    {"integer overflow in expression|overflow in expression; result is|requires [0-9]+ bits to "
     "represent",
     NULL, NULL,
     "This number is too large for its type, `int`, which has 32 bits. Make one of its parts 64 "
     "bits wide first, by a cast to `size_t`."},
    {"shadows a (member|field)", NULL, NULL, NULL}, /* as parameters of a constructor do */
    {"in operand of '\\^'", NULL, NULL, "`^` is no power in C++: multiply, or call `powf`."},
    {"declaration of '([^']*)' shadows|declaration shadows", NULL, NULL,
     "A second variable of the same name begins here, and hides the one from above."},
    {"narrowing conversion of .* from 'double' to 'float'|type 'double' cannot be narrowed to "
     "'float'",
     NULL, NULL,
     "A `double` is stored in a `float` here, which keeps fewer digits of it: write the "
     "numbers of this line as floats, as `0.5f`."},
    {"narrowing conversion of .* from '(float|double)' to '([^']*)'|type '(float|double)' cannot "
     "be "
     "narrowed to '([^']*)'",
     NULL, NULL,
     "A `$1$3` is stored in a number of type `$2$4` here, which drops what stands after the "
     "decimal point."},
    {"conversion from '(float|double)' to", "(ceil|floor|round|trunc|rint|log2)f? *\\(", NULL,
     NULL},
    {"conversion from 'double' to '((unsigned |signed |long |short )*(int|long|short|char)|size_t|"
     "u?int[0-9]+_t)'.* may change value",
     NULL, NULL,
     "A `double` is stored in a number of type `$1` here, which drops what stands after the "
     "decimal "
     "point."},
    {"conversion from 'float' to '(int64_t|uint64_t|size_t|long[a-z ]*)'.* may change value", NULL,
     NULL,
     "A `float` is stored in a number of type `$1` here. A float keeps 24 bits of a number: what "
     "a large one has beyond them is lost, and so is what stands after the decimal point."},
    {"conversion from 'float' to '([^']*)'.* may change value|turns floating-point number into "
     "integer: 'float' to '([^']*)'",
     NULL, NULL,
     "A `float` is stored in a number of type `$1$2` here, which drops what stands after the "
     "decimal point."},
    {"\\[-W(float-conversion|implicit-float-conversion)", NULL, NULL, NULL},
    {FIRST_ASIDE, NULL, NULL, NULL},
    {"narrowing conversion of .* from '([^']*)' to '([^']*)'|type '([^']*)' cannot be narrowed to "
     "'([^']*)'",
     NULL, NULL,
     "A number of type `$1$3` is stored in one of type `$2$4` here, which cannot hold all of its "
     "values."},
    {"format '(%[^']*)' expects argument of type '([^']*)', but argument [0-9]+ has type "
     "'([^']*)'|format specifies type '([^']*)' but the argument has type '([^']*)'",
     NULL, NULL, "What is printed here is a `$3$5`, and `$1$4` is for another type."},
    {"format '(%[^']*)' expects a matching|more '(%)' conversions", NULL, NULL,
     "The text to print has more conversions (`$1$2`) than there are values behind it."},
    {"too many arguments for format|data argument not used by format", NULL, NULL,
     "There are more values here than the text to print has conversions."},
    {"changes value from '?([^' ]*)'? to '?([^' ]*)'?", NULL, NULL,
     "The value $1 does not fit into this type, and becomes $2."},
    {"'&&' within '\\|\\|'", NULL, NULL,
     "`&&` binds before `||`: put brackets where you mean it otherwise."},
    {"variable '([^']*)' set but not used", NULL, NULL, "What is stored in `$1` is never used."},
    {"unused (variable|parameter) '([^']*)'", NULL, NULL, "`$2` is never used."},
    {"'[^'(]*[ *]([A-Za-z_0-9]+)\\([^']*' defined but not used|unused function '([^']*)'", NULL,
     NULL, "`$1$2` is never called."},
    {"different signedness: '([^']*)'.* and '([^']*)'|different signs: '([^']*)'.* and '([^']*)'",
     NULL, NULL,
     "This compares a signed with an unsigned type (`$1$3`, `$2$4`): a number below 0 counts as a "
     "very large one."},
    {"\\[-W(double-promotion|unknown-pragmas|missing-field-initializers|deprecated|attributes|"
     "cast-function-type|class-memaccess|unused-result|unused-label|unknown-warning|pragmas|tsan|"
     "unused-command|cpp|deprecated-.*)",
     NULL, NULL, NULL},
};

/* ---- patterns -------------------------------------------------------------------------------- */

struct groups {
    char text[GROUPS][256];
};

static bool match(const char *pattern, const char *text, struct groups *groups)
{
    regex_t regex;
    regmatch_t found[GROUPS];
    if (pattern == NULL)
        return true;
    if (regcomp(&regex, pattern, REG_EXTENDED) != 0)
        return false;
    bool matched = regexec(&regex, text, GROUPS, found, 0) == 0;
    regfree(&regex);
    for (size_t i = 0; matched && i < GROUPS; i++) {
        int length = found[i].rm_so < 0 ? 0 : (int)(found[i].rm_eo - found[i].rm_so);
        snprintf(groups->text[i], sizeof groups->text[i], "%.*s", length,
                 length > 0 ? text + found[i].rm_so : "");
    }
    return matched;
}

struct context {
    const struct gs_compiled *compiled;
    const struct gs_diagnostic *diagnostic;
    char line[MOST_TEXT], notes[4 * MOST_TEXT];
    struct groups message_groups, line_groups, note_groups;
};

static const char *value_of(const struct context *context, char kind, char which)
{
    switch (which) {
    case 'F':
        return context->compiled->file;
    case 'H':
        return context->compiled->header;
    case 'D':
        return context->compiled->declared;
    default:
        break;
    }
    const struct groups *groups = kind == '$'   ? &context->message_groups
                                  : kind == '@' ? &context->line_groups
                                                : &context->note_groups;
    return which >= '0' && which < '0' + GROUPS ? groups->text[which - '0'] : "";
}

static void fill_in(const struct context *context, const char *pattern, char *sentence, size_t size)
{
    size_t length = 0;
    while (*pattern != '\0' && length + 1 < size) {
        if (strchr("$@%", *pattern) == NULL) {
            sentence[length++] = *pattern++;
            continue;
        }
        length += (size_t)snprintf(sentence + length, size - length, "%s",
                                   value_of(context, pattern[0], pattern[1]));
        pattern += 2;
    }
    sentence[length < size ? length : size - 1] = '\0';
}

static void look(struct context *context, const struct gs_compiled *compiled,
                 const struct gs_diagnostic *d)
{
    *context = (struct context){.compiled = compiled, .diagnostic = d};
    gs_source_copy_line(compiled->source, d->line, context->line, sizeof context->line);
    snprintf(context->notes, sizeof context->notes, "%.*s", (int)(d->end - d->notes), d->notes);
}

/* Returns which of them says it; the count: none does. */
static size_t say(struct context *context, const struct saying *sayings, size_t count,
                  char *sentence, size_t size)
{
    for (size_t i = 0; i < count; i++) {
        const struct saying *s = &sayings[i];
        if (match(s->message, context->diagnostic->message, &context->message_groups) &&
            match(s->line, context->line, &context->line_groups) &&
            match(s->note, context->notes, &context->note_groups)) {
            fill_in(context, s->sentence != NULL ? s->sentence : "", sentence, size);
            return i;
        }
    }
    return count;
}

/* ---- what the message alone does not tell ---------------------------------------------------- */

/* Letters and digits alone count: __Global__ is __global__, syncthreads is __syncthreads. */
static bool is_alike(const char *a, const char *b)
{
    for (;;) {
        a += strspn(a, "_");
        b += strspn(b, "_");
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        if (*a == '\0')
            return true;
        a++;
        b++;
    }
}

/* A word of CUDA in another spelling. */
static bool say_spelling(const struct context *context, char *sentence, size_t size)
{
    static const char *const words[] = {"__global__",
                                        "__device__",
                                        "__host__",
                                        "__shared__",
                                        "__constant__",
                                        "__restrict__",
                                        "threadIdx",
                                        "blockIdx",
                                        "blockDim",
                                        "gridDim",
                                        "__syncthreads",
                                        "__syncwarp",
                                        "atomicAdd",
                                        "cudaMalloc",
                                        "cudaMemcpy",
                                        "cudaMemcpyHostToDevice",
                                        "cudaMemcpyDeviceToHost",
                                        "cudaMemset",
                                        "cudaFree",
                                        "cudaDeviceSynchronize",
                                        "cudaGetLastError",
                                        "warpSize",
                                        "__shfl_down_sync",
                                        "__launch_bounds__",
                                        "cudaError_t",
                                        "size_t"};
    struct groups groups;
    if (!match(NAME " (was not declared|does not name a type)|(undeclared "
                    "identifier|unknown type name) " NAME,
               context->diagnostic->message, &groups))
        return false;
    const char *name = groups.text[1][0] != '\0' ? groups.text[1] : groups.text[4];
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (is_alike(name, words[i])) {
            snprintf(sentence, size, "`%s` is spelled `%s`.", name, words[i]);
            return true;
        }
    }
    return false;
}

/* Brackets of a line that it does not close. */
static int open_brackets(const struct gs_tokens *tokens, unsigned line)
{
    int open = 0;
    for (size_t i = 0; i < tokens->count; i++) {
        if (tokens->items[i].line == line)
            open += gs_token_is(tokens, i, "(") - gs_token_is(tokens, i, ")");
    }
    return open;
}

/* The line of the last token before that line. */
static unsigned line_before(const struct gs_tokens *tokens, unsigned line)
{
    unsigned before = line;
    for (size_t i = 0; i < tokens->count && tokens->items[i].line < line; i++)
        before = tokens->items[i].line;
    return before;
}

/* Whether more code follows in that line, from that column on. */
static bool goes_on(const struct gs_compiled *compiled, unsigned line, unsigned column)
{
    const char *text = gs_source_line(compiled->source, line);
    if (text == NULL || column == 0 || strcspn(text, "\n") + 1 < column)
        return false;
    text += column - 1;
    text += strspn(text, " \t\r");
    return *text != '\n' && *text != '\0' && strncmp(text, "//", 2) != 0 &&
           strncmp(text, "/*", 2) != 0;
}

/* A semicolon is missed where the next token stands, or behind the last one. */
static bool say_semicolon(const struct context *context, unsigned *line, char *sentence,
                          size_t size)
{
    const struct gs_compiled *compiled = context->compiled;
    const struct gs_diagnostic *d = context->diagnostic;
    struct groups groups;
    bool behind_last =
        match("expected ';' (before|after|at end)[^']*('([^']*)')?", d->message, &groups);
    if (!behind_last &&
        !match("expected (',' or ';'|initializer) ?(before)? ?('([^']*)')?", d->message, &groups))
        return false;
    if (!behind_last)
        *line = line_before(&compiled->source->written, d->line);
    if (open_brackets(&compiled->source->written, *line) > 0)
        snprintf(sentence, size, "Line %u opens a `(` that nothing closes.", *line);
    else if (behind_last && goes_on(compiled, d->line, d->column))
        snprintf(sentence, size,
                 "Something is missing in line %u%s%s%s: an operator, a comma or a `;`.", *line,
                 groups.text[3][0] != '\0' ? " before `" : "", groups.text[3],
                 groups.text[3][0] != '\0' ? "`" : "");
    else
        snprintf(sentence, size, "A `;` is missing at the end of line %u.", *line);
    return true;
}

/* `#define N 100;`, and N in this line. */
static bool say_macro(const struct context *context, char *sentence, size_t size)
{
    const struct gs_tokens *tokens = &context->compiled->source->written;
    for (size_t i = 0; i + 2 < tokens->count; i++) {
        const struct gs_token *name = &tokens->items[i + 2];
        if (!gs_token_is(tokens, i, "#") || !gs_token_is(tokens, i + 1, "define"))
            continue;
        size_t end = i + 2;
        while (tokens->items[end + 1].directive == name->directive && end + 1 < tokens->count)
            end++;
        if (end == i + 2 || !gs_token_is(tokens, end, ";"))
            continue;
        for (size_t k = end + 1; k < tokens->count; k++) {
            if (tokens->items[k].line == context->diagnostic->line &&
                gs_token_is(tokens, k, name->text)) {
                snprintf(sentence, size,
                         "`%.100s` is defined with a `;` in line %u, which then stands here too: "
                         "take it out there.",
                         name->text, name->line);
                return true;
            }
        }
    }
    return false;
}

/* ---- unsigned numbers below 0 ---------------------------------------------------------------- */

static bool is_any(const struct gs_tokens *tokens, size_t at, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (gs_token_is(tokens, at, *words))
            return true;
    }
    return false;
}

/* Where the operand begins whose comparison with 0 is at `at`. */
static size_t begin_of_left_side(const struct gs_tokens *tokens, size_t at)
{
    static const char *const before[] = {"(",  "[",  "{", "}", ";", ",", "?",      ":",
                                         "&&", "||", "!", "=", "&", "|", "return", NULL};
    size_t i = at;
    while (i > 0 && !is_any(tokens, i - 1, before)) {
        const bool closes = gs_token_is(tokens, i - 1, ")") || gs_token_is(tokens, i - 1, "]");
        i = closes && tokens->items[i - 1].match < i ? tokens->items[i - 1].match : i - 1;
    }
    return i;
}

/* Whether the declaration that begins behind token `at`, a type, has that name in it: `size_t i =
 * 0, j`. */
static bool declares(const struct gs_tokens *tokens, size_t at, const char *name)
{
    static const char *const ends[] = {";", ")", "{", "}", NULL};
    bool is_name = true; /* the next word is declared, and is no part of a value */
    for (size_t i = at + 1; i < tokens->count && !is_any(tokens, i, ends); i++) {
        if (is_name && gs_token_is(tokens, i, name) && !gs_token_is(tokens, i + 1, "("))
            return true;
        if (gs_token_is(tokens, i, "(") || gs_token_is(tokens, i, "["))
            i = tokens->items[i].match < tokens->count ? tokens->items[i].match : i;
        is_name = gs_token_is(tokens, i, ",") || (is_name && !gs_token_is(tokens, i, "="));
    }
    return false;
}

static const char *const unsigned_types[] = {"unsigned", "size_t",  "uint64_t", "uint32_t",
                                             "uint16_t", "uint8_t", "uint",     NULL};

/* Whether the last declaration of the name before token `at` gives it an unsigned type. */
static bool is_unsigned(const struct gs_tokens *tokens, size_t at, const char *name)
{
    static const char *const others[] = {"int",     "long",    "short",  "char",  "int64_t",
                                         "int32_t", "int16_t", "int8_t", "float", "double",
                                         "bool",    "auto",    NULL};
    for (size_t i = at; i > 0; i--) {
        const bool other = is_any(tokens, i - 1, others);
        if (!other && !is_any(tokens, i - 1, unsigned_types))
            continue;
        if (declares(tokens, i - 1, name))
            return !other || (i > 1 && gs_token_is(tokens, i - 2, "unsigned"));
    }
    return false;
}

/* What makes the operand [from, to) unsigned: "i", "threadIdx.x", "size_t" of a cast; false: it is
 * not seen. An index in [ ] is no part of the sum. */
static bool find_unsigned(const struct gs_tokens *tokens, size_t from, size_t to, char *name,
                          size_t size)
{
    static const char *const built_in[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", NULL};
    for (size_t i = from; i < to; i++) {
        const char *text = tokens->items[i].text;
        if (gs_token_is(tokens, i, "[") && tokens->items[i].match < to)
            i = tokens->items[i].match;
        else if (is_any(tokens, i, built_in) && i + 2 < to)
            return snprintf(name, size, "%.20s.%.20s", text, tokens->items[i + 2].text) > 0;
        else if (tokens->items[i].kind == GS_TOKEN_WORD && !gs_token_is(tokens, i + 1, "(") &&
                 (is_any(tokens, i, unsigned_types) || is_unsigned(tokens, from, text)))
            return snprintf(name, size, "%.60s", text) > 0;
    }
    return false;
}

/* The comparison with 0 in that line, `<` or `>=`, if there is one alone; 0: there is not. */
static size_t comparison_with_0(const struct gs_tokens *tokens, unsigned line)
{
    size_t found = 0, count = 0;
    for (size_t i = 1; i + 1 < tokens->count; i++) {
        if (tokens->items[i].line == line && gs_token_is(tokens, i + 1, "0") &&
            (gs_token_is(tokens, i, "<") || gs_token_is(tokens, i, ">="))) {
            found = i;
            count++;
        }
    }
    return count == 1 ? found : 0;
}

/* A sum is compared with 0, of which one term is unsigned, and so is the whole. */
static bool say_unsigned_sum(const struct context *context, char *sentence, size_t size)
{
    const struct gs_source *source = context->compiled->source;
    const struct gs_tokens *tokens = &source->compiled;
    const size_t at = comparison_with_0(tokens, context->diagnostic->line);
    const size_t from = at > 0 ? begin_of_left_side(tokens, at) : 0;
    struct groups groups;
    char name[64];
    if (at == 0 || at - from < 2 || tokens->items[from].line != context->diagnostic->line ||
        !match("unsigned expression.* always (true|false)", context->diagnostic->message,
               &groups) ||
        !find_unsigned(tokens, from, at, name, sizeof name))
        return false;
    const char *sum = gs_code_write(source, from, at).text;
    if (strcmp(sum, name) == 0)
        return false;
    snprintf(sentence, size,
             "`%s` is unsigned, as `%s` is, and never below 0, so `%s 0` is always %s.", sum, name,
             gs_code_write(source, from, at + 1).text, groups.text[1]);
    return true;
}

/* The compiler's own words, as a sentence. */
static void say_itself(const struct gs_diagnostic *error, char *sentence, size_t size)
{
    size_t length = 0;
    snprintf(sentence, size - 1, "%s", error->message);
    for (char *p = sentence; error->simulator && *p != '\0'; p++) {
        if (*p == '\'')
            *p = '`';
    }
    char *option = strstr(sentence, " [-");
    if (option != NULL && sentence[strlen(sentence) - 1] == ']')
        *option = '\0';
    length = strlen(sentence);
    if (sentence[strcspn(sentence, " :")] != ':') /* the name of a file, say */
        sentence[0] = (char)toupper((unsigned char)sentence[0]);
    if (length > 0 && strchr(".?!", sentence[length - 1]) == NULL)
        memcpy(sentence + length, ".", 2);
}

void gs_compile_say_error(const struct gs_compiled *compiled, const struct gs_diagnostic *error,
                          unsigned *line, char *sentence, size_t size)
{
    const size_t count = sizeof errors / sizeof errors[0];
    struct context context;
    look(&context, compiled, error);
    if (error->simulator ||
        (!say_spelling(&context, sentence, size) &&
         !say_semicolon(&context, line, sentence, size) && !say_macro(&context, sentence, size) &&
         say(&context, errors, count, sentence, size) == count))
        say_itself(error, sentence, size);
}

/* A number that the exercise's function is given, as `bins`: not every right answer needs it. An
 * array that nobody uses is another matter. */
static bool is_given_number(const struct gs_compiled *compiled, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = compiled->declared; (at = strstr(at, name)) != NULL; at += length) {
        const bool begins = at > compiled->declared && at[-1] == ' ';
        if (begins && (at[length] == ',' || at[length] == ')'))
            return true;
    }
    return false;
}

static bool is_no_matter(const struct gs_compiled *compiled, const struct gs_diagnostic *warning)
{
    struct groups groups;
    const struct gs_source_function *function =
        gs_source_function_at(compiled->source, warning->line);
    const bool on_device = function != NULL && (function->global || function->device);
    /* Sizes of launches are computed in floats, and cut on purpose. */
    if (strstr(warning->message, "[-Wfloat-conversion]") != NULL)
        return !on_device;
    return match("unused parameter '([^']*)'", warning->message, &groups) &&
           is_given_number(compiled, groups.text[1]);
}

unsigned gs_compile_say_warning(const struct gs_compiled *compiled,
                                const struct gs_diagnostic *warning, char *sentence, size_t size)
{
    const size_t count = sizeof warnings / sizeof warnings[0];
    struct context context;
    look(&context, compiled, warning);
    size_t which = say(&context, warnings, count, sentence, size);
    if (which < count)
        (void)say_unsigned_sum(&context, sentence, size);
    else
        say_itself(warning, sentence, size);
    if (is_no_matter(compiled, warning))
        sentence[0] = '\0';
    return (unsigned)which;
}

bool gs_compile_is_aside(unsigned rank)
{
    unsigned first = 0;
    while (strcmp(warnings[first].message, FIRST_ASIDE) != 0)
        first++;
    return rank > first;
}

bool gs_compile_is_unset(const struct gs_diagnostic *warning)
{
    return strstr(warning->message, "used uninitialized") != NULL ||
           strstr(warning->message, "uninitialized when used") != NULL;
}
