/* NCCL for the simulator: communicators of the devices of one process, groups, collective calls,
 * sends and receives. */
#ifndef SIMT_NCCL_H
#define SIMT_NCCL_H
#define NCCL_H_

#pragma GCC system_header

#if !defined(__cplusplus)
#error "simt-cc: nccl.h: the simulator has NCCL in C++ alone; name the file .cpp or .cu"
#endif

#include <cuda_runtime.h>

#define NCCL_MAJOR 2
#define NCCL_MINOR 20
#define NCCL_PATCH 0
#define NCCL_SUFFIX ""
#define NCCL_VERSION(x, y, z) ((x)*10000 + (y)*100 + (z))
#define NCCL_VERSION_CODE 22000

#define NCCL_UNIQUE_ID_BYTES 128
typedef struct {
    char internal[NCCL_UNIQUE_ID_BYTES];
} ncclUniqueId;

typedef struct ncclComm *ncclComm_t;

typedef enum {
    ncclSuccess = 0,
    ncclUnhandledCudaError = 1,
    ncclSystemError = 2,
    ncclInternalError = 3,
    ncclInvalidArgument = 4,
    ncclInvalidUsage = 5,
    ncclRemoteError = 6,
    ncclInProgress = 7,
    ncclNumResults = 8
} ncclResult_t;

typedef enum {
    ncclSum = 0,
    ncclProd = 1,
    ncclMax = 2,
    ncclMin = 3,
    ncclAvg = 4,
    ncclNumOps = 5
} ncclRedOp_t;

typedef enum {
    ncclInt8 = 0,
    ncclChar = 0,
    ncclUint8 = 1,
    ncclInt32 = 2,
    ncclInt = 2,
    ncclUint32 = 3,
    ncclInt64 = 4,
    ncclUint64 = 5,
    ncclFloat16 = 6,
    ncclHalf = 6,
    ncclFloat32 = 7,
    ncclFloat = 7,
    ncclFloat64 = 8,
    ncclDouble = 8,
    ncclBfloat16 = 9,
    ncclNumTypes = 10
} ncclDataType_t;

#include <simt/nccl.hpp>

inline const char *ncclGetErrorString(ncclResult_t result)
{
    static const char *const texts[] = {
        "no error",         "unhandled cuda error", "unhandled system error", "internal error",
        "invalid argument", "invalid usage",        "remote process error",   "in progress"};

    return result >= 0 && result < ncclNumResults ? texts[result] : "unknown result code";
}

inline const char *ncclGetLastError(ncclComm_t)
{
    return "";
}

inline ncclResult_t ncclGetVersion(int *version)
{
    if (!version)
        return ncclInvalidArgument;
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}

/* ---- communicators ---- */

inline ncclResult_t ncclCommInitAll(ncclComm_t *comms, int count, const int *devices)
{
    auto clique = std::make_shared<simt_cpp::nccl::clique>();
    int there = 0;

    if (!comms || count < 1 || cudaGetDeviceCount(&there) != cudaSuccess)
        return ncclInvalidArgument;
    clique->ranks = count;
    for (int rank = 0; rank < count; rank++) {
        const int device = devices ? devices[rank] : rank;

        if (device < 0 || device >= there)
            return ncclInvalidArgument;
        for (int other = 0; other < rank; other++)
            if (clique->devices[other] == device) /* NCCL wants one device for each rank */
                return ncclInvalidUsage;
        clique->devices[rank] = device;
    }
    for (int rank = 0; rank < count; rank++)
        comms[rank] = new ncclComm{clique, rank, clique->devices[rank]};
    return ncclSuccess;
}

/* An id stands for a clique, which is gone with its last communicator. */
inline ncclResult_t ncclGetUniqueId(ncclUniqueId *id)
{
    static std::atomic<unsigned> made{0};

    if (!id)
        return ncclInvalidArgument;
    *id = {};
    (void)snprintf(id->internal, sizeof id->internal, "simt-%u", ++made);
    return ncclSuccess;
}

/* Waits for nobody: the first call that all ranks make does. */
inline ncclResult_t ncclCommInitRank(ncclComm_t *comm, int count, ncclUniqueId id, int rank)
{
    static std::mutex lock;
    static std::map<std::string, std::weak_ptr<simt_cpp::nccl::clique>> cliques;
    int device = 0;

    if (!comm || rank < 0 || rank >= count || cudaGetDevice(&device) != cudaSuccess)
        return ncclInvalidArgument;
    std::lock_guard<std::mutex> guard(lock);
    auto clique = cliques[id.internal].lock();
    if (!clique)
        clique = std::make_shared<simt_cpp::nccl::clique>();
    cliques[id.internal] = clique;
    for (const auto &there : clique->devices)
        if (there.first == rank || there.second == device)
            return ncclInvalidUsage;
    if (clique->ranks && clique->ranks != count)
        return ncclInvalidArgument;
    {
        std::lock_guard<std::mutex> inside(clique->lock);
        clique->ranks = count;
        clique->devices[rank] = device;
    }
    *comm = new ncclComm{clique, rank, device};
    return ncclSuccess;
}

/* The calls of a destroyed communicator are done, for they were waited for. */
inline ncclResult_t ncclCommDestroy(ncclComm_t comm)
{
    delete comm;
    return ncclSuccess;
}

inline ncclResult_t ncclCommFinalize(ncclComm_t comm)
{
    return comm ? ncclSuccess : ncclInvalidArgument;
}

inline ncclResult_t ncclCommAbort(ncclComm_t comm)
{
    return ncclCommDestroy(comm);
}

inline ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error)
{
    if (!comm || !error)
        return ncclInvalidArgument;
    *error = ncclSuccess;
    return ncclSuccess;
}

inline ncclResult_t ncclCommCount(const ncclComm_t comm, int *count)
{
    if (!comm || !count)
        return ncclInvalidArgument;
    *count = comm->clique->ranks;
    return ncclSuccess;
}

inline ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device)
{
    if (!comm || !device)
        return ncclInvalidArgument;
    *device = comm->device;
    return ncclSuccess;
}

inline ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank)
{
    if (!comm || !rank)
        return ncclInvalidArgument;
    *rank = comm->rank;
    return ncclSuccess;
}

/* ---- groups ---- */

inline ncclResult_t ncclGroupStart()
{
    simt_cpp::nccl::group_of_thread.depth++;
    return ncclSuccess;
}

inline ncclResult_t ncclGroupEnd()
{
    simt_cpp::nccl::group &group = simt_cpp::nccl::group_of_thread;
    std::vector<simt_cpp::nccl::call> calls;

    if (!group.depth)
        return ncclInvalidUsage;
    if (--group.depth)
        return ncclSuccess;
    calls.swap(group.calls);
    return simt_cpp::nccl::run_calls(calls);
}

/* ---- calls ---- */

inline ncclResult_t ncclAllReduce(const void *from, void *to, size_t count, ncclDataType_t type,
                                  ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream,
                                  simt_cpp::nccl::place here = simt_cpp::nccl::place())
{
    return simt_cpp::nccl::submit(
        {simt_cpp::nccl::ALL_REDUCE, from, to, count, type, op, 0, comm, stream, here});
}

inline ncclResult_t ncclReduce(const void *from, void *to, size_t count, ncclDataType_t type,
                               ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream,
                               simt_cpp::nccl::place here = simt_cpp::nccl::place())
{
    return simt_cpp::nccl::submit(
        {simt_cpp::nccl::REDUCE, from, to, count, type, op, root, comm, stream, here});
}

inline ncclResult_t ncclReduceScatter(const void *from, void *to, size_t count, ncclDataType_t type,
                                      ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream,
                                      simt_cpp::nccl::place here = simt_cpp::nccl::place())
{
    return simt_cpp::nccl::submit(
        {simt_cpp::nccl::REDUCE_SCATTER, from, to, count, type, op, 0, comm, stream, here});
}

inline ncclResult_t ncclBroadcast(const void *from, void *to, size_t count, ncclDataType_t type,
                                  int root, ncclComm_t comm, cudaStream_t stream,
                                  simt_cpp::nccl::place here = simt_cpp::nccl::place())
{
    return simt_cpp::nccl::submit(
        {simt_cpp::nccl::BROADCAST, from, to, count, type, ncclSum, root, comm, stream, here});
}

inline ncclResult_t ncclBcast(void *data, size_t count, ncclDataType_t type, int root,
                              ncclComm_t comm, cudaStream_t stream,
                              simt_cpp::nccl::place here = simt_cpp::nccl::place())
{
    return ncclBroadcast(data, data, count, type, root, comm, stream, here);
}

inline ncclResult_t ncclAllGather(const void *from, void *to, size_t count, ncclDataType_t type,
                                  ncclComm_t comm, cudaStream_t stream,
                                  simt_cpp::nccl::place here = simt_cpp::nccl::place())
{
    return simt_cpp::nccl::submit(
        {simt_cpp::nccl::ALL_GATHER, from, to, count, type, ncclSum, 0, comm, stream, here});
}

inline ncclResult_t ncclSend(const void *from, size_t count, ncclDataType_t type, int peer,
                             ncclComm_t comm, cudaStream_t stream,
                             simt_cpp::nccl::place here = simt_cpp::nccl::place())
{
    return simt_cpp::nccl::submit(
        {simt_cpp::nccl::SEND, from, nullptr, count, type, ncclSum, peer, comm, stream, here});
}

inline ncclResult_t ncclRecv(void *to, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                             cudaStream_t stream,
                             simt_cpp::nccl::place here = simt_cpp::nccl::place())
{
    return simt_cpp::nccl::submit(
        {simt_cpp::nccl::RECEIVE, nullptr, to, count, type, ncclSum, peer, comm, stream, here});
}

#endif
