#include "csv.h"

#include <stdbool.h>
#include <string.h>

void gs_csv_cell(FILE *out, const char *before, const char *text)
{
    bool quoted = strpbrk(text, ",\"\r\n") != NULL;
    fprintf(out, "%s%s", quoted ? "\"" : "", before);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    if (quoted)
        fputc('"', out);
}
