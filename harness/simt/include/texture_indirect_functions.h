/* tex1D() and the like: what kernels read through texture objects. The levels and slopes of mipmaps
 * change nothing, for there are none. */
#ifndef SIMT_TEXTURE_INDIRECT_FUNCTIONS_H
#define SIMT_TEXTURE_INDIRECT_FUNCTIONS_H

#pragma GCC system_header

#include <channel_descriptor.h>
#include <simt/runtime.h>

namespace simt_cpp::detail
{

/* The channels of a T. */
template <class T> inline T of_texel(const simt_texel &texel)
{
    using channel = typename channels_of<T>::type;
    constexpr int n = channels_of<T>::count;
    channel values[n];
    T result;

    for (int i = 0; i < n; i++)
        if constexpr (std::is_integral_v<channel>)
            values[i] = channel(texel.u[i]);
        else
            values[i] = channel(texel.f[i]);
    __builtin_memcpy(&result, values, sizeof(result));
    return result;
}

template <class T>
inline __attribute__((always_inline)) T fetch(cudaTextureObject_t texture, simt_texture_shape shape,
                                              float x, float y, float z, int layer)
{
    simt_texel texel;

    simt_texture_fetch(texture, shape, x, y, z, layer, &texel);
    return of_texel<T>(texel);
}

} // namespace simt_cpp::detail

/* name(texture, coordinates), and name(&result, texture, coordinates). */
#define SIMT_FETCH(name, shape, parameters, x, y, z, layer)                                        \
    template <class T>                                                                             \
    inline __attribute__((always_inline)) T name(cudaTextureObject_t texture,                      \
                                                 SIMT_UNPACK parameters)                           \
    {                                                                                              \
        return simt_cpp::detail::fetch<T>(texture, shape, x, y, z, layer);                         \
    }                                                                                              \
    template <class T>                                                                             \
    inline __attribute__((always_inline)) void name(T *result, cudaTextureObject_t texture,        \
                                                    SIMT_UNPACK parameters)                        \
    {                                                                                              \
        *result = simt_cpp::detail::fetch<T>(texture, shape, x, y, z, layer);                      \
    }
#define SIMT_UNPACK(...) __VA_ARGS__

template <class T>
inline __attribute__((always_inline)) T tex1Dfetch(cudaTextureObject_t texture, int x)
{
    simt_texel texel;

    simt_texture_fetch_linear(texture, x, &texel);
    return simt_cpp::detail::of_texel<T>(texel);
}

template <class T>
inline __attribute__((always_inline)) void tex1Dfetch(T *result, cudaTextureObject_t texture, int x)
{
    *result = tex1Dfetch<T>(texture, x);
}

SIMT_FETCH(tex1D, SIMT_TEXTURE_1D, (float x), x, 0, 0, 0)
SIMT_FETCH(tex1DLod, SIMT_TEXTURE_1D, (float x, float), x, 0, 0, 0)
SIMT_FETCH(tex1DGrad, SIMT_TEXTURE_1D, (float x, float, float), x, 0, 0, 0)
SIMT_FETCH(tex2D, SIMT_TEXTURE_2D, (float x, float y), x, y, 0, 0)
SIMT_FETCH(tex2DLod, SIMT_TEXTURE_2D, (float x, float y, float), x, y, 0, 0)
SIMT_FETCH(tex2DGrad, SIMT_TEXTURE_2D, (float x, float y, float2, float2), x, y, 0, 0)
SIMT_FETCH(tex3D, SIMT_TEXTURE_3D, (float x, float y, float z), x, y, z, 0)
SIMT_FETCH(tex3DLod, SIMT_TEXTURE_3D, (float x, float y, float z, float), x, y, z, 0)
SIMT_FETCH(tex1DLayered, SIMT_TEXTURE_1D_LAYERED, (float x, int layer), x, 0, 0, layer)
SIMT_FETCH(tex1DLayeredLod, SIMT_TEXTURE_1D_LAYERED, (float x, int layer, float), x, 0, 0, layer)
SIMT_FETCH(tex2DLayered, SIMT_TEXTURE_2D_LAYERED, (float x, float y, int layer), x, y, 0, layer)
SIMT_FETCH(tex2DLayeredLod, SIMT_TEXTURE_2D_LAYERED, (float x, float y, int layer, float), x, y, 0,
           layer)
SIMT_FETCH(texCubemap, SIMT_TEXTURE_CUBE, (float x, float y, float z), x, y, z, 0)
SIMT_FETCH(texCubemapLod, SIMT_TEXTURE_CUBE, (float x, float y, float z, float), x, y, z, 0)
SIMT_FETCH(texCubemapLayered, SIMT_TEXTURE_CUBE, (float x, float y, float z, int layer), x, y, z,
           layer)
#undef SIMT_FETCH
#undef SIMT_UNPACK

#endif
