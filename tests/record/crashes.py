"""What a kill at any moment, a full disk and a folder that cannot be written leave of a record. Cases for run."""
import os
import re
import resource
import shutil
import signal
import subprocess
import time

from bed import PATIENCE_S, TEST, attributes, call, everything, need, python_with_h5py, rows_by_h5dump, rows_by_h5py, run_of, table


# ---- kills ------------------------------------------------------------------------------------------------------

class Process:
    def __init__(self, words, folder):
        os.makedirs(folder, exist_ok=True)
        self.out = open(os.path.join(folder, "said.txt"), "w+", encoding="utf-8")
        self.process = subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=self.out, stderr=subprocess.STDOUT)

    def said(self):
        with open(self.out.name, encoding="utf-8") as f:
            return f.read()

    def until(self, is_so, what):
        end = time.monotonic() + PATIENCE_S
        while not is_so():
            need(time.monotonic() < end and self.process.poll() is None, "never:", what, self.said()[-300:])
            time.sleep(0.01)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *why):
        if self.process.poll() is None:
            self.kill()
        self.out.close()


def count(program, folder, name="steps"):
    """Rows of a table as a reader sees them now; -1: there is no record yet."""
    runs = os.path.join(folder, "runs")
    if not os.path.exists(runs) or not os.listdir(runs):
        return -1
    done = subprocess.run([program, "export", run_of(folder), "-list"], capture_output=True, text=True, timeout=PATIENCE_S)
    found = re.search(r"^%s: (\d+) rows" % name, done.stdout, re.M)
    return int(found.group(1)) if done.returncode == 0 and found else -1


def case_everything_of_a_second_ago_survives_kill_9(program, folder):
    call([program, "run", TEST, "300"], os.path.join(folder, "whole"))
    whole = everything(program, run_of(os.path.join(folder, "whole")), os.path.join(folder, "whole"))
    here = os.path.join(folder, "killed")
    with Process([program, "run", TEST, "300", "wait"], here) as p:
        p.until(lambda: "done" in p.said(), "done")
        path = os.path.join(run_of(here), "record.h5")
        # a reader beside the writer: all rows come to be seen, and the mark of the writer stays
        p.until(lambda: count(program, here) == 300, "300 rows while it runs")
        p.until(lambda: count(program, here, "channels/control1") == len(whole["channels_control1.csv"].splitlines()) - 1, "all ticks while it runs")
        p.kill()
    if python_with_h5py():
        need(rows_by_h5py(path, "steps") == 300, "h5py reads other rows")
    texts = everything(program, run_of(here), here)
    need(attributes(texts)["status"] == "cut short", attributes(texts)["status"])
    for name in ("steps.csv", "channels_control1.csv"):
        need(texts[name] == whole[name], name, "differs")
    # the mark is gone: other programs read it
    if shutil.which("h5dump"):
        need(rows_by_h5dump(path, "steps") == 300, "h5dump")


def live_lines(folder):
    """What the running test has said: (steps committed, wall clock, steps in the file, age, silence) of each whole line."""
    path = os.path.join(folder, "live.txt")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as f:
        return [tuple(float(x) for x in line.split()) for line in f if line.endswith("\n") and len(line.split()) == 5]


def case_after_kill_9_everything_is_there_but_the_last_second(program, folder):
    """The bound is the writer's own: what it said to be in the file is there; what was committed a second before the kill is there, or longer before, by as
    much as the machine kept the writer or the test itself from work, as they have measured it. On a machine that does not, that is nothing. It is killed when
    the file is as far behind as it ever was."""
    REALTIME = ["--realtime", "--priority", "0", "--unfit"]
    for k, (options, words) in enumerate((([], []), ([], ["controller"]), (REALTIME, ["controller"]))):
        here = os.path.join(folder, "killed%d" % k)

        def is_far_behind():
            lines = live_lines(here)
            return lines and lines[-1][1] - lines[0][1] >= 2.5 and lines[-1][3] >= 0.8 * max(line[3] for line in lines)

        with Process([program, "run"] + options + [TEST, "1", "live"] + words, here) as p:
            p.until(is_far_behind, "2.5 s of steps")
            p.kill()
            killed = time.time()
        lines = live_lines(here)
        steps = table(program, run_of(here), "steps", here)[1]
        ticks = table(program, run_of(here), "channels/control1", here)[1]
        need(len(steps) >= lines[-1][2], "the writer had", lines[-1][2], "steps in the file, there are", len(steps))
        kept_from_work = max(killed - lines[-1][1], 0.0) + max(line[4] for line in lines if line[1] >= killed - 3.0)
        due = max([line[0] for line in lines if line[1] <= killed - 1.0 - kept_from_work], default=0)
        need(len(steps) >= due, "committed a second before the kill:", due, "in the file:", len(steps), "kept from work:", kept_from_work)
        # ten ticks a step, but for those of the first command; a loop that is late has fewer
        need(options or len(ticks) >= 10 * (due - 2), "ticks", len(ticks), "steps", len(steps))


def case_killed_at_any_moment_it_is_a_beginning_of_the_whole(program, folder):
    call([program, "run", TEST, "20000"], os.path.join(folder, "whole"))
    names = ("steps.csv", "channels_control1.csv")
    whole = everything(program, run_of(os.path.join(folder, "whole")), os.path.join(folder, "whole"))
    seen = 0
    for k in range(6):
        here = os.path.join(folder, "killed%d" % k)
        with Process([program, "run", TEST, "20000"], here) as p:
            p.until(lambda: count(program, here) >= 0, "a record")
            time.sleep(0.07 * k)
            p.kill()
        texts = everything(program, run_of(here), here)
        for name in names:
            need(whole[name].startswith(texts[name]), name, "is no beginning of the whole")
        seen = max(seen, texts["steps.csv"].count("\n"))
    need(seen > 1, "no killed run had a row")


# ---- disks ------------------------------------------------------------------------------------------------------

def case_a_full_disk_ends_the_record_and_not_the_test(program, folder):
    call([program, "run", TEST, "2000"], os.path.join(folder, "whole"))
    whole = everything(program, run_of(os.path.join(folder, "whole")), os.path.join(folder, "whole"))
    # the numbers of the steps alone, which are not compressed: no record is smaller, however often chunks were written
    full = 8 * len(whole["steps.csv"].splitlines()) * len(whole["steps.csv"].splitlines()[0].split(","))
    script = os.path.join(folder, "bare.tcl")
    with open(TEST, encoding="utf-8") as f, open(script, "w", encoding="utf-8") as g:
        g.write(re.sub(r"(?m)^.*(expRecorder|recorder Node).*$", "", f.read()) + "puts [format %.17g [nodeDisp 3 1]]\n")
    reached = set()
    for share in (0.02, 0.3, 0.6, 0.9):
        here = os.path.join(folder, "full%g" % share)
        limit = int(share * full)
        words = [program, "run", script, "2000"]
        os.makedirs(here)
        done = subprocess.run(words, cwd=here, capture_output=True, text=True, timeout=PATIENCE_S, stdin=subprocess.DEVNULL,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        need(done.returncode == 1, "status", done.returncode, done.stderr[-300:])
        if "cannot be made" in done.stderr:
            need("--no-record" in done.stderr, done.stderr)
            continue
        need(done.stderr.count("cannot be written any further") == 1, done.stderr)
        reached.add(done.stdout.strip().splitlines()[-1])
        texts = everything(program, run_of(here), here)
        for name in ("steps.csv", "channels_control1.csv"):
            need(whole[name].startswith(texts[name]), name, "is no beginning of the whole")
        need(attributes(texts)["status"] == "cut short", attributes(texts)["status"])
    with open(os.path.join(folder, "whole", "disp.out"), encoding="utf-8") as f:
        last = f.read().split()[-1]
    need(reached == {last}, "the test went on to another end:", reached, last)


def case_after_a_full_disk_the_model_may_change(program, folder):
    """The record that could not be written any further was made for other tables: nothing of what comes is put into it."""
    os.makedirs(folder, exist_ok=True)
    script = os.path.join(folder, "changes.tcl")
    with open(TEST, encoding="utf-8") as f, open(script, "w", encoding="utf-8") as g:
        g.write(re.sub(r"(?m)^.*(expRecorder|recorder Node).*$", "", f.read()) + """
remove element 2
remove node 3
for {set i 1} {$i <= 300} {incr i} {monitor Energy $i}
analyze 200 0.01
puts "open: <[runRecord -written]>"
puts [format %.17g [nodeDisp 2 1]]
""")
    whole = call([program, "run", "--no-record", script, "2000"], os.path.join(folder, "whole"))
    here = os.path.join(folder, "full")
    os.makedirs(here)
    done = subprocess.run([program, "run", script, "2000"], cwd=here, capture_output=True, text=True, timeout=PATIENCE_S, stdin=subprocess.DEVNULL,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000)))
    need(done.returncode == 1 and done.stderr.count("cannot be written any further") == 1, "status", done.returncode, done.stderr[-300:])
    need("open: <>" in done.stdout, "it is open still:", done.stdout)
    need(done.stdout.splitlines()[-1] == whole.stdout.splitlines()[-1], "another end:", done.stdout, whole.stdout)
    need(attributes(everything(program, run_of(here), here))["status"] == "cut short", "status")


def case_a_record_that_cannot_begin_refuses_the_test(program, folder):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "runs"), "w", encoding="utf-8") as f:
        f.write("in the way")
    done = call([program, "run", TEST, "20"], folder, status=1)
    need("cannot be made" in done.stderr and "--no-record" in done.stderr, done.stderr)
    need(not os.path.exists(os.path.join(folder, "disp.out")) or os.path.getsize(os.path.join(folder, "disp.out")) == 0, "it has moved")
