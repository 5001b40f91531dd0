/* make_TYPE(): values of CUDA's built-in vector types, for C and C++. */
#ifndef SIMT_VECTOR_FUNCTIONS_H
#define SIMT_VECTOR_FUNCTIONS_H
#define __VECTOR_FUNCTIONS_H__

#pragma GCC system_header

#include <vector_types.h>

/* Under the inspector a vector of constants must not fall apart: it is stored as one, as on a GPU.
 */
#if defined(SIMT_INSPECT)
#define SIMT_MAKE static inline
#define SIMT_WHOLE(value) __asm__("" : "+m"(value))
#elif defined(__cplusplus)
#define SIMT_MAKE static inline constexpr
#define SIMT_WHOLE(value) ((void)0)
#else
#define SIMT_MAKE static inline
#define SIMT_WHOLE(value) ((void)0)
#endif

SIMT_MAKE char1 make_char1(signed char x)
{
    char1 value = {x};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE char2 make_char2(signed char x, signed char y)
{
    char2 value = {x, y};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE char3 make_char3(signed char x, signed char y, signed char z)
{
    char3 value = {x, y, z};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE char4 make_char4(signed char x, signed char y, signed char z, signed char w)
{
    char4 value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE uchar1 make_uchar1(unsigned char x)
{
    uchar1 value = {x};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE uchar2 make_uchar2(unsigned char x, unsigned char y)
{
    uchar2 value = {x, y};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE uchar3 make_uchar3(unsigned char x, unsigned char y, unsigned char z)
{
    uchar3 value = {x, y, z};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w)
{
    uchar4 value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE short1 make_short1(short x)
{
    short1 value = {x};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE short2 make_short2(short x, short y)
{
    short2 value = {x, y};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE short3 make_short3(short x, short y, short z)
{
    short3 value = {x, y, z};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE short4 make_short4(short x, short y, short z, short w)
{
    short4 value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE ushort1 make_ushort1(unsigned short x)
{
    ushort1 value = {x};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE ushort2 make_ushort2(unsigned short x, unsigned short y)
{
    ushort2 value = {x, y};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE ushort3 make_ushort3(unsigned short x, unsigned short y, unsigned short z)
{
    ushort3 value = {x, y, z};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE ushort4 make_ushort4(unsigned short x, unsigned short y, unsigned short z,
                               unsigned short w)
{
    ushort4 value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE int1 make_int1(int x)
{
    int1 value = {x};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE int2 make_int2(int x, int y)
{
    int2 value = {x, y};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE int3 make_int3(int x, int y, int z)
{
    int3 value = {x, y, z};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE int4 make_int4(int x, int y, int z, int w)
{
    int4 value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE uint1 make_uint1(unsigned int x)
{
    uint1 value = {x};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE uint2 make_uint2(unsigned int x, unsigned int y)
{
    uint2 value = {x, y};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z)
{
    uint3 value = {x, y, z};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z, unsigned int w)
{
    uint4 value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE long1 make_long1(long x)
{
    long1 value = {x};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE long2 make_long2(long x, long y)
{
    long2 value = {x, y};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE long3 make_long3(long x, long y, long z)
{
    long3 value = {x, y, z};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE long4 make_long4(long x, long y, long z, long w)
{
    long4 value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE ulong1 make_ulong1(unsigned long x)
{
    ulong1 value = {x};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE ulong2 make_ulong2(unsigned long x, unsigned long y)
{
    ulong2 value = {x, y};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE ulong3 make_ulong3(unsigned long x, unsigned long y, unsigned long z)
{
    ulong3 value = {x, y, z};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE ulong4 make_ulong4(unsigned long x, unsigned long y, unsigned long z, unsigned long w)
{
    ulong4 value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE longlong1 make_longlong1(long long x)
{
    longlong1 value = {x};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE longlong2 make_longlong2(long long x, long long y)
{
    longlong2 value = {x, y};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE longlong3 make_longlong3(long long x, long long y, long long z)
{
    longlong3 value = {x, y, z};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE longlong4 make_longlong4(long long x, long long y, long long z, long long w)
{
    longlong4 value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE ulonglong1 make_ulonglong1(unsigned long long x)
{
    ulonglong1 value = {x};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y)
{
    ulonglong2 value = {x, y};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE ulonglong3 make_ulonglong3(unsigned long long x, unsigned long long y,
                                     unsigned long long z)
{
    ulonglong3 value = {x, y, z};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE ulonglong4 make_ulonglong4(unsigned long long x, unsigned long long y,
                                     unsigned long long z, unsigned long long w)
{
    ulonglong4 value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE float1 make_float1(float x)
{
    float1 value = {x};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE float2 make_float2(float x, float y)
{
    float2 value = {x, y};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE float3 make_float3(float x, float y, float z)
{
    float3 value = {x, y, z};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE float4 make_float4(float x, float y, float z, float w)
{
    float4 value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE double1 make_double1(double x)
{
    double1 value = {x};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE double2 make_double2(double x, double y)
{
    double2 value = {x, y};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE double3 make_double3(double x, double y, double z)
{
    double3 value = {x, y, z};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE double4 make_double4(double x, double y, double z, double w)
{
    double4 value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE long4_16a make_long4_16a(long x, long y, long z, long w)
{
    long4_16a value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE long4_32a make_long4_32a(long x, long y, long z, long w)
{
    long4_32a value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE ulong4_16a make_ulong4_16a(unsigned long x, unsigned long y, unsigned long z,
                                     unsigned long w)
{
    ulong4_16a value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE ulong4_32a make_ulong4_32a(unsigned long x, unsigned long y, unsigned long z,
                                     unsigned long w)
{
    ulong4_32a value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE longlong4_16a make_longlong4_16a(long long x, long long y, long long z, long long w)
{
    longlong4_16a value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE longlong4_32a make_longlong4_32a(long long x, long long y, long long z, long long w)
{
    longlong4_32a value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE ulonglong4_16a make_ulonglong4_16a(unsigned long long x, unsigned long long y,
                                             unsigned long long z, unsigned long long w)
{
    ulonglong4_16a value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE ulonglong4_32a make_ulonglong4_32a(unsigned long long x, unsigned long long y,
                                             unsigned long long z, unsigned long long w)
{
    ulonglong4_32a value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE double4_16a make_double4_16a(double x, double y, double z, double w)
{
    double4_16a value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

SIMT_MAKE double4_32a make_double4_32a(double x, double y, double z, double w)
{
    double4_32a value = {x, y, z, w};
    SIMT_WHOLE(value);
    return value;
}

#undef SIMT_MAKE
#undef SIMT_WHOLE

#endif
