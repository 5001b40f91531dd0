#include "certificate_page.h"

#include "certificate.h"
#include "html.h"
#include "json_get.h"

#include <string.h>

static const char style[] =
    ":root { color-scheme: light dark; --text: #1c1e21; --page: #fff; --line: #b9bec4;\n"
    "  --quiet: #5d6570; --good: #1a7f37; }\n"
    "@media (prefers-color-scheme: dark) { :root { --text: #e4e6e9; --page: #16181b;\n"
    "  --line: #4a5058; --quiet: #a0a8b2; --good: #57c272; } }\n"
    "body { font: 17px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page);\n"
    "  max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }\n"
    "main { border: 3px double var(--line); padding: 2rem; }\n"
    "h1 { font-size: 1.1rem; letter-spacing: .1em; color: var(--quiet); margin: 0; }\n"
    ".name { font-size: 2.2rem; margin: 1rem 0 .2rem; overflow-wrap: anywhere; }\n"
    "dt { font-weight: 600; margin-top: 1rem; } dd { margin: 0; overflow-wrap: anywhere; }\n"
    "dt b { color: var(--good); } .facts, footer { color: var(--quiet); font-size: .9rem; }\n"
    "code { overflow-wrap: anywhere; }\n";

static void write_verdicts(FILE *out, const json_t *certificate)
{
    size_t i;
    const json_t *verdict;
    fputs("<dl>\n", out);
    json_array_foreach(json_object_get(certificate, "verdicts"), i, verdict)
    {
        fputs("<dt>", out);
        gs_html_text(out, gs_get_text(verdict, "question"));
        fputs(": <b>yes</b></dt>\n", out);
        gs_html_element(out, "dd", gs_get_text(verdict, "sentence"));
        fputc('\n', out);
    }
    fputs("</dl>\n", out);
}

static void write_facts(FILE *out, const json_t *certificate)
{
    const json_t *source = json_object_get(certificate, "source");
    fprintf(out, "<p class=\"facts\">Values of seed %lld; gridstride ",
            (long long)json_integer_value(json_object_get(certificate, "seed")));
    gs_html_text(out, gs_get_text(certificate, "gridstride"));
    fputs("; SHA-256 of ", out);
    gs_html_text(out, gs_get_text(source, "file"));
    fputs(": ", out);
    gs_html_element(out, "code", gs_get_text(source, "sha256"));
    fputs("</p>\n", out);
}

static void write_seal(FILE *out, const json_t *certificate)
{
    const json_t *seal = json_object_get(certificate, "seal");
    const bool by_key = gs_has_text(seal, "kind", "hmac-sha256");
    fprintf(out, "<footer><p>%s of the JSON file beside this page: ",
            by_key ? "HMAC-SHA-256" : "SHA-256");
    gs_html_element(out, "code", gs_get_text(seal, "value"));
    fprintf(
        out,
        ". %s This page itself proves nothing. The JSON file is verified by gridstride's command ",
        by_key ? gs_seal_by_key : gs_seal_by_checksum);
    gs_html_element(out, "code", "assess --verify");
    fputs("</p></footer>\n", out);
}

bool gs_certificate_page_write(FILE *out, const void *certificate)
{
    const json_t *c = certificate;
    fprintf(out,
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
            "'unsafe-inline'\">\n<title>Certificate: ");
    gs_html_text(out, gs_get_text(c, "name"));
    fprintf(out, "</title>\n<style>\n%s</style></head>\n<body><main>\n<h1>CERTIFICATE</h1>\n",
            style);
    gs_html_element(out, "p class=\"name\"", gs_get_text(c, "name"));
    fprintf(out, "\n<p>passed assessment %lld of the course gridstride on ",
            (long long)json_integer_value(json_object_get(c, "assessment")));
    gs_html_text(out, gs_get_text(c, "date"));
    fputs(": ", out);
    gs_html_text(out, gs_get_text(c, "title"));
    fputs(" (", out);
    gs_html_text(out, gs_get_text(c, "about"));
    fputs(").</p>\n", out);
    write_verdicts(out, c);
    write_facts(out, c);
    write_seal(out, c);
    fputs("</main></body></html>\n", out);
    return ferror(out) == 0;
}
