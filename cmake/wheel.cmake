# What a wheel has beside an installed tree (GRIDSTRIDE_WHEEL): the libraries that a user's program is
# linked with, for a machine that has none to develop with, and the C++ compiler of the wheel ziglang.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
execute_process(COMMAND ${Python3_EXECUTABLE} -c
        "import os, ziglang; print(os.path.join(os.path.dirname(ziglang.__file__), 'zig'))"
    OUTPUT_VARIABLE zig OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT EXISTS "${zig}")
    message(FATAL_ERROR "a wheel needs ziglang for ${Python3_EXECUTABLE}: pip install ziglang")
endif()

# libdw with what it is made of, so that -ldw is enough.
set(linked ${CMAKE_BINARY_DIR}/lib/gridstride/linked)
set(script "create ${linked}/libdw.a\n")
set(archives)
foreach(library dw elf jansson ffi z bz2 lzma)
    find_library(WHEEL_${library} lib${library}.a REQUIRED)
    list(APPEND archives ${WHEEL_${library}})
    if(NOT library MATCHES "^(jansson|ffi)$")
        string(APPEND script "addlib ${WHEEL_${library}}\n")
    endif()
endforeach()
file(WRITE ${CMAKE_BINARY_DIR}/libdw.mri "${script}save\nend\n")
execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libgomp.a
    OUTPUT_VARIABLE gomp OUTPUT_STRIP_TRAILING_WHITESPACE)
add_custom_command(OUTPUT ${linked}/libdw.a
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${linked}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${linked}
    COMMAND ${CMAKE_COMMAND} -E copy ${WHEEL_elf} ${WHEEL_jansson} ${WHEEL_ffi} ${gomp} ${linked}
    COMMAND sh -c "${CMAKE_AR} -M <${CMAKE_BINARY_DIR}/libdw.mri"
    DEPENDS ${archives} VERBATIM)

set(compiler ${CMAKE_SOURCE_DIR}/python/compiler)
set(compiler_libraries ${CMAKE_BINARY_DIR}/lib/gridstride/compiler/lib)
add_custom_command(OUTPUT ${compiler_libraries}/libc++.a
    COMMAND sh ${compiler}/collect.sh ${zig} ${compiler_libraries}
    DEPENDS ${compiler}/collect.sh ${compiler}/absent.c
    COMMENT "The libraries of zig c++" VERBATIM)
add_custom_target(wheel_tree DEPENDS programs described gs_peers_sim ${linked}/libdw.a
    ${compiler_libraries}/libc++.a)

install(DIRECTORY ${linked} DESTINATION lib/gridstride)
install(PROGRAMS ${compiler}/c++ ${compiler}/ld.lld DESTINATION lib/gridstride/compiler)
install(DIRECTORY ${compiler_libraries} DESTINATION lib/gridstride/compiler)
