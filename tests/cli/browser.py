"""A real browser for the tests of pages: Chromium without a window, spoken to over its pipe (the
DevTools protocol), so that nothing but python3 and chromium is needed.
"""

import fcntl
import json
import os
import shutil
import subprocess
import sys

BROWSERS = ("chromium", "chromium-browser", "google-chrome")

# Every text that is shown, with its own colour on what lies behind it: at least 4.5 to 1.
CONTRAST = """(() => {
  const parse = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = element => {
    for (let at = element; at !== null; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const bad = new Set();
  for (const element of document.querySelectorAll('body *:not(script)')) {
    const shows = [...element.childNodes].some(n => n.nodeType === 3 && n.data.trim() !== '');
    if (!shows || element.getClientRects().length === 0) continue;
    const pair = [parse(getComputedStyle(element).color), behind(element)].map(light);
    const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    if (ratio < 4.5) bad.add(element.tagName + '.' + element.className + ' ' + ratio.toFixed(2));
  }
  return [...bad];
})()"""


def program():
    """The path of a browser, or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


class Browser:
    """A browser with one page."""

    def __init__(self, program, folder):
        inward, self.to = os.pipe()
        self.back, outward = os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (inward, outward)]

        def as_expected():
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             f"--user-data-dir={folder}/profile", "about:blank"],
            pass_fds=(3, 4), preexec_fn=as_expected, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        for end in (inward, outward, *ends):
            os.close(end)
        self.count, self.buffer, self.events, self.session = 0, b"", [], None
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"],
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")

    def message(self):
        while b"\0" not in self.buffer:
            data = os.read(self.back, 1 << 16)
            if not data:
                sys.exit("FAILED: the browser is gone")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session is not None:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        while True:
            answer = self.message()
            if answer.get("id") == self.count:
                if "error" in answer:
                    sys.exit(f"FAILED: {method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def load(self, page, width=1400, height=1000, **media):
        """Opens the page as a screen of this size does, and waits until all of it is there."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", media=media.get("media", ""), features=[
            {"name": "prefers-color-scheme", "value": media.get("scheme", "light")}])
        self.events = []
        self.call("Page.navigate", url=page.resolve().as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(self.message())

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            sys.exit(f"FAILED: {expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def complaints(self):
        """What the console has: errors of the script, and what the page may not load."""
        return [event["params"] for event in self.events
                if event["method"] in ("Runtime.exceptionThrown", "Log.entryAdded")
                or event["method"] == "Runtime.consoleAPICalled"]

    def close(self):
        self.call("Browser.close")
        self.process.wait(timeout=600)
