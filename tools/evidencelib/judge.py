"""Numbers out of what a run said, and what they are worth: met, not met, not measurable here, open (not measured yet)."""
import json
import os
import re

MET, NOT_MET, CANNOT, OPEN = "met", "not met", "not measurable here", "open"
BUSY = 0.25        # processors that others used while a time was measured: above, a time that is too long says nothing
SHOWN = 6          # so many values are printed one by one


def numbers(text):
    return [float(x) for x in re.findall(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", text)]


def json_rows(said, where):
    rows = []
    for line in said.splitlines():
        if line.startswith("{"):
            try:
                rows.append(json.loads(line))
            except ValueError:
                pass
    wanted = dict(w.split("=", 1) for w in re.findall(r'[\w.]+=(?:"[^"]*"|\S+)', where))
    return [r for r in rows if all(str(r.get(k)) == v.strip('"') for k, v in wanted.items())]


def inside(row, key):
    for part in key.split("."):
        row = row.get(part) if isinstance(row, dict) else None
    return row


def study_rows(path):
    """what, here, there, allowed, source, verdict of a study's beside.txt: two blanks apart at least (src/study/study.tcl)."""
    try:
        with open(path, encoding="utf-8") as f:
            lines = [l.rstrip("\n") for l in f if l.strip() and not l.startswith("#")]
    except OSError:
        return []
    return [tuple((re.split(r"\s{2,}", l.strip()) + [""] * 6)[:6]) for l in lines]


def values_of(claim, said):
    """The numbers that a claim reads; [] when there are none."""
    kind, _, rest = claim["read"].partition(" ")
    if kind == "evidence":
        found = re.findall(r"evidence: %s (\S+)$" % re.escape(rest or claim["name"]), said, re.M)
        return [float(x) for x in found]
    if kind == "line":
        return [float(x) for m in re.finditer(rest, said, re.M) for x in m.groups() if x is not None]
    if kind == "ratio":
        return [float(m.group(1)) / float(m.group(2)) for m in re.finditer(rest, said, re.M)]
    key, _, where = rest.partition(" where ")
    return [float(v) for v in (inside(r, key) for r in json_rows(said, where)) if isinstance(v, (int, float)) and not isinstance(v, bool)]


def half_digit(text):
    """Half a unit of the last digit that a number has as it is printed."""
    body, _, power = text.lower().partition("e")
    return 0.5 * 10.0 ** (int(power or 0) - (len(body.split(".")[1]) if "." in body else 0))


def allowance(within, text):
    if within == "digits":
        return half_digit(text) * (1.0 + 1e-9)
    if within.endswith("%"):
        return 0.01 * float(within[:-1]) * abs(float(text))
    return float(within)


def digits(texts):
    """One more than the longest of these numbers has, and four at least."""
    return max([4] + [1 + len(re.sub(r"[eE].*|[-+.]", "", t).lstrip("0")) for t in texts])


def show(values, unit, wanted=()):
    text = ", ".join("%d" % v if abs(v) < 1e15 and v == int(v) else "%.*g" % (digits(wanted), v) for v in values)
    return text + (" " + unit if unit else "")


def against_wanted(claim, values):
    want = claim["want"].split()
    if len(values) != len(want):
        return False, "%d values where %d are wanted: %s" % (len(values), len(want), show(values[:SHOWN], ""))
    off = [abs(v - float(w)) for v, w in zip(values, want)]
    ok = all(d <= allowance(claim["within"], w) for d, w in zip(off, want))
    if len(values) <= SHOWN:
        return ok, show(values, claim["unit"], want)
    worst = max(range(len(off)), key=lambda i: off[i] / max(allowance(claim["within"], want[i]), 1e-300))
    return ok, "%d values, the worst %s beside %s" % (len(values), show([values[worst]], "", want), " ".join((want[worst], claim["unit"])).strip())


def against_bound(claim, values):
    if "equal" in claim:
        want = numbers(claim["equal"])
        return values == want * (len(values) // len(want) or 1), show(values[:SHOWN], claim["unit"])
    ok = all(v < float(claim["below"]) for v in values) if "below" in claim else True
    ok = ok and (all(v > float(claim["above"]) for v in values) if "above" in claim else True)
    if len(values) <= SHOWN:
        return ok, show(values, claim["unit"])
    worst = max(values) if "below" in claim else min(values)
    return ok, "%d values, the worst %s" % (len(values), show([worst], claim["unit"]))


def tolerance(claim):
    """The column of what is allowed, in words."""
    kind = claim["read"].split(" ", 1)[0]
    if "want" in claim:
        want = claim["want"].split()
        shown = " ".join(want) if len(want) <= 10 else "%s ... %s" % (" ".join(want[:3]), want[-1])
        how = {"digits": "half the last digit"}.get(claim["within"], "±" + claim["within"])
        return "%s (%s)" % (shown, how)
    bounds = [text % claim[w] for w, text in (("below", "< %s"), ("above", "> %s"), ("equal", "%s")) if w in claim]
    if bounds:
        return " and ".join(bounds)
    return {"passed": "none fails", "case": "the case passes", "study": "as the study prints"}.get(kind, "")


def count_passed(said, status):
    """The sum that a suite prints, or the cases of a test program; and how many it left out, because something is not here."""
    sums = re.findall(r"(\d+) (?:\w+ )?passed, (\d+) failed", said)
    cases = re.findall(r"^(not )?ok \d+\b(?! *# SKIP)", said, re.M)
    if not sums and not cases:
        return None, ""
    good, bad = (int(sums[-1][0]), int(sums[-1][1])) if sums else (cases.count(""), len(cases) - cases.count(""))
    left_out = len(re.findall(r"^(?:not )?ok \d+ *# SKIP|^left out: ", said, re.M))
    return bad == 0 and good > 0 and status == 0, "%d passed, %d failed" % (good, bad) + (", %d left out" % left_out if left_out else "")


def judge_kind(claim, said, status, out):
    """(ok, what was found); ok None: nothing was found."""
    kind, _, rest = claim["read"].partition(" ")
    if kind == "passed":
        return count_passed(said, status)
    if kind == "case":
        found = re.findall(r"^(not )?ok \d+ (?:# SKIP|- )? *(.*)$", said, re.M)
        names = rest.split()
        good = [n for n in names if any(n == words.strip() and not bad for bad, words in found)]
        skipped = [n for n in names if re.search(r"ok \d+ # SKIP %s\b" % re.escape(n), said)]
        if skipped:
            return None, "left out: %s" % ", ".join(skipped)
        missing = [n for n in names if n not in good]
        return not missing, "%d of %d cases passed%s" % (len(good), len(names), ": not " + ", ".join(missing) if missing else "")
    if kind == "study":
        rows = [r for r in study_rows(os.path.join(out, rest, "beside.txt")) if r[5] in ("agrees", "DIFFERS")]
        bad = [r[0] for r in rows if r[5] == "DIFFERS"]
        return (not bad and status == 0, "%d of %d numbers agree" % (len(rows) - len(bad), len(rows))) if rows else (None, "")
    values = values_of(claim, said)
    if not values:
        return None, ""
    if len(values) != int(claim.get("values", len(values))):
        return False, "%d values where %s are wanted: %s" % (len(values), claim["values"], show(values[:SHOWN], claim["unit"]))
    return against_wanted(claim, values) if "want" in claim else against_bound(claim, values)


def busy(result):
    return result.get("others") is not None and result["others"] > BUSY


def read(claim, run, result, out):
    """What a claim finds in what its run said: [what was allowed then, ok (None: nothing was found), words]. A run that ended badly did not hold what it
    asserts, and what it printed before is no evidence; only cases are judged one by one, and "status = any" takes numbers that failures leave as they are."""
    ok, found = judge_kind(claim, result["said"], result["status"], out)
    if isinstance(result["status"], str) or not 0 <= result["status"] < 128:
        ok, found = False, "; ".join(x for x in (found, "the run crashed or had no end: %s" % result["status"]) if x)
    elif ok and result["status"] and not claim["read"].startswith("case ") and run.get("status") != "any":
        ok, found = False, "%s; but the run failed, status %s" % (found, result["status"])
    return [tolerance(claim), ok, found]


def verdict(claim, run, result):
    """verdict, what was found, why (where it is not met or not measurable); the result has "found", a row of `read` for each of its claims."""
    if "cannot" in claim:
        return CANNOT, "", claim["cannot"]
    row = result["found"].get(claim["name"]) if result and not result.get("lacks") else None
    if result and result.get("lacks"):
        return CANNOT, "", result["lacks"]
    if row is None or row[0] != tolerance(claim):
        return OPEN, "", "not measured yet: make evidence goes on with it"
    _, ok, found = row
    if ok is None:
        why = found or "the run said nothing about it (status %s)" % result["status"]
        return NOT_MET, "", "; ".join(x for x in (claim["reason"], why) if x) if claim["reason"] else ""
    if ok:
        return MET, found, claim["note"]
    if run.get("alone") and busy(result):
        return CANNOT, found, claim["reason"] or "the machine was busy; make evidence measures it again"
    return NOT_MET, found, claim["reason"]
