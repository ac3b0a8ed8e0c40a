"""Disks, memory, interrupted and short calls, clocks: a hybrid test, a test against the clock, and what is made of their records."""
import os
import re

from world import HYBRID, MANY, Outcome, Test, chosen, is_part, need, points, rows_of, steps_of

# what may fail for ever: the origin of a run is told as far as it is known; measures of real time and a look at the machine are asked for, not needed
TOLERATED = ("file_read", "loop_measure")


def fail_points(test, everything, some):
    """Every fault point that the test comes by; how many these are."""
    seen = 0
    for point in points():
        calls = test.run("fault %s %d once" % (point, MANY)).calls
        seen += calls > 0
        for nth in chosen(calls, everything, some):
            test.judge("fault %s %d once" % (point, nth))
            test.judge("fault %s %d ever" % (point, nth), must_fail=point not in TOLERATED)
    return seen


def case_computed_test_under_every_fault_point(program, folder, everything):
    need(fail_points(Test(program, folder, [], ["numerical"], record=False), everything, 4) >= 4, "hardly a point was seen")


def case_hybrid_test_under_every_fault_point(program, folder, everything):
    need(fail_points(Test(program, folder, [], ["controller"]), everything, 6) >= 6, "hardly a point was seen")


def case_watched_test_under_every_fault_point(program, folder, everything):
    need(fail_points(Test(program, folder, ["--live"], ["controller"]), everything, 4) >= 7, "hardly a point was seen")


def case_full_disks(program, folder, everything):
    """Wherever it gets full, down to the last byte. How much a run writes depends on how often its thread comes by, a little."""
    test = Test(program, folder, [], ["controller"])
    full, refused = test.run("disk %d" % MANY).calls, 0
    rooms = chosen(full - 1, everything, 12)
    for room in rooms:
        done = test.judge("disk %d" % room)
        need(done.status != 0 or done.calls <= room, room, "bytes are too few, and the run says that all is well:", done.said[-300:])
        refused += done.status != 0
    need(refused > len(rooms) // 2, "hardly a disk was full")


def fail_memory(test, everything, some):
    calls = test.run("memory %d once" % MANY).calls
    # none under a sanitizer, which has the memory
    for nth in chosen(calls, everything, some):
        test.judge("memory %d once" % nth)
        test.judge("memory %d ever" % nth)


def case_memory_of_nobody(program, folder, everything):
    """Libraries too. Tcl gives up with words, and so do we for it."""
    for words in (["numerical"], ["controller"]):
        fail_memory(Test(program, os.path.join(folder, words[0]), ["--no-record"], words, record=False), everything, 16)


def case_memory_of_a_record(program, folder, everything):
    """HDF5 crashes or calls exit(-1) where it is refused memory: a process that tries the record ends so, and none that has a test in its hands."""
    fail_memory(Test(program, folder, [], ["controller"]), everything, 32)


RECORDED = """fconfigure stdout -buffering line
model basic -ndm 1 -ndf 1; node 1 0.0; node 2 0.0 -mass 1.0; fix 1 1
uniaxialMaterial Elastic 1 100.0; element zeroLength 1 1 2 -mat 1 -dir 1
recorder Node -hdf5 r.h5 -time -node 2 -dof 1 disp vel
recorder EnvelopeNode -hdf5 r.h5 -node 2 -dof 1 disp
pattern Plain 1 {Sine 0 10 1.2} { load 2 1.0 }; constraints Plain; numberer Plain; system BandGeneral; algorithm Linear
integrator NewmarkExplicit 0.5; analysis Transient
for {set i 1} {$i <= 40} {incr i} { if {[analyze 1 0.01]} { error "a step failed" }; puts "step $i is made" }
"""


def case_memory_of_a_recorder(program, folder, everything):
    """A recorder with -hdf5, without a record: what HDF5 needs while the test runs is an identifier never, and a refusal has words."""
    with open(os.path.join(folder, "r.tcl"), "w", encoding="utf-8") as f:
        f.write(RECORDED)
    words = [program, "run", "--no-record", "r.tcl"]
    calls, moved = Outcome(words, folder, "memory %d once" % MANY).calls, 0
    # from the end; a request before the first step is the business of the other cases
    for nth in range(calls, max(calls - 150, 0), -1 if everything else -3):
        done = Outcome(words, folder, "memory %d once" % nth)
        if "step 1 is made" in done.said:
            moved += done.judge().status != 0
    need(calls == 0 or moved > 8, "hardly a request was refused while the test ran:", moved, calls)


def case_too_little_memory_for_a_record(program, folder, everything):
    """The same by a limit that the system sets, from where it is just enough downwards."""
    test = Test(program, folder, [], ["controller"])
    if test.run("memory %d once" % MANY).calls == 0:
        return
    plain, least, enough = test.words, 0, 1 << 32

    def limited(size):
        return ["prlimit", "--as=%d" % size] + plain

    while enough - least > 1 << 16:
        test.words = limited((least + enough) // 2)
        least, enough = (least, (least + enough) // 2) if test.run("").status == 0 else ((least + enough) // 2, enough)
    for k in range(128 if everything else 16):
        test.words = limited(enough - k * (1 << 15))
        test.judge("")
    # and far below, where a library asks for what it never gets, or the system cannot load the program
    for megabytes in range(70, enough >> 20, 10 if everything else 30):
        test.words = limited(megabytes << 20)
        test.judge("", must_fail=True, may=(1, 127))


def case_short_and_interrupted_calls_change_nothing(program, folder, everything):
    for options in ([], ["--live"]):
        test = Test(program, os.path.join(folder, "test" + "".join(options)), options, ["controller"])
        for torture in ("short", "interrupt"):
            need(test.judge(torture).status == 0, torture, "ends the test")


def case_clocks_that_jump_change_nothing_in_virtual_time(program, folder, everything):
    test = Test(program, folder, [], ["controller"])
    for kind, jumps in (("real", (7200, -7200, -1000000000)), ("machine", (100,))):
        for nth in chosen(test.run("%s %d 1" % (kind, MANY)).calls, everything, 5):
            for seconds in jumps:
                torture = "%s %d %d" % (kind, nth, seconds)
                need(test.judge(torture).status == 0, torture, "ends the test")


def against_the_clock(program, folder, torture):
    return Outcome([program, "run", "--realtime", "--unfit", "--run", "r%d" % len(os.listdir(folder)), HYBRID, "20", "virtual"], folder, torture).judge()


def case_clocks_that_jump_against_the_clock(program, folder, everything):
    """The clock on the wall is nobody's business. A machine that stood still: the loop goes on or refuses to begin, with words, and ends in good order."""
    for seconds in (7200, -7200):
        done = against_the_clock(program, folder, "real 10 %d" % seconds)
        need(done.status == 0, "the clock on the wall ends a test:", done.said[-400:])
    for nth in (20, 60, 95, 200, 1000):
        done = against_the_clock(program, folder, "machine %d 30" % nth)
        need(done.status == 1 or re.search(r"expControl 1: \d+ ticks|^ticks \d+", done.said, re.M), "the loop did not say its end:", done.said[-400:])


def case_faults_against_the_clock_leave_the_loop_at_its_end(program, folder, everything):
    """What the process that integrates meets does not reach the loop: it comes to rest, is waited for and gives its numbers."""
    for point in points():
        calls = against_the_clock(program, folder, "fault %s %d once" % (point, MANY)).calls
        for nth in chosen(calls, everything, 3):
            done = against_the_clock(program, folder, "fault %s %d ever" % (point, nth))
            # the script asks for the loop's numbers after its last step, and can do without them
            whole = len(rows_of(os.path.join(folder, "disp.out"))) == 20
            need(done.status != 0 or point in TOLERATED or whole, point, nth, "for ever, and all is well:", done.said[-400:])


def case_reports_and_exports_of_good_records(program, folder, everything):
    """They are refused with words, or are whole, and never touch the record."""
    test = Test(program, folder, [], ["controller"])
    run = os.path.join(folder, "r")
    for words, made in ((["report", run, "-o", "page.html"], "page.html"), (["export", run, "-o", "csv", "steps"], os.path.join("csv", "steps.csv"))):
        good = Outcome([program] + words, folder)
        need(good.status == 0, good.said)
        with open(os.path.join(folder, made), "rb") as f:
            whole = f.read()
        for torture in [t % n for t in ("fault %s %%d once" % p for p in points())
                        for n in chosen(Outcome([program] + words, folder, t % MANY).calls, everything, 4)] + ["short", "interrupt", "disk 500"]:
            done = Outcome([program] + words, folder, torture).judge()
            if done.status == 0:
                with open(os.path.join(folder, made), "rb") as f:
                    need(f.read() == whole, torture, "all is well, they say, and", made, "is another")
    need(is_part(steps_of(program, run, folder), test.steps) and rows_of(os.path.join(folder, "disp.out")), "the record was touched")
