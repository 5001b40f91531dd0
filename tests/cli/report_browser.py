#!/usr/bin/env python3
"""usage: report_browser.py GRIDSTRIDE

The page of `gridstride report` in a real browser. Exit status 77 where there is no chromium.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from browser import CONTRAST, Browser, program

# What is lost at the width of the window: of tables the column that they are there for, which stands
# beside the names of the rows, and what cannot be scrolled to; of plots letters under 9 pixels.
LOST = """(() => {
  document.querySelectorAll('details').forEach(one => { one.open = true; });
  const lost = new Set(), width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) lost.add('the page is wider than the window');
  const inside = (part, right) => part.getBoundingClientRect().right <= right + 1;
  for (const part of document.querySelectorAll('.wide, .pic, pre, p, h2, h3, h4, dl'))
    if (part.getClientRects().length > 0 && !inside(part, width)) lost.add(part.tagName + ' reaches out');
  for (const table of document.querySelectorAll('table')) {
    const name = table.caption.textContent.slice(0, 40), around = table.parentElement;
    const heads = [...table.tHead.rows[0].cells], edge = around.getBoundingClientRect().right;
    if (heads.filter(head => head.matches('.key')).length !== 1) lost.add('no headline: ' + name);
    if (!heads.slice(0, 2).every(head => inside(head, edge))) lost.add('headline cut: ' + name);
    if (table.scrollWidth > around.clientWidth + 1
        && !['auto', 'scroll'].includes(getComputedStyle(around).overflowX)) lost.add('cut: ' + name);
  }
  for (const img of document.querySelectorAll('.pic img')) {
    const sizes = decodeURIComponent(img.src).match(/font-size="[\\d.]+/g).map(at => Number(at.slice(11)));
    const letters = Math.min(...sizes) * img.getBoundingClientRect().width / img.naturalWidth;
    if (width < 600 && letters < 9) lost.add('letters of ' + letters.toFixed(1) + ' pixels');
  }
  return [...lost];
})()"""

# Clicks the head of a column twice: what its cells hold then, up and down.
SORT = """((column) => {
  const table = document.querySelector('#lesson3-vecadd article.rec details.show table');
  const head = [...table.tHead.rows[0].cells].find(cell => cell.textContent === column);
  const at = head.cellIndex;
  const seen = () => {
    head.querySelector('button').click();
    return [head.getAttribute('aria-sort'),
            [...table.tBodies[0].rows].map(row => row.cells[at].dataset.v === undefined
              ? row.cells[at].textContent : Number(row.cells[at].dataset.v))];
  };
  return [seen(), seen()];
})"""


failures = 0


def check(good, words):
    global failures
    if not good:
        print("FAILED:", words)
        failures += 1


def test_loading(browser, page):
    browser.load(page)
    check(not browser.complaints(), f"the console says: {browser.complaints()[:2]}")
    plots = browser.value("""[...document.querySelectorAll('.pic img')].map(img => {
        const box = img.getBoundingClientRect();
        return Math.min(box.width, box.height, img.naturalWidth, img.naturalHeight); })""")
    check(len(plots) > 10, f"{len(plots)} plots on the page")
    check(min(plots) > 50, "a plot is not to be seen")


def test_links(browser, page):
    browser.load(page)
    dead = browser.value("""[...document.querySelectorAll('a')].map(a => a.getAttribute('href'))
        .filter(to => to[0] !== '#' || document.getElementById(to.slice(1)) === null)""")
    check(dead == [], f"links that lead nowhere: {dead}")
    there = browser.value("""(document.querySelector('nav a[href="#lesson3-vecadd"]').click(),
        document.getElementById('lesson3-vecadd').getBoundingClientRect().top)""")
    check(abs(there) < 50, f"a link leads {there} pixels beside what it names")


def test_sorting(browser, page):
    browser.load(page)
    for column in ("median", "GB/s", "variant"):
        (up, rising), (down, falling) = browser.value(f"{SORT}('{column}')")
        kept = [value for value in rising if value != ""]
        check((up, down) == ("ascending", "descending"), f"{column}: sorted {up}, then {down}")
        check(len(kept) > 3 and len(set(kept)) > 1, f"{column}: nothing to sort: {kept}")
        check(kept == sorted(kept) and rising[:len(kept)] == kept, f"{column}: {rising}")
        check(falling[:len(kept)] == sorted(kept, reverse=True), f"{column}, down: {falling}")


def test_controls(browser, page):
    browser.load(page)
    rows = browser.value("""(() => {
        const input = document.querySelector('#lesson3-vecadd article.rec input.find');
        const table = input.nextElementSibling.querySelector('table');
        const shown = () => [...table.tBodies[0].rows].filter(row => !row.hidden)
            .map(row => row.textContent);
        const all = shown().length;
        input.value = 'vector4 cold';
        input.dispatchEvent(new Event('input'));
        return [all, shown()]; })()""")
    check(0 < len(rows[1]) < rows[0], "the filter shows all or nothing")
    check(all("vector4" in row and "cold" in row for row in rows[1]), "the filter lets others in")
    hidden = browser.value("""(() => {
        const boxes = [...document.querySelectorAll('.choose input')];
        boxes[0].click();
        const part = document.querySelector('#machines article');
        const gone = part.getClientRects().length === 0;
        boxes[0].click();
        return [boxes.length, gone, part.getClientRects().length > 0]; })()""")
    check(hidden[0] > 1 and hidden[1:] == [True, True], f"machines are not left out: {hidden}")
    wider = browser.value("""(() => {
        const figure = document.querySelector('figure + figure');
        const width = () => figure.getBoundingClientRect().width, before = width();
        figure.querySelector('.pic').click();
        return width() / before; })()""")
    check(wider > 1.5, f"a click makes a plot {wider} times as wide")


def test_phone(browser, page):
    browser.load(page, width=360, height=740)
    browser.value("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    width = browser.value("document.documentElement.scrollWidth")
    check(width <= 360, f"the page is {width} pixels wide on a phone of 360")
    out = browser.value("""[...document.querySelectorAll('.wide, .pic, pre, p, h2, h3')].filter(part =>
        part.getBoundingClientRect().right > 361).length""")
    check(out == 0, f"{out} parts reach out of a phone's screen")


def test_widths(browser, page):
    for scheme in ("light", "dark"):
        for width in (390, 1280, 1920):
            browser.load(page, width=width, scheme=scheme)
            lost = browser.value(LOST)
            check(lost == [], f"{width} pixels, {scheme}: {lost[:4]}")


def test_glance(browser, page):
    browser.load(page)
    badges = browser.value("""[...document.querySelectorAll('#glance .badge')].map(one => one.className)""")
    check(len(badges) > 1 and badges == sorted(badges), f"the reader's own results come behind: {badges}")
    tables = browser.value("document.querySelectorAll('#glance [data-machine] table').length")
    check(tables > 2, f"{tables} tables at a glance")
    # A ratio has a colour where it is more than noise.
    ratios = browser.value("""[...document.querySelectorAll('td.n')]
        .filter(cell => cell.textContent.endsWith('\u00d7'))
        .map(cell => [Number(cell.dataset.v), cell.matches('.p'), cell.matches('.f')])""")
    check(all(value > 1.05 for value, good, _ in ratios if good), "what is no faster is green")
    check(all(value < 0.95 for value, _, bad in ratios if bad), "what is no slower is red")
    for colour in (1, 2):
        check(any(ratio[colour] for ratio in ratios), "no ratio has a colour")
    # Each n in one way.
    sizes = browser.value("""[...document.querySelectorAll('table')].flatMap(table => {
        const heads = [...table.tHead.rows[0].cells].map(cell => cell.textContent);
        const columns = heads.flatMap((head, i) => ['n', 'at n'].includes(head) ? [i] : []);
        return [...table.tBodies[0].rows].flatMap(row => columns.map(i => row.cells[i].textContent));
    })""")
    other = {size for size in sizes if not re.fullmatch(r"\d{1,4}|[\d.]+[KMGT]i(\+\d+)?", size)}
    check(len(sizes) > 100 and not other, f"n is written as {sorted(other)[:5]}")
    text = browser.value("[...document.querySelectorAll('td, caption')].map(one => one.textContent).join()")
    longer = re.findall(r"n = \d{5,}\b", text)
    check(not longer, f"n is written as {longer[:3]}")


def test_contrast(browser, page):
    for scheme in ("light", "dark"):
        browser.load(page, scheme=scheme)
        browser.value("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        bad = browser.value(CONTRAST)
        check(bad == [], f"{scheme}: hard to read: {bad[:5]}")
        ground = browser.value("getComputedStyle(document.body).backgroundColor")
        check((ground == "rgb(255, 255, 255)") == (scheme == "light"), f"{scheme}: on {ground}")


def test_without_script(browser, page):
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.load(page)
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    shown = browser.value("""[document.querySelectorAll('thead button').length,
        document.querySelectorAll('tbody tr').length,
        document.querySelector('#lesson3-vecadd article.rec details.show table').offsetHeight,
        document.querySelector('.pic img').getBoundingClientRect().height,
        document.querySelectorAll('figure input').length]""")
    check(shown[0] == 0 and min(shown[1:]) > 0, f"without a script: {shown}")


def test_paper(browser, page):
    browser.load(page, media="print")
    shown = browser.value("""['nav', '.choose', '.find', 'details:not([open])'].filter(part =>
        [...document.querySelectorAll(part)].some(one => one.getClientRects().length > 0))""")
    check(shown == [], f"on paper there is: {shown}")
    check(browser.value("document.querySelector('.pic img').getBoundingClientRect().height") > 0,
          "no plots on paper")


def main():
    browser = program()
    if browser is None:
        print("skipped: there is no chromium")
        return 77
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = pathlib.Path(folder, "out", "report.html")
        for arguments in (
                ["run", "3", "--device", "sim", "--sizes", "33,70,4Ki", "--dtype", "f32", "--quiet"],
                ["report"]):
            subprocess.run([sys.argv[1], *arguments, "--out", page.parent], check=True,
                           stdout=subprocess.DEVNULL)
        browser = Browser(browser, folder)
        for test in (test_loading, test_links, test_sorting, test_controls, test_phone, test_widths,
                     test_glance, test_contrast, test_without_script, test_paper):
            test(browser, page)
        browser.close()
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
