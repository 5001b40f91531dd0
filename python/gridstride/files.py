"""The files in a notebook's folder: what a cell has written of an exercise, and the plots that a command draws."""

import hashlib
import os

MARK = "// %%exercise"  # begins a file that a cell has written: then its lines have the numbers that they have in the cell


# ---- the file of an exercise ------------------------------------------------------------------------

def read(path):
    """None: there is no such file."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        return None


def without_mark(text):
    """The file of an exercise, as the cell has it."""
    return text.partition("\n")[2] if text.startswith(MARK) else text


def _marked(number, cell):
    """The first line has a sum of the others, which tells whether they were edited since."""
    return f"{MARK} {number} {hashlib.sha256(cell.encode(errors='replace')).hexdigest()[:16]}\n{cell}"


def put_exercise(path, number, cell, stub):
    """Writes the cell to the exercise's file. What no cell has written is kept beside it, under the name that is returned."""
    text, before, kept = _marked(number, cell), read(path), None
    if before == text:
        return None
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "w", encoding="utf-8", errors="replace") as file:
        file.write(text)
    if before is not None:
        mine = without_mark(before)
        if before not in (stub, _marked(number, mine)) and mine.rstrip() != cell.rstrip():
            count = 1
            while os.path.lexists(f"{path}.{count}.bak"):
                count += 1
            kept = f"{path}.{count}.bak"
            os.rename(path, kept)
    os.replace(path + ".new", path)
    return kept


# ---- plots ------------------------------------------------------------------------------------------

class Plots:
    """The plots that a command of gridstride draws: the SVG files that are new or have changed where it may draw some, which
    is under the results and the exercises, in this folder, and beside each file that it is given."""

    def __init__(self, words):
        self.beside, self.under = {"."}, {"results", "exercises"}
        for word, before in zip(words, ["", *words]):
            option, value = before, word
            if word.startswith("--"):
                option, _, value = word.partition("=")
            if option == "--out":
                self.under.add(value)
            else:
                self.beside.add(os.path.dirname(value) or ".")
        self.before = self._find()

    def _find(self):
        """{a file: when it was written and its path}. A file that two of the folders have is there once."""
        found = {}
        for folder in self.beside | self.under:
            for root, folders, names in os.walk(folder):
                if folder not in self.under:
                    folders.clear()
                for path in (name if root == "." else os.path.join(root, name) for name in names if name.endswith(".svg")):
                    try:
                        about = os.stat(path)
                    except OSError:  # gone meanwhile, or a link to nothing
                        continue
                    found[about.st_dev, about.st_ino] = about.st_mtime_ns, path
        return found

    def drawn(self):
        """The paths of those that were drawn since, the first one first."""
        return [path for file, (when, path) in sorted(self._find().items(), key=lambda item: item[1])
                if file not in self.before or self.before[file][0] != when]
