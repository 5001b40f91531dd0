/* usage: predict_launches PROFILE.json TRACE.json...
 *
 * A row of CSV for each launch of each trace, predicted alone, with cold caches. A program is
 * called as its trace. */
#include "predict.h"
#include "profile_file.h"

#include <stdio.h>
#include <string.h>

static void print_extent(const json_t *extent)
{
    for (size_t k = 0; k < 3; k++)
        printf(",%lld", (long long)json_integer_value(json_array_get(extent, k)));
}

static void print_launch(const struct gs_gpu_profile *profile, json_t *launch)
{
    struct gs_prediction prediction;
    struct gs_error error;
    json_object_del(launch, "fills"); /* none was timed with a launch */
    json_object_del(launch, "fill_bytes");
    json_t *alone = json_pack("[O]", launch);
    printf("\"%s\"", json_string_value(json_object_get(launch, "kernel")));
    print_extent(json_object_get(launch, "grid"));
    print_extent(json_object_get(launch, "block"));
    if (gs_predict(alone, profile, true, &prediction, &error) == GS_OK)
        printf(",%.3f,%.2f,%s,\n", 1e6 * prediction.seconds, prediction.factor,
               gs_terms[prediction.binding].key);
    else
        printf(",,,,\"%s\"\n", error.text);
    json_decref(alone);
}

int main(int argc, char **argv)
{
    struct gs_gpu_profile profile;
    struct gs_error error;
    if (argc < 3 || gs_profile_read(argv[1], &profile, &error) != GS_OK)
        return 2;
    puts("program,index,kernel,grid_x,grid_y,grid_z,block_x,block_y,block_z,us,factor,binds,why_"
         "none");
    for (int a = 2; a < argc; a++) {
        json_t *launches = json_load_file(argv[a], 0, NULL);
        const char *slash = strrchr(argv[a], '/'), *name = slash != NULL ? slash + 1 : argv[a];
        for (size_t i = 0; i < json_array_size(launches); i++) {
            printf("%.*s,%zu,", (int)(strlen(name) - strlen(".json")), name, i);
            print_launch(&profile, json_array_get(launches, i));
        }
        json_decref(launches);
    }
    return 0;
}
