#!/usr/bin/env python3
"""usage: plot_labels.py GRIDSTRIDE | plot_labels.py --folder FOLDER

What a reader of a plot relies on, in all plots of the recorded results, and in some made ones: no text
lies on a line, on a marker or on another text, none leaves the picture, and all can be read where the
picture is as wide as a phone: those that gnuplot draws, and those of a machine without it. --folder only looks at the SVGs
that lie there.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

PHONE = 358         # pixels that a picture is wide in the report, on a phone
LEAST_TEXT = 8.9    # pixels
CHARACTER = 0.5     # of its size: how wide a character is at least, on average

failures = []


def fail(message):
    failures.append(message)
    print(message)


def kind_of(element):
    return element.tag.split("}")[-1]


class Text:
    def __init__(self, words, x, y, size, anchor, turned):
        self.words, self.size = words, size
        width = CHARACTER * size * len(words)
        left = x - {"start": 0, "middle": width / 2, "end": width}[anchor]
        self.box = (left, y - 0.7 * size, left + width, y + 0.1 * size)
        if turned:
            self.box = (x - 0.7 * size, y - width, x + 0.1 * size, y)


def meets(box, segment):
    """Whether a segment has a part in the box: Liang and Barsky."""
    (x0, y0), (x1, y1) = segment
    start, end = 0.0, 1.0
    for step, room in ((x0 - x1, x0 - box[0]), (x1 - x0, box[2] - x0), (y0 - y1, y0 - box[1]), (y1 - y0, box[3] - y0)):
        if step == 0:
            if room < 0:
                return False
        elif step < 0:
            start = max(start, room / step)
        else:
            end = min(end, room / step)
    return start <= end


def segments_of(path):
    """The straight lines of a path of M and L, which are all that gnuplot writes."""
    points = []
    for command, x, y in re.findall(r"([ML])\s*(-?[\d.]+),(-?[\d.]+)", path.replace(" L", "L")):
        point = (float(x), float(y))
        if command == "L" and points:
            yield points[-1], point
        points.append(point)


class Picture:
    def __init__(self, file):
        root = ET.parse(file).getroot()
        self.width, self.height = (float(v) for v in root.get("viewBox").split()[2:])
        self.texts, self.lines, self.markers = [], [], []
        self.read(root, None)

    def read(self, element, group):
        for child in element:
            kind = kind_of(child)
            if kind == "defs":
                continue
            if kind == "text":
                self.read_text(child, group)
            elif kind == "use":
                x, y = re.search(r"translate\((-?[\d.]+),(-?[\d.]+)\)", child.get("transform")).groups()
                self.markers.append((float(x), float(y)))
            elif kind == "path" and child.get("class") != "gridline":
                # grey lines without dashes are the frame and its tics
                if child.get("stroke-dasharray") or child.get("stroke", "") not in ("rgb(102, 102, 102)", "none"):
                    self.lines += segments_of(child.get("d", ""))
            self.read(child, child if kind == "g" and child.get("font-size") else group)

    def read_text(self, element, group):
        words = "".join(element.itertext()).strip()
        place = re.search(r"translate\((-?[\d.]+),(-?[\d.]+)\)", group.get("transform"))
        if words and "textbox" not in group.get("style", ""):   # that is the white behind the same text
            sizes = [float(part.get("font-size")) for part in element.iter() if part.get("font-size")]
            self.texts.append(Text(words, float(place[1]), float(place[2]), sizes[0] if sizes else float(group.get("font-size")),
                                   group.get("text-anchor", "start"), "rotate(-90" in group.get("transform")))


def check(file):
    picture, name = Picture(file), os.path.basename(file)
    if len(picture.texts) < 8:
        fail(f"{name}: only {len(picture.texts)} texts")
    for i, text in enumerate(picture.texts):
        box = text.box
        if box[0] < 0 or box[1] < 0 or box[2] > picture.width or box[3] > picture.height:
            fail(f"{name}: '{text.words}' leaves the picture")
        if text.size * PHONE / picture.width < LEAST_TEXT:
            fail(f"{name}: '{text.words}' is {text.size * PHONE / picture.width:.1f} pixels high on a phone")
        if any(meets(box, line) for line in picture.lines):
            fail(f"{name}: '{text.words}' lies on a line")
        if any(box[0] - 3 < x < box[2] + 3 and box[1] - 3 < y < box[3] + 3 for x, y in picture.markers):
            fail(f"{name}: '{text.words}' lies on a marker")
        for other in picture.texts[:i]:
            if box[0] < other.box[2] and other.box[0] < box[2] and box[1] < other.box[3] and other.box[1] < box[3]:
                fail(f"{name}: '{text.words}' lies on '{other.words}'")


def check_stages(file):
    """Numbers below a linear axis stand where they are: as far apart as they differ."""
    texts = [text for text in Picture(file).texts if re.fullmatch(r"[\d.]+", text.words)]
    places = sorted((float(text.words), (text.box[0] + text.box[2]) / 2) for text in texts)
    (first, left), (last, right) = places[0], places[-1]
    for number, place in places:
        if abs(left + (number - first) / (last - first) * (right - left) - place) > 2:
            fail(f"{os.path.basename(file)}: {number:g} stands at {place:.0f}")


def check_folder(folder):
    """How many pictures there are."""
    files = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names if name.endswith(".svg")]
    for file in sorted(files):
        check(file)
        if "_stages_" in file:
            check_stages(file)
    return len(files)


def draw(gridstride, *files, path=None):
    environment = dict(os.environ, PATH=path) if path else None
    done = subprocess.run([gridstride, "plot", *files], capture_output=True, text=True, env=environment)
    if done.returncode != 0 or done.stderr:
        fail(f"plot {' '.join(files)}: exit status {done.returncode}, {done.stderr}")


def draw_recorded(gridstride, recorded, folder, path=None):
    for machine in sorted(os.listdir(recorded)):
        files = [name for name in os.listdir(os.path.join(recorded, machine)) if re.fullmatch(r"(lesson|peers)\d+\.json", name)]
        os.makedirs(os.path.join(folder, machine))
        for name in files:
            shutil.copy(os.path.join(recorded, machine, name), os.path.join(folder, machine))
        draw(gridstride, *(os.path.join(folder, machine, name) for name in sorted(files)), path=path)


def draw_shifted(gridstride, recorded, folder):
    """Of one result others, whose curves cross the measured copy elsewhere: no label may count on luck."""
    with open(os.path.join(recorded, "nvidia-h100-80gb-hbm3", "lesson3.json")) as file:
        result = json.load(file)
    for shift in (0.2, 0.5, 0.8, 1.5):
        where = os.path.join(folder, f"shifted{shift}")
        os.makedirs(where)
        for record in result["benchmarks"]:
            for field in ("peak_gb_per_s", "floor_s"):
                if record.get(field):
                    record[field] *= shift
        path = os.path.join(where, "lesson3.json")
        with open(path, "w") as file:
            head = json.dumps(result["context"], separators=(",", ":"))
            file.write('{"context":' + head + ',"benchmarks":[\n')
            file.write(",\n".join(json.dumps(record) for record in result["benchmarks"]) + "\n]}\n")
        draw(gridstride, path)


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--folder":
        print(f"{check_folder(sys.argv[2])} pictures")
        return 1 if failures else 0
    gridstride = os.path.abspath(sys.argv[1])
    recorded = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "results", "recorded")
    with tempfile.TemporaryDirectory() as folder:
        draw_recorded(gridstride, recorded, folder, path=folder)
        count = check_folder(folder)
    if count < 60:
        fail(f"only {count} pictures were drawn without gnuplot")
    if shutil.which("gnuplot") is None:
        print("not tested: what gnuplot draws")
        return 1 if failures else 77
    with tempfile.TemporaryDirectory() as folder:
        draw_recorded(gridstride, recorded, folder)
        draw_shifted(gridstride, recorded, folder)
        count = check_folder(folder)
    if count < 60:
        fail(f"only {count} pictures were drawn")
    print(f"{count} pictures, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
