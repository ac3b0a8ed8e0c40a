"""Cases of tests that start their sites themselves, one command each: examples with remote sites."""
import os
import re
import time

from bed import HERE, PATIENCE_S, Fault, Process, need

EXAMPLES = os.path.join(HERE, "..", "..", "examples")


def example(program, folder, name, words, run):
    return Process([program, "run", "--run", run, os.path.join(EXAMPLES, name, name + ".tcl")] + words, folder, "example")


def response(folder):
    with open(os.path.join(folder, "response.out"), encoding="utf-8") as f:
        return f.read()


def processes(folder):
    """Numbers of the processes that a run has started, by what they have said."""
    logs = [os.path.join(folder, n, "log.txt") for n in os.listdir(folder) if os.path.exists(os.path.join(folder, n, "log.txt"))]
    return [int(x) for log in logs for x in re.findall(r"^process (\d+)$", open(log, encoding="utf-8").read(), re.M)]


def program_of(number):
    """The words of a process that is there and no zombie."""
    try:
        with open("/proc/%d/cmdline" % number, "rb") as f:
            return f.read()
    except OSError:
        return b""


def need_gone(numbers):
    end = time.monotonic() + PATIENCE_S
    while any(b"tandem" in program_of(n) for n in numbers):
        need(time.monotonic() < end, "still there:", numbers)
        time.sleep(0.005)


def kill_halfway(program, folder, journal, size):
    """Runs the bridge and kills it when its journal has a quarter of its size; whether it was still running then."""
    with example(program, folder, "bridge", ["perfect"], "run") as c:
        c.wait_for("goes on with it")
        while c.process.poll() is None and (not os.path.exists(journal) or os.path.getsize(journal) < size / 4):
            time.sleep(0.001)
        c.kill()
    return os.path.getsize(journal) < size


def case_a_killed_test_takes_its_sites_along_and_is_resumed_with_them(program, folder, words):
    whole, name = os.path.join(folder, "whole"), os.path.join("run", "hill.coordinator.journal")
    with example(program, whole, "bridge", ["perfect"], "run") as c:
        need(c.end() == 0, c.said()[-500:])
    need(len(processes(os.path.join(whole, "run"))) == 3, "three sites")
    need_gone(processes(os.path.join(whole, "run")))
    for k in range(20):
        killed = os.path.join(folder, "killed%d" % k)
        if kill_halfway(program, killed, os.path.join(killed, name), os.path.getsize(os.path.join(whole, name))):
            break
    else:
        raise Fault("it was always over before it was killed")
    need_gone(processes(os.path.join(killed, "run")))
    with Process([program, "resume", os.path.join(killed, "run")], killed, "resumed") as again:
        need(again.end() == 0, again.said()[-500:])
    need(response(killed) == response(whole), "the resumed test has another result")
    need_gone(processes(os.path.join(killed, "run")))


def case_the_network_tests_of_the_report_give_the_local_result(program, folder, words):
    with example(program, folder, "seed4_network", ["perfect", "0.0005", "cosine tabas50 tabas150", "800"], "run") as c:
        need(c.end() == 0, c.said()[-500:])
        errors = re.findall(r"^(\w+) +800 steps, result against the local one (\S+)$", c.said(), re.M)
    need([name for name, _ in errors] == ["cosine", "tabas50", "tabas150"], c.said())
    if os.environ.get("TANDEM_EVIDENCE"):
        print("".join("evidence: sites-like-local %s\n" % x for _, x in errors), end="")
    need(all(float(x) <= 1e-9 for _, x in errors), errors)


def case_against_the_clock_late_targets_change_nothing_but_the_time(program, folder, words):
    steps, factor = 200, 0.01
    with example(program, folder, "seed4_network", ["clock", str(factor), "cosine", str(steps)], "run") as c:
        need(c.end() == 0, c.said()[-500:])
        error, missed = re.search(r"local one (\S+); (\d+) ticks missed", c.said()).groups()
        slow, hold = (float(x) * steps / 100 for x in re.search(r"^cosine +\d+ +(\S+) +\S+ +(\S+)", c.said(), re.M).groups())
    need(float(error) <= 1e-9, "result against the local one", error)
    with open(os.path.join(folder, "times-cosine.txt"), encoding="utf-8") as f:
        times = [float(x) for x in f]
    with open(os.path.join(folder, "run", "cosine-1.csv"), encoding="utf-8") as f:
        took = [float(line.split(",")[5]) for line in f if ",1,up,piece," in line]
    need(took and all(a >= factor * b - 1e-8 for a, b in zip(took, times)), "a target was early")
    # targets that are late on the network are late for the controller, unless it was asleep itself; HELLO has the first time, the first target does not count
    due = [sum(x > limit for x in times[2:len(took)]) for limit in (0.72 + 0.1, 1.2 + 0.1)]
    need(int(missed) > 0 or (slow >= due[0] and hold >= due[1]), "late", due, "but slow", slow, "and hold", hold)
