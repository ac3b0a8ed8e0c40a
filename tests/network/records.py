"""Cases of records: every exchange is in that of the coordinator, a site keeps one of its own, and goes on with another one after it was killed."""
import csv
import glob
import os
import signal
import subprocess
import time

from bed import PATIENCE_S, TEST, Process, Site, coordinator, need

RIG = """
model basic -ndm 1 -ndf 1
expSeed 3
uniaxialMaterial Steel02 1 3.0 2.8 0.05 18.0 0.925 0.15
expSpecimen Material 1 1
expActuator FirstOrder 1 0.002
expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
"""


def rig_script(folder):
    path = os.path.join(folder, "rig.tcl")
    with open(path, "w", encoding="utf-8") as f:
        f.write(RIG)
    return path


def everything(program, record, folder):
    """All tables as lists of rows by column, other pages as texts."""
    done = subprocess.run([program, "export", record, "-o", folder], capture_output=True, text=True, timeout=PATIENCE_S)
    need(done.returncode == 0, done.stderr)
    pages = {}
    for path in glob.glob(os.path.join(folder, "*.csv")):
        with open(path, encoding="utf-8", newline="") as f:
            rows = list(csv.reader(f))
        pages[os.path.basename(path)[:-4]] = [dict(zip((n.split(" [")[0] for n in rows[0]), row)) for row in rows[1:]]
    return pages


def head(pages, table, name):
    return [row["value"] for row in pages["heads"] if row["table"] == table and row["name"] == name]


def attributes(pages):
    return {row["name"]: row["value"] for row in pages["attributes"]}


def record_of(folder, name, part=""):
    found = glob.glob(os.path.join(folder, "journal-" + name, "*." + name, "record%s.h5" % part))
    return found[0] if found else None


def rows_in(program, record, *tables):
    """Rows of the shortest of these tables that a reader sees; -1: there is no record yet. A writer adds to one table after the other."""
    done = subprocess.run([program, "export", record, "-list"], capture_output=True, text=True, timeout=PATIENCE_S) if record else None
    lines = [x for x in done.stdout.splitlines() if x.startswith(tuple(t + ": " for t in tables))] if done and done.returncode == 0 else []
    return min(int(x.split(": ")[1].split()[0]) for x in lines) if len(lines) == len(tables) else -1


def wait_for_steps(program, folder, part, *alive):
    end = time.monotonic() + PATIENCE_S
    while rows_in(program, record_of(folder, "east", part), "steps", "channels/control1") < 1:
        need(time.monotonic() < end and all(p.process.poll() is None for p in alive), "no steps in record", part, [p.said()[-300:] for p in alive])
        time.sleep(0.02)


def case_every_exchange_and_every_tick_of_a_site_is_in_a_record(program, folder, words):
    with Site(program, folder, "east", script=rig_script(folder)) as east:
        with coordinator(program, folder, [east.words()], "run") as c:
            need(c.end() == 0, c.said()[-500:])
        need(east.end() == 0, east.said()[-500:])
    ours = everything(program, os.path.join(folder, "run"), os.path.join(folder, "ours"))
    theirs = everything(program, record_of(folder, "east"), os.path.join(folder, "theirs"))
    a = attributes(theirs)
    need(a["status"] == "complete" and a["site"] == "east" and a["resumed"] == "no" and a["run"] == attributes(ours)["run"], a)
    # what was sent and measured is the same in both, step by step; alpha-OS sends nothing in its first one, where nothing has moved
    sent = [(row["site1_command1"], row["site1_disp1"], row["site1_force1"]) for row in ours["steps"]]
    got = [(row["site1_command1"], row["site1_disp1"], row["site1_force1"]) for row in theirs["steps"]]
    need(len(sent) == 200 and got == sent[1:], len(sent), len(got), "steps, or they differ")
    # ten ticks a step of 10 ms at 1000 Hz, each once
    ticks = [round(float(row["time"]) * 1000) for row in theirs["channels_control1"]]
    need(len(ticks) >= 1980 and ticks == list(range(ticks[0], ticks[0] + len(ticks))), "ticks", len(ticks))
    need(head(theirs, "channels/control1", "actuator") == ["expActuator FirstOrder 1 0.002"], head(theirs, "channels/control1", "actuator"))
    # exchanges: numbered, one after the other, none shorter than nothing; what is recorded agrees with the network's monitor
    x = ours["network_east"]
    need(len(x) == len(got) and [int(row["exchange"]) for row in x] == list(range(1, len(x) + 1)), "exchanges", len(x))
    times = [(float(row["sent"]), float(row["answered"]), float(row["round_trip"])) for row in x]
    need(all(0.0 < t and abs(b - a - t) <= 1e-9 for a, b, t in times), "a round trip is not the time between sent and answered")
    need(all(b[0] >= a[1] for a, b in zip(times, times[1:])), "an exchange begins before the last one was answered")
    watched = ours["monitors_network1"][-1]
    need(float(watched["last"]) == times[-1][2], "the monitor says", watched["last"], "the record", times[-1][2])


def case_a_killed_site_leaves_a_record_and_goes_on_with_another(program, folder, words):
    script = rig_script(folder)
    with Site(program, folder, "east", script=script) as east:
        with Process([program, "run", "--run", "run", TEST, "1000000", east.words("-giveUp", "60")], folder, "coordinator") as c:
            wait_for_steps(program, folder, "", east, c)
            east.kill()
            with Site(program, folder, "east", east.port, script=script) as again:
                wait_for_steps(program, folder, "-2", again, c)
                c.process.send_signal(signal.SIGTERM)
                need(c.end() == 1, c.said()[-500:])
                again.process.send_signal(signal.SIGTERM)
                again.end()
    one, two = (everything(program, record_of(folder, "east", part), os.path.join(folder, "part" + part)) for part in ("", "-2"))
    need(attributes(one)["status"] == "cut short" and attributes(two)["resumed"] == "yes", attributes(one)["status"], attributes(two))
    ours = everything(program, os.path.join(folder, "run"), os.path.join(folder, "ours"))
    known = {(row["site1_command1"], row["site1_force1"]) for row in ours["steps"]}
    for pages in (one, two):
        # the last one or two were sent when the coordinator was told to end
        rows = [(row["site1_command1"], row["site1_force1"]) for row in pages["steps"]]
        need(len(rows) >= 1 and len([r for r in rows if r not in known]) <= 2, "steps of the site that the coordinator does not know")
    need(float(one["steps"][-1]["test_time"]) < float(two["steps"][0]["test_time"]), "the records overlap")
    ticks = [[round(float(row["time"]) * 1000) for row in pages["channels_control1"]] for pages in (one, two)]
    need(ticks[0][-1] < ticks[1][0] and all(t == list(range(t[0], t[0] + len(t))) for t in ticks), "ticks overlap, or are missing")
    # the first step of the second record has all its ticks: those of the command before it was killed are kept until it is accepted
    need(abs(ticks[1][0] - round(float(two["steps"][0]["test_time"]) * 1000)) <= 20, "ticks from", ticks[1][0], "steps from", two["steps"][0]["test_time"])
