"""Dorka's sub-steps at the site; and the specimen before the first step."""
import os
import random
import struct

from bed import HERE, STEPS, Site, coordinator, local, need, rows
from kills import kill_coordinators, kill_sites

DORKA, REST, REST_SITE = (os.path.join(HERE, n + ".tcl") for n in ("dorka", "rest", "rest_site"))
KINDS = ["", "identity", "target", "measured", "gains", "resumed", "tripped", "acknowledged", "ended", "rest"]


def records(path):
    """How many records of each type a journal has (docs/wire.md)."""
    found, at = {}, 0
    with open(path, "rb") as f:
        data = f.read()
    while at < len(data):
        magic, kind, _, length = struct.unpack_from("<4sHHI", data, at)
        need(magic == b"TJNL", path, "byte", at)
        found[KINDS[kind]] = found.get(KINDS[kind], 0) + 1
        at += 32 + length + 4
    return found


def case_dorkas_substeps_at_the_site_give_the_bits_of_a_local_run(program, folder, words):
    for k, given in enumerate([[], ["-control", "velocity"], ["-P", "0", "-control", "acceleration"], ["-single"]]):
        here = os.path.join(folder, "w%d" % k)
        wanted = local(program, here, 1, DORKA, given)
        with Site(program, here, "east") as east:
            with coordinator(program, here, [east.words()] + given, "run", DORKA) as c:
                need(c.end() == 0, c.said()[-500:])
                need("round trip" not in c.said(), c.said())
            need(east.end() == 0, "the site:", east.said()[-500:])
        need(rows(here) == wanted, given, "another result than locally")
        with open(os.path.join(here, "loop.out")) as far, open(os.path.join(here, "local", "loop.out")) as near:
            need(far.read() == near.read(), given, "another specimen's path than locally")
        # gains once, then one exchange a step; the other way it is one for every sub-step
        found = records(os.path.join(here, "run", "east.coordinator.journal"))
        need(found == {"identity": 1, "rest": 1, "gains": 1, "target": STEPS, "measured": STEPS, "ended": 1}, found)
    with Site(program, folder, "east") as east:
        with coordinator(program, os.path.join(folder, "here"), [east.words(), "-where", "here"], "run", DORKA) as c:
            need(c.end() == 0, c.said()[-500:])
    need(rows(os.path.join(folder, "here")) == rows(os.path.join(folder, "w0", "local")), "another result with sub-steps over the network")
    found = records(os.path.join(folder, "here", "run", "east.coordinator.journal"))
    need("gains" not in found and found["target"] == 8 * STEPS, found)


def case_dorkas_substeps_that_no_site_can_run_are_run_here_and_that_is_said_once(program, folder, words):
    wanted = local(program, folder, 1, DORKA, ["damped"])
    with Site(program, folder, "east") as east:
        with coordinator(program, os.path.join(folder, "far"), [east.words(), "damped"], "run", DORKA) as c:
            need(c.end() == 0, c.said()[-500:])
            need(c.said().count("sub-steps run here, with a round trip to the site for each of them: element 1: Rayleigh damping") == 1, c.said())
    need(rows(os.path.join(folder, "far")) == wanted, "another result than locally")


def case_dorkas_substeps_at_the_site_survive_killed_coordinators(program, folder, words):
    kill_coordinators(program, folder, local(program, folder, 1, DORKA), max(words.kills // 4, 1), random.Random(3), DORKA)


def case_dorkas_substeps_at_the_site_survive_killed_sites(program, folder, words):
    kill_sites(program, folder, local(program, folder, 1, DORKA), max(words.kills // 4, 1), random.Random(4), DORKA)


def case_a_limit_within_substeps_brings_everything_to_rest(program, folder, words):
    wanted = local(program, folder, 1, DORKA)
    peak = max(abs(float(row.split()[1])) for row in wanted)
    with Site(program, folder, "east", options=["--", "%.3g" % (0.7 * peak)]) as east:
        with coordinator(program, os.path.join(folder, "c"), [east.words()], "run", DORKA) as c:
            need(c.end() == 1, "status", c.process.returncode)
            need("outside its limits" in c.said(), c.said()[-500:])
        east.wait_for("outside its limits")
        found = records(os.path.join(folder, "c", "run", "east.coordinator.journal"))
        need(found["target"] == found["measured"] + 1 and found["tripped"] == 1, found)
    done = rows(os.path.join(folder, "c"))
    need(0 < len(done) < STEPS and done == wanted[:len(done)], "the steps before are others than locally")


def case_the_specimen_at_rest_is_known_over_the_network_and_when_resumed(program, folder, words):
    kill_coordinators(program, folder, local(program, folder, 1, REST), max(words.kills // 10, 1), random.Random(5), REST, REST_SITE)
