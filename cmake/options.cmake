# Warnings and sanitizers: every target of ours links these two.
add_library(gs_warnings INTERFACE)
target_compile_options(gs_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:C,CXX>:-Wall -Wextra -Wconversion -Wshadow>
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>)

add_library(gs_sanitize INTERFACE)
if(GRIDSTRIDE_SANITIZE)
    target_compile_options(gs_sanitize INTERFACE
        $<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=address,undefined -fno-sanitize-recover=undefined
        -fno-omit-frame-pointer>)
    target_link_options(gs_sanitize INTERFACE -fsanitize=address,undefined)
endif()

if(GRIDSTRIDE_STATIC OR GRIDSTRIDE_WHEEL)
    add_link_options(-static-libgcc -static-libstdc++)
endif()

# CUDA is used where it is; without it everything else is built.
set(GRIDSTRIDE_HAS_CUDA OFF)
if(NOT GRIDSTRIDE_CUDA STREQUAL OFF)
    include(CheckLanguage)
    if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX} AND EXISTS /usr/local/cuda/bin/nvcc)
        set(ENV{CUDACXX} /usr/local/cuda/bin/nvcc)
    endif()
    check_language(CUDA)
    if(CMAKE_CUDA_COMPILER)
        # Machine code for Turing to Hopper, and PTX that later GPUs compile for themselves.
        if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
            set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 89-real 90)
        endif()
        set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
        enable_language(CUDA)
        set(CMAKE_CUDA_STANDARD 17)
        set(GRIDSTRIDE_HAS_CUDA ON)
    elseif(GRIDSTRIDE_CUDA STREQUAL ON)
        message(FATAL_ERROR "GRIDSTRIDE_CUDA=ON, but there is no nvcc: install the CUDA toolkit, or "
            "name it with -DCMAKE_CUDA_COMPILER=/path/to/nvcc")
    else()
        message(STATUS "No nvcc found: building without the CUDA program, with all the rest")
    endif()
endif()
