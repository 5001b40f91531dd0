#include "cli.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* Where one of the three standard streams is closed, the next file that is opened would take its
 * place, and what is printed would go into it. Writing still fails, and that is still said. */
static void fill_standard_streams(void)
{
    int descriptor;
    do
        descriptor = open("/dev/null", O_RDONLY);
    while (descriptor >= 0 && descriptor <= STDERR_FILENO);
    if (descriptor >= 0)
        close(descriptor);
}

int main(int argc, char **argv)
{
    fill_standard_streams();
    signal(SIGXFSZ, SIG_IGN); /* a file over the limit of sizes is told as a full disk is */
    return gs_cli_main(argc, argv);
}
