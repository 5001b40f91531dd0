#include "trace_json.h"

#include "json_text.h"
#include "source.h"
#include "trace.h"

static json_t *place_json(const struct simt_trace_place *place)
{
    const struct {
        const char *name;
        uint64_t count;
    } counts[] = {
        {"bytes", place->bytes},
        {"load_sectors", place->load_sectors},
        {"store_sectors", place->store_sectors},
        {"ideal_sectors", place->ideal_sectors},
        {"loaded_first", place->loaded_first},
        {"loaded_last", place->loaded_last},
        {"stored_first", place->stored_first},
        {"stored_last", place->stored_last},
    };
    json_t *json = json_object();
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        json_object_set_new(json, counts[i].name, json_integer((json_int_t)counts[i].count));
    return json;
}

static json_t *places_json(const struct simt_traced_launch *launch)
{
    json_t *places = json_array();
    for (unsigned i = 0; i < launch->place_count; i++)
        json_array_append_new(places, place_json(&launch->places[i]));
    return places;
}

static json_t *sites_json(const struct simt_traced_launch *launch)
{
    json_t *sites = json_array();
    for (unsigned i = 0; i < launch->site_count; i++) {
        const struct simt_trace_site *site = &launch->sites[i];
        struct simt_position position = simt_source_find(site->site);
        json_array_append_new(sites, json_pack("{s:o, s:i, s:I, s:I, s:I}", "file",
                                               simt_json_text(position.file), "line", position.line,
                                               "sectors", (json_int_t)site->sectors, "wavefronts",
                                               (json_int_t)site->wavefronts, "atomics_turns",
                                               (json_int_t)site->atomics_turns));
    }
    return sites;
}

static json_t *arithmetic_json(const struct simt_arithmetic *arithmetic)
{
    json_t *counts = json_object();
    for (int k = 0; k < SIMT_ARITHMETIC_KINDS; k++) {
        if (arithmetic->counts[k] > 0)
            json_object_set_new(counts, simt_arithmetic_names[k],
                                json_integer((json_int_t)arithmetic->counts[k]));
    }
    return counts;
}

static void set_counts(json_t *json, const struct simt_traced_launch *launch)
{
    const struct {
        const char *name;
        uint64_t count;
    } counts[] = {
        {"shared_bytes", launch->shared_bytes},
        {"blocks", launch->blocks},
        {"ran", launch->ran},
        {"beside", launch->beside},
        {"fills", launch->fills},
        {"fill_bytes", launch->fill_bytes},
        {"requests", launch->requests},
        {"watches", launch->watches},
        {"scattered_loads", launch->scattered_loads},
        {"scattered_stores", launch->scattered_stores},
        {"wavefronts", launch->wavefronts},
        {"shared_requests", launch->shared_requests},
        {"shared_atomics_turns", launch->shared_atomics_turns},
        {"barriers", launch->barriers},
        {"shuffles", launch->shuffles},
        {"atomics", launch->atomics},
        {"atomics_turns", launch->atomics_turns},
        {"atomics_merged_turns", launch->atomics_merged_turns},
        {"integer_atomics", launch->integer_atomics},
        {"float_atomics", launch->float_atomics},
        {"wide_atomics", launch->wide_atomics},
        {"atomics_reach", launch->atomics > 0 ? launch->atomics_last - launch->atomics_first : 0},
        {"followed", launch->followed},
        {"phases", launch->phases},
        {"near_phases", launch->near_phases},
        {"shared_phases", launch->shared_phases},
        {"block_sectors", launch->block_sectors},
        {"block_new_sectors", launch->block_new_sectors},
        {"block_requests", launch->block_requests},
        {"most_block_requests", launch->most_block_requests},
        {"loads_of_others", launch->loads_of_others},
        {"atomics_by_data", launch->atomics_by_data},
    };
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        json_object_set_new(json, counts[i].name, json_integer((json_int_t)counts[i].count));
}

static json_t *launch_json(const struct simt_traced_launch *launch)
{
    json_t *json = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:f, s:f, s:o, s:s}", "kernel", simt_json_text(launch->kernel),
        "grid", simt_json_extent(&launch->grid), "block", simt_json_extent(&launch->block),
        "places", places_json(launch), "sites", sites_json(launch), "phase_bytes",
        launch->phase_bytes, "phase_squares", launch->phase_squares, "arithmetic",
        arithmetic_json(&launch->arithmetic), "other_function", launch->arithmetic.other_function);
    if (json != NULL)
        set_counts(json, launch);
    return json;
}

json_t *simt_trace_json(void)
{
    const struct simt_traced_launch *launch;
    json_t *launches = json_array();
    for (size_t i = 0; (launch = simt_trace_get(i)) != NULL; i++)
        json_array_append_new(launches, launch_json(launch));
    return launches;
}
