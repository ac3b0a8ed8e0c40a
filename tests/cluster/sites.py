"""A rank dies in a test whose specimens are at sites elsewhere: before the next step is proposed to them, and after one has accepted it."""
import glob
import os
import signal
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "network"))
from bed import Fault, Site, need

HEAD, TARGET = struct.Struct("<4sHHIIQQ"), 2        # docs/wire.md, Journals
FIRST, MORE = 30, 20


def touch(path):
    with open(path, "w", encoding="utf-8"):
        pass


def last_record(path):
    """Type of the last whole record of a journal."""
    with open(path, "rb") as f:
        data = f.read()
    at = kind = 0
    while at + HEAD.size <= len(data):
        _, found, _, length, *_ = HEAD.unpack_from(data, at)
        at += HEAD.size + length + 4
        kind = found if at <= len(data) else kind
    return kind


class Test:
    """Two sites, and the program on two ranks; Run: of tests/cluster/run."""

    def __init__(self, program, Run, folder):
        self.program, self.Run, self.folder = program, Run, folder
        os.makedirs(folder)
        self.sites = [Site(program, folder, name) for name in ("east", "west")]

    def begin(self):
        words = ["run", "--run", "run", os.path.join(HERE, "sites.tcl"), "%d %d" % (FIRST, MORE)] + [s.words("-propose") for s in self.sites]
        return self.Run(self.folder, 2, words)

    def rows(self):
        with open(os.path.join(self.folder, "disp.out"), encoding="utf-8") as f:
            return f.read().splitlines()

    def whole(self):
        """Nothing happens to it."""
        run = self.begin()
        touch(os.path.join(self.folder, "go"))
        need(run.end() == 0, "status", run.process.returncode, run.said()[-600:])
        need(all(s.end() == 0 for s in self.sites), "a site:", self.sites[0].said()[-400:])
        need(len(self.rows()) == FIRST + MORE, "rows:", len(self.rows()))
        return self.rows()

    def between(self, run):
        run.wait_for(lambda: os.path.exists(os.path.join(self.folder, "between")) or run.process.poll() is not None, "a moment between two steps")
        need(run.process.poll() is None, "it ended early:", run.said()[-600:])

    def proposed(self, run):
        """East answers no more: the next step is proposed to both and accepted by west, and nobody has measured."""
        os.kill(self.sites[0].process.pid, signal.SIGSTOP)
        touch(os.path.join(self.folder, "go"))
        theirs, = glob.glob(os.path.join(self.folder, "journal-west", "*.journal"))
        run.wait_for(lambda: last_record(theirs) == TARGET, "a step that west has accepted")

    def left(self, run, rank):
        """The run ends by the death of the rank; the sites are left as they stand, neither tripped nor at the end of their run."""
        need(run.end() != 0, "mpirun ended well")
        need("rank 1 of 2 (process %d on " % rank in run.said() and "tandem resume goes on" in run.said(), "said:", run.said()[-800:])
        for s in self.sites:
            s.wait_for("is lost; the rig does what its controller says")
            need("has ended" not in s.said() and "rest: " not in s.said(), "the site:", s.said()[-500:])

    def go_on(self):
        again = self.Run(self.folder, 2, ["resume", "run"])
        need(again.end() == 0, "resumed: status", again.process.returncode, again.said()[-800:])
        need(all(s.end() == 0 for s in self.sites), "a site:", self.sites[0].said()[-400:])

    def end(self):
        for s in self.sites:
            s.__exit__()


def check(program, Run, folder, after):
    """The rank dies between two steps, or (after) when the next one was proposed; taken up again, the test ends with the bits of one that nothing
    happened to."""
    tests = [Test(program, Run, os.path.join(folder, name)) for name in ("whole", "cut")]
    try:
        wanted, cut = tests[0].whole(), tests[1]
        run = cut.begin()
        cut.between(run)
        if after:
            cut.proposed(run)
        rank = run.ranks()[1]
        os.kill(rank, signal.SIGKILL)
        if after:
            os.kill(cut.sites[0].process.pid, signal.SIGCONT)
        else:
            touch(os.path.join(cut.folder, "go"))
        cut.left(run, rank)
        cut.go_on()
        need(cut.rows() == wanted, "another result than without the death of a rank")
    finally:
        for t in tests:
            t.end()
