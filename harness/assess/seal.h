/* The seal of a certificate, and the digest of a file: SHA-256 as libcrypto has it. */
#ifndef GS_SEAL_H
#define GS_SEAL_H

#include "certificate.h"

#include <jansson.h>

/* 64 hexadecimal digits. */
struct gs_digest {
    char text[65];
};

enum gs_status gs_digest_of_file(const char *path, struct gs_digest *digest,
                                 struct gs_error *error);

/* {"kind": ..., "value": ...} of all members but "seal"; NULL: out of memory. The caller's. */
json_t *gs_seal_of(const json_t *certificate, const struct gs_seal_key *key);

/* Whether both say the same; how long it takes tells nothing of where they differ. */
bool gs_seals_are_equal(const json_t *a, const json_t *b);

#endif
