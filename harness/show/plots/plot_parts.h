/* The plots of one workload: what they are drawn from, what is shown, and each as a chart. */
#ifndef GS_PLOT_PARTS_H
#define GS_PLOT_PARTS_H

#include "chart.h"
#include "query.h"

enum { GS_SHOWN_KERNELS = 10, GS_SHOWN_CPUS = 3 };

/* A variant that has curves. */
struct gs_shown {
    const char *variant;
    enum gs_residency residency; /* by which it is compared with others */
    unsigned threads;            /* of a CPU variant */
};

/* One workload in one dtype. */
struct gs_plot {
    const struct gs_results *own;
    const struct gs_results *device; /* whose kernels are shown: own, or those of a recorded GPU */
    bool recorded;                   /* device is a recorded GPU's */
    char device_label[320];          /* its name and date */
    bool simulated;                  /* kernels of own ran on the simulator */
    const char *workload;
    enum gs_dtype dtype;
    struct gs_query cpu;        /* the sweep over n on the CPU, of own */
    struct gs_query kernel;     /* the sweep on the device, at its block, of device */
    struct gs_query own_kernel; /* the same of own */
    bool any_sweep;
    bool over_bus; /* what is compared are times from host to host */
    struct gs_shown kernels[GS_SHOWN_KERNELS], cpus[GS_SHOWN_CPUS];
    size_t kernel_count, hidden_kernels, cpu_count, hidden_cpus;
    const char *best_kernel;  /* the fastest with its data on the device; "": none */
    const char *best_copying; /* the fastest of those that are compared from host to host */
};

/*
 * Chooses what is shown: the variant that is listed first, and the fastest at the largest n.
 * reference: a recorded GPU's result, whose kernels are shown; or NULL. The results stay the
 * caller's.
 */
void gs_plot_select(struct gs_plot *plot, const struct gs_results *results,
                    const struct gs_results *reference, const char *workload, enum gs_dtype dtype);

/* Whether own sweep has two sizes or more: one makes no curve. */
bool gs_plot_has_sizes(const struct gs_plot *plot);

/* ---- what is shown --------------------------------------------------------------------------- */

bool gs_plot_copies(const struct gs_shown *shown); /* it is compared from host to host */
/* Its records with the cache cold, in the residency that it is compared by. */
struct gs_query gs_plot_kernel(const struct gs_plot *plot, const struct gs_shown *shown);
struct gs_chart_style gs_plot_kernel_style(const struct gs_plot *plot, size_t k, double size);
struct gs_chart_style gs_plot_cpu_style(size_t k);
/* "threads (16 threads)"; "overlapped, pinned" */
void gs_plot_cpu_name(const struct gs_shown *shown, char name[static GS_CHART_TEXT]);
void gs_plot_copying_name(const char *variant, enum gs_residency residency,
                          char name[static GS_CHART_TEXT]);
/* "1 row", "2 rows" */
void gs_plot_plural(size_t count, const char *what, char text[static 64]);
void gs_plot_hidden(struct gs_chart *chart, size_t hidden);

/* ---- parts of charts ------------------------------------------------------------------------- */

/* What a point's y is; whiskers are the quartiles. NAN: the record has none. */
struct gs_chart_point gs_plot_time_point(const struct gs_record *record);
struct gs_chart_point gs_plot_rate_point(const struct gs_record *record);

/*
 * A curve over n of the timed records that match, with its line in the legend; false: there are
 * none, and nothing is added.
 */
bool gs_plot_curve(struct gs_chart *chart, size_t panel, const struct gs_results *results,
                   struct gs_query query, struct gs_chart_point (*point)(const struct gs_record *),
                   struct gs_chart_style style, const char *name);
/* The CPU's curves, with their heading. */
void gs_plot_cpus(struct gs_chart *chart, size_t panel, const struct gs_plot *plot,
                  struct gs_chart_point (*point)(const struct gs_record *));
/* "On the device, cold cache": which times of kernels these are. */
const char *gs_plot_where(const struct gs_plot *plot, bool over_bus);
/* That, and how many threads a block has. */
void gs_plot_device_heading(struct gs_chart *chart, const struct gs_plot *plot, bool over_bus);
/* In the legend: which of own records that match one of the queries are not right. */
void gs_plot_not_right(struct gs_chart *chart, const struct gs_plot *plot,
                       const struct gs_query *queries, size_t count);
/* Those of the sweep over n. */
void gs_plot_sweep_not_right(struct gs_chart *chart, const struct gs_plot *plot);
/* The time of an empty kernel, of the timed records that match; 0: unknown. */
double gs_plot_floor(const struct gs_results *results, struct gs_query query);
/* A line there, in panel 0; nothing where it is 0. */
void gs_plot_floor_rule(struct gs_chart *chart, double floor_s);

/* ---- the kinds of plot ----------------------------------------------------------------------- */

/* Each adds to a chart that has no curves yet; false where there is nothing to see. */
typedef bool gs_plot_add(struct gs_chart *chart, const struct gs_plot *plot);
gs_plot_add gs_plot_of_time, gs_plot_of_bandwidth, gs_plot_of_block, gs_plot_of_launches,
    gs_plot_of_losses, gs_plot_of_stages, gs_plot_of_accuracy, gs_plot_of_peers;

struct gs_plot_kind {
    const char *name; /* in the names of its files */
    const char *says; /* below it, on the page */
    gs_plot_add *add;
    bool peers;     /* of results with other libraries, which have no other kind */
    bool cpu;       /* the CPU has curves */
    bool simulator; /* so have kernels on the simulator */
};

/* In the order in which they are drawn and shown. */
enum { GS_PLOT_KINDS = 8, GS_PLOT_PATH = 4400 };
extern const struct gs_plot_kind gs_plot_kinds[GS_PLOT_KINDS];

/* A plot's file. subject: "lesson3", "kernel-saxpy"; ending: ".svg", ".png". */
void gs_plot_path(const char *folder, const char *subject, const char *workload,
                  const struct gs_plot_kind *kind, enum gs_dtype dtype, const char *ending,
                  char path[static GS_PLOT_PATH]);

#endif
