"""Sites that have tripped: nobody is served before their operator has acknowledged it; then the test goes on to the result of one that nothing
happened to."""
import glob
import os
import signal
import time

from bed import Process, SITE, Site, coordinator, local, need, rows

REASON = "the site was interrupted"


def interrupt(site):
    site.process.send_signal(signal.SIGTERM)
    need(site.end() == 1 and "at rest" in site.said(), site.said()[-500:])


def journal(folder):
    """Bytes of the site's journal."""
    path, = glob.glob(os.path.join(folder, "journal-east", "*.journal"))
    return os.path.getsize(path)


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
