#include "program_cache.h"

#include "files.h"
#include "submission.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- files ----------------------------------------------------------------------------------- */

/* Longer than either part can be. */
struct path {
    char text[4096 + 64];
};

static struct path join(const char *folder, const char *name)
{
    struct path path;
    snprintf(path.text, sizeof path.text, "%.4000s/%.60s", folder, name);
    return path;
}

void gs_program_release(struct gs_program *program)
{
    if (program->folder[0] != '\0')
        gs_folder_remove(program->folder);
    *program = (struct gs_program){0};
}

/* A sandbox that is another user passes through it to the program, and sees nothing in it. */
static enum gs_status make_folder(enum gs_sandbox sandbox, struct gs_program *program,
                                  struct gs_error *error)
{
    const mode_t mode = sandbox == GS_SANDBOX_USER ? 0711 : 0700;
    enum gs_status status =
        gs_folder_make_temporary("check", mode, program->folder, sizeof program->folder, error);
    snprintf(program->path, sizeof program->path, "%s/program", program->folder);
    return status;
}

/* ---- what is kept: of each exercise the last program ----------------------------------------- */

struct kept {
    struct path folder, program, tokens, remarks, hash;
};

static const char known_file[] = "known.json";

/* False: there is no place to keep anything, which costs time and nothing else. */
static bool find_kept(const struct gs_judge_options *options, enum gs_program_kind kind,
                      struct kept *kept)
{
    static const char *const suffixes[] = {[GS_PROGRAM_INSPECTED] = "",
                                           [GS_PROGRAM_CUDA] = ".cuda",
                                           [GS_PROGRAM_ANSWERS] = ".answers",
                                           [GS_PROGRAM_REFERENCE] = ".reference"};
    char name[160];
    snprintf(name, sizeof name, "%.40s%s%s%.80s", options->exercise->name, suffixes[kind],
             options->keep_as != NULL ? "." : "", options->keep_as != NULL ? options->keep_as : "");
    if (!gs_folder_make_cache(name, kept->folder.text, sizeof kept->folder.text))
        return false;
    kept->program = join(kept->folder.text, "program");
    kept->tokens = join(kept->folder.text, "tokens");
    kept->remarks = join(kept->folder.text, "remarks.json");
    kept->hash = join(kept->folder.text, "hash");
    return true;
}

/* The tokens are of the simulator's programs alone. */
static void copy_tokens(const char *from, const char *to)
{
    if (access(from, R_OK) == 0)
        (void)gs_file_copy(from, to, 0644);
}

/* The hash names what the others were made of: gone first and there last. */
static bool take_kept(const struct kept *kept, const char *hash, const struct gs_program *program,
                      json_t **remarks)
{
    char *known = gs_file_text(kept->hash.text);
    bool same = known != NULL && strcmp(known, hash) == 0;
    free(known);
    *remarks = same ? json_load_file(kept->remarks.text, 0, NULL) : NULL;
    if (*remarks != NULL && gs_file_copy(kept->program.text, program->path, 0755)) {
        copy_tokens(kept->tokens.text, join(program->folder, "tokens").text);
        return true;
    }
    json_decref(*remarks);
    *remarks = NULL;
    return false;
}

static void keep(const struct kept *kept, const char *hash, const struct gs_program *program,
                 const json_t *remarks)
{
    unlink(kept->hash.text);
    struct path written = join(program->folder, "hash");
    FILE *out = fopen(written.text, "w");
    bool good = out != NULL && fputs(hash, out) >= 0;
    good = out != NULL && fclose(out) == 0 && good;
    copy_tokens(join(program->folder, "tokens").text, kept->tokens.text);
    if (good && gs_file_copy(program->path, kept->program.text, 0755) &&
        json_dump_file(remarks, kept->remarks.text, 0) == 0)
        gs_file_copy(written.text, kept->hash.text, 0644);
}

/* ---- all together ---------------------------------------------------------------------------- */

enum gs_status gs_program_get(const struct gs_judge_options *options, enum gs_program_kind kind,
                              struct gs_program *program, json_t **remarks, struct gs_error *error)
{
    struct kept kept;
    *program = (struct gs_program){0};
    enum gs_status status = make_folder(options->sandbox, program, error);
    if (status != GS_OK)
        return status;
    const struct gs_submission submission = {.lesson = options->lesson,
                                             .exercise = options->exercise,
                                             .source = options->source,
                                             .folder = program->folder,
                                             .sandbox = options->sandbox,
                                             .tools = options->tools,
                                             .cuda = kind == GS_PROGRAM_CUDA ||
                                                     kind == GS_PROGRAM_REFERENCE};
    bool keeps = options->use_cache && find_kept(options, kind, &kept) &&
                 gs_submission_hash(&submission, program->hash, error);
    if (keeps)
        snprintf(program->kept, sizeof program->kept, "%.4095s", kept.folder.text);
    if (keeps && take_kept(&kept, program->hash, program, remarks))
        return GS_OK;
    status = gs_submission_build(&submission, remarks, error);
    if (status == GS_OK && keeps)
        keep(&kept, program->hash, program, *remarks);
    return status;
}

/* ---- what was found out about it ------------------------------------------------------------- */

json_t *gs_program_known(const struct gs_program *program, const char *of)
{
    const char *of_program = "", *of_else = "";
    json_t *known = NULL;
    if (program->kept[0] == '\0')
        return NULL;
    json_t *file = json_load_file(join(program->kept, known_file).text, 0, NULL);
    (void)json_unpack(file, "{s:s, s:s, s:o}", "program", &of_program, "of", &of_else, "known",
                      &known);
    const bool same = strcmp(of_program, program->hash) == 0 && strcmp(of_else, of) == 0;
    known = same ? json_incref(known) : NULL;
    json_decref(file);
    return known;
}

void gs_program_keep_known(const struct gs_program *program, const char *of, const json_t *known)
{
    const struct path written = join(program->folder, known_file);
    json_t *file = json_pack("{s:s, s:s, s:O}", "program", program->hash, "of", of, "known", known);
    if (program->kept[0] != '\0' && file != NULL && json_dump_file(file, written.text, 0) == 0)
        (void)gs_file_copy(written.text, join(program->kept, known_file).text, 0644);
    json_decref(file);
}
