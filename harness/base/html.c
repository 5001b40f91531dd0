#include "html.h"

#include "visible.h"

#include <string.h>

void gs_html_text(FILE *out, const char *text)
{
    for (size_t left = strlen(text), bytes; left > 0; text += bytes, left -= bytes) {
        uint32_t number = 0;
        bytes = gs_character_read(text, left, &number);
        bool blank = number == '\n' || number == '\t';
        if (bytes == 0 || (gs_character_is_harmful(number) && !blank))
            fputs("&#xfffd;", out);
        else if (strchr("<>&\"'", *text) != NULL)
            fprintf(out, "&#%u;", (unsigned)number);
        else
            fwrite(text, 1, bytes, out);
        bytes += bytes == 0;
    }
}

void gs_html_element(FILE *out, const char *opening, const char *text)
{
    fprintf(out, "<%s>", opening);
    gs_html_text(out, text);
    fprintf(out, "</%.*s>", (int)strcspn(opening, " "), opening);
}
