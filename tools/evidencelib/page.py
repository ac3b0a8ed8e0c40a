"""docs/evidence.md: the machine, a table a subject, and the pictures of studies beside the papers' numbers."""
import glob
import json
import os
import re
import shutil

import machine
from evidencelib import judge

MEASURED = "measured.jsonl"     # in the folder of the page: the results it was made of
BESIDE = "-beside.txt"          # there, behind a run's name: its numbers beside the paper's

HEAD = """# Evidence

What this program claims, where the claim is from, how it was measured, and what came out. Written by `make evidence` and never by hand; the table of
claims is in `evidence/`, what it means in the head of `tools/evidencelib/table.py`. `make evidence QUICK=1`, part of `make check`, measures the rows
whose run is marked *quick* again and fails when one of them is no longer met.

"""
VERDICTS = """
* **met**: the result is inside what is allowed.
* **not met**: it is not; the reason, and what was tried, stands in the row.
* **not measurable here**: something is missing on this machine, or a time was measured while others used it; the reason stands in the row.
* **open**: not measured yet in this state of the tree; `make evidence` goes on where it stopped.

"""


def cell(text):
    return text.replace("|", "\\|")


def how(run):
    words = run.get("how") or re.sub(r"\{(build|tandem)\}", lambda m: "build" if m.group(1) == "build" else "build/tandem", run["command"])
    words = re.sub(r" *-o \{out\}| *2>&1", "", words)
    return "`%s`" % re.sub(r"\{(\w+)\}", lambda m: m.group(1).upper(), words)


def remarks(run, result, why):
    """What stands under the verdict: why, of which commit it is where not of this one, and how busy the machine was where time counts."""
    out = [why] if why else []
    if result and result.get("older"):
        here = machine.processor()
        out.append("measured at commit %s" % result["commit"] + (" on %s" % result["machine"] if result.get("machine", here) != here else ""))
    if run and run.get("alone") and result and result.get("load") is not None:
        out.append("load %.1f, others used %.1f processors" % (result["load"], result["others"]))
    return "; ".join(out)


def subject_table(title, words, claims, runs, results, verdicts):
    lines = ["## " + title, ""] + ([words, ""] if words else [])
    lines += ["| claim | source | how measured | result | allowed | verdict |", "|---|---|---|---|---|---|"]
    for c in claims:
        run, result = runs.get(c.get("run")), results.get(c.get("run"))
        kind, found, why = verdicts[c["name"]]
        remark = remarks(run, result, why)
        quick = " (quick)" if run and run["class"] == "quick" else ""
        cells = [c["claim"], c["source"], how(run) + quick if run else "-", found or "-", judge.tolerance(c) or "-",
                 "**%s**%s" % (kind, ": " + remark if remark else "")]
        lines.append("| %s |" % " | ".join(cell(x) for x in cells))
    return lines + [""]


def beside_table(path):
    rows = judge.study_rows(path)
    lines = ["| what | here | paper or second program | allowed | source | |", "|---|---|---|---|---|---|"]
    return lines + ["| %s |" % " | ".join(cell(x) for x in r) for r in rows] + [""]


def stem(run):
    return run["name"].replace("study-", "")


def fetch(run, out, folder):
    """Copies pictures and numbers of a run that was measured here into the folder of the page."""
    for path in [p for pattern in run["pictures"].split() for p in glob.glob(os.path.join(out, pattern))]:
        shutil.copy(path, os.path.join(folder, "%s-%s" % (stem(run), os.path.basename(path))))
    beside = os.path.join(out, run.get("beside", ""), "beside.txt")
    if run.get("beside") and os.path.exists(beside):           # a study that crashed has none
        shutil.copy(beside, os.path.join(folder, stem(run) + BESIDE))


def gather(run, result, out, folder):
    """The files of a run in the folder of the page: new ones where it was measured here, those that are there where it was carried, otherwise none."""
    pattern = os.path.join(folder, glob.escape(stem(run)) + "-*")
    if not result or result.get("lacks") or os.path.isdir(out):
        for path in glob.glob(pattern):
            os.remove(path)
    if result and not result.get("lacks") and os.path.isdir(out):
        fetch(run, out, folder)
    return sorted(os.path.basename(p) for p in glob.glob(pattern))


def pictures(run, files, folder):
    """The lines that show a run's pictures, with the numbers beside."""
    shown = [name for name in files if not name.endswith(BESIDE)]
    lines = ["### %s" % (run.get("beside") or run["name"]).replace("_", " "), ""] if files else []
    for name in shown:
        lines += ["![%s](evidence/%s)" % (os.path.splitext(name)[0], name), ""]
    return lines + (beside_table(os.path.join(folder, stem(run) + BESIDE)) if len(shown) < len(files) else [])


def folder_of(path):
    return os.path.join(os.path.dirname(path), "evidence")


def carried(path):
    """What the page of this path was made of: run -> result without what it said, for a tree that measured nothing of it itself."""
    try:
        with open(os.path.join(folder_of(path), MEASURED), encoding="utf-8") as f:
            rows = [json.loads(line) for line in f]
    except FileNotFoundError:
        return {}
    return {r["run"]: r for r in rows}


def head(results, verdicts, commit, program):
    times = sorted(r["when"] for r in results.values() if r and r.get("when"))
    count = {kind: sum(1 for v in verdicts.values() if v[0] == kind) for kind in (judge.MET, judge.NOT_MET, judge.CANNOT, judge.OPEN)}
    rows = machine.rows() + [("version", machine.asked([program, "--version"], "unknown").split("\n")[0]), ("commit", commit),
                        ("measured", "%s to %s" % (times[0], times[-1]) if times else "nothing yet"),
                        ("of older commits", "%d of %d runs, named in their rows" % (sum(1 for r in results.values() if r and r.get("older")),
                                                                                      sum(1 for r in results.values() if r))),
                        ("runs took", "%.0f min, two at a time" % (sum(r["seconds"] for r in results.values() if r and r.get("seconds")) / 60.0))]
    lines = ["| | |", "|---|---|"] + ["| %s | %s |" % (k, cell(v)) for k, v in rows]
    lines += ["", "| claims | met | not met | not measurable here | open |", "|---|---|---|---|---|",
              "| %d | %d | %d | %d | %d |" % (len(verdicts), count[judge.MET], count[judge.NOT_MET], count[judge.CANNOT], count[judge.OPEN])]
    return "\n".join(lines) + "\n"


def keep(path, results):
    """A line a run, without what it said: what the page says of it can be said again elsewhere."""
    with open(path, "w", encoding="utf-8") as f:
        for name in sorted(results):
            if results[name]:
                json.dump({k: v for k, v in results[name].items() if k not in ("said", "older")}, f, sort_keys=True)
                f.write("\n")


def write(path, runs, subjects, results, verdicts, out_of, commit, program):
    """The page, and in a folder beside it its pictures and what it was made of."""
    folder = folder_of(path)
    os.makedirs(folder, exist_ok=True)
    lines = []
    for title, words, claims in subjects:
        lines += subject_table(title, words, claims, runs, results, verdicts)
    files = {name: gather(run, results.get(name), out_of(name), folder) for name, run in runs.items() if run.get("pictures")}
    for strange in set(os.listdir(folder)).difference(*files.values()):
        os.remove(os.path.join(folder, strange))
    shown = [line for name in files for line in pictures(runs[name], files[name], folder)]
    if shown:
        lines += ["## Pictures beside the papers' numbers", ""] + shown
    keep(os.path.join(folder, MEASURED), results)
    with open(path, "w", encoding="utf-8") as f:
        f.write(HEAD + head(results, verdicts, commit, program) + VERDICTS + "\n".join(lines).rstrip("\n") + "\n")
