# What a wheel has beside an installed tree (GRIDSTRIDE_WHEEL): the C++ compiler of the wheel ziglang.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
execute_process(COMMAND ${Python3_EXECUTABLE} -c
        "import os, ziglang; print(os.path.join(os.path.dirname(ziglang.__file__), 'zig'))"
    OUTPUT_VARIABLE zig OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT EXISTS "${zig}")
    message(FATAL_ERROR "a wheel needs ziglang for ${Python3_EXECUTABLE}: pip install ziglang")
endif()

set(compiler ${CMAKE_SOURCE_DIR}/python/compiler)
set(compiler_libraries ${CMAKE_BINARY_DIR}/lib/gridstride/compiler/lib)
add_custom_command(OUTPUT ${compiler_libraries}/libc++.a
    COMMAND sh ${compiler}/collect.sh ${zig} ${CMAKE_SYSTEM_PROCESSOR} ${compiler_libraries}
    DEPENDS ${compiler}/collect.sh ${compiler}/absent.c
    COMMENT "The libraries of zig c++" VERBATIM)
add_custom_target(wheel_tree DEPENDS programs gs_peers_sim ${compiler_libraries}/libc++.a)

string(REPLACE x86_64 x86 headers ${CMAKE_SYSTEM_PROCESSOR}) # as zig names their folders
configure_file(${compiler}/c++ ${CMAKE_BINARY_DIR}/compiler/c++ @ONLY)
install(PROGRAMS ${CMAKE_BINARY_DIR}/compiler/c++ ${compiler}/ld.lld DESTINATION lib/gridstride/compiler)
install(DIRECTORY ${compiler_libraries} DESTINATION lib/gridstride/compiler)
