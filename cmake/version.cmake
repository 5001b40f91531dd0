# Run at build time: writes OUT with the commit that is being built, and only when it changed.
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
    set(commit "no commit")
else()
    execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no
        OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
        string(APPEND commit "-dirty")
    endif()
endif()
string(REPLACE "\\" "\\\\" FLAGS "${FLAGS}")
string(REPLACE "\"" "\\\"" FLAGS "${FLAGS}")
set(text "/* Written by cmake/version.cmake. */
#define GS_VERSION \"${VERSION}\"
#define GS_COMMIT \"${commit}\"
#define GS_COMPILER \"${COMPILER}\"
#define GS_FLAGS \"${FLAGS}\"
")
if(EXISTS ${OUT})
    file(READ ${OUT} old)
endif()
if(NOT "${old}" STREQUAL "${text}")
    file(WRITE ${OUT} "${text}")
endif()
