/*
 * NCCL's functions that the lessons call, under their own names. On the simulator they are its own.
 * On a GPU they are those of libnccl.so.2, which is loaded when it is first asked for: no build
 * needs NCCL, and where there is none, what does without it runs.
 */
#ifndef GS_NCCL_LIBRARY_CUH
#define GS_NCCL_LIBRARY_CUH

#include <cuda_runtime.h>

#ifdef __SIMT__

#include <nccl.h>

/* Whether NCCL is there; why it is not is written to `reason`, of `bytes`. */
static inline bool nccl_is_there(char *, size_t)
{
    return true;
}

#else

#include <dlfcn.h>
#include <stdio.h>

/* As nccl.h has them since 2.0; send and receive came with 2.7. */
typedef struct ncclComm *ncclComm_t;
enum ncclResult_t : int { ncclSuccess = 0 };
enum ncclDataType_t : int { ncclFloat32 = 7, ncclFloat64 = 8 };
enum ncclRedOp_t : int { ncclSum = 0 };

enum { NCCL_OLDEST = 2700, NCCL_MAJOR_HERE = 2 };

struct nccl_library {
    ncclResult_t (*get_version)(int *);
    const char *(*error_string)(ncclResult_t);
    ncclResult_t (*init_all)(ncclComm_t *, int, const int *);
    ncclResult_t (*group_start)();
    ncclResult_t (*group_end)();
    ncclResult_t (*all_reduce)(const void *, void *, size_t, ncclDataType_t, ncclRedOp_t,
                               ncclComm_t, cudaStream_t);
    ncclResult_t (*send)(const void *, size_t, ncclDataType_t, int, ncclComm_t, cudaStream_t);
    ncclResult_t (*receive)(void *, size_t, ncclDataType_t, int, ncclComm_t, cudaStream_t);
    char missing[160]; /* why it is of no use, or "" */
};

template <typename F> static bool find_in(void *library, const char *name, F *out, char *missing)
{
    void *symbol = dlsym(library, name);
    *out = (F)symbol;
    if (symbol == nullptr)
        snprintf(missing, sizeof nccl_library::missing, "libnccl.so.2 has no %s()", name);
    return symbol != nullptr;
}

/* A version is major * 10000 + minor * 100 + patch from 2.9 on, and was major * 1000 before. */
static void look_at_version(nccl_library *out)
{
    int version = 0;
    if (out->get_version(&version) != ncclSuccess || version < NCCL_OLDEST)
        snprintf(out->missing, sizeof out->missing, "NCCL %d is older than 2.7", version);
    else if (version >= 10000 && version / 10000 != NCCL_MAJOR_HERE)
        snprintf(out->missing, sizeof out->missing, "NCCL %d is another one than NCCL 2", version);
}

static nccl_library load_nccl()
{
    nccl_library n = {};
    void *library = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        snprintf(n.missing, sizeof n.missing, "needs NCCL in LD_LIBRARY_PATH: %s", dlerror());
        return n;
    }
    if (find_in(library, "ncclGetVersion", &n.get_version, n.missing) &&
        find_in(library, "ncclGetErrorString", &n.error_string, n.missing) &&
        find_in(library, "ncclCommInitAll", &n.init_all, n.missing) &&
        find_in(library, "ncclGroupStart", &n.group_start, n.missing) &&
        find_in(library, "ncclGroupEnd", &n.group_end, n.missing) &&
        find_in(library, "ncclAllReduce", &n.all_reduce, n.missing) &&
        find_in(library, "ncclSend", &n.send, n.missing) &&
        find_in(library, "ncclRecv", &n.receive, n.missing))
        look_at_version(&n);
    return n;
}

static const nccl_library &nccl()
{
    static const nccl_library loaded = load_nccl();
    return loaded;
}

static inline bool nccl_is_there(char *reason, size_t bytes)
{
    if (nccl().missing[0] != '\0' && reason != nullptr)
        snprintf(reason, bytes, "%s", nccl().missing);
    return nccl().missing[0] == '\0';
}

static inline const char *ncclGetErrorString(ncclResult_t result)
{
    return nccl().error_string(result);
}

static inline ncclResult_t ncclCommInitAll(ncclComm_t *comms, int count, const int *devices)
{
    return nccl().init_all(comms, count, devices);
}

static inline ncclResult_t ncclGroupStart()
{
    return nccl().group_start();
}

static inline ncclResult_t ncclGroupEnd()
{
    return nccl().group_end();
}

static inline ncclResult_t ncclAllReduce(const void *from, void *to, size_t count,
                                         ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm,
                                         cudaStream_t stream)
{
    return nccl().all_reduce(from, to, count, type, op, comm, stream);
}

static inline ncclResult_t ncclSend(const void *from, size_t count, ncclDataType_t type, int peer,
                                    ncclComm_t comm, cudaStream_t stream)
{
    return nccl().send(from, count, type, peer, comm, stream);
}

static inline ncclResult_t ncclRecv(void *to, size_t count, ncclDataType_t type, int peer,
                                    ncclComm_t comm, cudaStream_t stream)
{
    return nccl().receive(to, count, type, peer, comm, stream);
}

#endif

#endif
