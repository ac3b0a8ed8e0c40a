"""Tests that are started from the page: run, rehearsed, checked; what they print; how many there may be."""
import os

from bed import Server, state_of
from client import need, until

SMALL = """model basic -ndm 1 -ndf 1
node 1 0
node 2 0 -mass 1.0
fix 1 1
uniaxialMaterial Elastic 1 100.0
element zeroLength 1 1 2 -mat 1 -dir 1
timeSeries Sine 1 0.0 10.0 0.5
pattern UniformExcitation 1 1 -accel 1
algorithm Linear
integrator Newmark 0.5 0.25
analysis Transient
puts "ready: $argv"
analyze 100 0.01
"""


def ended(server, run):
    return until("the end of " + run, lambda: (lambda l: l if l["status"] is not None else None)(server.json("/api/tests/%s/log" % run)))


def case_tests(program, folder):
    server = Server(program, os.path.join(folder, "runs"))
    try:
        post = lambda status=201, **body: server.post("/api/tests", body, status=status)
        run = post(name="small", script=SMALL, words=["a", "b c"], pace="max")["id"]
        need(run.endswith("-small"), run)
        log = ended(server, run)
        need(log["status"] == 0 and "ready: a {b c}" in log["text"] and not log["running"], log)
        need(server.json("/api/tests/%s/log?from=%d" % (run, log["next"]))["text"] == "", "the log from its end")
        need(state_of(server, run) == "complete" and server.json("/api/runs/" + run)["steps"] == 100, "its record")
        need({"small.tcl", "output.log", "record.h5"} <= {f["name"] for f in server.json("/api/runs/%s/files" % run)}, "its folder")
        run = post(name="broken", script=SMALL + "analyse 3\n", pace="max")["id"]
        log = ended(server, run)
        need(log["status"] == 1 and "broken.tcl:14" in log["text"] and "analyse" in log["text"], log)
        # before anything moves
        good = post(200, name="small", script=SMALL, mode="check")
        need(good["ok"] and "100 steps of 0.01" in good["text"], good)
        bad = post(200, name="small", script=SMALL.replace("100.0", "soft"), mode="check")
        need(not bad["ok"] and "small.tcl:5" in bad["text"] and "soft" in bad["text"], bad)
        rehearsed = post(200, example="two_columns", mode="rehearse")
        need(rehearsed["ok"] and "go" in rehearsed["text"].lower(), rehearsed)
        run = post(example="two_columns", pace="max")["id"]
        need(run.endswith("-two_columns") and ended(server, run)["status"] == 0, "an example")
        need(server.post("/api/tests", {"example": "none"}, status=404)["error"], "an example that is not there")
        left = [n for n in os.listdir(server.runs) if n.startswith(".work") or n.endswith("-none")]
        need(left == [], "folders of work, or of a test that never was, stay behind:", left)
    finally:
        server.end()


def case_many(program, folder):
    """Eight at a time; one that ends makes room; the end of the server ends none of them."""
    server = Server(program, os.path.join(folder, "runs"))
    ids = []
    try:
        for i in range(8):
            ids.append(server.post("/api/tests", {"name": "t%d" % i, "script": SMALL, "mode": "hold", "pace": "max"}, status=201)["id"])
        need("8 tests" in server.post("/api/tests", {"script": SMALL}, status=503)["error"], "the ninth")
        until("all hold", lambda: all(state_of(server, i) == "holding" for i in ids))
        server.post("/api/runs/%s/do" % ids[0], {"do": "start"})
        ended(server, ids[0])
        ids.append(server.post("/api/tests", {"name": "t8", "script": SMALL, "mode": "hold", "pace": "max"}, status=201)["id"])
        until("the new one holds", lambda: state_of(server, ids[8]) == "holding")
        server.end()
        server = Server(program, os.path.join(folder, "runs"))
        until("all are found again", lambda: set(server.json("/api/status")["live"]) == set(ids[1:]))
        for i in ids[1:]:
            server.post("/api/runs/%s/do" % i, {"do": "start"})
        until("all end", lambda: all(state_of(server, i) == "complete" for i in ids))
    finally:
        for i in ids:
            if i in server.json("/api/status")["live"]:
                server.post("/api/runs/%s/do" % i, {"do": "stop"})
        server.end()


def case_outlived(program, folder):
    """A test that goes on while more are started and end than the server remembers: its end is seen all the same, and its place is free again."""
    server = Server(program, os.path.join(folder, "runs"))
    try:
        post = lambda **body: server.post("/api/tests", body, status=201)["id"]
        long = post(name="long", script=SMALL, mode="hold", pace="max")
        until("it holds", lambda: state_of(server, long) == "holding")
        for _ in range(66):
            ended(server, post(name="short", script="puts short\n", pace="max"))
        need(server.json("/api/tests/%s/log" % long)["running"], "it still runs")
        server.post("/api/runs/%s/do" % long, {"do": "start"})
        need(ended(server, long)["status"] == 0, "its end")
    finally:
        server.end()


def case_loud(program, folder):
    """More words than are kept: the last ones are there."""
    server = Server(program, os.path.join(folder, "runs"))
    try:
        script = ("set line [string repeat x 999]\nfor {set i 0} {$i < 6000} {incr i} {puts $line}\nputs {all said}\nflush stdout\n"
                  "while {![file exists go]} {after 20}\nerror {the last word}\n")
        run = server.post("/api/tests", {"name": "loud", "script": script, "pace": "max"}, status=201)["id"]
        path = os.path.join(server.runs, run, "output.log")

        def newest():
            with open(path, encoding="utf-8") as f:
                return f.read()[-400:]
        until("all that it says, bounded", lambda: os.path.exists(path) and os.path.getsize(path) <= 4 << 20 and "all said" in newest())
        with open(os.path.join(server.runs, run, "go"), "w", encoding="utf-8"):
            pass
        need(ended(server, run)["status"] == 1 and "the last word" in newest(), "the newest words are gone")
    finally:
        server.end()
