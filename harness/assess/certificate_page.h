/* The page of a certificate. */
#ifndef GS_CERTIFICATE_PAGE_H
#define GS_CERTIFICATE_PAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* A gs_file_writer of a certificate with its seal. */
bool gs_certificate_page_write(FILE *out, const void *certificate);

#endif
