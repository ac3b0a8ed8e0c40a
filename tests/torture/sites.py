"""A site and a coordinator of which one lives in a world that fails: both end or wait with words, and from what their journals hold the test goes on to its
end without troubles, with the rows of one that met none."""
import os
import re
import signal
import sys
import time

from world import BROKEN, HERE, MANY, chosen, is_part, need, points

sys.path.insert(0, os.path.join(HERE, "..", "network"))
import bed

STEPS = 12
# what a test between sites comes by; the others are other cases' business
AMONG = ("arena_alloc", "file_open", "file_read", "file_write", "file_sync", "file_close",
         "net_memory", "net_socket", "net_connect", "net_accept", "net_read", "net_write")


class World:
    """Processes that are started inside it have these troubles."""

    def __init__(self, torture="", count=""):
        self.words = {"TORTURE": torture, "TORTURE_COUNT": count}

    def __enter__(self):
        os.environ.update({k: v for k, v in self.words.items() if v})

    def __exit__(self, *why):
        for name in self.words:
            os.environ.pop(name, None)


def counted(path):
    if not os.path.exists(path):
        return 0
    with open(path, encoding="utf-8") as f:
        return int(f.readline())


def again(program, folder, site, options=()):
    """With a site and a coordinator that have no troubles: how it ends, and what is said."""
    if os.path.exists(os.path.join(folder, "run", "run.txt")):
        words = [program, "resume", os.path.join(folder, "run")]
    else:
        words = [program, "run", "--run", "again", bed.TEST, str(STEPS), site.words(*options)]
    with bed.Process(words, folder, "again") as p:
        return p.end(), p.said()


def go_on(program, folder, site, wanted, torture, options=(), rests=False):
    """rests: the site may have been told to rest, as by a coordinator whose disk fails; then somebody has to look at the specimen first."""
    status, said = again(program, folder, site, options)
    if rests and status != 0 and "this site has tripped" in said:
        site.kill()
        with taken_up(program, folder, site.port, list(options)) as good:
            status, said = again(program, folder, good, options)
    need(status == 0, torture, "does not go on:", said[-500:])
    need(bed.rows(folder) == wanted, torture, "goes on to another result")


def coordinator_under(program, folder, wanted, torture):
    """Calls that it made at the point. A site never fails because its coordinator does."""
    count = os.path.join(folder, "count")
    with bed.Site(program, folder, "east") as east:
        with World(torture, count):
            c = bed.coordinator(program, folder, [east.words("-patience", "0.5", "-giveUp", "0.5")], "run", steps=STEPS)
        with c:
            status = c.end()
        need(status in (0, 1), torture, "status", status, c.said()[-500:])
        need(status == 0 or ": " in c.said(), torture, "fails without a word:", c.said()[-300:])
        if status == 0:
            rows = bed.rows(folder)
            need(len(rows) == len(wanted) and is_part(rows, wanted), torture, "all is well, they say, with another result")
        elif " has ended" in east.said():
            # after the last step: the test was whole, and what recorders could write of it is right
            path = os.path.join(folder, "disp.out")
            rows = bed.rows(folder) if os.path.exists(path) else []
            need(is_part(rows, wanted), torture, "the test has ended with another result")
        else:
            need(east.process.poll() is None, torture, "ends the site:", east.said()[-400:])
            go_on(program, folder, east, wanted, torture, rests=True)
    return counted(count)


def case_coordinators_whose_calls_fail(program, folder, everything):
    wanted = bed.local(program, folder, 1, steps=STEPS)
    for point in points():
        if point not in AMONG:
            continue
        calls = coordinator_under(program, os.path.join(folder, point), wanted, "fault %s %d once" % (point, MANY))
        for nth in chosen(calls, everything, 3):
            for how in ("once", "ever"):
                coordinator_under(program, os.path.join(folder, "%s-%d-%s" % (point, nth, how)), wanted, "fault %s %d %s" % (point, nth, how))


class Wretch(bed.Process):
    """A site that may not come to be ready: then port is None, and it has ended."""

    def __init__(self, program, folder, options):
        words = [program, "site", bed.SITE, "-name", "east", "-journal", os.path.join(folder, "journal-east")] + options
        super().__init__(words, folder, "east")
        found = None
        while not found and self.process.poll() is None:
            found = re.search(r": ready, port (\d+)", self.said())
            time.sleep(0.005)
        found = found or re.search(r": ready, port (\d+)", self.said())
        self.port = int(found.group(1)) if found else None

    def rest(self, torture):
        """At rest and over, with words: by itself, or because it is told to."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.end()
        need(status in (0, 1), torture, "the site ends with status", status, self.said()[-500:])
        need(status == 0 or ": " in self.said().splitlines()[-1], torture, "the site ends without a word:", self.said()[-300:])
        need(not any(word in self.said() for word in BROKEN), torture, self.said()[-600:])
        return status


def taken_up(program, folder, port, options):
    """The site without troubles; its operator has looked at a trip."""
    site = bed.Site(program, folder, "east", port, options)
    if "it has tripped" not in site.said().split(": ready, port")[-2]:
        return site
    site.kill()
    return bed.Site(program, folder, "east", port, options + ["-acknowledge"])


def site_under(program, folder, wanted, torture, ours=(), theirs=()):
    """Calls that it made at the point. ours, theirs: more words of the site, of the coordinator."""
    count = os.path.join(folder, "count")
    with World(torture, count):
        east = Wretch(program, folder, list(ours))
    with east:
        status = None
        if east.port:
            words = " ".join(["localhost", str(east.port), "east", "-patience", "0.5", "-giveUp", "0.5"] + list(theirs))
            with bed.coordinator(program, folder, [words], "run", steps=STEPS) as c:
                status = c.end()
            need(status in (0, 1) and (status == 0 or ": " in c.said()), torture, "the coordinator: status", status, c.said()[-500:])
        ended = east.rest(torture)
    need(east.port or ended == 1, torture, "the site was never ready, and all is well:", east.said()[-300:])
    if os.path.exists(os.path.join(folder, "disp.out")):
        rows = bed.rows(folder)
        need(rows == wanted[:len(rows)] and (status != 0 or rows == wanted), torture, "another result, status", status)
    if status != 0:
        with taken_up(program, folder, east.port or 0, list(ours)) as good:
            go_on(program, folder, good, wanted, torture, theirs)
    return counted(count)


def case_sites_whose_calls_fail(program, folder, everything):
    """It comes to rest with words, its coordinator says why it stops, and from what is on the disk the test goes on to its result."""
    wanted = bed.local(program, folder, 1, steps=STEPS)
    papers = bed.papers(program, folder, "east", "me")
    for point in points() if everything else AMONG:
        inside = point.startswith("tls")
        words = (bed.shown(papers, "east"), bed.shown(papers, "me")) if inside else ((), ())
        calls = site_under(program, os.path.join(folder, point), wanted, "fault %s %d once" % (point, MANY), *words)
        for k, nth in enumerate(chosen(calls, everything, 3, 40)):
            for how in ("once", "ever") if everything else ("once", "ever")[k % 2:k % 2 + 1]:
                site_under(program, os.path.join(folder, "%s-%d-%s" % (point, nth, how)), wanted, "fault %s %d %s" % (point, nth, how), *words)


def case_short_and_interrupted_calls_between_sites_change_nothing(program, folder, everything):
    wanted = bed.local(program, folder, 1, steps=STEPS)
    for torture in ("short", "interrupt", "real 5 -7200"):
        here = os.path.join(folder, torture.split()[0])
        with World(torture):
            east = bed.Site(program, here, "east")
            c = bed.coordinator(program, here, [east.words()], "run", steps=STEPS)
        with east, c:
            need(c.end() == 0, torture, c.said()[-500:])
            need(east.end() == 0, torture, "the site:", east.said()[-500:])
        need(bed.rows(here) == wanted, torture, "another result")


def case_full_disk_of_a_site(program, folder, everything):
    """Its journal cannot be written: nothing moves that is not in it, the coordinator is told, and with room again the test goes on."""
    wanted = bed.local(program, folder, 1, steps=STEPS)
    for room in (300, 1500, 3000):
        here = os.path.join(folder, str(room))
        with World("disk %d" % room):
            try:
                east = bed.Site(program, here, "east")
            except bed.Fault as e:
                need("No space left" in str(e), room, e)
                continue
        with east:
            with bed.coordinator(program, here, [east.words("-patience", "0.5", "-giveUp", "0.5")], "run", steps=STEPS) as c:
                status = c.end()
                need(status in (0, 1), room, "status", status, c.said()[-300:])
            port = east.port
        if status != 0:
            with bed.Site(program, here, "east", port) as east:
                go_on(program, here, east, wanted, "disk %d" % room)
        else:
            need(bed.rows(here) == wanted, room, "another result")
