"""The tables of evidence/: runs.ini (commands that measure) and one file a subject (claims). Read whole, with every mistake named.

A run:    command = shell line, with {build} {tandem} {records} {wire} {corpus} {out};  class = quick | long;  seconds = what it takes on two cores
          limit = when it is stopped (10 x seconds, at least 300);  alone = yes: a measurement of time, nothing runs beside it;  needs = names of NEEDS
          pictures = files of {out} for the page;  beside = a study whose numbers stand on the page
          status = any: its numbers count also when it fails
A claim:  claim, source, run, read, and what is allowed: want + within (absolute, 1%, or digits: half of the last one printed), below, above, or equal
          values = how many there must be;  unit;  reason = why it is not met and what was tried;  cannot = why it is not measured here (then no run)
          note = what else is to be known
read:     evidence (default), evidence NAME: lines "evidence: NAME number" of the run, the claim's own name where there is none;  line REGEX: its groups, every
          match;  ratio REGEX: first group over second;  json KEY where NAME=VALUE ...: JSON lines
          passed: "N passed, M failed";  case NAME ...: cases of a test program;  study NAME: every judged number of a study
"""
import configparser
import glob
import os

RUN_WORDS = {"command", "class", "seconds", "limit", "alone", "needs", "pictures", "beside", "how", "status"}
CLAIM_WORDS = {"claim", "source", "run", "read", "want", "within", "below", "above", "equal", "values", "unit", "reason", "cannot", "note"}
READS = ("evidence", "line", "ratio", "json", "passed", "case", "study")


class Mistake(Exception):
    """Something in a table; the message has file and section."""


def sections(path):
    words = configparser.ConfigParser(interpolation=None, delimiters=("=",), comment_prefixes=("#",), inline_comment_prefixes=None, empty_lines_in_values=False)
    words.optionxform = str
    try:
        with open(path, encoding="utf-8") as f:
            words.read_file(f)
    except (OSError, configparser.Error) as e:
        raise Mistake("%s: %s" % (path, e))
    return [(name, {k: " ".join(v.split()) for k, v in words[name].items()}) for name in words.sections()]


def unknown(path, name, row, allowed):
    strange = sorted(set(row) - allowed)
    if strange:
        raise Mistake("%s [%s]: unknown word %s (allowed: %s)" % (path, name, strange[0], ", ".join(sorted(allowed))))


def run_row(path, name, row, needs):
    unknown(path, name, row, RUN_WORDS)
    if not row.get("command") or row.get("class") not in ("quick", "long"):
        raise Mistake("%s [%s]: needs a command and class = quick or long" % (path, name))
    strange = [n for n in row.get("needs", "").split() if n not in needs]
    if strange:
        raise Mistake("%s [%s]: needs %s, which is unknown (known: %s)" % (path, name, strange[0], ", ".join(sorted(needs))))
    try:
        row["seconds"] = float(row.get("seconds", ""))
        row["limit"] = float(row.get("limit", max(300.0, 10.0 * row["seconds"])))
    except ValueError:
        raise Mistake("%s [%s]: seconds and limit are numbers" % (path, name))
    if row.get("status", "any") != "any":
        raise Mistake("%s [%s]: status = any, or nothing" % (path, name))
    if row["class"] == "quick" and row.get("alone"):
        raise Mistake("%s [%s]: times are not measured in the quick class" % (path, name))
    return dict(row, name=name)


def judged(row):
    """What the values are held to: the words of the row that say so."""
    return [w for w in ("want", "below", "above", "equal") if w in row]


def claim_row(path, name, row, runs):
    unknown(path, name, row, CLAIM_WORDS)
    row = dict({"read": "evidence", "unit": "", "reason": "", "note": ""}, **row)
    if not row.get("claim") or not row.get("source"):
        raise Mistake("%s [%s]: claim and source are missing" % (path, name))
    if "cannot" in row:
        return dict(row, name=name)
    if row.get("run") not in runs:
        raise Mistake("%s [%s]: run = %s is not in runs.ini" % (path, name, row.get("run")))
    kind = row["read"].split(" ", 1)[0]
    if kind not in READS:
        raise Mistake("%s [%s]: read = %s is unknown (known: %s)" % (path, name, kind, ", ".join(READS)))
    if kind in ("evidence", "line", "ratio", "json") and (not judged(row) or ("want" in row) != ("within" in row)):
        raise Mistake("%s [%s]: what is allowed? want and within, below, above, or equal" % (path, name))
    if not row.get("values", "1").isdigit():
        raise Mistake("%s [%s]: values is a number of values" % (path, name))
    return dict(row, name=name)


def read(folder, needs):
    """Runs by name, and subjects as (title, words, claims)."""
    path = os.path.join(folder, "runs.ini")
    runs = {name: run_row(path, name, row, needs) for name, row in sections(path)}
    subjects, seen, used = [], set(), set()
    for path in sorted(glob.glob(os.path.join(folder, "*.ini"))):
        if os.path.basename(path) == "runs.ini":
            continue
        rows = sections(path)
        if not rows or rows[0][0] != "subject" or not rows[0][1].get("title"):
            raise Mistake("%s: begins with [subject] and its title" % path)
        claims = [claim_row(path, name, row, runs) for name, row in rows[1:]]
        for c in claims:
            if c["name"] in seen:
                raise Mistake("%s [%s]: there are two" % (path, c["name"]))
            seen.add(c["name"])
            used.add(c.get("run"))
        subjects.append((rows[0][1]["title"], rows[0][1].get("words", ""), claims))
    idle = sorted(set(runs) - used)
    if idle:
        raise Mistake("%s/runs.ini [%s]: no claim reads it" % (folder, idle[0]))
    return runs, subjects
