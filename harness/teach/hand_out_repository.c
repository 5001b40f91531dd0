/* gridstride course hand-out --repository: what a repository has beside the exercises. */
#include "hand_out_repository.h"

#include <stdio.h>

/* Nothing of other people's but the checkout: so it runs wherever workflows of GitHub do. */
static const char workflow_begin[] =
    "# Checks the exercises at each push. What is wrong stands at its line, in the list of changed "
    "files.\n"
    "name: check\n"
    "on: [push, pull_request, workflow_dispatch]\n"
    "permissions:\n"
    "  contents: read\n"
    "jobs:\n"
    "  check:\n"
    "    runs-on: ubuntu-latest\n"
    "    timeout-minutes: 30\n"
    "    steps:\n"
    "      - uses: actions/checkout@v4\n"
    "      - name: install gridstride\n"
    "        id: install\n"
    "        run: |\n"
    "          python3 -m venv \"$RUNNER_TEMP/gridstride\"\n"
    "          \"$RUNNER_TEMP/gridstride/bin/pip\" install --requirement requirements.txt\n"
    "          echo \"$RUNNER_TEMP/gridstride/bin\" >>\"$GITHUB_PATH\"\n";

const char gs_repository_requirements[] =
    "# What `pip install --requirement requirements.txt` installs: a wheel that lies in this "
    "folder.\n"
    "./gridstride-0.1.0-py3-none-manylinux_2_35_x86_64.whl\n";

const char gs_repository_devcontainer[] =
    "{\n"
    "  \"name\": \"gridstride\",\n"
    "  \"image\": \"mcr.microsoft.com/devcontainers/python:3.12-bookworm\",\n"
    "  \"postCreateCommand\": \"pip install --requirement requirements.txt\",\n"
    "  \"customizations\": { \"vscode\": { \"extensions\": [\"ms-vscode.cpptools\"] } }\n"
    "}\n";

/* As pip has installed it there, whatever it is called here. */
static const char as_installed[] = "gridstride";

/* Each exercise is a step of its own, and one that does not pass stops none. */
static void put_step(FILE *out, const struct gs_course_entry *entry)
{
    const char *name = entry->exercise->name;
    fprintf(out,
            "      - name: %s\n"
            "        if: ${{ !cancelled() && steps.install.outcome == 'success' }}\n"
            "        run: %s check %s",
            name, as_installed, name);
    if (entry->data == NULL)
        fprintf(out, " %s/%s.cu", name, name);
    fputs(" --github\n", out);
}

void gs_repository_put_workflow(FILE *out, const struct gs_course_entry *const *entries,
                                size_t count)
{
    fputs(workflow_begin, out);
    for (size_t i = 0; i < count; i++)
        put_step(out, entries[i]);
}
