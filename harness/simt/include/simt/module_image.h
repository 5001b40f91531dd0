/* What simt-cc -ptx, -cubin and -fatbin write, and cuModuleLoad() reads: this line, a line with the
 * number of bytes of a shared object, and those in base64. It is text, so that programs that take
 * its length by strlen(), as they do of PTX, have all of it. */
#ifndef SIMT_MODULE_IMAGE_H
#define SIMT_MODULE_IMAGE_H

#define SIMT_MODULE_FIRST_LINE                                                                     \
    "// gridstride module 1: kernels for its simulator, made by simt-cc. No GPU can run them.\n"
#define SIMT_MODULE_SIZE_LINE "// bytes: "
#define SIMT_MODULE_DIGITS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

enum { SIMT_MODULE_LINE_DIGITS = 76 };

#endif
