"""Runs for the tests of the server, and what stands in their records."""
import array
import csv
import io
import math
import os
import signal
import struct
import subprocess

from client import PATIENCE_S, Server, need, until

HERE = os.path.dirname(os.path.abspath(__file__))
TEST = os.path.join(HERE, "..", "record", "test.tcl")


def finished(program, runs, name, *words):
    """A run that has ended, with its record and model; its id."""
    os.makedirs(runs, exist_ok=True)
    work = os.path.join(runs, "..", "work-" + name)
    os.makedirs(work, exist_ok=True)
    done = subprocess.run([program, "run", "--run", os.path.join(runs, name), "--live", TEST, *words], cwd=work, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=PATIENCE_S)
    need(done.returncode in (0, 1), "the run of", name, done.stderr[-300:])
    return name


class Live:
    """A run that goes on, in a process of its own."""

    def __init__(self, program, runs, name, options, words, script=TEST):
        self.id, self.work = name, os.path.join(runs, "..", "work-" + name)
        os.makedirs(self.work, exist_ok=True)
        os.makedirs(runs, exist_ok=True)
        self.start([program, "run", "--run", os.path.join(runs, name), "--live", *options, script, *words])

    def start(self, words):
        self.process = subprocess.Popen(words, cwd=self.work, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        start_new_session=True)

    def end(self):
        """All processes of the run: its command loops, too."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


class Resumed(Live):
    """One that was killed, taken up again; it waits for its start."""

    def __init__(self, program, runs, run):
        self.id, self.work = run.id, run.work
        self.start([program, "resume", "--live", "--hold", os.path.join(runs, run.id)])


def is_live(server, run):
    return lambda: run in server.json("/api/status")["live"]


def wait_live(server, run):
    until("run %s live" % run, is_live(server, run))


def state_of(server, run):
    return server.json("/api/runs/" + run)["status"]


def rows(server, run, table, columns):
    """Rows of the record, time first, as numbers."""
    status, _, data = server.ask("/api/runs/%s/csv?table=%s&columns=%s" % (run, table, ",".join(columns)), server.viewer)
    need(status == 200, "csv", status, data[:200])
    lines = list(csv.reader(io.StringIO(data.decode())))
    return [[float(x) for x in line] for line in lines[1:]]


def bucket(t, start, width):
    """k with start + k width <= t < start + (k+1) width."""
    k = math.floor((t - start) / width)
    while start + k * width > t:
        k -= 1
    while start + (k + 1) * width <= t:
        k += 1
    return k


def buckets(lines, start, width):
    """{k: [(lowest, highest) of each column]} of rows with their time first."""
    out = {}
    for t, *x in lines:
        k = bucket(t, start, width)
        have = out.get(k)
        # NaN is no value
        out[k] = [(v, v) for v in x] if have is None else [(lo, hi) if v != v else (v, v) if lo != lo else (min(lo, v), max(hi, v)) for (lo, hi),
                                                           v in zip(have, x)]
    return out


def doubles(data):
    x = array.array("d")
    x.frombytes(data)
    return x


class Picture:
    """What a viewer would draw of its frames."""

    def __init__(self, columns, pairs=0):
        self.columns, self.buckets, self.width, self.pairs, self.motion = columns, [{}
                                                                                    for _ in columns], [None for _ in columns], [[] for _ in range(pairs)], []

    def take(self, frame):
        kind, flags, number, n, t0, data = frame
        if kind == 1:
            width, x = struct.unpack_from("<d", data)[0], doubles(data[8:])
            if flags & 1:
                self.buckets[number].clear()
            self.width[number], first = width, round(t0 / width)
            for i in range(n):
                cell = [(x[2 * c * n + i], x[(2 * c + 1) * n + i]) for c in range(self.columns[number])]
                # an empty bucket says nothing
                if all(lo == lo for lo, _ in cell):
                    self.buckets[number][first + i] = cell
        elif kind == 4:
            if flags & 1:
                self.pairs[number].clear()
            x = doubles(data)
            self.pairs[number] += zip(x[:n], x[n:])
        elif kind == 3:
            step, elements = struct.unpack_from("<QI", data)
            self.motion.append((t0, step, array.array("f", data[16:16 + 4 * n]), elements))


__all__ = ["Live", "Picture", "Resumed", "Server", "bucket", "buckets", "doubles", "finished", "is_live", "rows", "state_of", "wait_live"]
