"""Losses of power: from images of the journals of both sides as a disk may hold them a run ends with exactly the result of one that nothing happened to."""
import glob
import os
import random

from bed import Process, Site, coordinator, local, need, rows

BLOCKS = (0, 512, 4096)
HISTORY = 64             # exchanges that a site remembers for a coordinator that has lost more than it
RECORD = 32 + 4          # head and check of a record (docs/wire.md)


def records(data):
    """(type, end) of every record."""
    at, found = 0, []
    while at + RECORD <= len(data):
        found.append((data[at + 4], at + RECORD + int.from_bytes(data[at + 8:at + 12], "little")))
        at = found[-1][1]
    return found


def measured(data, n):
    return sum(kind == 3 and end <= n for kind, end in records(data))


def image(data, n, block, chance):
    """The first n bytes, and nothing, zeros or noise up to the end of the block."""
    more = (n // block + 1) * block - n if block else 0
    return data[:n] + (bytes(more) if chance.random() < 0.5 else chance.randbytes(more))


def whole_run(program, folder):
    """A run to its end: both journals' paths, and their bytes."""
    with Site(program, folder, "east") as east:
        with coordinator(program, folder, [east.words()], "run") as c:
            need(c.end() == 0, c.said()[-500:])
        need(east.end() == 0, east.said()[-500:])
    theirs, = glob.glob(os.path.join(folder, "journal-east", "*.journal"))
    ours = os.path.join(folder, "run", "east.coordinator.journal")
    with open(ours, "rb") as a, open(theirs, "rb") as b:
        return east.port, ours, theirs, a.read(), b.read()


def take_up(program, folder, port, wanted, what):
    with Site(program, folder, "east", port):
        with Process([program, "resume", os.path.join(folder, "run")], folder, "resumed") as again:
            need(again.end() == 0, what, again.said()[-500:])
    need(rows(folder) == wanted, what, "another result")


def case_images_of_journals_after_a_loss_of_power_are_taken_up(program, folder, words):
    wanted = local(program, folder, 1)
    port, ours, theirs, a, b = whole_run(program, folder)
    need(rows(folder) == wanted, "another result than locally")
    chance = random.Random(3)
    last = records(b)[-1][1]
    for k in range(words.images):
        # the site's power is gone at a byte of its journal; the coordinator's disk then has as many measurements at most, and not much less
        n = (0, records(b)[0][1] - 1, last - 1, last)[k] if k < 4 else chance.randrange(last + 1)
        known = measured(b, n)
        ends = [end for kind, end in records(a) if known - HISTORY // 2 <= measured(a, end) <= known]
        m = chance.randrange(ends[0], ends[-1] + 1) if ends else 0
        block = chance.choice(BLOCKS)
        with open(ours, "wb") as f:
            f.write(image(a, m, block, chance))
        with open(theirs, "wb") as f:
            f.write(image(b, n, block, chance))
        for damaged in glob.glob(os.path.join(folder, "*", "*.damaged")):
            os.remove(damaged)
        take_up(program, folder, port, wanted, "image %d: %d of %d and %d of %d bytes, block %d:" % (k, m, len(a), n, len(b), block))
