# Reads lessons/lessons.def, the one list of lessons, into
#   GRIDSTRIDE_LESSON_SOURCES  lessons/NN_slug/{lesson.c,exercises/*.c}, kernels/NN_slug.c, and
#                              empty lists of what a lesson has no exercises or no questions of
#                              what exercises/NAME.toml says, as a part of the program
#   GRIDSTRIDE_KERNELS         kernels/NN_slug.cu
#   GRIDSTRIDE_LOCKSTEP        those of them that the simulator runs in lockstep
#   GRIDSTRIDE_LESSON_NUMBERS  0 1 2 ...
set(def ${CMAKE_SOURCE_DIR}/lessons/lessons.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${def})
set(empty_lists "/* Written by cmake/lessons.cmake: what lessons have none of. */\n#include \"exercise.h\"\n")
set(own_data "/* Written by cmake/lessons.cmake: exercises of data, with the bytes of their files. */\n#include \"exercise.h\"\n")
file(STRINGS ${def} entries REGEX "^GS_LESSON")
foreach(entry IN LISTS entries)
    if(NOT entry MATCHES "^GS_LESSON\\(([0-9]+), ([a-z0-9_]+), (FAST|LOCKSTEP)\\)$")
        message(FATAL_ERROR "lessons/lessons.def: cannot read \"${entry}\"; "
            "write GS_LESSON(number, slug, FAST) or (..., LOCKSTEP)")
    endif()
    set(number ${CMAKE_MATCH_1})
    set(slug ${CMAKE_MATCH_2})
    set(simulation ${CMAKE_MATCH_3})
    string(LENGTH ${number} digits)
    set(name ${number}_${slug})
    if(digits EQUAL 1)
        set(name 0${name})
    endif()
    list(APPEND GRIDSTRIDE_LESSON_NUMBERS ${number})
    file(GLOB exercises CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/lessons/${name}/exercises/*.c)
    set(folder ${CMAKE_SOURCE_DIR}/lessons/${name}/exercises)
    if(NOT ${folder}/exercises.c IN_LIST exercises)
        string(APPEND empty_lists "const struct gs_exercise *const gs_exercises_${slug}[] = {NULL};\n")
    endif()
    if(NOT ${folder}/questions.c IN_LIST exercises)
        string(APPEND empty_lists "const struct gs_question gs_questions_${slug}[] = {{0}};\n")
    endif()
    file(GLOB of_data CONFIGURE_DEPENDS ${folder}/*.toml)
    foreach(toml IN LISTS of_data)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${toml})
        get_filename_component(exercise ${toml} NAME_WE)
        file(READ ${toml} bytes HEX)
        string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
        string(REGEX REPLACE "(................................................................)"
            "\\1\"\n    \"" bytes "${bytes}")
        string(APPEND own_data "static const char ${exercise}_toml[] =\n    \"${bytes}\";\n"
            "const struct gs_exercise gs_exercise_${exercise} = {.name = \"${exercise}\", "
            ".toml = ${exercise}_toml, .toml_bytes = sizeof ${exercise}_toml - 1};\n")
    endforeach()
    list(APPEND GRIDSTRIDE_LESSON_SOURCES
        ${CMAKE_SOURCE_DIR}/lessons/${name}/lesson.c ${CMAKE_SOURCE_DIR}/kernels/${name}.c
        ${exercises})
    list(APPEND GRIDSTRIDE_KERNELS ${CMAKE_SOURCE_DIR}/kernels/${name}.cu)
    if(simulation STREQUAL LOCKSTEP)
        list(APPEND GRIDSTRIDE_LOCKSTEP ${CMAKE_SOURCE_DIR}/kernels/${name}.cu)
    endif()
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/lessons/empty_lists.c CONTENT "${empty_lists}" @ONLY)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/lessons/own_data.c CONTENT "${own_data}" @ONLY)
set(GRIDSTRIDE_WRITTEN_SOURCES ${CMAKE_BINARY_DIR}/lessons/empty_lists.c
    ${CMAKE_BINARY_DIR}/lessons/own_data.c)
list(APPEND GRIDSTRIDE_LESSON_SOURCES ${GRIDSTRIDE_WRITTEN_SOURCES})
