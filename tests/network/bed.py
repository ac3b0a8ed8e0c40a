"""What the cases of tests with sites in processes of their own share: processes, sites, coordinators, certificates, results."""
import os
import re
import resource
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TEST, SITE = os.path.join(HERE, "test.tcl"), os.path.join(HERE, "site.tcl")
PATIENCE_S = 120.0
STEPS = 200


class Fault(Exception):
    pass


def need(condition, *words):
    if not condition:
        raise Fault(" ".join(str(w) for w in words))


class Process:
    """A process whose output goes to a file; ended when it is left. most: bytes that its files can have, as on a disk that is full."""

    def __init__(self, words, folder, name, most=None):
        os.makedirs(folder, exist_ok=True)
        self.path = os.path.join(folder, name + ".txt")
        limit = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))) if most else None
        self.process = subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=open(self.path, "a"), stderr=subprocess.STDOUT,
                                        preexec_fn=limit)

    def said(self):
        with open(self.path, encoding="utf-8", errors="replace") as f:
            return f.read()

    def wait_for(self, pattern, times=1):
        end = time.monotonic() + PATIENCE_S
        while True:
            found = re.findall(pattern, self.said())
            if len(found) >= times:
                return found[-1]
            need(time.monotonic() < end and self.process.poll() is None, "never said:", pattern, "but:", self.said()[-500:])
            time.sleep(0.005)

    def end(self):
        try:
            return self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Fault("no end within %g s: %s" % (PATIENCE_S, self.said()[-500:]))

    def kill(self):
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *why):
        if self.process.poll() is None:
            self.kill()


class Site(Process):
    """tandem site; restarted with the same journals and port when it is made again in the same folder."""

    def __init__(self, program, folder, name, port=0, options=(), script=SITE, before=(), most=None):
        self.ready = 0
        file = name.replace("/", "_")
        path = os.path.join(folder, file + ".txt")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                self.ready = len(re.findall(r": ready, port", f.read()))
        super().__init__([program, "site"] + list(before) + [script, "-name", name, "-port", str(port), "-journal", os.path.join(folder, "journal-" + file)]
                         + list(options), folder, file, most)
        self.name = name
        self.port = int(self.wait_for(r": ready, port (\d+)", self.ready + 1))

    def words(self, *options):
        return " ".join(["localhost", str(self.port), "{%s}" % self.name] + list(options))


def coordinator(program, folder, sites, run=None, script=TEST, steps=STEPS):
    words = [program, "run"] + (["--run", run] if run else []) + [script, str(steps)] + list(sites)
    return Process(words, folder, "coordinator")


def rows(folder):
    with open(os.path.join(folder, "disp.out"), encoding="utf-8") as f:
        return [line for line in f]


def local(program, folder, n, script=TEST, words=(), steps=STEPS):
    with coordinator(program, os.path.join(folder, "local"), ["local"] * n + list(words), script=script, steps=steps) as c:
        need(c.end() == 0, "local:", c.said())
    return rows(os.path.join(folder, "local"))


def papers(program, folder, *words):
    """Certificates of one authority for these names; more of them when it is there already."""
    with Process([program, "site", "keygen", os.path.join(folder, "papers")] + list(words), folder, "keygen") as p:
        need(p.end() == 0, p.said())
    return os.path.join(folder, "papers")


def shown(folder, name):
    return ["-cert", os.path.join(folder, name + ".crt"), "-key", os.path.join(folder, name + ".key"), "-ca", os.path.join(folder, "ca.crt")]
