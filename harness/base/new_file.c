#include "new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static enum gs_status cannot_write(const struct gs_new_file *file, int reason,
                                   struct gs_error *error)
{
    return gs_fail(error, GS_USAGE,
                   "cannot write %.400s: %s; what was there before is untouched; choose another "
                   "folder with --out",
                   file->path, strerror(reason));
}

enum gs_status gs_new_file_write(struct gs_new_file *file, const char *path,
                                 bool (*write)(FILE *out, const void *content), const void *content,
                                 struct gs_error *error)
{
    snprintf(file->path, sizeof file->path, "%s", path);
    snprintf(file->beside, sizeof file->beside, "%s.new", file->path);
    unlink(file->beside); /* left by a run that was killed; never written through a link */
    int descriptor = open(file->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *out = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (out == NULL)
        return cannot_write(file, errno, error);
    bool good = write(out, content) && fflush(out) == 0 && fsync(descriptor) == 0 && !ferror(out);
    int reason = errno;
    if (fclose(out) == 0 && good)
        return GS_OK;
    unlink(file->beside);
    return cannot_write(file, reason, error);
}

enum gs_status gs_new_file_keep(const struct gs_new_file *file, struct gs_error *error)
{
    return rename(file->beside, file->path) == 0 ? GS_OK : cannot_write(file, errno, error);
}

void gs_new_file_drop(const struct gs_new_file *file)
{
    unlink(file->beside);
}
