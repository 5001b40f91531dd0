/* cuda::pipeline: what <cuda/pipeline> has. A copy is made when it is asked for; what remains of a
 * pipeline of several threads is that the stages of its producers and consumers follow each other.
 */
#ifndef SIMT_PIPELINE_HPP
#define SIMT_PIPELINE_HPP

#pragma GCC system_header

#include <simt/barrier.hpp>

#define SIMT_INLINE inline __attribute__((always_inline))

namespace cuda
{

template <thread_scope scope> class pipeline;

enum class pipeline_role { producer, consumer };

/* How often each stage was filled and emptied, by how many threads. */
template <thread_scope scope, unsigned char stages> class pipeline_shared_state
{
    template <class Group, thread_scope s, unsigned char n>
    friend pipeline<s> make_pipeline(const Group &, pipeline_shared_state<s, n> *, bool, bool);

    unsigned full[stages], empty[stages], producers, consumers;

  public:
    pipeline_shared_state() = default;
    pipeline_shared_state(const pipeline_shared_state &) = delete;
    pipeline_shared_state &operator=(const pipeline_shared_state &) = delete;
};

template <thread_scope scope> class pipeline
{
    using counter = atomic_ref<unsigned, scope>;
    template <class Group, thread_scope s, unsigned char n>
    friend pipeline<s> make_pipeline(const Group &, pipeline_shared_state<s, n> *, bool, bool);

    unsigned *full = nullptr, *empty = nullptr; /* null: a pipeline of one thread */
    unsigned stages = 1, producers = 1, consumers = 1;
    unsigned filled = 0, emptied = 0; /* stages that this thread has, of all rounds */

    /* Waits until all of `threads` have done their part of a stage so many times. */
    static SIMT_INLINE void wait(unsigned *stage, unsigned threads, unsigned times)
    {
        while (int(counter(*stage).load(memory_order_acquire) - threads * times) < 0)
            __nanosleep(0);
    }

  public:
    SIMT_INLINE void producer_acquire()
    {
        if (empty)
            wait(&empty[filled % stages], consumers, filled / stages);
    }
    SIMT_INLINE void producer_commit()
    {
        if (full)
            counter(full[filled % stages]).fetch_add(1, memory_order_acq_rel);
        filled++;
    }
    SIMT_INLINE void consumer_wait()
    {
        if (full)
            wait(&full[emptied % stages], producers, emptied / stages + 1);
    }
    SIMT_INLINE void consumer_release()
    {
        if (empty)
            counter(empty[emptied % stages]).fetch_add(1, memory_order_acq_rel);
        emptied++;
    }
    bool quit()
    {
        return true;
    }
};

inline pipeline<thread_scope_thread> make_pipeline()
{
    return pipeline<thread_scope_thread>();
}

/* Called by all threads of the group, which say what they do. */
template <class Group, thread_scope scope, unsigned char n>
inline pipeline<scope> make_pipeline(const Group &group, pipeline_shared_state<scope, n> *state,
                                     bool produces, bool consumes)
{
    using counter = atomic_ref<unsigned, scope>;
    pipeline<scope> made;

    if (group.thread_rank() == 0) {
        for (unsigned i = 0; i < n; i++)
            state->full[i] = state->empty[i] = 0;
        state->producers = state->consumers = 0;
    }
    group.sync();
    counter(state->producers).fetch_add(produces, memory_order_relaxed);
    counter(state->consumers).fetch_add(consumes, memory_order_relaxed);
    group.sync();
    made.full = state->full;
    made.empty = state->empty;
    made.stages = n;
    made.producers = state->producers;
    made.consumers = state->consumers;
    return made;
}

template <class Group, thread_scope scope, unsigned char n>
inline pipeline<scope> make_pipeline(const Group &group, pipeline_shared_state<scope, n> *state)
{
    return make_pipeline(group, state, true, true);
}

template <class Group, thread_scope scope, unsigned char n>
inline pipeline<scope> make_pipeline(const Group &group, pipeline_shared_state<scope, n> *state,
                                     pipeline_role role)
{
    return make_pipeline(group, state, role == pipeline_role::producer,
                         role == pipeline_role::consumer);
}

/* The first threads of the group produce. */
template <class Group, thread_scope scope, unsigned char n>
inline pipeline<scope> make_pipeline(const Group &group, pipeline_shared_state<scope, n> *state,
                                     size_t producers)
{
    const bool produces = size_t(group.thread_rank()) < producers;

    return make_pipeline(group, state, produces, !produces);
}

/* Of a thread's own pipeline: all stages but the last `prior` ones are done; here all are. */
template <unsigned char prior>
inline void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &)
{
}

template <thread_scope scope>
inline void pipeline_producer_commit(pipeline<thread_scope_thread> &, barrier<scope> &)
{
}

template <class T, class Size, thread_scope scope>
SIMT_INLINE void memcpy_async(T *destination, const T *source, Size bytes, pipeline<scope> &)
{
    simt_detail::copy_bytes(destination, source, size_t(bytes));
}

template <class Group, class T, class Size, thread_scope scope>
SIMT_INLINE void memcpy_async(const Group &group, T *destination, const T *source, Size bytes,
                              pipeline<scope> &)
{
    cooperative_groups::memcpy_async(group, destination, source, size_t(bytes));
}

} // namespace cuda

#undef SIMT_INLINE

#endif
