"""Run a program for a cell: what it prints is handed on as it comes, a limit and an interrupt stop it, and
nothing of it is left behind."""

import codecs
import os
import pty
import selectors
import shutil
import signal
import subprocess
import time
import tty

MOST_OUTPUT = 500_000  # characters; a page with more of them is no use to anybody
GRACE_S = 3  # from asking a program to end to ending it


class Ended:
    """How a program ended. status: as subprocess has it; why: None, "limit" or "interrupted"."""

    def __init__(self, status, why, cut):
        self.status, self.why, self.cut = status, why, cut


def ends_with_notebook(command):
    """The same command, so that a kernel that is killed takes the program along."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "TERM", "--", *command] if setpriv else command


def _open_terminal():
    """A terminal: to one, the C library of a program hands on each line. None: there is none to be had."""
    try:
        ours, theirs = pty.openpty()
    except OSError:
        return None
    tty.setraw(theirs)  # "\n" stays "\n"
    return ours, theirs


class _Reader:
    """One of the two streams of a program, as text."""

    def __init__(self, descriptor, hand_on):
        self.descriptor, self.hand_on = descriptor, hand_on
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def read(self):
        """False at the end."""
        try:
            data = os.read(self.descriptor, 1 << 16)
        except OSError:  # the other side of a terminal is closed
            data = b""
        text = self.decoder.decode(data, final=not data)
        if text:
            self.hand_on(text)
        return bool(data)


def _signal_group(process, number):
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):
        pass


class _Run:
    def __init__(self, process, readers, limit_s):
        self.process, self.selector = process, selectors.DefaultSelector()
        for reader in readers:
            self.selector.register(reader.descriptor, selectors.EVENT_READ, reader)
        self.until = time.monotonic() + limit_s if limit_s else None

    def read_for(self, seconds):
        """Hands on what there is. False where both streams have ended."""
        if not self.selector.get_map():
            self._wait(seconds)
            return False
        for key, _ in self.selector.select(seconds):
            if not key.data.read():
                self.selector.unregister(key.fd)
        return True

    def _wait(self, seconds):
        """A program that has closed both is about to end, and is seen at once when it does."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            pass

    def go_on(self):
        """Until the program has ended, or its time is over: then "limit"."""
        while self.process.poll() is None:
            if self.until is not None and time.monotonic() > self.until:
                return "limit"
            self.read_for(0.1)
        return None

    def stop(self, first):
        """Asks it to end, and waits a moment: an inspected program tells what it has seen."""
        _signal_group(self.process, first)
        end = time.monotonic() + GRACE_S
        while self.process.poll() is None and time.monotonic() < end:
            self.read_for(0.1)

    def finish(self):
        """Ends what is left of it, and reads the rest of what it said."""
        _signal_group(self.process, signal.SIGKILL)
        self.process.wait()
        end = time.monotonic() + 1  # a process that left the group may hold a stream open
        while self.selector.get_map() and time.monotonic() < end:
            self.read_for(0.1)
        self.selector.close()


class _Deferred:
    """An interrupt that comes while a program is being started is noted, for the moment when it can be stopped."""

    def __enter__(self):
        self.came, self.before = False, None
        try:
            self.before = signal.signal(signal.SIGINT, self._note)
        except ValueError:  # another thread than the main one, to which interrupts do not come
            pass
        return self

    def _note(self, *_):
        self.came = True

    def __exit__(self, *_):
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)


class _Stream:
    """Standard output or standard error of a program: our end and theirs."""

    def __init__(self, as_terminal):
        pair = _open_terminal() if as_terminal else None
        self.ours, self.theirs = pair or os.pipe()

    def close_theirs(self):
        if self.theirs is not None:
            os.close(self.theirs)
            self.theirs = None

    def close(self):
        self.close_theirs()
        os.close(self.ours)


def run(command, on_output, on_errors, folder=None, environment=None, limit_s=None, terminals=(), interrupt=signal.SIGTERM):
    """Runs the command. on_output and on_errors are given text as it comes, at most MOST_OUTPUT characters together.
    terminals: which of "output" and "errors" is a terminal to it. A KeyboardInterrupt meanwhile ends the program, first
    by the signal `interrupt`, and is not raised again."""
    left = [MOST_OUTPUT]

    def capped(hand_on):
        def take(text):
            part = text[:max(left[0], 0)]
            left[0] -= len(text)
            if part:
                hand_on(part)
        return take

    output, errors = _Stream("output" in terminals), _Stream("errors" in terminals)
    why = going = None
    try:
        try:
            with _Deferred() as deferred:
                process = subprocess.Popen(ends_with_notebook(command), cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                           stdout=output.theirs, stderr=errors.theirs, start_new_session=True)
                output.close_theirs()
                errors.close_theirs()
                going = _Run(process, [_Reader(output.ours, capped(on_output)), _Reader(errors.ours, capped(on_errors))],
                             limit_s)
            if deferred.came:
                raise KeyboardInterrupt
            why = going.go_on()
            if why:
                going.stop(signal.SIGTERM)
        except KeyboardInterrupt:
            why = "interrupted"
            if going:
                going.stop(interrupt)
    finally:
        if going:
            going.finish()
        output.close()
        errors.close()
    return Ended(process.returncode, why, left[0] < 0)
