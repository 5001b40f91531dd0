#ifndef SIMT_CONVERSIONS_H
#define SIMT_CONVERSIONS_H

#include "edits.h"

/* Names that the program's own text declares anywhere, by what they can be. A name may be in more
 * than one list; what is rewritten for a wrong reason keeps its meaning. */
struct simt_number_names {
    struct simt_name_list {
        size_t *tokens;
        size_t count, capacity;
    } floating, integer,
        types;   /* variables and functions; parameters of templates that are types */
    bool failed; /* no memory */
};

/* Finds the names. Release `names` in any case. */
void simt_number_names_find(const struct simt_source *source, struct simt_number_names *names);
void simt_number_names_release(struct simt_number_names *names);

/* A GPU converts a float that no integer can hold to the nearest one, and NaN to a fixed value; a
 * CPU does not. Where the token at `index`, in device code, begins a conversion from a floating
 * type to an integer, it is made one of simt/conversions.hpp:
 *     (int)x, int(x), static_cast<int>(x)    -> ::simt_cpp::to_integer<int>(x)
 *     int i = 2 * x;                         -> int i = ::simt_cpp::to_integer<int>(2 * x);
 *     i = 2 * x;                             -> i = ::simt_cpp::to_integer<decltype(i)>(2 * x);
 *     return 2 * x;                          -> return ::simt_cpp::to_integer<int>(2 * x);
 * `both`: the function is for the host too. The last three without `unasked`: they stay what they
 * are, for the compiler warns of them where it is asked to, and not of ours. What is no such
 * conversion stays what it is. Where a value changes its type elsewhere, as in a call, the
 * compiler's own conversion stays.
 */
void simt_conversions_rewrite(const struct simt_source *source, size_t index, bool both,
                              bool unasked, const struct simt_number_names *names,
                              struct simt_edits *edits);

#endif
