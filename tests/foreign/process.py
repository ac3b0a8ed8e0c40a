"""A process of the program, and when it listens."""
import os
import re
import socket
import subprocess
import time

from replay import PATIENCE_S, Fault, need


class Run:
    """A process of the program in a folder of its own."""

    def __init__(self, program, work, name, script, words=(), env=None):
        self.folder = os.path.join(work, name)
        os.makedirs(self.folder, exist_ok=True)
        self.path = os.path.join(self.folder, "err.txt")
        self.err = open(self.path, "w", encoding="utf-8")
        self.out = open(os.path.join(self.folder, "out.txt"), "w", encoding="utf-8")
        if not os.path.exists(script):
            text, script = script, os.path.join(self.folder, name + ".tcl")
            with open(script, "w", encoding="utf-8") as f:
                f.write(text)
        self.process = subprocess.Popen([program, "run", script] + [str(w) for w in words], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=self.out,
                                        stderr=self.err, env=dict(os.environ, **(env or {})))

    def said(self):
        with open(self.path, encoding="utf-8") as f:
            return f.read()

    def wait_for(self, text):
        end = time.monotonic() + PATIENCE_S
        while not re.search(text, self.said()):
            need(time.monotonic() < end, "never said:", text, "but:", self.said()[-300:])
            time.sleep(0.01)

    def end(self, status=0):
        try:
            code = self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Fault("it does not end: " + self.said()[-300:])
        need(status is None or code == status, "status", code, "instead of", status, ":", self.said()[-400:])
        return code

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def numbers(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as f:
            return [[float(x) for x in line.split()] for line in f]


def wait_bound(port, run):
    """Until a UDP port is taken."""
    end = time.monotonic() + PATIENCE_S
    while True:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
            try:
                s.bind(("127.0.0.1", port))
            except OSError:
                return
        need(time.monotonic() < end and run.process.poll() is None, "port", port, "is never taken:", run.said()[-300:])
        time.sleep(0.02)
