/* Graphs: the forms that CUDA has for C++ alone, and those of CUDA 11 and 12. */
#ifndef SIMT_GRAPH_HPP
#define SIMT_GRAPH_HPP

#pragma GCC system_header

#include <simt/runtime.h>

/* ---- copies of __device__ and __constant__ variables ---- */

namespace simt_cpp::detail
{

template <class T> inline void *symbol_bytes(const T &symbol, size_t offset)
{
    void *address = nullptr;

    if (simt_symbol_address(&address, &symbol, sizeof(symbol)) != cudaSuccess)
        return nullptr;
    return static_cast<char *>(address) + offset;
}

} // namespace simt_cpp::detail

template <class T>
inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                                  const cudaGraphNode_t *dependencies, size_t n,
                                                  const T &symbol, const void *src, size_t count,
                                                  size_t offset, cudaMemcpyKind kind)
{
    return ::cudaGraphAddMemcpyNode1D(node, graph, dependencies, n,
                                      simt_cpp::detail::symbol_bytes(symbol, offset), src, count,
                                      kind);
}

template <class T>
inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                                    const cudaGraphNode_t *dependencies, size_t n,
                                                    void *dst, const T &symbol, size_t count,
                                                    size_t offset, cudaMemcpyKind kind)
{
    return ::cudaGraphAddMemcpyNode1D(node, graph, dependencies, n, dst,
                                      simt_cpp::detail::symbol_bytes(symbol, offset), count, kind);
}

template <class T>
inline cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const T &symbol,
                                                        const void *src, size_t count,
                                                        size_t offset, cudaMemcpyKind kind)
{
    return ::cudaGraphMemcpyNodeSetParams1D(node, simt_cpp::detail::symbol_bytes(symbol, offset),
                                            src, count, kind);
}

template <class T>
inline cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst,
                                                          const T &symbol, size_t count,
                                                          size_t offset, cudaMemcpyKind kind)
{
    return ::cudaGraphMemcpyNodeSetParams1D(
        node, dst, simt_cpp::detail::symbol_bytes(symbol, offset), count, kind);
}

template <class T>
inline cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec,
                                                            cudaGraphNode_t node, const T &symbol,
                                                            const void *src, size_t count,
                                                            size_t offset, cudaMemcpyKind kind)
{
    return ::cudaGraphExecMemcpyNodeSetParams1D(
        exec, node, simt_cpp::detail::symbol_bytes(symbol, offset), src, count, kind);
}

template <class T>
inline cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec,
                                                              cudaGraphNode_t node, void *dst,
                                                              const T &symbol, size_t count,
                                                              size_t offset, cudaMemcpyKind kind)
{
    return ::cudaGraphExecMemcpyNodeSetParams1D(
        exec, node, dst, simt_cpp::detail::symbol_bytes(symbol, offset), count, kind);
}

/* ---- conditions ---- */

/* In a kernel: what the conditional node with that handle finds. */
inline __attribute__((always_inline)) void
cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value)
{
    *reinterpret_cast<unsigned *>(handle) = value;
}

/* ---- CUDA 11 and 12 ---- */

inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                        cudaGraphNode_t *error_node, char *log, size_t log_bytes)
{
    if (error_node)
        *error_node = nullptr;
    if (log && log_bytes)
        *log = '\0';
    return ::cudaGraphInstantiate(exec, graph, 0);
}

inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                       cudaGraphNode_t *error_node,
                                       cudaGraphExecUpdateResult *result)
{
    cudaGraphExecUpdateResultInfo info;
    cudaError_t error = ::cudaGraphExecUpdate(exec, graph, &info);

    if (error_node)
        *error_node = info.errorNode;
    if (result)
        *result = info.result;
    return error;
}

inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                     size_t *n)
{
    return ::cudaGraphGetEdges(graph, from, to, nullptr, n);
}

inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *dependencies,
                                                size_t *n)
{
    return ::cudaGraphNodeGetDependencies(node, dependencies, nullptr, n);
}

inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *dependents,
                                                  size_t *n)
{
    return ::cudaGraphNodeGetDependentNodes(node, dependents, nullptr, n);
}

inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                            const cudaGraphNode_t *to, size_t n)
{
    return ::cudaGraphAddDependencies(graph, from, to, nullptr, n);
}

inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                               const cudaGraphNode_t *to, size_t n)
{
    return ::cudaGraphRemoveDependencies(graph, from, to, nullptr, n);
}

inline cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                    const cudaGraphNode_t *dependencies, size_t n,
                                    cudaGraphNodeParams *params)
{
    return ::cudaGraphAddNode(node, graph, dependencies, nullptr, n, params);
}

inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                       cudaGraphNode_t *dependencies, size_t n,
                                                       unsigned flags = 0)
{
    return ::cudaStreamUpdateCaptureDependencies(stream, dependencies, nullptr, n, flags);
}

inline cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus *status,
                                               unsigned long long *id = nullptr,
                                               cudaGraph_t *graph = nullptr,
                                               const cudaGraphNode_t **dependencies = nullptr,
                                               size_t *n = nullptr)
{
    return ::cudaStreamGetCaptureInfo(stream, status, id, graph, dependencies, nullptr, n);
}

#endif
