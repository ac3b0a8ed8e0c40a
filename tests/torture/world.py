"""What the cases of the whole program in a world that fails share: the program with and without its troubles, and how an outcome is judged."""
import csv
import os
import shutil
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TEST = os.path.join(HERE, "..", "record", "test.tcl")
HYBRID = os.path.join(HERE, "..", "realtime", "hybrid.tcl")
STEPS = "20"
POINTS = os.path.join(HERE, "..", "..", "src", "base", "fault.def")
PATIENCE_S = 120.0
MANY = 1000000000
# what no message of ours looks like
BROKEN = ("assertion failed", "Sanitizer", "runtime error:", "Segmentation")


class Fault(Exception):
    pass


def need(condition, *words):
    if not condition:
        raise Fault(" ".join(str(w) for w in words))


def points():
    """Names of base/fault.def."""
    with open(POINTS, encoding="utf-8") as f:
        return [line.split("(")[1].split(",")[0] for line in f if line.startswith("FAULT(")]


class Outcome:
    """How a run of the program ended."""

    def __init__(self, words, folder, torture=""):
        os.makedirs(folder, exist_ok=True)
        self.folder, self.torture = folder, torture
        count = os.path.join(folder, "count")
        env = dict(os.environ, TORTURE_COUNT=count)
        env.pop("TORTURE", None)
        if torture:
            env["TORTURE"] = torture
        try:
            done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env, timeout=PATIENCE_S)
        except subprocess.TimeoutExpired as e:
            raise Fault("%s: no end within %g s: %s" % (torture, PATIENCE_S, (e.stdout or b"")[-500:]))
        self.status, self.said = done.returncode, done.stdout.decode(errors="replace")
        self.calls = 0
        if os.path.exists(count):
            with open(count, encoding="utf-8") as f:
                self.calls = int(f.readline())
            os.remove(count)

    def judge(self, may=(1,)):
        """It ended by itself, in good order or with words."""
        need(self.status == 0 or self.status in may, self.torture, "status", self.status, self.said[-600:])
        need(not any(word in self.said for word in BROKEN), self.torture, self.said[-600:])
        need(self.status == 0 or any(": " in line for line in self.said.splitlines()), self.torture, "fails without a word:", self.said[-600:])
        return self


def rows_of(path):
    """Whole lines of a file; none when it is not there."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as f:
        text = f.read()
    return text.splitlines()[:text.count("\n")]


def is_near(a, b):
    """Two rows of numbers. Where an engine has found no memory another takes its place, whose last bits may differ."""
    a, b = (x.split() if isinstance(x, str) else x for x in (a, b))
    return len(a) == len(b) and all(x == y or abs(float(x) - float(y)) <= 1e-12 * max(1.0, abs(float(y))) for x, y in zip(a, b))


def is_part(part, whole):
    return len(part) <= len(whole) and all(is_near(a, b) for a, b in zip(part, whole))


def steps_of(program, run, folder):
    """Rows of the steps in a record, as tandem export reads them; None: it refuses."""
    with tempfile.TemporaryDirectory(dir=folder) as out:
        done = Outcome([program, "export", run, "-o", out, "steps"], folder).judge()
        path = os.path.join(out, "steps.csv")
        if done.status != 0:
            return None
        with open(path, encoding="utf-8", newline="") as f:
            return list(csv.reader(f))[1:]


def chosen(calls, everything, some=6, most=400):
    """Which of so many calls fail: all (of more than `most` a part that is as many), or some: the first two, the last two, and those between."""
    if calls <= (most if everything else some):
        return list(range(1, calls + 1))
    n = most if everything else some - 4
    return sorted({1, 2, calls - 1, calls} | {1 + (k * (calls - 1)) // n for k in range(1, n)})


class Test:
    """A hybrid test with a record, or the same without specimen; its result without troubles; and what may be left of it."""

    def __init__(self, program, folder, options, words, record=True):
        os.makedirs(folder, exist_ok=True)
        self.program, self.folder, self.record = program, folder, record
        self.words = [program, "run"] + (["--run", "r"] if record else []) + options + [TEST, STEPS] + words
        good = self.run("")
        need(good.status == 0, "without troubles:", good.said)
        self.rows, self.steps = rows_of(os.path.join(folder, "disp.out")), self.recorded()
        need(len(self.rows) == int(STEPS) and (not record or len(self.steps or []) == int(STEPS)), "without troubles:", len(self.rows), self.steps)

    def run(self, torture):
        shutil.rmtree(os.path.join(self.folder, "r"), ignore_errors=True)
        for name in ("disp.out", "ticks.out"):
            if os.path.exists(os.path.join(self.folder, name)):
                os.remove(os.path.join(self.folder, name))
        return Outcome(self.words, self.folder, torture)

    def recorded(self):
        """Rows of steps in the record; None: there is none that can be read."""
        if not os.path.exists(os.path.join(self.folder, "r", "record.h5")):
            return None
        return steps_of(self.program, os.path.join(self.folder, "r"), self.folder)

    def judge(self, torture, must_fail=False, may=(1,)):
        done = self.run(torture).judge(may)
        rows, steps = rows_of(os.path.join(self.folder, "disp.out")), self.recorded()
        need(is_part(rows, self.rows), torture, "other rows than without troubles:", rows[-1:])
        need(steps is None or is_part(steps, self.steps), torture, "other steps in the record than without troubles")
        if done.status == 0:
            need(not must_fail, torture, "for ever, and the run says that all is well:", done.said[-300:])
            need(len(rows) == len(self.rows) and (not self.record or len(steps or []) == len(self.steps)), torture, "all is well, they say, and", len(rows),
                 "rows,", steps and len(steps), "steps are there")
        # a record that was begun can be read: steps without one only when it could not be begun, which ends the analysis before it moves
        need(not self.record or steps is not None or not rows, torture, len(rows), "rows, and no record that can be read:", done.said[-400:])
        return done
