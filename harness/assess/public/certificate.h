/*
 * Certificates: a page to be shown, and a JSON file with a seal, which says whether the file is as
 * it was written.
 *
 * {"format": "gridstride certificate", "version": 1, "assessment": 1, "title": "...",
 *  "exercise": "create_hidden_layer", "name": "Ada Lovelace", "date": "2026-11-23", "seed": 1,
 *  "gridstride": "0.1.0 5bf56e7", "source": {"file": "create_hidden_layer.cu", "sha256": "..."},
 *  "verdicts": [{"verdict": "host-array", "passed": true, "sentence": "..."}],
 *  "gpu": null | {"name": "NVIDIA H200", "size": "n = 100000000",
 *          "seconds": 0.016, "bus_seconds": 0.0146},
 *  "seal": {"kind": "sha256" | "hmac-sha256", "value": "64 digits"}}
 *
 * The seal is of everything else, as JSON without blanks and with its members in the order of their
 * names.
 */
#ifndef GS_CERTIFICATE_H
#define GS_CERTIFICATE_H

#include "assess.h"

#include <stdio.h>

/* The bytes of a key file. */
struct gs_seal_key {
    size_t length; /* 0: there is none */
    unsigned char bytes[1024];
};

/* Refuses a file that is too short for a key, or that others may read. */
enum gs_status gs_seal_key_read(const char *path, struct gs_seal_key *key, struct gs_error *error);

struct gs_certificate {
    const struct gs_exercise *exercise; /* the assessment */
    const struct gs_assessed *result;
    const char *name;    /* of the student */
    const char *source;  /* path of what was judged */
    const char *version; /* of gridstride */
    uint64_t seed;
};

/* The most that a name may have, in bytes. */
enum { GS_MOST_NAME = 100 };

/* Writes STEM.json and STEM.html, sealed with the key, or by a checksum where there is none. */
enum gs_status gs_certificate_write(const struct gs_certificate *certificate,
                                    const struct gs_seal_key *key, const char *stem,
                                    struct gs_error *error);

/*
 * Says on `out` whose certificate it is, and what its seal proves. GS_WRONG: the seal does not fit,
 * or the certificate does not say that all verdicts of an assessment are good.
 * A key is wanted where it was sealed with one, and where a key is given the seal has to be one.
 */
enum gs_status gs_certificate_verify(const char *path, const struct gs_seal_key *key, FILE *out,
                                     struct gs_error *error);

/* What the two kinds of seal prove, a sentence each. */
extern const char gs_seal_by_key[], gs_seal_by_checksum[];

#endif
