/* The command line, the same in every device's program. */
#ifndef GS_CLI_H
#define GS_CLI_H

/* Runs the command and returns the exit status: 0 right, 1 wrong answers, 2 usage or environment.
 */
int gs_cli_main(int argc, char **argv);

#endif
