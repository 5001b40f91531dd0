#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cannot_write(const char *path, int reason, struct simt_buffer *error)
{
    simt_buffer_format(error, "simt-cc: cannot write %s: %s", path, strerror(reason));
    return false;
}

bool simt_output_begin(struct simt_output *output, const char *path, struct simt_buffer *error)
{
    struct stat status;
    struct simt_buffer name = {0};
    bool exists = stat(path, &status) == 0;
    *output = (struct simt_output){.path = path};
    if (exists && S_ISDIR(status.st_mode))
        return cannot_write(path, EISDIR, error);
    output->is_direct = exists && !S_ISREG(status.st_mode);
    if (output->is_direct)
        simt_buffer_add_string(&name, path);
    else
        simt_buffer_format(&name, "%s.%ld.tmp", path, (long)getpid());
    if (name.failed)
        return cannot_write(path, ENOMEM, error);
    int descriptor = output->is_direct ? -1 : open(name.text, O_CREAT | O_EXCL | O_WRONLY, 0666);
    if (!output->is_direct && descriptor < 0) {
        int reason = errno;
        simt_buffer_release(&name);
        return cannot_write(path, reason, error);
    }
    if (descriptor >= 0)
        close(descriptor);
    output->temporary = name.text;
    return true;
}

bool simt_output_end(struct simt_output *output, bool complete, struct simt_buffer *error)
{
    bool good = true;
    if (output->temporary != NULL && !output->is_direct) {
        if (complete && rename(output->temporary, output->path) != 0)
            good = cannot_write(output->path, errno, error);
        if (!complete || !good)
            unlink(output->temporary);
    }
    free(output->temporary);
    *output = (struct simt_output){0};
    return good;
}
