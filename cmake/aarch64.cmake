# For the preset aarch64: a build for 64-bit Arm on another machine, with Debian's cross compiler. The
# libraries are those of a system for Arm, as debootstrap makes it: GRIDSTRIDE_SYSROOT is its folder. Without
# it they are those that this machine has for that processor. Programs are run by qemu (docs/building.md).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER /usr/bin/aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER /usr/bin/aarch64-linux-gnu-g++)

set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES GRIDSTRIDE_SYSROOT)
set(GRIDSTRIDE_SYSROOT "" CACHE PATH "The root of a Debian for Arm")
find_program(GRIDSTRIDE_QEMU NAMES qemu-aarch64-static qemu-aarch64 DOC "It runs what was built")
mark_as_advanced(GRIDSTRIDE_QEMU)
if(GRIDSTRIDE_QEMU)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${GRIDSTRIDE_QEMU})
    if(GRIDSTRIDE_SYSROOT)
        list(APPEND CMAKE_CROSSCOMPILING_EMULATOR -L ${GRIDSTRIDE_SYSROOT})
    endif()
endif()
if(GRIDSTRIDE_SYSROOT)
    set(CMAKE_SYSROOT ${GRIDSTRIDE_SYSROOT})
    set(ENV{PKG_CONFIG_SYSROOT_DIR} ${GRIDSTRIDE_SYSROOT})
endif()
set(ENV{PKG_CONFIG_LIBDIR} ${GRIDSTRIDE_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
