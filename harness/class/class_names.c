/*
 * Who hands in, and under which name. A name is whatever bytes a file system holds: what is shown
 * of it, and what our own files are called, is made harmless here, once.
 */
#include "class.h"
#include "class_moodle.h"
#include "grow.h"
#include "visible.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- shown names ----------------------------------------------------------------------------- */

void gs_name_clean(const char *bytes, char *shown, size_t size)
{
    static const char replacement[] = "\xef\xbf\xbd";
    size_t used = 0;
    for (size_t left = strlen(bytes), taken; left > 0; bytes += taken, left -= taken) {
        uint32_t number;
        size_t length = gs_character_read(bytes, left, &number);
        taken = length > 0 ? length : 1;
        if (length > 0 && gs_character_is_harmful(number))
            length = 0;
        const char *from = length > 0 ? bytes : replacement;
        size_t written = length > 0 ? length : sizeof replacement - 1;
        if (used + written >= size)
            break;
        memcpy(shown + used, from, written);
        used += written;
    }
    shown[used] = '\0';
}

/* ---- slugs ----------------------------------------------------------------------------------- */

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
}

static size_t stem_length(const struct gs_student *student)
{
    return strlen(student->entry) - (student->is_file ? strlen(".cu") : 0);
}

/* The name itself is good for a file of ours. */
static bool is_safe(const struct gs_student *student)
{
    size_t length = stem_length(student);
    if (length >= GS_SLUG_BYTES - 12 || student->entry[0] == '-' || student->entry[0] == '.')
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!is_plain(student->entry[i]))
            return false;
    }
    return length > 0;
}

static bool is_taken(const struct gs_students *list, const struct gs_student *but)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct gs_student *other = &list->students[i];
        if (other != but && strcasecmp(other->slug, but->slug) == 0)
            return true;
    }
    return false;
}

/* FNV-1a */
static uint32_t hash(const char *text, uint32_t salt)
{
    uint32_t h = 2166136261U ^ salt;
    for (; *text != '\0'; text++)
        h = (h ^ (unsigned char)*text) * 16777619U;
    return h;
}

/* What is plain in the name, and a hash of all of it. */
static void hashed_slug(const struct gs_students *list, struct gs_student *student)
{
    uint32_t salt = 0;
    struct gs_moodle_name moodle = gs_moodle_name(student);
    char text[GS_SHOWN_BYTES + 32];
    snprintf(text, sizeof text, "%s%s%s", moodle.name, moodle.number[0] != '\0' ? "_" : "",
             moodle.number);
    do {
        char plain[GS_SLUG_BYTES - 12];
        size_t used = 0;
        for (size_t i = 0; text[i] != '\0' && used < sizeof plain - 1; i++) {
            char c = text[i];
            if (is_plain(c) && (used > 0 || (c != '-' && c != '.')))
                plain[used++] = c;
        }
        plain[used] = '\0';
        snprintf(student->slug, sizeof student->slug, "%s-%08x", used > 0 ? plain : "student",
                 (unsigned)hash(student->entry, salt++));
    } while (is_taken(list, student));
}

/* As much of the entry as is good for a file of ours, and nobody else's. */
static void try_slug(const struct gs_students *list, struct gs_student *student, size_t length)
{
    snprintf(student->slug, sizeof student->slug, "%.*s", (int)length, student->entry);
    if (is_taken(list, student))
        student->slug[0] = '\0';
}

/* Names that are good as they are come first, so that nobody else's can take them. */
static void choose_slugs(struct gs_students *list)
{
    for (size_t i = 0; i < list->count; i++) {
        struct gs_student *student = &list->students[i];
        if (is_safe(student))
            try_slug(list, student, stem_length(student));
        if (is_safe(student) && student->slug[0] == '\0')
            try_slug(list, student, strlen(student->entry));
    }
    for (size_t i = 0; i < list->count; i++) {
        if (list->students[i].slug[0] == '\0')
            hashed_slug(list, &list->students[i]);
    }
}

static bool is_shown_before(const struct gs_students *list, const struct gs_student *student)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct gs_student *other = &list->students[i];
        if (other != student && strcmp(other->shown, student->shown) == 0)
            return true;
    }
    return false;
}

/* A folder `anna` and a file `anna.cu` are two students; so are two names that look the same. Of
 * Moodle's names the student's own is shown. */
static void choose_shown(struct gs_students *list)
{
    for (size_t i = 0; i < list->count; i++) {
        struct gs_student *student = &list->students[i];
        snprintf(student->shown, sizeof student->shown, "%s", gs_moodle_name(student).name);
        if (is_shown_before(list, student))
            gs_name_clean(student->entry, student->shown, sizeof student->shown);
        size_t used = strlen(student->shown);
        if (is_shown_before(list, student))
            snprintf(student->shown + used, sizeof student->shown - used, " (%s)", student->slug);
    }
}

/* ---- the folder of submissions --------------------------------------------------------------- */

bool gs_name_ends(const char *name, const char *end)
{
    size_t length = strlen(name), most = strlen(end);
    return length > most && strcasecmp(name + length - most, end) == 0;
}

static void leave_out(struct gs_students *list, const char *entry, const char *why)
{
    char shown[64];
    gs_name_clean(entry, shown, sizeof shown);
    size_t used = strlen(list->left_out);
    if (list->left_out_count++ < 5)
        snprintf(list->left_out + used, sizeof list->left_out - used, "%s%s (%s)",
                 used > 0 ? ", " : "", shown, why);
}

static enum gs_status take(struct gs_students *list, int folder, const char *entry,
                           struct gs_error *error)
{
    struct stat facts;
    if (strcmp(entry, ".") == 0 || strcmp(entry, "..") == 0)
        return GS_OK;
    if (entry[0] == '.' || strcmp(entry, "__MACOSX") == 0) {
        leave_out(list, entry, entry[0] == '.' ? "begins with a dot" : "made by macOS");
        return GS_OK;
    }
    if (strstr(entry, "_assignsubmission_onlinetext") != NULL) {
        leave_out(list, entry, "a text from Moodle, no file");
        return GS_OK;
    }
    bool known = fstatat(folder, entry, &facts, AT_SYMLINK_NOFOLLOW) == 0;
    bool is_file = known && S_ISREG(facts.st_mode) && gs_name_ends(entry, ".cu");
    if (!is_file && !(known && S_ISDIR(facts.st_mode))) {
        leave_out(list, entry, "neither a folder nor a .cu file");
        return GS_OK;
    }
    if (!gs_grow(&list->students, list->count, sizeof *list->students))
        return gs_out_of_memory(error);
    struct gs_student *student = &list->students[list->count];
    *student = (struct gs_student){.entry = strdup(entry), .is_file = is_file};
    if (student->entry == NULL)
        return gs_out_of_memory(error);
    list->count++;
    return GS_OK;
}

static int by_name(const void *left, const void *right)
{
    const struct gs_student *a = left, *b = right;
    return strcmp(a->entry, b->entry);
}

enum gs_status gs_students_list(const char *submissions, struct gs_students *out,
                                struct gs_error *error)
{
    *out = (struct gs_students){0};
    DIR *folder = opendir(submissions);
    if (folder == NULL)
        return gs_fail(error, GS_USAGE,
                       "grade: cannot read %.300s: %s; name the folder that has one folder or .cu "
                       "file for each student",
                       submissions, strerror(errno));
    enum gs_status status = GS_OK;
    const struct dirent *entry;
    while (status == GS_OK && (entry = readdir(folder)) != NULL)
        status = take(out, dirfd(folder), entry->d_name, error);
    closedir(folder);
    if (status == GS_OK && out->count == 0)
        status = gs_fail(error, GS_USAGE,
                         "grade: nobody handed in: there is no folder and no .cu file in %.300s",
                         submissions);
    if (status != GS_OK)
        return status;
    qsort(out->students, out->count, sizeof *out->students, by_name);
    choose_slugs(out);
    choose_shown(out);
    status = gs_moodle_check(out, error);
    if (status != GS_OK)
        return status;
    return GS_OK;
}

void gs_students_release(struct gs_students *students)
{
    for (size_t i = 0; i < students->count; i++) {
        free(students->students[i].entry);
        json_decref(students->students[i].record);
    }
    free(students->students);
    *students = (struct gs_students){0};
}
