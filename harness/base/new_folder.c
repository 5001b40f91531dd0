#include "new_folder.h"

#include "files.h"
#include "install_paths.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_BYTES = 4096 };

struct content {
    const char *text, *name;
};

static bool write_named(FILE *out, const void *content)
{
    const struct content *c = content;
    for (const char *at = c->text; *at != '\0'; at++) {
        const char *word = *at == '@' ? c->name : *at == '$' ? gs_called() : NULL;
        if (*at == '~')
            word = "@";
        if ((word != NULL ? fputs(word, out) : fputc(*at, out)) < 0)
            return false;
    }
    return true;
}

static bool format(const struct content *content, char *text, size_t size)
{
    FILE *out = fmemopen(text, size, "w");
    bool good = out != NULL && write_named(out, content);
    return out != NULL && fclose(out) == 0 && good;
}

static enum gs_status cannot_make(const char *path, struct gs_error *error)
{
    return gs_fail(error, GS_USAGE, "new: cannot write %.300s: %s", path, strerror(errno));
}

/* Its folder may be there already: of another file. */
static enum gs_status write_file(const char *path, const char *name, const struct gs_new_text *text,
                                 struct gs_error *error)
{
    char relative[256] = "", file[PATH_BYTES + 256];
    if (!format(&(struct content){text->name, name}, relative, sizeof relative))
        return cannot_make(path, error);
    char *slash = strchr(relative, '/');
    if (slash != NULL) {
        *slash = '\0';
        snprintf(file, sizeof file, "%s/%s", path, relative);
        if (mkdir(file, 0777) != 0 && errno != EEXIST)
            return cannot_make(file, error);
        *slash = '/';
    }
    snprintf(file, sizeof file, "%s/%s", path, relative);
    return gs_file_make(file, 0666, write_named, &(struct content){text->text, name})
               ? GS_OK
               : cannot_make(file, error);
}

enum gs_status gs_new_folder(const char *path, const struct gs_new_text *files, size_t count,
                             struct gs_error *error)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    enum gs_status status = GS_OK;
    if (strlen(path) >= PATH_BYTES || strlen(name) > 64)
        return gs_fail(error, GS_USAGE, "new: the path %.100s... is too long", path);
    if (mkdir(path, 0777) != 0)
        return gs_fail(error, GS_USAGE, "new: %s %.300s%s%s",
                       errno == EEXIST ? "the folder" : "cannot make", path,
                       errno == EEXIST ? " is there already; nothing was changed" : ": ",
                       errno == EEXIST ? "" : strerror(errno));
    for (size_t i = 0; status == GS_OK && i < count; i++)
        status = write_file(path, name, &files[i], error);
    if (status != GS_OK)
        gs_folder_remove(path);
    return status;
}
