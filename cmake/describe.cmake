# cmake -DOUT=FILE -DFORM=bash -DPROGRAM=gridstride-sim -P describe.cmake: what `describe FORM` prints. PROGRAM may
# have words before it: an emulator's.
set(ENV{GRIDSTRIDE_CALLED} gridstride)
execute_process(COMMAND ${PROGRAM} describe ${FORM} OUTPUT_FILE ${OUT}.new COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${OUT}.new ${OUT})
