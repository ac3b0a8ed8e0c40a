"""Live data: what viewers see is what the record holds; viewers that do not read; runs and servers that are killed."""
import os
import re
import signal
import subprocess
import time

from bed import Live, Picture, Resumed, Server, bucket, buckets, is_live, rows, state_of, wait_live
from client import PATIENCE_S, Socket, frames, need, until

RIG = {"table": "channels/control1", "columns": ["command1", "measuredForce1", "command1'", "measuredDisp1-command1"], "window": 1000.0, "width": 2000}
STEPS = {"table": "steps", "columns": ["node2_disp1"], "window": 1000.0, "width": 4096}
LOOP = {"table": "channels/control1", "x": "measuredDisp1", "y": "measuredForce1", "last": 20000}
WATCH = {"series": [RIG, STEPS], "xy": [LOOP], "motion": True, "fps": 60}


def look(w, picture, end):
    """Frames and texts until a text satisfies end; it."""
    limit = time.monotonic() + 2 * PATIENCE_S
    lost = 0
    while time.monotonic() < limit:
        m = w.message()
        need(m is not None, "the server has closed")
        if isinstance(m, bytes):
            for f in frames(m, picture.columns):
                picture.take(f)
            continue
        lost += m.get("missed", {}).get("rows", 0)
        if end(m):
            need(lost == 0, lost, "rows were lost on a way that has room for them")
            return m
    need(False, "nothing more came")


def over(m):
    return "state" in m and not m["state"]["live"]


def drain(w, picture):
    """What is still on its way, up to the answer to a ping."""
    w.send({"ping": 1})
    look(w, picture, lambda m: "pong" in m)
    w.send({"ping": 2})
    look(w, picture, lambda m: "pong" in m)


def equal(server, run, picture):
    """Every bucket, every row of the loop: those of the record, bit for bit."""
    for number, (table, columns) in enumerate(((RIG["table"], RIG["columns"]), (STEPS["table"], STEPS["columns"]))):
        want = buckets(rows(server, run, table, columns), 0.0, picture.width[number])
        have = picture.buckets[number]
        need(have == want, table, len(have), "buckets, of the record", len(want), "different:",
             sorted(k for k in set(have) | set(want) if have.get(k) != want.get(k))[:5])
    loop = [tuple(r[1:]) for r in rows(server, run, "channels/control1", ["measuredDisp1", "measuredForce1"])]
    # frames with more than 2000 rows are thinned, so rows may be missing, but none is another, and the extremes are there
    need(set(picture.pairs[0]) <= set(loop), "a point that is not in the record")
    for k in (0, 1):
        need(min(p[k] for p in picture.pairs[0]) == min(p[k] for p in loop) and max(p[k] for p in picture.pairs[0]) == max(p[k] for p in loop),
             "extremes of the loop")


def case_equal(program, folder):
    """Over the WebSocket comes what the record holds. The operator holds, starts, pauses, resumes, tunes, and is refused with the script's own words."""
    runs = os.path.join(folder, "runs")
    server = Server(program, runs)
    try:
        run = server.post("/api/tests", {"name": "a", "script": open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "record", "test.tcl"),
                                                                     encoding="utf-8").read(), "words": ["1500", "controller"], "mode": "hold",
                                         "pace": 1}, status=201)["id"]
        w, picture = Socket(server, server.viewer), Picture([4, 1], 1)
        w.send(dict(WATCH, watch=run))
        look(w, picture, lambda m: m.get("state", {}).get("state") == "holding")
        do = lambda what, **more: server.post("/api/runs/%s/do" % run, dict(more, do=what))
        need(server.ask("/api/runs/%s/do" % run, server.viewer, "POST", '{"do": "trip"}')[0] == 403, "a viewer trips")
        need(do("start")["ok"], "start")
        need(do("pause")["ok"], "pause")
        look(w, picture, lambda m: m.get("state", {}).get("state") == "paused")
        status, _, said = server.ask("/api/runs/%s/do" % run, server.operator, "POST", '{"do": "tune", "line": "expTune 1 1 -99"}')
        need(status == 409 and b"expTune" in said, "a bad line", status, said)
        need(server.ask("/api/runs/%s/do" % run, server.operator, "POST", '{"do": "fly"}')[0] == 400, "an unknown wish")
        need(do("pace", value=0)["ok"], "pace")
        need(do("resume")["ok"], "resume")
        event = look(w, picture, lambda m: m.get("event", {}).get("kind") == "operator" and "resume" in m["event"]["text"])
        need(event["event"]["source"] == "operator", event)
        look(w, picture, over)
        drain(w, picture)
        equal(server, run, picture)
        need(state_of(server, run) == "complete", state_of(server, run))
        need(picture.motion and picture.motion[-1][3] == 2, "motion", len(picture.motion))
        need(server.ask("/api/runs/%s/do" % run, server.operator, "POST", '{"do": "start"}')[0] == 404, "a run that has ended is asked")
        w.close()
    finally:
        server.end()


def see_from(w, picture, begin):
    """Frames until every series begins with the bucket of that time."""
    limit = time.monotonic() + 2 * PATIENCE_S
    while not all(b and min(b) <= bucket(begin, 0.0, width) for b, width in zip(picture.buckets, picture.width)):
        m = w.message()
        need(m is not None and time.monotonic() < limit, "a series does not go back to", begin, [min(b) if b else None for b in picture.buckets])
        for f in frames(m, picture.columns) if isinstance(m, bytes) else ():
            picture.take(f)


def late_crowd(server, run):
    """Viewers who come at once, with twice as many series as jobs may wait for the disk: all of them get the window from its beginning."""
    begin = rows(server, run, RIG["table"], RIG["columns"][:1])[0][0]
    crowd = [(Socket(server, server.viewer), Picture([4] * 16)) for _ in range(4)]
    for w, _ in crowd:
        w.send({"watch": run, "series": [RIG] * 16, "fps": 60})
    for w, picture in crowd:
        see_from(w, picture, begin)
        w.close()


def case_late(program, folder):
    """A viewer that comes when the server's memory begins in the middle of the test gets the rest from the record. A server that is killed leaves the run
    alone."""
    runs = os.path.join(folder, "runs")
    run = Live(program, runs, "a", ["--hold", "--pace", "10"], ["30000"])
    first = Server(program, runs)
    try:
        wait_live(first, run.id)
        until("holding", lambda: state_of(first, run.id) == "holding")
        first.post("/api/runs/%s/do" % run.id, {"do": "start"})
        # more than the live segment holds of a rig (2^14 rows): ten a step
        until("steps", lambda: (first.json("/api/runs/" + run.id)["steps"] or 0) > 2500)
        first.post("/api/runs/%s/do" % run.id, {"do": "pause"})
        first.kill()
        need(run.process.poll() is None, "the run ends with its server")
        second = Server(program, runs)
        try:
            wait_live(second, run.id)
            w, picture = Socket(second, second.viewer), Picture([4, 1], 1)
            w.send(dict(WATCH, watch=run.id))
            look(w, picture, lambda m: m.get("state", {}).get("state") == "paused")
            late_crowd(second, run.id)
            second.post("/api/runs/%s/do" % run.id, {"do": "pace", "value": 0})
            second.post("/api/runs/%s/do" % run.id, {"do": "resume"})
            look(w, picture, over)
            drain(w, picture)
            picture.pairs[0] = []
            for number, table in enumerate((RIG, STEPS)):
                want = buckets(rows(second, run.id, table["table"], table["columns"]), 0.0, picture.width[number])
                need(picture.buckets[number] == want, table["table"], len(picture.buckets[number]), len(want))
            need(run.process.wait(PATIENCE_S) == 0, "the run's status")
            w.close()
        finally:
            second.end()
    finally:
        run.end()
        first.end()


def steps_of(program, runs, run):
    """Steps of a run, by its live segment, past any server."""
    done = subprocess.run([program, "live", os.path.join(runs, run)], capture_output=True, text=True, timeout=PATIENCE_S)
    found = re.search(r"^step (\d+)", done.stdout, re.M)
    return int(found.group(1)) if found else 0


def case_gap(program, folder):
    """A server that stands still while more rows go by than the run's ring holds: who watched, and who comes later, gets them from the record."""
    runs = os.path.join(folder, "runs")
    server = Server(program, runs)
    run = Live(program, runs, "a", ["--hold", "--pace", "10"], ["30000"])
    try:
        wait_live(server, run.id)
        until("holding", lambda: state_of(server, run.id) == "holding")
        seen, late, lost = Picture([4, 1], 1), Picture([4, 1], 1), []
        note = lambda w, picture, end: gather(w, picture, end, lost)
        w = Socket(server, server.viewer)
        w.send(dict(WATCH, watch=run.id))
        note(w, seen, lambda m: m.get("state", {}).get("state") == "holding")
        server.post("/api/runs/%s/do" % run.id, {"do": "start"})
        note(w, seen, lambda m: m.get("state", {}).get("step", 0) > 200)
        server.process.send_signal(signal.SIGSTOP)
        begun = steps_of(program, runs, run.id)
        # the ring of a rig has 2^14 rows, ten a step
        until("steps", lambda: steps_of(program, runs, run.id) > begun + 1800)
        server.process.send_signal(signal.SIGCONT)
        server.post("/api/runs/%s/do" % run.id, {"do": "pause"})
        note(w, seen, lambda m: m.get("state", {}).get("state") == "paused")
        second = Socket(server, server.viewer)
        second.send(dict(WATCH, watch=run.id))
        server.post("/api/runs/%s/do" % run.id, {"do": "pace", "value": 0})
        server.post("/api/runs/%s/do" % run.id, {"do": "resume"})
        for socket, picture in ((w, seen), (second, late)):
            note(socket, picture, over)
        need(run.process.wait(PATIENCE_S) == 0, "the run's status")
        need(sum(lost) > 1000, "no rows were lost: the server was not too slow", lost)
        want = [buckets(rows(server, run.id, t["table"], t["columns"]), 0.0, seen.width[n]) for n, t in enumerate((RIG, STEPS))]
        for socket, picture in ((w, seen), (second, late)):
            end = time.monotonic() + PATIENCE_S
            while picture.buckets != want:
                need(time.monotonic() < end, "buckets that are not those of the record", [k for k in want[0] if want[0][k] != picture.buckets[0].get(k)][:5])
                socket.send({"ping": 1})
                note(socket, picture, lambda m: "pong" in m)
                time.sleep(0.01)
    finally:
        server.process.send_signal(signal.SIGCONT)
        run.end()
        server.end()


def gather(w, picture, end, lost):
    """As look, but rows may have been lost on the way to the server: they are counted."""
    while True:
        m = w.message()
        need(m is not None, "the server has closed")
        if isinstance(m, bytes):
            for f in frames(m, picture.columns):
                picture.take(f)
            continue
        lost.append(m.get("missed", {}).get("rows", 0))
        if end(m):
            return


def memory_kb(process):
    with open("/proc/%d/status" % process.pid, encoding="ascii") as f:
        return int(next(line for line in f if line.startswith("VmRSS")).split()[1])


def case_deaf(program, folder):
    """Ten viewers that never read cost no memory and nobody else a frame; they are told what they missed, or closed after 30 s."""
    runs = os.path.join(folder, "runs")
    server, deaf = Server(program, runs), []
    run = Live(program, runs, "a", ["--pace", "2"], ["200000"])
    try:
        wait_live(server, run.id)
        wide = dict(WATCH, series=[dict(RIG, window=2.0, width=4096)] * 16, watch=run.id)
        good, picture = Socket(server, server.viewer), Picture([len(RIG["columns"])] * 16, 1)
        good.send(wide)
        look(good, picture, lambda m: "state" in m and m["state"]["step"] > 50)
        before = memory_kb(server.process)
        for _ in range(10):
            deaf.append(Socket(server, server.viewer, receive_buffer=4096))
            deaf[-1].send(wide)
        step = look(good, picture, lambda m: "state" in m)["state"]["step"]
        begun = time.monotonic()
        look(good, picture, lambda m: "state" in m and m["state"]["step"] > step + 1000)
        grown = memory_kb(server.process) - before
        # a struct, a message of 256 kB and a socket each, and the rows that came meanwhile: 10 s of 2000 rows a second of 6 columns
        need(grown < 24 * 1024, "memory has grown by", grown, "kB")
        # one reads again: it is told what it missed
        missed = deaf[0].find("missed")
        need(missed["frames"] > 0, missed)
        log = until("viewers that do not read are closed", lambda: server.log().count("has not read for 30 s") >= 9 and server.log())
        print("deaf: memory grew by %d kB; %d viewers closed %.0f s after they began not to read"
              % (grown, log.count("has not read"), time.monotonic() - begun))
        look(good, picture, lambda m: "state" in m)
        need(is_live(server, run.id)(), "the run goes on")
    finally:
        for w in deaf:
            w.close()
        run.end()
        server.end()


def case_killed(program, folder):
    """The run is killed: viewers hear of it, with the reason."""
    runs = os.path.join(folder, "runs")
    server, run = Server(program, runs), Live(program, runs, "a", ["--pace", "0.5"], ["30000"])
    try:
        wait_live(server, run.id)
        w, picture = Socket(server, server.viewer), Picture([4, 1], 1)
        w.send(dict(WATCH, watch=run.id))
        look(w, picture, lambda m: m.get("state", {}).get("step", 0) > 10)
        begun = time.monotonic()
        run.process.send_signal(signal.SIGKILL)
        state = look(w, picture, over)["state"]
        print("killed: told after %.2f s" % (time.monotonic() - begun))
        need(state["state"] == "killed" and "gone" in state["reason"], state)
        need(state_of(server, run.id) == "killed", state_of(server, run.id))
        w.close()
    finally:
        run.end()
        server.end()


def case_resumed(program, folder):
    """A run is killed while a viewer watches, and taken up again: he sees it go on without asking again, and the operator reaches it."""
    runs = os.path.join(folder, "runs")
    server, run = Server(program, runs), Live(program, runs, "a", ["--pace", "0.5"], ["30000"])
    again = None
    try:
        wait_live(server, run.id)
        w, picture = Socket(server, server.viewer), Picture([4, 1], 1)
        w.send(dict(WATCH, watch=run.id))
        look(w, picture, lambda m: m.get("state", {}).get("step", 0) > 10)
        run.process.send_signal(signal.SIGKILL)
        run.process.wait()
        look(w, picture, over)
        again = Resumed(program, runs, run)
        state = look(w, picture, lambda m: m.get("state", {}).get("state") == "holding")["state"]
        need(state["live"] and "start" in state["reason"], state)
        need(is_live(server, run.id)(), "it is not in the list")
        need(server.post("/api/runs/%s/do" % run.id, {"do": "start"})["ok"], "start")
        look(w, picture, lambda m: m.get("state", {}).get("state") == "running" and m["state"]["step"] > 10)
        picture.buckets[1].clear()
        drain(w, picture)
        need(picture.buckets[1], "no rows of the run that goes on")
        need(server.post("/api/runs/%s/do" % run.id, {"do": "trip"})["ok"], "trip")
        state = look(w, picture, lambda m: m.get("state", {}).get("state") == "tripped")["state"]
        need("the operator (" in state["reason"], state)
        w.close()
    finally:
        run.end()
        if again:
            again.end()
        server.end()


def case_bereft(program, folder):
    """Against the clock: the run is killed, its command loop brings the rig to rest and says so. The run is called what it is."""
    runs = os.path.join(folder, "runs")
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "record", "test.tcl")
    server, run = Server(program, runs), Live(program, runs, "a", ["--realtime", "--unfit"], ["30000", "controller"], script)
    try:
        wait_live(server, run.id)
        w, picture = Socket(server, server.viewer), Picture([4, 1], 1)
        w.send(dict(WATCH, watch=run.id))
        look(w, picture, lambda m: m.get("state", {}).get("step", 0) > 10)
        look(w, picture, lambda m: m.get("timing", {}).get("control") == 1 and m["timing"]["ticks"] > 0)
        begun = time.monotonic()
        run.process.send_signal(signal.SIGKILL)
        state = look(w, picture, over)["state"]
        print("bereft: told after %.2f s" % (time.monotonic() - begun))
        need(state["state"] == "killed" and "expControl 1" in state["reason"], state)
        state = look(w, picture, lambda m: "is at rest" in m.get("state", {}).get("reason", "") and m["state"]["loops"] == 0)["state"]
        need(state["state"] == "killed" and state_of(server, run.id) == "killed", state)
        w.close()
    finally:
        run.end()
        server.end()


def case_orphans(program, folder):
    """Against the clock: the run is killed, and its command loop holds for a while: the operator's trip reaches it, past the process that is gone, also by a
    server that began after the kill."""
    runs = os.path.join(folder, "runs")
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "live", "test.tcl")
    for name, late in (("a", False), ("b", True)):
        server = Server(program, runs)
        run = Live(program, runs, name, ["--realtime", "--unfit"], ["30000", "-hold 60 -mass 0.01"], script)
        try:
            wait_live(server, run.id)
            until("steps", lambda: (server.json("/api/runs/" + run.id)["steps"] or 0) > 10)
            if late:
                server.end()
            run.process.send_signal(signal.SIGKILL)
            run.process.wait()
            if late:
                server = Server(program, runs)
            else:
                until("the end is known", lambda: not is_live(server, run.id)())
            # what holds has not tripped
            w = Socket(server, server.viewer)
            w.send(dict(WATCH, watch=run.id))
            state = look(w, Picture([4, 1], 1), lambda m: "expControl 1 holds its specimens" in m.get("state", {}).get("reason", ""))["state"]
            need(state["state"] == "killed" and state["loops"] == 1 and not state["live"], state)
            brief = server.json("/api/runs/" + run.id)
            need(brief["status"] == "killed" and "expControl 1 holds its specimens" in brief["reason"], brief["status"], brief["reason"])
            need(brief["loops"] == 1 and not brief["live"], brief["loops"], brief["live"])
            w.close()
            said = server.post("/api/runs/%s/do" % run.id, {"do": "trip"})["text"]
            need("gone" in said and "command loops" in said, said)
            need(server.ask("/api/runs/%s/do" % run.id, server.operator, "POST", '{"do": "start"}')[0] == 404, "who is gone starts")
            w = Socket(server, server.viewer)
            w.send(dict(WATCH, watch=run.id))
            state = look(w, Picture([4, 1], 1), lambda m: "the operator (" in m.get("state", {}).get("reason", ""))["state"]
            need(state["state"] == "killed" and "expControl 1 has tripped" in state["reason"] and not state["live"], state)
            w.close()
        finally:
            run.end()
            server.end()


def loops_of(pid):
    """Command loops of a run: its children."""
    return [int(p) for p in subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False).stdout.split()]


def is_there(pid):
    """It is, and has not ended."""
    try:
        with open("/proc/%d/stat" % pid, encoding="utf-8") as f:
            return f.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def case_silent(program, folder):
    """A process has the number of a command loop, and says nothing: nobody follows it, and the page, which watches who holds, would show nothing for ever."""
    runs = os.path.join(folder, "runs")
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "live", "test.tcl")
    server = Server(program, runs)
    run = Live(program, runs, "a", ["--realtime", "--unfit"], ["30000", "-hold 100000 -mass 0.01"], script)
    try:
        wait_live(server, run.id)
        until("steps", lambda: (server.json("/api/runs/" + run.id)["steps"] or 0) > 10)
        loop, = loops_of(run.process.pid)
        run.process.send_signal(signal.SIGKILL)
        run.process.wait()
        os.kill(loop, signal.SIGSTOP)
        until("it counts no more", lambda: server.json("/api/runs/" + run.id)["loops"] == 0)
        need(is_there(loop), "it has ended")
    finally:
        run.end()
        server.end()


def case_both(program, folder):
    """Against the clock: the run is killed, its command loop holds, and the run is taken up again meanwhile. One trip reaches both: the loop of the process
    before, and the run that goes on."""
    runs = os.path.join(folder, "runs")
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "live", "test.tcl")
    server = Server(program, runs)
    run = Live(program, runs, "a", ["--realtime", "--unfit"], ["30000", "-hold 100000 -mass 0.01"], script)
    again = None
    try:
        wait_live(server, run.id)
        until("steps", lambda: (server.json("/api/runs/" + run.id)["steps"] or 0) > 10)
        loop, = loops_of(run.process.pid)
        run.process.send_signal(signal.SIGKILL)
        run.process.wait()
        until("the end is known", lambda: not is_live(server, run.id)())
        again = Resumed(program, runs, run)
        wait_live(server, run.id)
        need(is_there(loop), "the loop of the process before has not held")
        w, picture = Socket(server, server.viewer), Picture([4, 1], 1)
        w.send(dict(WATCH, watch=run.id))
        state = look(w, picture, lambda m: m.get("state", {}).get("state") == "holding")["state"]
        need(state["live"] and state["loops"] >= 1, state)
        need(server.post("/api/runs/%s/do" % run.id, {"do": "trip"})["ok"], "trip")
        look(w, picture, lambda m: m.get("state", {}).get("state") == "tripped")
        until("the loop of the process before is at rest and ends", lambda: not is_there(loop))
        w.close()
    finally:
        run.end()
        if again:
            again.end()
        server.end()


def case_trip(program, folder):
    """The operator trips: it acts, and who did it is in the reason and in the record."""
    runs = os.path.join(folder, "runs")
    server, run = Server(program, runs), Live(program, runs, "a", ["--pace", "0.5"], ["30000", "controller"])
    try:
        wait_live(server, run.id)
        w, picture = Socket(server, server.viewer), Picture([4, 1], 1)
        w.send(dict(WATCH, watch=run.id))
        look(w, picture, lambda m: m.get("state", {}).get("step", 0) > 10)
        server.ask("/api/runs/%s/do" % run.id, server.operator, "POST", '{"do": "trip"}')
        state = look(w, picture, lambda m: m.get("state", {}).get("state") == "tripped")["state"]
        need("operator" in state["reason"], state)
        run.process.wait(PATIENCE_S)
        until("tripped in the list", lambda: state_of(server, run.id) == "tripped")
        need(any("operator" in e["text"] for e in server.json("/api/runs/" + run.id)["events"]), "the record does not say who")
        w.close()
    finally:
        run.end()
        server.end()


def case_trips(program, folder):
    """Against the clock, with an operator: every trip is answered with yes, the one that finds the rigs at rest already, too; the run still waits to be
    acknowledged, and goes on."""
    runs = os.path.join(folder, "runs")
    server, run = Server(program, runs), Live(program, runs, "a", ["--realtime", "--unfit", "--hold"], ["30000", "controller"])
    try:
        wait_live(server, run.id)
        w, picture = Socket(server, server.viewer), Picture([4, 1], 1)
        w.send(dict(WATCH, watch=run.id))
        wait = lambda state: look(w, picture, lambda m: m.get("state", {}).get("state") == state)["state"]
        do = lambda what: server.post("/api/runs/%s/do" % run.id, {"do": what})
        wait("holding")
        need(do("start")["ok"], "start")
        for k in range(3):
            look(w, picture, lambda m: m.get("state", {}).get("state") == "running" and m["state"]["step"] > 10 * (k + 1))
            need(do("trip")["ok"], "trip")
            need("the operator (" in wait("tripped")["reason"], "the reason")
            for _ in range(3):
                need("already" in do("trip")["text"], "a second trip")
            need(run.process.poll() is None and state_of(server, run.id) == "tripped", "a second trip ends the run")
            need(do("acknowledge")["ok"] and do("resume")["ok"], "it goes on")
        need(do("stop")["ok"], "stop")
        need(run.process.wait(PATIENCE_S) == 0, "the run's status")
        events = [e["text"] for e in server.json("/api/runs/" + run.id)["events"]]
        need(not any("trip: refused" in e for e in events), events)
        w.close()
    finally:
        run.end()
        server.end()


def case_last(program, folder):
    """Against the clock, without an operator who acknowledges: the run ends by the trip, and he who tripped it is told so, not that nobody answered."""
    runs = os.path.join(folder, "runs")
    server, run = Server(program, runs), Live(program, runs, "a", ["--realtime", "--unfit"], ["30000", "controller"])
    try:
        wait_live(server, run.id)
        until("steps", lambda: (server.json("/api/runs/" + run.id)["steps"] or 0) > 10)
        need("trip" in server.post("/api/runs/%s/do" % run.id, {"do": "trip"})["text"], "trip")
        run.process.wait(PATIENCE_S)
        until("tripped in the list", lambda: state_of(server, run.id) == "tripped")
    finally:
        run.end()
        server.end()
