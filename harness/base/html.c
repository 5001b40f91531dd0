#include "html.h"

#include <string.h>

void gs_html_text(FILE *out, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        if (strchr("<>&\"'", *c) != NULL)
            fprintf(out, "&#%u;", (unsigned)*c);
        else if (*c < 0x20 && *c != '\n' && *c != '\t')
            fputs("&#xfffd;", out);
        else
            fputc(*c, out);
    }
}

void gs_html_element(FILE *out, const char *opening, const char *text)
{
    fprintf(out, "<%s>", opening);
    gs_html_text(out, text);
    fprintf(out, "</%.*s>", (int)strcspn(opening, " "), opening);
}
