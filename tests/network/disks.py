"""Disks that are full on either side: every specimen comes to rest and its screen says why, and with room again the test goes on to the result of one that
nothing happened to."""
import os

from bed import Process, Site, TEST, coordinator, local, need, rows

MOST = 20000    # bytes of a journal: some hundred steps


def goes_on(program, folder, sites):
    """Both operators have looked at their specimens. A trip for which the disk had no room is in no journal."""
    for site in sites:
        site.process.terminate()
        need(site.end() == 1, site.said()[-500:])
    again = [Site(program, folder, s.name, s.port, ["-acknowledge"] if noted else []) for s, noted in sites.items()]
    with again[0], again[1], Process([program, "resume", os.path.join(folder, "run")], folder, "resumed") as r:
        need(r.end() == 0, r.said()[-500:])
        need(all(site.end() == 0 for site in again), "a site does not end")
    need(rows(folder) == local(program, folder, 2), "another result")


def case_sites_come_to_rest_when_the_coordinators_disk_is_full(program, folder, words):
    for name, option in (("steps", ()), ("proposed", ("-propose",))):
        here = os.path.join(folder, name)
        with Site(program, here, "east") as east, Site(program, here, "west") as west:
            call = [program, "run", "--no-record", "--run", "run", TEST, "200", east.words(*option), west.words(*option)]
            with Process(call, here, "coordinator", MOST) as c:
                need(c.end() == 1 and "site east: the coordinator's journal cannot be written: File too large" in c.said(), c.said()[-500:])
            east.wait_for("rest: coordinator: the coordinator's journal cannot be written: File too large")
            west.wait_for("rest: coordinator: the coordinator's laboratory has tripped: .*the coordinator's journal cannot be written: File too large")
            for site in (east, west):
                site.wait_for("coordinator coordinator is gone; the rig stays at rest")
                need("is lost" not in site.said(), site.said()[-500:])
            goes_on(program, here, {east: True, west: True})


def case_all_come_to_rest_when_a_sites_disk_is_full(program, folder, words):
    with Site(program, folder, "east", before=["--no-record"], most=MOST) as east, Site(program, folder, "west") as west:
        with coordinator(program, folder, [s.words() for s in (east, west)], "run") as c:
            need(c.end() == 1 and "site east refuses: the journal cannot be written: File too large" in c.said(), c.said()[-500:])
        east.wait_for("rest: the journal cannot be written: File too large")
        west.wait_for("rest: coordinator: site east has ended the test: site east refuses: the journal cannot be written: File too large")
        goes_on(program, folder, {east: False, west: True})


def case_all_come_to_rest_when_a_file_of_results_is_full(program, folder, words):
    """The test is not over for the sites: that would let their specimens go in the middle of it."""
    script = os.path.join(folder, "test.tcl")
    with open(TEST, encoding="utf-8") as f, open(script, "w", encoding="utf-8") as g:
        g.write(f.read().replace("recorder Node", "recorder Node -file wide.out -time -nodeRange 1 3 -dof %s disp\nrecorder Node" % ("1 " * 8)))
    with Site(program, folder, "east") as east, Site(program, folder, "west") as west:
        call = [program, "run", "--no-record", "--run", "run", script, "200", east.words(), west.words()]
        with Process(call, folder, "coordinator", MOST) as c:
            need(c.end() == 1 and "(wide.out): the file cannot be written: File too large" in c.said(), c.said()[-500:])
        for site in (east, west):
            site.wait_for(r"rest: coordinator: the coordinator's laboratory has tripped: .*\(wide.out\): the file cannot be written: File too large")
        goes_on(program, folder, {east: True, west: True})


def case_a_file_of_results_that_cannot_be_begun_in_the_middle_of_a_test_is_a_trip(program, folder, words):
    """Its first bytes are more than there is room for. Before the first step the test is not begun, and nobody has to look at a specimen."""
    wide = "recorder Node -xml wide.out -time -nodeRange 1 3 -dof %s disp\n" % ("1 " * 400)
    with open(TEST, encoding="utf-8") as f:
        test = f.read()
    for name, text in (("middle", test + wide + "analyze 1 0.01\n"), ("before", test.replace("analyze $steps", wide + "analyze $steps"))):
        here = os.path.join(folder, name)
        os.mkdir(here)
        script = os.path.join(here, "test.tcl")
        with open(script, "w", encoding="utf-8") as f:
            f.write(text)
        with Site(program, here, "east") as east:
            with Process([program, "run", "--no-record", "--run", "run", script, "20", east.words()], here, "coordinator", MOST) as c:
                need(c.end() == 1 and "(wide.out): the file cannot be written: File too large" in c.said(), name, c.said()[-500:])
            if name == "before":
                need(east.end() == 0 and "has ended" in east.said(), east.said()[-500:])
            else:
                east.wait_for(r"rest: coordinator: the coordinator's laboratory has tripped: .*\(wide.out\): the file cannot be written: File too large")


def case_an_end_that_cannot_be_written_is_said(program, folder, words):
    """The test is whole, and over at its site; only the coordinator's own journal has no end."""
    size = None
    for missing in (None, 10, 60):
        here = os.path.join(folder, str(missing))
        with Site(program, here, "east") as east:
            call = [program, "run", "--no-record", "--run", "run", TEST, "50", east.words()]
            with Process(call, here, "coordinator", size - missing if missing else None) as c:
                need(c.end() == 0, c.said()[-500:])
                said = "site east: the end of the test could not be written to " + os.path.join(here, "run", "east.coordinator.journal")
                need((said in c.said()) == bool(missing), missing, c.said()[-500:])
            need(east.end() == 0 and "has ended" in east.said(), east.said()[-500:])
        size = size or os.path.getsize(os.path.join(here, "run", "east.coordinator.journal"))
