"""What gcc knows of the headers that every cell begins with. The build of a clone has it, and what was installed has not: so a
kernel makes it for itself, beside the first cells. Cells that come before it is there compile without it."""

import atexit
import os
import shutil
import signal
import subprocess

from . import programs, running

LEAST_FREE = 1 << 30  # bytes on the disk; one way to compile takes 45 MB of them


class Headers:
    """Those in a kernel's folder."""

    def __init__(self, folder):
        self.folder, self.making = folder, {}

    def begin(self, command):
        """Has them made for this simt-cc with these options, once; the variables with which it finds them."""
        root = os.path.dirname(os.path.dirname(os.path.realpath(command[0])))
        if "SIMT_PRECOMPILED" in os.environ or os.path.isdir(os.path.join(root, "lib", "gridstride", "precompiled")):
            return {}
        variables = {"SIMT_PRECOMPILED": os.path.join(self.folder, "headers")}
        if tuple(command) not in self.making and shutil.disk_usage(self.folder).free > LEAST_FREE:
            self._make(command, programs.environment(**variables))
        return variables

    def _make(self, command, environment):
        nice = shutil.which("nice")  # cells come first
        words = ([nice, "-n", "19"] if nice else []) + [command[0], "--precompile", *command[1:]]
        try:
            process = subprocess.Popen(running.ends_with_notebook(words), env=environment, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        except OSError:  # cells compile without them
            return
        self.making[tuple(command)] = process
        atexit.register(_stop, process)


def _stop(process):
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
