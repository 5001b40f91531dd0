#!/usr/bin/env python3
"""usage: errors.py [POINTS]

Prints how far predictions are off the recorded times, predicted over measured, as tables of Markdown: first
the lessons; what was aimed at, and what is reached; the lessons by what binds; how many of each lesson's times
lie within the factors that 9 of 10 of the others' do; in which order the variants of a workload are, and in which
a second record of the same kernels has them; and then kernels with which the model was not made. POINTS is what points.py wrote: points.csv beside this script. Where the model was changed after a
kernel had been looked at, docs/prediction.md says so.
"""
import csv
import glob
import itertools
import math
import os
import sys
from collections import defaultdict
from types import SimpleNamespace


def read_points(path):
    """The lines of points.csv; `predicted` is None where there is no prediction."""
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            predicted, least, most = (float(row[name]) if row[name] else None
                                      for name in ("predicted_us", "least_us", "most_us"))
            yield SimpleNamespace(**row, measured=float(row["measured_us"]), predicted=predicted, least=least, most=most)


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


HEAD = """| GPU | {} | caches | times | without a prediction | mean error | within 15 % | 9 of 10 within |
| --- | --- | --- | --- | --- | --- | --- | --- |"""


def summary(ratios):
    """Four columns of a table."""
    errors = [abs(ratio - 1) for ratio in ratios]
    factor = quantile([max(ratio, 1 / ratio) for ratio in ratios], 0.9)
    return (f"{len(ratios)} | {{}} | {100 * sum(errors) / len(errors):.1f} % "
            f"| {100 * sum(error <= 0.15 for error in errors) / len(errors):.0f} % | a factor of {factor:.2f} |")


def mean_error(points):
    """In percent, of points that have a prediction."""
    return 100 * sum(abs(point.predicted / point.measured - 1) for point in points) / len(points)


def tell(machine, name, points):
    """A line of the table for each state of the caches; of all (ratio, what binds, within the range that
    is said, the factor of that range)."""
    ratios = []
    for caches in ("cold", "warm"):
        here = [point for point in points if point.caches == caches]
        found = [(point.predicted / point.measured, point.binds, point.least <= point.measured <= point.most,
                  round(point.most / point.predicted, 3)) for point in here if point.predicted]
        ratios += found
        if found:
            print(f"| {machine} | {name} | {caches} | " + summary([ratio for ratio, *_ in found]).format(len(here) - len(found)))
        elif here:
            print(f"| {machine} | {name} | {caches} | 0 | {len(here)} | | | |")
    return ratios


def conclude(found):
    factors = [max(ratio, 1 / ratio) for ratio, *_ in found]
    error = sum(abs(ratio - 1) for ratio, *_ in found) / len(found)
    inside = sum(said for _, _, said, _ in found)
    print(f"\nAll {len(found)} times: mean error {100 * error:.1f} %, 9 of 10 within a factor of {quantile(factors, 0.9):.2f}, "
          f"{100 * inside / len(found):.0f} % within the range that is said.\n")


def tell_terms(found):
    print("| binds | times | mean error | within 15 % | 9 of 10 within |\n| --- | --- | --- | --- | --- |")
    for term in sorted({binds for _, binds, *_ in found}):
        print(f"| {term} | " + summary([ratio for ratio, binds, *_ in found if binds == term]).replace(" {} |", ""))
    print()


def off_by(found, said):
    """The factors that times are off by, of those of which that range is said."""
    return [max(ratio, 1 / ratio) for ratio, _, _, factor in found if factor == said]


def tell_left_out(lessons):
    """No constant comes from a lesson; what does is the range, so that is what is taken from the others: what 9 of 10 of
    their times lie within, for each of the two ranges that `predict` says."""
    ranges = sorted({factor for found in lessons.values() for _, _, _, factor in found})
    columns = " | ".join(f"the others', of {said}" for said in ranges)
    print(f"| GPU | lesson | times | {columns} | of this lesson's times within |\n| --- | --- | --- | {'--- | ' * len(ranges)}--- |")
    inside = count = 0
    for (machine, lesson), own in lessons.items():
        others = [one for other, found in lessons.items() if other != (machine, lesson) for one in found]
        factors = [quantile(off_by(others, said), 0.9) for said in ranges]
        here = sum(off <= factor for said, factor in zip(ranges, factors) for off in off_by(own, said))
        inside, count = inside + here, count + len(own)
        if own:
            cells = " | ".join(f"a factor of {factor:.2f}" for factor in factors)
            print(f"| {machine} | {lesson} | {len(own)} | {cells} | {100 * here / len(own):.0f} % |")
    print(f"| all | | {count} | {' | ' * len(ranges)}{100 * inside / count:.0f} % |\n")


SIZES = (("n to 64Ki", 1 << 16), ("to 4Mi", 1 << 22), ("above", math.inf))
APART = (1.05, 1.1, 1.15, 1.25)  # what lies closer than the first of these may be the other way round in another run


ALIKE = 1.005  # predictions that are closer say of two variants that they take the same time


def pairs_by_size(points):
    """Of variants of one workload that differ in nothing else: (size, how far apart they were measured, whether the
    predictions are in the same order, whether these are not alike, the workload and both variants)."""
    groups = defaultdict(list)
    for point in points:
        if point.predicted:
            groups[(point.workload, point.dtype, point.n, point.grid, point.block, point.caches)].append(point)
    for (_, _, n, _, _, _), group in groups.items():
        size = next(name for name, most in SIZES if int(n) <= most)
        for one, other in itertools.combinations(group, 2):
            apart = max(one.measured, other.measured) / min(one.measured, other.measured)
            told = max(one.predicted, other.predicted) / min(one.predicted, other.predicted) > ALIKE
            names = (one.workload, *sorted((one.variant, other.variant)))
            yield size, apart, (one.measured - other.measured) * (one.predicted - other.predicted) > 0, told, names


def tau(pairs, apart):
    """Kendall's, and of how many pairs: 1 where all are in the measured order, -1 where none is. Of pairs that are so far
    apart; two predictions that are the same count as wrong."""
    right = [is_right for _, ratio, is_right, *_ in pairs if ratio > apart]
    return f"{2 * sum(right) / len(right) - 1:.2f} of {len(right)}" if right else ""


MOST_WRONG = 10


def tell_wrong(orders):
    """The variants whose order is wrong most often."""
    wrong, every = defaultdict(int), defaultdict(int)
    for (machine, lesson), pairs in orders.items():
        for _, apart, is_right, _, names in pairs:
            if apart > APART[0]:
                wrong[(machine, lesson, *names)] += not is_right
                every[(machine, lesson, *names)] += 1
    print("| GPU | lesson | workload | variants | in the wrong order |\n| --- | --- | --- | --- | --- |")
    for key in sorted(wrong, key=lambda key: (-wrong[key], key))[:MOST_WRONG]:
        machine, lesson, workload, one, other = key
        print(f"| {machine} | {lesson} | {workload} | `{one}`, `{other}` | {wrong[key]} of {every[key]} |")
    print()


def tell_order(orders):
    """`orders`: of each lesson the pairs of pairs_by_size()."""
    def tell_line(machine, name, pairs, apart):
        cells = [tau([pair for pair in pairs if pair[0] == size], apart) for size, _ in SIZES]
        print(f"| {machine} | {name} | {' | '.join(cells)} | {tau(pairs, apart)} |")

    print(f"| GPU | lesson | {' | '.join(size for size, _ in SIZES)} | all |\n| --- | --- | {'--- | ' * len(SIZES)}--- |")
    for (machine, lesson), pairs in orders.items():
        if tau(pairs, APART[0]) != "":
            tell_line(machine, lesson, pairs, APART[0])
    everything = [pair for pairs in orders.values() for pair in pairs]
    for apart in APART:
        tell_line("all", f"over {100 * (apart - 1):.0f} % apart", everything, apart)
    print()


SHORT_US = 10  # the times of shorter ones differ more from one run to the next


def read_repeated():
    """GPU to the lines of repeated.csv: what two runs of the same kernels took, one after the other."""
    beside = os.path.dirname(os.path.abspath(__file__))
    for path in sorted(glob.glob(os.path.join(beside, "*", "repeated.csv"))):
        with open(path, newline="") as file:
            yield os.path.basename(os.path.dirname(path)), [
                SimpleNamespace(**row, measured=float(row["first_us"]), predicted=float(row["second_us"])) for row in csv.DictReader(file)]


def tell_repeated():
    """How far the second times are off the first, and the order of variants in it, as if the second was the prediction."""
    def off(rows):
        return f"{len(rows)}, 9 of 10 within a factor of {quantile([max(row.predicted / row.measured, row.measured / row.predicted) for row in rows], 0.9):.2f}"

    print("| GPU | lesson | times under 10 us | others | order in the second, over 5 % apart | over 10 % |\n| --- | --- | --- | --- | --- | --- |")
    for gpu, rows in read_repeated():
        every = []
        for lesson, found in sorted(split(rows, lambda row: int(row.lesson)).items()):
            pairs = list(pairs_by_size(found))
            every += pairs
            short, others = ([row for row in found if (row.measured < SHORT_US) == is_short] for is_short in (True, False))
            print(f"| {gpu} | {lesson} | {off(short)} | {off(others)} | {tau(pairs, APART[0])} | {tau(pairs, APART[1])} |")
        print(f"| {gpu} | all | | | {tau(every, APART[0])} | {tau(every, APART[1])} |")
    print()


def split(points, key):
    """key(point) to the points that have a prediction."""
    found = defaultdict(list)
    for point in points:
        if point.predicted:
            found[key(point)].append(point)
    return found


def within_aim(points, aim):
    """(whether all are, how many of the lessons' mean errors are within the aim with cold and with warm caches, and which
    are not)."""
    found = split(points, lambda point: (int(point.subject[len("lesson"):]), point.caches))
    errors = {key: mean_error(these) for key, these in sorted(found.items())}
    missed = defaultdict(list)
    for (lesson, caches), error in errors.items():
        if round(error, 1) > aim:  # as the tables have it
            missed[lesson].append(f"{caches} {error:.1f} %")
    count = sum(map(len, missed.values()))
    said = ", ".join(f"{lesson} ({', '.join(told)})" for lesson, told in missed.items())
    return count == 0, f"{len(errors) - count} of {len(errors)}" + (f"; not in lesson {said}" if said else "")


def tell_aims(points, orders):
    """What was aimed at for the lessons, and what is reached. Leaving out a lesson changes no prediction, so that the error
    of each lesson is what it is where that lesson is left out."""
    told = [point for point in points if point.predicted]
    error = mean_error(told)
    parts = [f"{name} {mean_error(found):.1f} % of {len(found)}" for key in ("caches", "gpu")
             for name, found in sorted(split(told, lambda point, key=key: getattr(point, key)).items())]
    all_within, lessons = within_aim(told, 10)
    inside = 100 * sum(point.least <= point.measured <= point.most for point in told) / len(told)
    pairs = [pair for pair in itertools.chain(*orders.values()) if pair[1] > APART[0]]
    right = [is_right for _, _, is_right, *_ in pairs]
    tau_of_all = 2 * sum(right) / len(right) - 1
    told_apart = tau([pair for pair in pairs if pair[3]], APART[0])
    other = [point for point in told if point.gpu == "nvidia-h200"]
    rows = [("mean error of all times of lessons", "at most 10 %", error <= 10, f"{error:.1f} % of {len(told)}: {', '.join(parts)}"),
            ("mean error of each lesson that is left out", "at most 10 %", all_within, lessons),
            ("times within their range", "90 %", inside >= 90, f"{inside:.0f} % of {len(told)}"),
            ("order of variants", "a tau of 0.9", tau_of_all >= 0.9, f"{tau_of_all:.3f} of {len(right)} pairs over 5 % apart; {tau(pairs, APART[1])} over 10 %; {told_apart} that are not predicted alike"),
            ("mean error of an H200, from its profile alone", "at most 12 %", mean_error(other) <= 12,
             f"{mean_error(other):.1f} % of {len(other)}")]
    print("| what | aim | reached | holds | told by |\n| --- | --- | --- | --- | --- |")
    for what, aim, holds, reached in rows:
        print(f"| {what} | {aim} | {reached} | {'yes' if holds else 'no'} | `errors.py` |")
    print()


def tell_all(subjects, kind, word):
    """Of the subjects of that kind, (GPU, name) to what tell() has; `word` is the head of their column."""
    print(HEAD.format(word))
    return {(gpu, subject[len(kind):]): tell(gpu, subject[len(kind):], points)
            for (gpu, subject), points in subjects.items() if subject.startswith(kind)}


def main():
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "points.csv")
    subjects = defaultdict(list)
    for point in read_points(sys.argv[1] if len(sys.argv) > 1 else beside):
        subjects[(point.gpu, point.subject)].append(point)
    lessons = tell_all(subjects, "lesson", "lesson")
    found = list(itertools.chain(*lessons.values()))
    conclude(found)
    of_lessons = {(gpu, subject[len("lesson"):]): points
                  for (gpu, subject), points in subjects.items() if subject.startswith("lesson")}
    orders = {lesson: list(pairs_by_size(points)) for lesson, points in of_lessons.items()}
    tell_aims(list(itertools.chain(*of_lessons.values())), orders)
    tell_terms(found)
    tell_left_out(lessons)
    tell_order(orders)
    tell_repeated()
    tell_wrong(orders)
    conclude(list(itertools.chain(*tell_all(subjects, "kernel-", "kernel").values())))


if __name__ == "__main__":
    main()
