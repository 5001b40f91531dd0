/* What kernels print in a program that is not trusted; see library.c. */
#ifndef SIMT_LIBRARY_H
#define SIMT_LIBRARY_H

/* After a launch: writes it out, and forgets it. */
void simt_library_flush(void);

#endif
