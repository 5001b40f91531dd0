# cpack runs this where it has installed the files of a package: what Debian's policy asks for beside them.
set(usr ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)
set(doc ${usr}/share/doc/gridstride)
set(man ${usr}/share/man/man1)

# The package depends on those that have these libraries.
file(REMOVE_RECURSE ${usr}/lib/gridstride/linked)

file(RENAME ${doc}/LICENSE ${doc}/copyright)
string(TIMESTAMP date "%a, %d %b %Y 00:00:00 +0000" UTC)
file(WRITE ${doc}/changelog
    "gridstride (${CPACK_PACKAGE_VERSION}) unstable; urgency=low\n\n  * See CHANGELOG.md.\n\n"
    " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")

# simt-cc explains itself by --help: that is its page.
execute_process(COMMAND ${usr}/bin/simt-cc --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\\" "\\e" help "${help}")
string(REPLACE "-" "\\-" help "${help}")
file(WRITE ${man}/simt-cc.1 ".TH SIMT-CC 1 \"\" \"gridstride ${CPACK_PACKAGE_VERSION}\"\n.SH NAME\n"
    "simt-cc \\- compile CUDA programs for the CPU\n.SH DESCRIPTION\n.nf\n${help}.fi\n")

execute_process(COMMAND gzip -9n ${doc}/changelog ${man}/gridstride.1 ${man}/simt-cc.1 COMMAND_ERROR_IS_FATAL ANY)
file(GLOB programs RELATIVE ${usr}/bin ${usr}/bin/gridstride-*)
foreach(program ${programs})
    file(CREATE_LINK gridstride.1.gz ${man}/${program}.1.gz SYMBOLIC)
endforeach()
