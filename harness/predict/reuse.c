#include "reuse.h"

#include "json_get.h"

#include <math.h>

/* False: the place has none. */
static bool range_of(const json_t *place, bool loads, struct gs_sector_range *range)
{
    range->first = (double)gs_get_number(place, loads ? "loaded_first" : "stored_first");
    range->last = (double)gs_get_number(place, loads ? "loaded_last" : "stored_last");
    return range->last > 0;
}

static bool is_touched(const struct gs_reuse *reuse, struct gs_sector_range range)
{
    for (size_t i = 0; i < reuse->count; i++) {
        double both =
            fmin(range.last, reuse->ranges[i].last) - fmax(range.first, reuse->ranges[i].first) + 1;
        if (2 * both > range.last - range.first + 1)
            return true;
    }
    return false;
}

/* Ranges that meet become one. */
static void add(struct gs_reuse *reuse, struct gs_sector_range range)
{
    size_t kept = 0;
    for (size_t i = 0; i < reuse->count; i++) {
        const struct gs_sector_range other = reuse->ranges[i];
        if (other.first <= range.last + 1 && range.first <= other.last + 1) {
            range.first = fmin(range.first, other.first);
            range.last = fmax(range.last, other.last);
        } else {
            reuse->ranges[kept++] = other;
        }
    }
    if (kept < GS_REUSE_RANGES)
        reuse->ranges[kept++] = range;
    reuse->count = kept;
}

/* The sectors that a launch loads or stores; which of them are touched for the first time. */
static double fresh_sectors(const struct gs_reuse *reuse, const json_t *places, bool loads,
                            double *all)
{
    double fresh = 0;
    *all = 0;
    for (size_t i = 0; i < json_array_size(places); i++) {
        const json_t *place = json_array_get(places, i);
        double sectors = (double)gs_get_number(place, loads ? "load_sectors" : "store_sectors");
        struct gs_sector_range range;
        *all += sectors;
        if (range_of(place, loads, &range) && !is_touched(reuse, range))
            fresh += sectors;
    }
    return fresh;
}

bool gs_reuse_is_fresh(struct gs_reuse *reuse, const json_t *launch)
{
    const json_t *places = json_object_get(launch, "places");
    double all, fresh = fresh_sectors(reuse, places, true, &all);
    if (all <= 0)
        fresh = fresh_sectors(reuse, places, false, &all);
    for (size_t i = 0; i < json_array_size(places); i++) {
        struct gs_sector_range range;
        for (int loads = 0; loads < 2; loads++) {
            if (range_of(json_array_get(places, i), loads != 0, &range))
                add(reuse, range);
        }
    }
    return 2 * fresh > all;
}
