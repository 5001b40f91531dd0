/* What gridstride-inspect prints of a launch; its last argument is the sum of these. */
#ifndef GS_INSPECT_PICTURES_H
#define GS_INSPECT_PICTURES_H

enum {
    GS_PICTURE_MARGIN = 1, /* the kernel's source, with what each line cost */
    GS_PICTURE_CELLS = 2,  /* which thread touches which cell */
    GS_PICTURE_LEGEND = 4, /* above the margin, what its numbers mean */
};

#endif
