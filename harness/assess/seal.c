#include "seal.h"

#include "files.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LEAST_KEY = 16, DIGEST = 32 };

enum gs_status gs_seal_key_read(const char *path, struct gs_seal_key *key, struct gs_error *error)
{
    struct gs_text text;
    struct stat facts;
    enum gs_status status = gs_file_read(path, sizeof key->bytes, &text, error);
    if (status != GS_OK)
        return status;
    if (text.length < LEAST_KEY)
        status = gs_fail(error, GS_USAGE,
                         "the key %.300s has %zu bytes, and %d are the least; make one, as in: "
                         "openssl rand -hex 32 > KEY",
                         path, text.length, LEAST_KEY);
    else if (stat(path, &facts) != 0 || (facts.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        status =
            gs_fail(error, GS_USAGE,
                    "others may read the key %.300s; change that: chmod 600 %.300s", path, path);
    if (status == GS_OK) {
        key->length = text.length;
        memcpy(key->bytes, text.data, text.length);
    }
    OPENSSL_cleanse(text.data, text.length);
    free(text.data);
    return status;
}

static struct gs_digest in_digits(const unsigned char bytes[static DIGEST])
{
    struct gs_digest digest;
    for (size_t i = 0; i < DIGEST; i++)
        snprintf(digest.text + 2 * i, 3, "%02x", bytes[i]);
    return digest;
}

/* False where libcrypto has no memory. */
static bool digest_of(const void *data, size_t length, const struct gs_seal_key *key,
                      struct gs_digest *digest)
{
    unsigned char bytes[EVP_MAX_MD_SIZE];
    unsigned count = 0;
    const bool good =
        key->length > 0
            ? HMAC(EVP_sha256(), key->bytes, (int)key->length, data, length, bytes, &count) != NULL
            : EVP_Digest(data, length, bytes, &count, EVP_sha256(), NULL) == 1;
    if (good)
        *digest = in_digits(bytes);
    return good && count == DIGEST;
}

enum gs_status gs_digest_of_file(const char *path, struct gs_digest *digest, struct gs_error *error)
{
    const struct gs_seal_key none = {.length = 0};
    struct gs_text text;
    enum gs_status status = gs_file_read(path, GS_MOST_TEXT, &text, error);
    if (status != GS_OK)
        return status;
    if (!digest_of(text.data, text.length, &none, digest))
        status = gs_out_of_memory(error);
    free(text.data);
    return status;
}

json_t *gs_seal_of(const json_t *certificate, const struct gs_seal_key *key)
{
    json_t *sealed = json_copy((json_t *)certificate), *seal = NULL;
    struct gs_digest digest;
    json_object_del(sealed, "seal");
    char *text = json_dumps(sealed, JSON_COMPACT | JSON_SORT_KEYS);
    if (text != NULL && digest_of(text, strlen(text), key, &digest))
        seal = json_pack("{s:s, s:s}", "kind", key->length > 0 ? "hmac-sha256" : "sha256", "value",
                         digest.text);
    free(text);
    json_decref(sealed);
    return seal;
}

bool gs_seals_are_equal(const json_t *a, const json_t *b)
{
    const char *value = json_string_value(json_object_get(a, "value"));
    const char *other = json_string_value(json_object_get(b, "value"));
    return json_equal(json_object_get(a, "kind"), json_object_get(b, "kind")) && value != NULL &&
           other != NULL && strlen(value) == strlen(other) &&
           CRYPTO_memcmp(value, other, strlen(value)) == 0;
}
