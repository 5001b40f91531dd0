"""HTML for a cell's output: text as a terminal has it, and what the inspector found. It takes the page's own
colours, light or dark."""

import base64
import html
import os

# Styles stand at each element: a page that does not trust a notebook yet drops all other ones. Of colours only those that can be
# read on white and on black.
PRE = "white-space:pre;overflow-x:auto;background:transparent;color:inherit;line-height:1.35;margin:0;padding:2px 0"
FINDING, REMARK = (f"border-left:5px solid {colour};padding:2px 12px;margin:8px 0" for colour in ("#d33f3f", "#8a8f98"))
WORDS, ASIDE = "margin:2px 0", "margin:2px 0;opacity:0.8;font-size:90%;overflow-wrap:anywhere"
WIDE = "overflow-x:auto;max-width:100%"
TABLE = "border-collapse:collapse;margin:4px 0;font-size:85%;line-height:1.4"
CELL = "padding:0 8px;text-align:right;white-space:nowrap;vertical-align:top;border:0;color:inherit"
CODE = "padding:0 8px;text-align:left;white-space:pre;font-family:monospace;border:0;border-left:1px solid #8a8f98;color:inherit"
NOTE = "padding:0 8px 4px;text-align:left;white-space:normal;border:0;color:inherit"
ROW, DEAR = "background:transparent", "background:rgba(217,130,43,0.2)"

SPACES = {"global": ("sectors", "sec"), "shared": ("wavefronts", "wf"), "constant": ("wavefronts", "get")}
KINDS = {"load": "ld", "store": "st", "atomic": "at", "barrier": "bar", "warp-function": "warp"}
NEAR = 60  # lines that are searched for the beginning and the end of a function


def text(words):
    """Lines as a terminal shows them; long ones are scrolled, not broken."""
    return f'<pre style="{PRE}">{html.escape(words)}</pre>'


def picture(path):
    """An SVG as an image of its own: it takes the width that there is, and is shown before a page is trusted, too."""
    with open(path, "rb") as file:
        data = base64.b64encode(file.read()).decode()
    name = html.escape(os.path.splitext(os.path.basename(path))[0])
    return f'<img alt="{name}" style="max-width:100%" src="data:image/svg+xml;base64,{data}">'


def _number(value):
    """As the inspector writes it: "4", "4.5", "1234"."""
    return f"{value:.0f}" if abs(value - round(value)) < 0.05 or value >= 100 else f"{value:.1f}"


# ---- findings ---------------------------------------------------------------------------------------

def _extent(size):
    shown = size[:max([1] + [i + 1 for i in range(len(size)) if size[i] > 1])]
    return str(shown[0]) if len(shown) == 1 else "({})".format(",".join(str(side) for side in shown))


def _launch(launch):
    if not launch or not launch.get("kernel"):
        return ""
    shape = f"{launch['kernel']}<<<{_extent(launch['grid'])}, {_extent(launch['block'])}>>>"
    where = f", launched in line {launch['line']}" if launch.get("line") else ""
    return f"in {shape}{where}"


def _party(party, before, more):
    """"thread 32 of block 0 (read, 4 bytes): tile[31]"."""
    what = ""
    if party and party.get("access"):
        what = f" ({party['access']}, {party['bytes']} byte{'s' if party['bytes'] != 1 else ''}{before})"
    who = party["name"] + what if what else ""
    return ": ".join(words for words in (who, more) if words)


def _lines(finding):
    """The one or two lines of source that belong to it, each with who came there."""
    lines = []
    for prefix, party, before, more in (("", "first", "", finding.get("subject")), ("other_", "second", ", before", "")):
        number, words = finding.get(prefix + "line"), finding.get(prefix + "text")
        if number and words and (not prefix or number != finding.get("line")):
            lines.append(f"{number:4} | {words}")
        said = _party(finding.get(party), before, more)
        if said:
            lines.append(f"     |   {said}")
    return "\n".join(lines)


def _finding(finding):
    remark = finding.get("remark")
    kind = ("remark: " if remark else "") + finding["kind"]
    line = f"line {finding['line']}: " if finding.get("line") else ""
    parts = [f'<p style="{WORDS}"><b>{html.escape(line + kind)}</b></p>',
             f'<p style="{WORDS}">{html.escape(finding["sentence"])}</p>']
    if _lines(finding):
        parts.append(text(_lines(finding)))
    seen = finding.get("count", 1)
    where = [_launch(finding.get("launch")), f"seen {seen} times" if seen > 1 else ""]
    where = "; ".join(words for words in where if words)
    if where:
        parts.append(f'<p style="{ASIDE}">{html.escape(where)}</p>')
    return f'<div style="{REMARK if remark else FINDING}">{"".join(parts)}</div>'


def faults(report):
    """What is more than a remark."""
    return [finding for finding in report["findings"] if not finding.get("remark")]


def _verdict(report):
    found = faults(report)
    if not found:
        return "The inspector found nothing wrong."
    return "The inspector found 1 mistake." if len(found) == 1 else f"The inspector found {len(found)} mistakes."


# ---- the margin: what each line costs ---------------------------------------------------------------

def _function_lines(source, first, last):
    """From the beginning of the function that has these lines to its end."""
    begin, end = first, last
    while begin > 1 and first - begin < NEAR and (source[begin - 1][:1].isspace() or source[begin - 1][:1] in ("", "{")):
        begin -= 1
    while end < len(source) and end - last < NEAR and not source[end - 1].startswith("}"):
        end += 1
    return range(max(begin, 1), min(end, len(source)) + 1)


def _accesses(accesses):
    """Those of one kind in one line together: {line: [(kind, space, sums, notes)]}."""
    rows = {}
    for access in accesses:
        key = (access["line"], access["space"], access["kind"])
        sums, notes = rows.setdefault(key, ({}, []))
        for name in ("requests", "active_lanes", "sectors", "ideal_sectors", "wavefronts", "ideal_wavefronts"):
            sums[name] = sums.get(name, 0) + access.get(name, 0)
        notes.extend(note for note in access.get("notes", []) if note not in notes)
    lines = {}
    for (line, space, kind), (sums, notes) in sorted(rows.items()):
        lines.setdefault(line, []).append((kind, space, sums, notes))
    return lines


def _cells(*words, style=CELL):
    return "".join(f'<td style="{style}">{html.escape(word)}</td>' for word in words)


def _row(cells, dear=False):
    return f'<tr style="{DEAR if dear else ROW}">{cells}</tr>'


def _cost_cells(kind, space, sums):
    requests, cost = max(sums["requests"], 1), ""
    if space in SPACES:
        name, unit = SPACES[space]
        cost = f"{_number(sums[name] / requests)} ({_number(sums['ideal_' + name] / requests)}) {unit}"
    return _cells(KINDS.get(kind, kind), str(sums["requests"]), cost, _number(sums["active_lanes"] / requests))


def _line(number, words, accesses):
    code = _cells(str(number)) + _cells(words, style=CODE)
    if not accesses:
        return _row(_cells("", "", "", "") + code)
    rows, told = [], []
    for kind, space, sums, notes in accesses:
        rows.append(_row(_cost_cells(kind, space, sums) + code, dear=bool(notes)))
        code = _cells("") + _cells("", style=CODE)
        told.extend(note for note in notes if note not in told)
    rows.extend(_row(f'<td colspan="6" style="{NOTE}">{html.escape(note)}</td>', dear=True) for note in told)
    return "".join(rows)


def _kernel(name, source, accesses):
    shown, lines, by_function = set(), _accesses(accesses), {}
    for access in accesses:
        by_function.setdefault(access.get("function"), []).append(access["line"])
    for numbers in by_function.values():
        numbers = [number for number in numbers if 0 < number <= len(source)]
        if numbers:
            shown.update(_function_lines(source, min(numbers), max(numbers)))
    body, before = [], None
    for number in sorted(shown):
        if before is not None and number != before + 1:
            body.append(_row(_cells("", "", "", "", "") + _cells("...", style=CODE)))
        body.append(_line(number, source[number - 1], lines.get(number)))
        before = number
    if not body:
        return ""
    head = "".join(f'<th style="{CELL};border-bottom:1px solid #8a8f98">{words}</th>'
                   for words in ("", "requests", "cost (ideal)", "lanes", "line"))
    head += f'<th style="{CODE};border-bottom:1px solid #8a8f98">{html.escape(name)}</th>'
    return f'<table style="{TABLE}"><thead>{_row(head)}</thead><tbody>{"".join(body)}</tbody></table>'


LEGEND = ("Cost is that of a request, one instruction of a warp (ld load, st store, at atomic), and in brackets the least "
          "that it could be. sec: sectors of 32 bytes of global memory; wf: passes through the banks of shared memory; "
          "get: addresses in constant memory. lanes: that take part, of 32. Coloured: it costs more than it must.")


def _margin(report, source, file):
    kernels = {}
    for access in report.get("counts", {}).get("accesses", []):
        if access.get("file") == file:
            kernels.setdefault(access["kernel"], []).append(access)
    tables = "".join(_kernel(name, source, accesses) for name, accesses in kernels.items())
    if not tables:
        return ""
    return (f'<details{"" if report["findings"] else " open"}><summary>What each line costs</summary>'
            f'<div style="{WIDE}">{tables}</div><p style="{ASIDE}">{LEGEND}</p></details>')


def inspection(report, source, file):
    """What an inspected program wrote (SIMT_INSPECT_JSON), for the source of the file of that name."""
    findings = "".join(_finding(finding) for finding in report["findings"])
    return (f'<div style="max-width:960px"><p style="{WORDS}"><b>{_verdict(report)}</b></p>{findings}'
            f"{_margin(report, source.splitlines(), file)}</div>")


def inspection_text(report):
    """The same in a few lines, for a page that shows no HTML."""
    lines = [_verdict(report)]
    for finding in report["findings"]:
        lines.append(f"line {finding.get('line')}: {finding['kind']}: {finding['sentence']}")
    return "\n".join(lines)
