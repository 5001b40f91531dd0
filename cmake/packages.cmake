# Libraries. A missing one stops the configuration with the command that installs it.
find_package(Threads REQUIRED)

set(library_suffixes ${CMAKE_FIND_LIBRARY_SUFFIXES})
if(GRIDSTRIDE_STATIC)
    set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
    execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libgomp.a
        OUTPUT_VARIABLE gomp OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(OpenMP_gomp_LIBRARY ${gomp} CACHE FILEPATH "OpenMP's runtime")
endif()
find_package(OpenMP COMPONENTS C)
if(NOT OpenMP_C_FOUND)
    message(FATAL_ERROR "OpenMP is missing for ${CMAKE_C_COMPILER}: "
        "apt install gcc (libgomp), or: make deps; for clang, libomp-dev")
endif()

find_path(JANSSON_INCLUDE_DIR jansson.h)
find_library(JANSSON_LIBRARY NAMES jansson)
if(NOT JANSSON_INCLUDE_DIR OR NOT JANSSON_LIBRARY)
    message(FATAL_ERROR "jansson (JSON) is missing: apt install libjansson-dev, or: make deps")
endif()
# libcrypto (of OpenSSL): the seal of a certificate.
find_path(CRYPTO_INCLUDE_DIR openssl/evp.h)
find_library(CRYPTO_LIBRARY NAMES crypto)
if(NOT CRYPTO_INCLUDE_DIR OR NOT CRYPTO_LIBRARY)
    message(FATAL_ERROR "libcrypto (seals of certificates, of OpenSSL) is missing: apt install libssl-dev, or: make deps")
endif()
add_library(gs_crypto INTERFACE)
target_include_directories(gs_crypto SYSTEM INTERFACE ${CRYPTO_INCLUDE_DIR})
target_link_libraries(gs_crypto INTERFACE ${CRYPTO_LIBRARY} Threads::Threads ${CMAKE_DL_LIBS})
set(CMAKE_FIND_LIBRARY_SUFFIXES ${library_suffixes})
add_library(gs_jansson INTERFACE)
target_include_directories(gs_jansson SYSTEM INTERFACE ${JANSSON_INCLUDE_DIR})
target_link_libraries(gs_jansson INTERFACE ${JANSSON_LIBRARY})

# toml++: the files of teachers' exercises. It is a header, compiled into one file of ours.
find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h)
if(NOT TOMLPLUSPLUS_INCLUDE_DIR)
    message(FATAL_ERROR "toml++ (TOML) is missing: apt install libtomlplusplus-dev, or: make deps")
endif()

find_path(LIBDW_INCLUDE_DIR elfutils/libdwfl.h)
find_library(LIBDW_LIBRARY NAMES dw)
find_library(LIBELF_LIBRARY NAMES elf)
if(NOT LIBDW_INCLUDE_DIR OR NOT LIBDW_LIBRARY OR NOT LIBELF_LIBRARY)
    message(FATAL_ERROR "libdw (source lines, of elfutils) is missing: apt install libdw-dev, or: make deps")
endif()
message(STATUS "libdw ${LIBDW_LIBRARY}")
add_library(gs_libdw INTERFACE)
target_include_directories(gs_libdw SYSTEM INTERFACE ${LIBDW_INCLUDE_DIR})
target_link_libraries(gs_libdw INTERFACE ${LIBDW_LIBRARY} ${LIBELF_LIBRARY})

# capstone: what arithmetic the machine code of a kernel does, for predictions.
find_path(CAPSTONE_INCLUDE_DIR capstone/capstone.h)
find_library(CAPSTONE_LIBRARY NAMES capstone)
if(NOT CAPSTONE_INCLUDE_DIR OR NOT CAPSTONE_LIBRARY)
    message(FATAL_ERROR "capstone (a disassembler) is missing: apt install libcapstone-dev, or: make deps")
endif()
file(STRINGS ${CAPSTONE_INCLUDE_DIR}/capstone/capstone.h CAPSTONE_NAME REGEX "define CS_API_MAJOR")
string(REGEX REPLACE ".* ([0-9]+).*" "libcapstone.so.\\1" CAPSTONE_NAME "${CAPSTONE_NAME}")
add_library(gs_capstone INTERFACE)
target_include_directories(gs_capstone SYSTEM INTERFACE ${CAPSTONE_INCLUDE_DIR})
target_link_libraries(gs_capstone INTERFACE ${CAPSTONE_LIBRARY})

# SLEEF: exp, sin and tanh for every SIMD width, for the CPU baselines. Debian has it as a shared
# library only. Its header is not used: what it declares needs the compiler set to the widest SIMD.
find_library(SLEEF_LIBRARY NAMES sleef)
if(NOT SLEEF_LIBRARY)
    message(FATAL_ERROR "SLEEF (SIMD math) is missing: apt install libsleef-dev, or: make deps")
endif()

# Google Benchmark: the system's, else the release below from its repository.
set(GRIDSTRIDE_BENCHMARK_TAG v1.9.4)
if(NOT GRIDSTRIDE_STATIC) # the system's is a shared library
    find_package(benchmark 1.7 QUIET)
endif()
if(benchmark_FOUND)
    set(GRIDSTRIDE_BENCHMARK_VERSION ${benchmark_VERSION})
    set(GRIDSTRIDE_BENCHMARK_ORIGIN system)
else()
    message(STATUS "No Google Benchmark on this system: fetching ${GRIDSTRIDE_BENCHMARK_TAG} "
        "(or: apt install libbenchmark-dev)")
    include(FetchContent)
    set(BENCHMARK_ENABLE_TESTING OFF CACHE BOOL "" FORCE)
    set(BENCHMARK_ENABLE_INSTALL OFF CACHE BOOL "" FORCE)
    set(BENCHMARK_ENABLE_WERROR OFF CACHE BOOL "" FORCE)
    FetchContent_Declare(benchmark SYSTEM EXCLUDE_FROM_ALL
        GIT_REPOSITORY https://github.com/google/benchmark.git
        GIT_TAG ${GRIDSTRIDE_BENCHMARK_TAG}
        GIT_SHALLOW ON)
    FetchContent_MakeAvailable(benchmark)
    string(SUBSTRING ${GRIDSTRIDE_BENCHMARK_TAG} 1 -1 GRIDSTRIDE_BENCHMARK_VERSION)
    set(GRIDSTRIDE_BENCHMARK_ORIGIN fetched)
endif()
