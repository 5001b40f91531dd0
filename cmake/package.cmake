# cpack in the folder of a build makes a package for Debian and Ubuntu: gridstride_VERSION_ARCH.deb. Who
# makes it is its maintainer: cmake -DCPACK_PACKAGE_CONTACT="NAME <MAIL>".
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME gridstride)
set(CPACK_PACKAGE_CONTACT "The gridstride authors <gridstride@localhost>" CACHE STRING "The maintainer of a package")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "Lessons and exercises in CUDA, with a simulator that runs and inspects them\non a machine without a GPU, and a grader for a whole class.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What simt-cc and a check compile and link with.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "g++ (>= 4:12), libdw-dev, libelf-dev, libffi-dev, libjansson-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "bubblewrap, gnuplot-nox, python3")
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/package_files.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/package_scripts.cmake)
include(CPack)
