/* Where on a line its text begins and ends. */
#ifndef GS_SOURCE_PLACE_H
#define GS_SOURCE_PLACE_H

struct gs_source_place {
    int column; /* of the first character that is no blank, from 1; 1 where it is not known */
    int end;    /* behind the last one; 0 where it is not known */
    char *text; /* from column to end; NULL: not known. The caller frees it */
};

/* Columns are counted in characters of UTF-8; a tab is one. */
struct gs_source_place gs_source_place(const char *path, int line);

#endif
