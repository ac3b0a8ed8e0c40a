"""Processes of a test that are killed at moments of their journals, and taken up again."""
import glob
import os

from bed import Process, SITE, Site, TEST, coordinator, need, rows

done = {"coordinators": 0, "sites": 0}       # killed while they worked, by all cases


def kill_at(process, pattern, size):
    """Ends a process with SIGKILL when its journal has grown to that size; false: it had ended by itself."""
    while process.process.poll() is None:
        found = glob.glob(pattern)
        if found and os.path.getsize(found[0]) >= size:
            process.kill()
            return True
    return False


def kill_coordinators(program, folder, wanted, times, chance, script=TEST, site=SITE):
    """So many tests whose coordinators are killed at any byte of their journals, and resumed; the first goes to its end, so that their length is known."""
    killed = most = 0
    for k in range(times + 1):
        here = os.path.join(folder, "k%d" % k)
        journal = os.path.join(here, "run", "east.coordinator.journal")
        with Site(program, here, "east", script=site) as east:
            with coordinator(program, here, [east.words()], "run", script) as c:
                killed += kill_at(c, journal, chance.randrange(most)) if most else 0
                need(most or c.end() == 0, c.said()[-500:])
            while True:
                with Process([program, "resume", os.path.join(here, "run")], here, "resumed") as again:
                    now = os.path.getsize(journal)
                    if most and chance.random() < 0.4 and kill_at(again, journal, chance.randrange(now, max(now, most) + 1)):
                        killed += 1
                        continue
                    need(again.end() == 0, again.said()[-500:])
                    break
            need(east.end() == 0, "the site does not know that run", k, "is over:", east.said()[-500:])
        most = os.path.getsize(journal)
        need(rows(here) == wanted, "resumed run", k, "has another result")
    done["coordinators"] += killed
    need(killed >= times // 2, "only", killed, "were killed while they worked")


def kill_sites(program, folder, wanted, times, chance, script=TEST, site=SITE):
    """The same with sites, each killed twice, which are started again while their coordinators wait."""
    killed = most = 0
    for k in range(times + 1):
        here = os.path.join(folder, "k%d" % k)
        journal = os.path.join(here, "journal-east", "*.journal")
        with Site(program, here, "east", script=site) as east:
            with coordinator(program, here, [east.words("-giveUp", "60")], "run", script) as c:
                for size in sorted(chance.randrange(most) for _ in range(2 if most else 0)):
                    if kill_at(east, journal, size):
                        killed += 1
                        east = Site(program, here, "east", east.port, script=site)
                need(c.end() == 0, c.said()[-500:])
            # one that was killed when its test had ended waits for another one
            east.kill()
        most = os.path.getsize(glob.glob(journal)[0])
        need(rows(here) == wanted, "run", k, "with a killed site has another result")
    done["sites"] += killed
    need(killed >= times // 2, "only", killed, "were killed while they worked")
