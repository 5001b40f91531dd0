# lib/gridstride/linked of an installed tree: the libraries that a user's program is linked with beside
# libsimt.a, for a machine that has none to develop with. Where not all of them are there as archives, there
# is no such folder, and the linker takes the machine's.
set(linked ${CMAKE_BINARY_DIR}/linked)
set(linked_script "create linked/libdw.a\n") # with what it is made of, so that -ldw is enough
set(linked_archives)
set(linked_missing)
foreach(library dw elf jansson ffi z bz2 lzma)
    find_library(LINKED_${library} lib${library}.a)
    mark_as_advanced(LINKED_${library})
    if(NOT LINKED_${library})
        list(APPEND linked_missing lib${library}.a)
        continue()
    endif()
    list(APPEND linked_archives ${LINKED_${library}})
    if(NOT library MATCHES "^(jansson|ffi)$")
        string(APPEND linked_script "addlib ${LINKED_${library}}\n")
    endif()
endforeach()
if(GRIDSTRIDE_WHEEL) # g++ has its own
    execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libgomp.a
        OUTPUT_VARIABLE linked_gomp OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(linked_missing AND GRIDSTRIDE_WHEEL)
    message(FATAL_ERROR "a wheel needs these archives: ${linked_missing}; apt install libdw-dev libffi-dev libjansson-dev libbz2-dev")
elseif(linked_missing)
    message(STATUS "Installed programs will need these libraries' packages for development: ${linked_missing} "
        "are not here as archives")
else()
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/libdw.mri CONTENT "${linked_script}save\nend\n" @ONLY)
    # ar reads no path with a space or an umlaut: those of the build are relative.
    add_custom_command(OUTPUT ${linked}/libdw.a
        COMMAND ${CMAKE_COMMAND} -E rm -rf ${linked}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${linked}
        COMMAND ${CMAKE_COMMAND} -E copy ${LINKED_elf} ${LINKED_jansson} ${LINKED_ffi} ${linked_gomp} ${linked}
        COMMAND sh -c "${CMAKE_AR} -M <libdw.mri && test -f linked/libdw.a"
        WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
        DEPENDS ${linked_archives} ${CMAKE_BINARY_DIR}/libdw.mri VERBATIM)
    add_custom_target(gs_linked ALL DEPENDS ${linked}/libdw.a)
    add_dependencies(programs gs_linked)
    install(DIRECTORY ${linked} DESTINATION lib/gridstride)
endif()
