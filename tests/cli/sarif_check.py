"""Holds a log against what SARIF 2.1.0 requires of the members that gridstride writes. The schema of
OASIS is not kept here; this says the same of these members, in our words."""
import re
from urllib.parse import unquote, urlparse

LEVELS = ("none", "note", "warning", "error")


def need(condition, what):
    if not condition:
        raise ValueError(what)


def members(value, what, required, optional=()):
    """An object that has these members and no others."""
    need(isinstance(value, dict), f"{what} is no object")
    for name in required:
        need(name in value, f"{what} has no {name}")
    for name in value:
        need(name in required or name in optional, f"{what} has {name}, which nothing here knows")


def text(value, what):
    need(isinstance(value, str) and value != "", f"{what} is no text")


def whole(value, least, what):
    need(isinstance(value, int) and not isinstance(value, bool) and value >= least, f"{what} is {value!r}")


def message(value, what):
    members(value, what, ("text",))
    text(value["text"], what)


def uri(value, what):
    text(value, what)
    need(re.fullmatch(r"(?:[A-Za-z0-9\-._~/!$&'()*+,;=:@]|%[0-9A-F]{2})+", value), f"{what} is no URI: {value}")


def physical(value, what):
    members(value, what, ("artifactLocation",), ("region",))
    place = value["artifactLocation"]
    members(place, what, ("uri",), ("uriBaseId",))
    uri(place["uri"], what)
    need(("uriBaseId" in place) != place["uri"].startswith("file:///"), f"{what}: relative or absolute?")
    if "region" not in value:
        return
    region = value["region"]
    members(region, what, ("startLine", "startColumn"), ("endColumn", "snippet"))
    whole(region["startLine"], 1, what)
    whole(region["startColumn"], 1, what)
    if "endColumn" in region:
        whole(region["endColumn"], region["startColumn"], what)
    if "snippet" in region:
        members(region["snippet"], what, ("text",))
        need(len(region["snippet"]["text"]) == region["endColumn"] - region["startColumn"], f"{what}: snippet")


def result(value, rules):
    members(value, "result", ("ruleId", "ruleIndex", "level", "message"), ("locations", "relatedLocations"))
    text(value["ruleId"], "ruleId")
    whole(value["ruleIndex"], 0, "ruleIndex")
    need(rules[value["ruleIndex"]]["id"] == value["ruleId"], "ruleIndex names another rule")
    need(value["level"] in LEVELS, f"level {value['level']}")
    message(value["message"], "message")
    for location in value.get("locations", []):
        members(location, "location", ("physicalLocation",))
        physical(location["physicalLocation"], "location")
    for location in value.get("relatedLocations", []):
        members(location, "relatedLocation", ("physicalLocation", "id", "message"))
        whole(location["id"], 0, "id")
        message(location["message"], "message of a related location")
        physical(location["physicalLocation"], "relatedLocation")


def invocation(value):
    members(value, "invocation", ("executionSuccessful", "arguments", "exitCode"), ("toolExecutionNotifications",))
    need(isinstance(value["executionSuccessful"], bool), "executionSuccessful")
    whole(value["exitCode"], 0, "exitCode")
    need(all(isinstance(word, str) for word in value["arguments"]), "arguments")
    for note in value.get("toolExecutionNotifications", []):
        members(note, "notification", ("message",), ("level",))
        message(note["message"], "notification")


def check(log):
    """Raises ValueError where the log is not as it must be; gives the one run's results."""
    members(log, "log", ("version", "runs"), ("$schema",))
    need(log["version"] == "2.1.0", "version")
    uri(log["$schema"], "$schema")
    need(len(log["runs"]) == 1, "runs")
    run = log["runs"][0]
    members(run, "run", ("tool", "invocations", "columnKind", "results", "originalUriBaseIds"))
    members(run["tool"], "tool", ("driver",))
    driver = run["tool"]["driver"]
    members(driver, "driver", ("name", "version", "rules"))
    text(driver["name"], "name")
    need(re.fullmatch(r"\d+\.\d+\.\d+", driver["version"]), "version of the tool")
    for rule in driver["rules"]:
        members(rule, "rule", ("id", "shortDescription"))
        text(rule["id"], "id")
        message(rule["shortDescription"], "shortDescription")
    need(len({rule["id"] for rule in driver["rules"]}) == len(driver["rules"]), "a rule stands twice")
    need(run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints"), "columnKind")
    for base in run["originalUriBaseIds"].values():
        members(base, "base", ("uri",))
        uri(base["uri"], "base")
        need(base["uri"].startswith("file:///") and base["uri"].endswith("/"), "base is no folder")
    for one in run["invocations"]:
        invocation(one)
    for one in run["results"]:
        result(one, driver["rules"])
    return run["results"]


def place(one):
    """The path and line of a result; line 0: none."""
    location = one["locations"][0]["physicalLocation"]
    where = location["artifactLocation"]["uri"]
    path = unquote(urlparse(where).path if where.startswith("file:") else where)
    return path, location.get("region", {}).get("startLine", 0)
