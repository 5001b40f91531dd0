"""The lessons and exercises, as the files of the lessons have them."""

import os
import re

from . import programs


class Lesson:
    def __init__(self, folder):
        self.folder = folder
        self.name = os.path.basename(folder)  # "03_vecadd"
        self.number = int(self.name.split("_")[0])
        with open(os.path.join(folder, "README.md"), encoding="utf-8") as page:
            self.text = page.read()

    def exercises(self):
        """{number: name}: each has a heading, as "### Exercise 3.1: `vecadd`"."""
        return dict(re.findall(r"^### Exercise (\d+\.\d+): `(\w+)`$", self.text, re.M))

    def stub(self, name):
        with open(os.path.join(self.folder, "exercises", name + ".cu"), encoding="utf-8") as file:
            return file.read()

    def stub_for_cell(self, name):
        """Its comment says which commands there are: as a notebook has them."""
        return self.stub(name).replace("./gridstride ", "%gridstride ")


def lessons():
    """All of them, by number."""
    root = programs.share("lessons")
    folders = [os.path.join(root, name) for name in os.listdir(root) if re.match(r"\d+_\w+$", name)]
    return sorted((Lesson(folder) for folder in folders if os.path.exists(os.path.join(folder, "README.md"))),
                  key=lambda lesson: lesson.number)


def find_exercise(word):
    """(lesson, number, name) of "3.1" or "vecadd"; None: there is no such exercise."""
    for lesson in lessons():
        for number, name in lesson.exercises().items():
            if word in (number, name):
                return lesson, number, name
    return None
