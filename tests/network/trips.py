"""Sites that have tripped: nobody is served before their operator has acknowledged it; then the test goes on to the result of one that nothing
happened to."""
import glob
import os
import signal
import time

from bed import HERE, Process, SITE, Site, TEST, coordinator, local, need, rows
from lines import Lines

REASON = "the site was interrupted"
LINES, CLOCK = os.path.join(HERE, "lines_site.tcl"), os.path.join(HERE, "clock_site.tcl")


def interrupt(site):
    site.process.send_signal(signal.SIGTERM)
    need(site.end() == 1 and "at rest" in site.said(), site.said()[-500:])


def journal(folder):
    """Bytes of the site's journal."""
    path, = glob.glob(os.path.join(folder, "journal-east", "*.journal"))
    return os.path.getsize(path)


MEASURED, TRIPPED, ENDED = 3, 6, 8


def records(folder, name, kind):
    """How many of a kind (docs/wire.md) are in a site's journal."""
    path, = glob.glob(os.path.join(folder, "journal-" + name, "*.journal"))
    with open(path, "rb") as f:
        return f.read().count(b"TJNL%c\x00" % kind)


def trip(program, folder, name="east"):
    """A test whose site is interrupted on the way; its port. The test goes on until there is a file go."""
    with Site(program, folder, name) as east:
        with coordinator(program, folder, [east.words()], "run", steps="100 " + os.path.join(folder, "go")) as c:
            c.wait_for("exchanges, 0 late")
            interrupt(east)
            need(c.end() == 1 and REASON in c.said(), c.said()[-500:])
        return east.port


def resume(program, folder, name):
    return Process([program, "resume", os.path.join(folder, "run")], folder, name)


def go_on(program, folder, site):
    """To the end, after some more exchanges; the result must be that of a test of as many steps that nothing happened to."""
    before = journal(folder)
    with resume(program, folder, "resumed") as again:
        while again.process.poll() is None and journal(folder) < before + 2000:
            time.sleep(0.005)
        with open(os.path.join(folder, "go"), "w", encoding="utf-8"):
            pass
        need(again.end() == 0, again.said()[-500:])
    need(site.end() == 0, site.said()[-500:])
    steps = len(rows(folder)) - 100
    need(steps > 0 and rows(folder) == local(program, folder, 1, steps="100 %d" % steps), "another result")


def case_a_site_that_has_tripped_goes_on_when_it_is_acknowledged(program, folder, words):
    port = trip(program, folder)
    # again and again: it stays so
    for k in range(2):
        with Site(program, folder, "east", port) as east:
            need("site east: it has tripped: %s" % REASON in east.said() and "start it again with -acknowledge" in east.said(), east.said()[-500:])
            with resume(program, folder, "refused%d" % k) as again:
                need(again.end() == 1, "goes on without it", again.said()[-500:])
                need("this site has tripped: %s, before it was started again; when its operator has looked at it, tandem site ... -acknowledge goes on" % REASON
                     in again.said(), again.said()[-500:])
            interrupt(east)
    with Site(program, folder, "east", port, ["-acknowledge"]) as east:
        need("the trip is acknowledged: %s" % REASON in east.said(), east.said()[-500:])
        go_on(program, folder, east)


def case_a_limit_at_one_site_brings_all_to_rest_until_they_are_acknowledged(program, folder, words):
    """The site with the narrow limit, too: its reason is on its own screen. With a wider one, and acknowledged, the test goes on."""
    sites = {name: Site(program, folder, name, options=("--", limit)) for name, limit in (("east", "0.02"), ("west", "4"))}
    with sites["east"], sites["west"]:
        with coordinator(program, folder, [sites[name].words("-propose") for name in sites], "run") as c:
            need(c.end() == 1 and "site east refuses" in c.said(), c.said()[-500:])
        sites["east"].wait_for(r"rest: coordinator: site east refuses: step \d+.0: channel 1: Disp \S+, allowed -0.02 to 0.02")
        sites["west"].wait_for("rest: coordinator: site east has ended the test")
        for site in sites.values():
            interrupt(site)
    again = {name: Site(program, folder, name, port=sites[name].port, options=("-acknowledge", "--", "4")) for name in sites}
    with again["east"], again["west"], resume(program, folder, "resumed") as r:
        need(r.end() == 0, r.said()[-500:])
        need(all(site.end() == 0 for site in again.values()), "a site does not end")
    need(rows(folder) == local(program, folder, 2), "another result")


def case_an_interrupted_coordinator_trips_its_sites_and_does_not_end_their_run(program, folder, words):
    with Site(program, folder, "east") as east:
        with coordinator(program, folder, [east.words()], "run", steps="100 " + os.path.join(folder, "go")) as c:
            c.wait_for("exchanges, 0 late")
            # it sleeps between steps for most of the time
            c.process.send_signal(signal.SIGTERM)
            need(c.end() == 1, "status", c.process.returncode, c.said()[-500:])
        east.wait_for("rest: coordinator: ")
        need("has ended" not in east.said(), "an interruption has ended the run:", east.said()[-500:])
        interrupt(east)
    with Site(program, folder, "east", east.port, ["-acknowledge"]) as east:
        go_on(program, folder, east)


def case_a_killed_site_needs_the_acknowledgement_once(program, folder, words):
    port = trip(program, folder)
    with Site(program, folder, "east", port, ["-acknowledge"]) as east:
        east.kill()
    with Site(program, folder, "east", port) as east:
        go_on(program, folder, east)


def case_a_trip_is_not_forgotten_whatever_the_site_is_called(program, folder, words):
    for name in ("north wing", "n\u00f6rd:1"):
        here = os.path.join(folder, name)
        port = trip(program, here, name)
        with Site(program, here, name, port) as site:
            need("site %s: it has tripped: %s" % (name, REASON) in site.said(), site.said()[-500:])


def case_an_acknowledgement_of_nothing_is_refused_with_one_message(program, folder, words):
    def refused(name):
        call = [program, "site", SITE, "-name", "east", "-journal", os.path.join(folder, "journal-east"), "-acknowledge"]
        with Process(call, folder, name) as p:
            need(p.end() == 1 and "site: east has no trip to acknowledge" in p.said().splitlines()[-1], p.said()[-500:])

    refused("never")
    port = trip(program, folder)
    with Site(program, folder, "east", port, ["-acknowledge"]) as east:
        east.kill()
    refused("twice")


def moved(program, folder, far, sites, script=TEST):
    """A test that goes on until it is ended; far has been moved in each of its hundred steps."""
    c = coordinator(program, folder, sites, "run", script, "100 " + os.path.join(folder, "go"))
    c.wait_for("exchanges, 0 late")
    need(far.moves >= 100, "moved %d times only" % far.moves)
    return c


def case_actuators_behind_another_program_are_not_moved_by_a_site_started_again(program, folder, words):
    def again(far, here, *options):
        call = [program, "site", LINES, "-name", "east", "-journal", os.path.join(here, "journal-east")] + list(options) + ["--", str(far.port)]
        before = far.moved()
        with Process(call, here, "again" + "".join(options)) as p:
            need(p.end() == 1 and "is behind another program and cannot be taken up again: nothing has moved" in p.said(), p.said()[-500:])
        need(far.moved() == before, "moved %d times" % (far.moves - before))

    for name, stop in (("killed", Site.kill), ("tripped", interrupt)):
        here = os.path.join(folder, name)
        with Lines() as far:
            with Site(program, here, "east", options=["--", str(far.port)], script=LINES) as east, moved(program, here, far, [east.words()]):
                stop(east)
            again(far, here)
            again(far, here, "-acknowledge")


def case_a_run_taken_up_again_does_not_move_actuators_behind_another_program(program, folder, words):
    script = os.path.join(folder, "test.tcl")
    with Lines() as far, Site(program, folder, "east") as east:
        with open(script, "w", encoding="utf-8") as f:
            f.write("rename expControl control\nproc expControl {kind tag args} {\n\texpControlPoint 1 1 disp\n\texpControlPoint 2 1 disp 1 force\n"
                    "\tcontrol LabVIEW $tag 127.0.0.1 %d -trialCP 1 -outCP 2\n}\nsource {%s}\n" % (far.port, TEST))
        with moved(program, folder, far, [east.words(), "local"], script) as c:
            c.kill()
        before = far.moved()
        with resume(program, folder, "resumed") as p:
            need(p.end() == 1 and "a run that is taken up again does not move actuators of this laboratory" in p.said(), p.said()[-500:])
        need(far.moved() == before, "moved %d times" % (far.moves - before))


class ClockSite(Site):
    """Its rig moves in a process of its own."""

    def __init__(self, program, folder, script=CLOCK):
        super().__init__(program, folder, "east", script=script, before=["--realtime", "--cpu", str(max(os.sched_getaffinity(0))), "--unfit"])

    def signal_rig(self, number):
        """It is the only child."""
        with open("/proc/%d/task/%d/children" % (self.process.pid, self.process.pid), encoding="utf-8") as f:
            rig, = f.read().split()
        os.kill(int(rig), number)

    def stop_rig(self):
        """The rig comes to rest by itself."""
        self.signal_rig(signal.SIGTERM)

    def kill_rig(self):
        self.signal_rig(signal.SIGKILL)


def case_a_rig_that_stops_between_two_steps_is_a_trip_at_once(program, folder, words):
    for name, last in (("steps", "analyze 1 0.01"), ("ends", "")):
        here = os.path.join(folder, name)
        os.mkdir(here)
        script, go = os.path.join(here, "test.tcl"), os.path.join(here, "go")
        with open(script, "w", encoding="utf-8") as f:
            f.write("source {%s}\nputs stderr sleeps\nwhile {![file exists {%s}]} {after 5}\n%s\n" % (TEST, go, last))
        with ClockSite(program, here) as east, Site(program, here, "west") as west:
            with coordinator(program, here, [s.words("-propose") for s in (east, west)], "run", script, 20) as c:
                c.wait_for("sleeps")
                before = records(here, "west", MEASURED)
                east.stop_rig()
                east.wait_for("site east: trip: ")
                with open(go, "w", encoding="utf-8"):
                    pass
                # the coordinator's own test is whole when only its end was to come
                need(c.end() == (1 if last else 0) and ("site east has tripped" in c.said() or not last), name, c.process.returncode, c.said()[-500:])
            need(before > 0 and records(here, "west", MEASURED) == before, name, "the other laboratory has moved")
            # a rig against the clock need not go through its history to the same bits: what the next process would find
            need(records(here, "east", TRIPPED) == 1 and records(here, "east", ENDED) == 0, name, "the trip is forgotten")


def case_others_hear_of_a_trip_while_the_rig_is_on_its_way_to_rest(program, folder, words):
    """A way that takes longer than the test waits for it."""
    for name in ("rig", "site"):
        here = os.path.join(folder, name)
        os.mkdir(here)
        script = os.path.join(here, "slow.tcl")
        with open(CLOCK, encoding="utf-8") as f, open(script, "w", encoding="utf-8") as g:
            g.write(f.read().replace("-onTrip hold", "-onTrip ramp -tripVelocity 0.001"))
        with ClockSite(program, here, script) as east, Site(program, here, "west") as west:
            with coordinator(program, here, [s.words() for s in (east, west)], "run", steps="60 " + os.path.join(here, "go")) as c:
                c.wait_for("exchanges, ")
                if name == "rig":
                    east.stop_rig()
                else:
                    east.process.send_signal(signal.SIGTERM)
                west.wait_for("rest: coordinator: site east has ended the test: site east has tripped: ")
                need("the way to rest are in" not in east.said(), name, "only when the rig was at rest")
                need(c.end() == 1 and "not answered" not in c.said(), name, c.said()[-500:])
            east.kill_rig()


def case_a_site_that_could_not_be_told_to_rest_is_named(program, folder, words):
    with Site(program, folder, "east") as east, Site(program, folder, "west") as west:
        with coordinator(program, folder, [east.words(), west.words()], "run", steps="100 " + os.path.join(folder, "go")) as c:
            c.wait_for("exchanges, 0 late")
            west.kill()
            # the step that is under way waits for it
            time.sleep(0.2)
            c.process.send_signal(signal.SIGTERM)
            need(c.end() == 1, "status", c.process.returncode, c.said()[-500:])
        east.wait_for("rest: coordinator: ")
        told = "has no connection and was not told to rest: its rig does what its controller says"
        need("site west (localhost:%d) %s" % (west.port, told) in c.said() and c.said().count(told) == 1, c.said()[-500:])


def wan_log(folder):
    path = os.path.join(folder, "wan.csv")
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as f:
        return f.read()


def case_a_connection_that_is_dead_before_anybody_knows(program, folder, words):
    """What is said on it is lost: the site is told over another one, or named."""
    for name, dead in (("heals", "swallow 3"), ("stays", "swallow")):
        here, script = os.path.join(folder, name), os.path.join(folder, name + ".txt")
        with open(script, "w", encoding="utf-8") as f:
            f.write("at 3 %s\n" % dead)
        with Site(program, here, "east") as east, Site(program, here, "west") as west:
            with Process([program, "wan", "-listen", "0", "-to", "localhost:%d" % west.port, "-script", script, "-log", "wan.csv"], here, "wan") as wan:
                far = "localhost %s west" % wan.wait_for(r"127.0.0.1:(\d+)")
                with coordinator(program, here, [east.words(), far], "run", steps="100 " + os.path.join(here, "go")) as c:
                    end = time.monotonic() + 100.0
                    while "swallow" not in wan_log(here):
                        need(time.monotonic() < end, "nothing is swallowed:", wan.said())
                        time.sleep(0.01)
                    # a step is under way, and everybody thinks that it will come
                    time.sleep(0.5)
                    c.process.send_signal(signal.SIGTERM)
                    need(c.end() == 1, "status", c.process.returncode, c.said()[-500:])
                named = "site west (localhost:%s) has no connection and was not told to rest" % far.split()[1] in c.said()
                need(named == (name == "stays"), name, c.said()[-500:])
                for site in (east, west) if name == "heals" else (east,):
                    site.wait_for("rest: coordinator: the coordinator's laboratory has tripped: laboratory: interrupted")


def case_a_trip_after_a_long_silence_reaches_every_site(program, folder, words):
    """A site ends a connection on which nothing was said for five seconds."""
    script = os.path.join(folder, "test.tcl")
    with open(script, "w", encoding="utf-8") as f:
        f.write("source {%s}\nputs stderr sleeps\nafter 6500\n" % TEST)
    sites = [Site(program, folder, name) for name in ("east", "west")]
    with sites[0], sites[1], coordinator(program, folder, [s.words() for s in sites], "run", script, 20) as c:
        c.wait_for("sleeps")
        for site in sites:
            site.wait_for("coordinator coordinator is lost")
        c.process.send_signal(signal.SIGTERM)
        need(c.end() == 1 and "not told" not in c.said(), c.process.returncode, c.said()[-500:])
        for site in sites:
            site.wait_for("rest: coordinator: the coordinator's laboratory has tripped: laboratory: interrupted")


def case_a_trip_is_acknowledged_at_the_sites_and_not_at_the_coordinator(program, folder, words):
    """Its process cannot go on with sites that rest; it says so, and what to do, and does not first let its own rigs go."""
    script = os.path.join(folder, "test.tcl")
    with open(script, "w", encoding="utf-8") as f:
        f.write("source {%s}\nputs stderr waits\nwhile {[expTrip] eq {}} {after 20}\nputs stderr [expTrip]\nputs stderr [catch {expTrip -acknowledge} w]:$w\n"
                "puts stderr [catch {analyze 1 0.01} w]:$w\n" % TEST)
    with Site(program, folder, "east") as east:
        with coordinator(program, folder, [east.words(), "local"], "run", script, 20) as c:
            c.wait_for("waits")
            interrupt(east)
            c.end()
        need("site east has tripped: %s" % REASON in c.said(), c.said()[-500:])
        need("when the operators of all sites have acknowledged, tandem resume goes on" in c.said(), c.said()[-500:])
        need("-acknowledge continues" not in c.said(), c.said()[-500:])
        need("1:laboratory: site east has come to rest, and this process cannot go on with it" in c.said(), c.said()[-500:])
    with Site(program, folder, "east", east.port, ["-acknowledge"]) as east:
        with resume(program, folder, "resumed") as again:
            again.wait_for("waits")


def case_a_trip_at_a_site_while_the_test_waits_for_its_operator_is_everybodys(program, folder, words):
    with Site(program, folder, "east") as east, Site(program, folder, "west") as west:
        call = [program, "run", "--live", "--hold", "--run", "run", TEST, "20", east.words(), west.words()]
        with Process(call, folder, "coordinator"):
            for site in (east, west):
                site.wait_for("is here")
            interrupt(east)
            west.wait_for("rest: coordinator: site east has ended the test: site east has tripped: " + REASON)
