"""usage: python3 -m gridstride.notebooks FOLDER [LESSON...]

Makes a notebook of each lesson, or of those whose numbers are given, from the lesson's text: programs and exercises become
cells, pictures are in the file. A notebook that is there already is left alone."""

import base64
import json
import mimetypes
import os
import re
import shlex
import sys

from . import lessons, programs

# GitHub's names of headings, and JupyterLab's.
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def _anchor_of_github(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _plain(heading):
    return heading.replace("`", "").replace("**", "")


class _Links:
    """What links lead to in a notebook, and the pictures that it takes along."""

    def __init__(self, lesson):
        self.lesson, self.anchors = lesson, {lesson.name: self._headings(lesson.text)}

    @staticmethod
    def _headings(text):
        return {_anchor_of_github(heading): _plain(heading).replace(" ", "-")
                for heading in re.findall(r"^#+ (.*)$", text, re.M)}

    def _page(self, target, anchor):
        """A page of a lesson is a notebook here; None: any other is not there."""
        folder, name = os.path.split(os.path.normpath(os.path.join(self.lesson.folder, target)))
        page, there = os.path.basename(folder), os.path.join(folder, name)
        if name != "README.md" or not re.match(r"\d+_", page) or not os.path.exists(there):
            return None
        if page not in self.anchors:
            with open(there, encoding="utf-8") as file:
                self.anchors[page] = self._headings(file.read())
        at = self.anchors[page].get(anchor, "")
        return f"{page}.ipynb" + (f"#{at}" if at else "")

    def _picture(self, target, attachments):
        # results/ lies beside lessons/, in a clone and in what is installed.
        path = os.path.normpath(os.path.join(self.lesson.folder, target))
        if not os.path.exists(path):
            return None
        with open(path, "rb") as file:
            kind = mimetypes.guess_type(path)[0]
            attachments[os.path.basename(path)] = {kind: base64.b64encode(file.read()).decode()}
        return f"attachment:{os.path.basename(path)}"

    def convert(self, text, attachments):
        def one(found):
            mark, words, target = found.groups()
            if "://" in target:
                return found.group()
            target, _, anchor = target.partition("#")
            if mark:
                here = self._picture(target, attachments)
            elif target:
                here = self._page(target, anchor)
            else:
                here = "#" + self.anchors[self.lesson.name].get(anchor, anchor)
            return f"{mark}[{words}]({here})" if here else words
        return LINK.sub(one, text)


# ---- cells ------------------------------------------------------------------------------------------

class _Notebook:
    def __init__(self, lesson):
        self.lesson, self.links, self.cells, self.pending = lesson, _Links(lesson), [], []

    def _add(self, kind, source, **more):
        number = f"cell-{len(self.cells) + 1}"
        cell = {"cell_type": kind, "id": number, "metadata": {}, "source": source.splitlines(keepends=True), **more}
        self.cells.append(cell)

    def words(self, line):
        self.pending.append(line)

    def flush(self):
        """The words so far as a cell of their own."""
        attachments = {}
        text = "\n".join(self.pending).strip("\n")
        self.pending = []
        if text.strip():
            text = self.links.convert(text, attachments)
            self._add("markdown", text, **({"attachments": attachments} if attachments else {}))

    def code(self, source):
        self.flush()
        self._add("code", source.rstrip("\n"), execution_count=None, outputs=[])

    def document(self):
        self.flush()
        return {"cells": self.cells, "nbformat": 4, "nbformat_minor": 5, "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"}}}


def _parts(text):
    """(None, line) of each line of words, and (language, lines) of each block between fences."""
    lines = iter(text.split("\n"))
    for line in lines:
        fence = re.match(r"```(\w*)$", line)
        if not fence:
            yield None, line
            continue
        block = []
        for inner in lines:
            if inner == "```":
                break
            block.append(inner)
        yield fence.group(1), block


def _first_command(block, name):
    """In a console block, the command that runs the program of this name, as words; or None."""
    if not block or not block[0].startswith("$ ") or name is None:
        return None
    words = shlex.split(block[0][2:])
    return words if name in words else None


def _magic_for(words):
    """`./simt-cc --lockstep x.cu -o x && ./x` is %%cuda --lockstep; with --inspect, or by `gridstride inspect`, %%inspect."""
    if words is None:
        return "%%cuda"
    if "--inspect" in words or "inspect" in words:
        return "%%inspect"
    return "%%cuda --lockstep" if "--lockstep" in words else "%%cuda"


def _fenced(language, block):
    return ["```" + {"c": "cpp"}.get(language, language), *block, "```"]


def _command_cells(block):
    """`make lesson3` and `./gridstride ...` of a block of commands, as magics; None: there is another one among them."""
    cells = []
    for line in block:
        line = re.sub(r"^make lesson(\d+)", r"./gridstride run \1", line)
        found = re.match(r"(?:\$ )?\./gridstride (.*)$", line)
        if not found:
            return None
        if not re.match(r"check \d+ ", found.group(1)):  # its exercises have cells of their own
            cells.append("%gridstride " + re.sub(r"  +#", "  #", found.group(1)))
    return cells


def _as_in_notebook(line):
    """A cell need not be saved, and commands begin with %gridstride."""
    line = re.sub(r"Save (?:this|it) as `([\w.]+)`:$", r"This is `\1`:", line)
    return line.replace("`./gridstride ", "`%gridstride ")


def _main_program(block):
    return any(re.match(r"(int|auto) main\(", line) for line in block)


def _program_of(parts, at, name):
    """The magic for the program at `at`, by the commands that follow it; and which part says no more than the cell will: a
    console block with them. Commands alone are a cell of their own, which needs the file."""
    for k in range(at + 1, len(parts)):
        language, content = parts[k]
        if language is None and not content.strip():
            continue
        command = _first_command(content, name) if language == "console" else None
        if language == "sh" and any(name in line.split() for line in content):
            return f"%%writefile {name}", None
        return _magic_for(command), k if command else None
    return "%%cuda", None


def make(lesson, first_cell):
    """The notebook of a lesson, as JSON has it."""
    notebook = _Notebook(lesson)
    parts, name, exercise, skipped = list(_parts(lesson.text)), None, None, set()
    notebook.words(parts[0][1])  # the title
    notebook.code(first_cell)
    for at, (language, content) in enumerate(parts):
        if at == 0 or at in skipped:
            continue
        if language is None:
            if content.startswith("#") and exercise:
                _add_exercise(notebook, lesson, exercise)
                exercise = None
            heading = re.match(r"### Exercise (\d+\.\d+): `(\w+)`$", content)
            exercise = heading.groups() if heading else exercise
            named = re.findall(r"`([\w.]+\.cu)`", content)
            name = named[-1] if named else name
            notebook.words(_as_in_notebook(content))
        elif language == "c" and name and _main_program(content):
            magic, shown = _program_of(parts, at, name)
            notebook.code(magic + "\n" + "\n".join(content))
            skipped.add(shown)
        else:
            cells = _command_cells(content[:1] if language == "console" else content) if language in ("sh", "console") else None
            for cell in cells or []:
                notebook.code(cell)
            if cells is None:
                for line in _fenced(language, content):
                    notebook.words(line)
    if exercise:
        _add_exercise(notebook, lesson, exercise)
    return notebook.document()


def _add_exercise(notebook, lesson, exercise):
    number, name = exercise
    notebook.words(f"Write your solution into the next cell, and run it: it is checked. `%exercise {number} --hint` in a cell of its "
                   "own gives a hint, one further each time.\n")
    notebook.code(f"%%exercise {number}\n{lesson.stub_for_cell(name)}")


# ---- files ------------------------------------------------------------------------------------------

def _first_cell():
    """In a clone the package is installed nowhere."""
    if os.path.exists(programs.in_wheel("gridstride")):
        return "%load_ext gridstride"
    return f"import sys\nsys.path.insert(0, {os.path.dirname(programs.HERE)!r})\n%load_ext gridstride"


def write(folder, numbers):
    """Prints the name of each notebook that it makes."""
    chosen = [lesson for lesson in lessons.lessons() if not numbers or str(lesson.number) in numbers]
    unknown = set(numbers) - {str(lesson.number) for lesson in chosen}
    if unknown:
        raise programs.Missing(f"there is no lesson {sorted(unknown)[0]}")
    os.makedirs(folder, exist_ok=True)
    for lesson in chosen:
        path = os.path.join(folder, lesson.name + ".ipynb")
        try:
            with open(path, "x", encoding="utf-8") as file:
                json.dump(make(lesson, _first_cell()), file, indent=1, ensure_ascii=False)
                file.write("\n")
        except FileExistsError:
            print(f"{path} is there already, and is left alone")
            continue
        print(path)


def main(words):
    if not words or words[0].startswith("-"):
        print(__doc__.split("\n\n", maxsplit=1)[0], file=sys.stderr)
        return 2
    try:
        write(words[0], words[1:])
    except programs.Missing as error:
        print(f"gridstride: notebooks: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"gridstride: notebooks: cannot write {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
