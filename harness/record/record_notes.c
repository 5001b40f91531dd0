/* What a reader of a time has to know of it: when it is noisy, throttled or short, and the words
 * for that. */
#include "record.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* How far apart the quartiles are, over the median; 0: there are no samples. */
static double spread_of(const struct gs_record *record)
{
    const struct gs_distribution *time = &record->time;
    return time->count > 0 ? (time->q3_s - time->q1_s) / time->median_s : 0;
}

/* How far apart the medians of the first and the last fifth are, likewise; 0: of too few. */
static double drift_of(const struct gs_record *record)
{
    enum { PARTS = 5, FEWEST = 3 };
    const struct gs_distribution *time = &record->time;
    double first[GS_MOST_SAMPLES], last[GS_MOST_SAMPLES];
    size_t part = time->count / PARTS < GS_MOST_SAMPLES ? time->count / PARTS : GS_MOST_SAMPLES;
    if (part < FEWEST)
        return 0;
    memcpy(first, time->samples, part * sizeof *first);
    memcpy(last, time->samples + time->count - part, part * sizeof *last);
    return fabs(gs_median(last, part) - gs_median(first, part)) / time->median_s;
}

void gs_record_mark_short(struct gs_record *record)
{
    if (record->time.median_s < 3 * record->floor_s)
        record->notes |= GS_BIT(GS_NOTE_LAUNCH);
}

/* Quartiles or ends that far apart say that something else was going on, or has changed. */
void gs_record_mark_noise(struct gs_record *record)
{
    const double most = 0.15;
    if (spread_of(record) > most)
        record->notes |= GS_BIT(GS_NOTE_SPREAD);
    else if (drift_of(record) > most)
        record->notes |= GS_BIT(GS_NOTE_DRIFT);
    if (record->time.all_disturbed)
        record->notes |= GS_BIT(GS_NOTE_THROTTLED);
}

bool gs_record_is_noisy(const struct gs_record *record)
{
    return (record->notes & (GS_BIT(GS_NOTE_SPREAD) | GS_BIT(GS_NOTE_DRIFT))) != 0;
}

static double sm_clock_mhz(const struct gs_record *record)
{
    return 1e-6 * record->time.sm_clock_hz;
}

static double spread_pct(const struct gs_record *record)
{
    return 100 * spread_of(record);
}

static double drift_pct(const struct gs_record *record)
{
    return 100 * drift_of(record);
}

/* What each note says: a number between two texts. */
static const struct {
    const char *before, *after;
    double (*number)(const struct gs_record *record);
} notes[GS_NOTE_COUNT] = {
    [GS_NOTE_LAUNCH] = {"under 3x the launch floor", "", NULL},
    [GS_NOTE_SPREAD] = {"noisy: quartiles ", "% apart", spread_pct},
    [GS_NOTE_DRIFT] = {"noisy: first and last samples ", "% apart", drift_pct},
    [GS_NOTE_THROTTLED] = {"throttled: SM clock ", " MHz", sm_clock_mhz},
};

void gs_record_notes_format(const struct gs_record *record, char text[static GS_NOTES_TEXT])
{
    int used = 0;
    text[0] = '\0';
    for (int i = 0; i < GS_NOTE_COUNT; i++) {
        char number[32] = "";
        if (!(record->notes & GS_BIT(i)))
            continue;
        if (notes[i].number != NULL)
            snprintf(number, sizeof number, "%.0f", notes[i].number(record));
        used += snprintf(text + used, GS_NOTES_TEXT - (size_t)used, "%s%s%s%s",
                         used > 0 ? ", " : "", notes[i].before, number, notes[i].after);
    }
}

bool gs_record_notes_parse(const char *text, unsigned *out)
{
    *out = 0;
    while (*text != '\0') {
        int i = 0;
        while (i < GS_NOTE_COUNT && strncmp(text, notes[i].before, strlen(notes[i].before)) != 0)
            i++;
        if (i == GS_NOTE_COUNT)
            return false;
        *out |= GS_BIT(i);
        text += strcspn(text, ",");
        text += strspn(text, ", ");
    }
    return true;
}
