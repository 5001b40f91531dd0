#ifndef SIMT_DECLARATIONS_H
#define SIMT_DECLARATIONS_H

#include "lexer.h"

enum simt_declaration_kind {
    SIMT_DECLARES_OTHER, /* a variable, a type's name, `public:`, … */
    SIMT_DECLARES_FUNCTION,
    SIMT_DECLARES_CLASS,    /* with its members */
    SIMT_DECLARES_NAMESPACE /* or extern "C" { */
};

/* One declaration of the user's at namespace or class scope, as token indices. */
struct simt_declaration {
    enum simt_declaration_kind kind;
    size_t first, last;        /* with the semicolon or the closing brace */
    size_t specifiers;         /* what follows template headers, `extern "C"` and [[attributes]] */
    size_t name;               /* of a function, where it is known: `operator` of an operator */
    size_t parameters;         /* of a function: ( */
    size_t body;               /* {, or SIMT_NO_MATCH */
    size_t parent;             /* index of the class or namespace around it, or SIMT_NO_MATCH */
    bool global, device, host; /* the markers of a function */
    bool pattern;              /* a template, or a member of one */
    bool is_constexpr, is_friend;
    bool defaulted; /* `= default` or `= delete` */
};

struct simt_declarations {
    struct simt_declaration *items; /* in the order of the text; members follow their class */
    size_t count, capacity;
    bool failed; /* no memory */
};

/* Finds the declarations. Release `declarations` in any case. */
void simt_declarations_find(const struct simt_source *source,
                            struct simt_declarations *declarations);
void simt_declarations_release(struct simt_declarations *declarations);

/* Where the specifiers of the declaration at `index` begin, behind template headers and the like;
 * sets `*pattern` where it is a template. */
size_t simt_skip_headers(const struct simt_source *source, size_t index, size_t end, bool *pattern);

/* Whether a kernel or __device__ function that the host cannot call. */
bool simt_is_device_only(const struct simt_declaration *declaration);

#endif
