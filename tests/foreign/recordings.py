"""Recorded conversations: the program runs the recorded script of one side unchanged, this one plays the other side's bytes and compares what comes."""
import glob
import os
import re
import select
import socket
import struct

from process import Run, wait_bound
from replay import PATIENCE_S, Recording, compare, connect, free_port, need, receive, same_numbers

# Every recording, and which side of it the program plays: S the server and C the client, each message compared; T the client, its sizes, targets and forces
# compared, because our elements ask less often. The number is the tolerance of computed values: 0 is byte for byte; rounding of another solver needs more.
RECORDINGS = {
    "gc_elem_n1": ("ST", 0.0), "gc_elem_n6": ("ST", 0.0), "gc_elem_n2_rayleigh": ("ST", 0.0), "gc_elem_n2_norayleigh": ("ST", 0.0),
    "gc_elem_n1_static": ("ST", 0.0), "gc_elem_n1_udp": ("S", 0.0),
    "ee_site_n1": ("ST", 0.0), "ee_site_n3": ("ST", 0.0), "ee_site_n1_udp": ("S", 0.0), "ee_site_n1_udp_big": ("S", 0.0),
    "probe_site_n1": ("S", 0.0), "probe_elem_n1": ("S", 0.0),
    "shadow_n1": ("CS", 0.0), "shadow_n3": ("CS", 1e-12), "shadow_n1_udp": ("CS", 0.0), "shadow_setup_n1": ("CS", 0.0), "shadow_version": ("S", 0.0),
    "adapter_n1": ("CS", 1e-9), "adapter_n1_dva": ("CS", 1e-9), "adapter_n3": ("CS", 1e-9), "adapter_n1_udp": ("CS", 1e-9), "actuator_n1": ("CS", 1e-9),
    "generictcp_n1": ("C", 0.0), "simulink_n1": ("C", 0.0), "simulink_n1_udp": ("C", 0.0), "speedgoat_n1": ("C", 0.0),
    "labview_n1": ("C", 0.0), "labview_n3": ("C", 0.0), "recorder_tcp": ("C", 0.0),
}
# Why nothing is compared
LEFT_OUT = {
    "gc_elem_n1_udp_stuck": "a server of 2.8 that takes the handshake for sizes; ours answers it, see the case a_handshake_is_taken_or_left",
    "adapter_n1_udp_stuck": "an adapter that takes sizes for the handshake and crashes; ours takes them, see the same case",
    "gc_site_n1": "a client that waits for ever; ours is told, see the case a_site_says_that_it_has_no_matrices",
}
# How a run of a recorded script ends: where the recorded program was ended by the other side, ours says so
STATUS = {("shadow_version", "S"): 1}
STATUS.update({(n, "S"): 1 for n in ("adapter_n1", "adapter_n1_dva", "adapter_n3", "adapter_n1_udp", "actuator_n1")})

ROUNDING = 1e-12        # another order of additions


def play_client(r, s, tolerance):
    """Plays the recorded client to the program, which serves."""
    for side, data, what in r.messages:
        if side == "C":
            try:
                s.sendall(data)
            except OSError:
                # a goodbye that is said twice: the other side may have gone at the first
                need("DIE" in what, "it is gone:", what)
        else:
            compare(receive(s, len(data), r.udp), data, what, tolerance)


def play_server(r, s, tolerance):
    """Plays the recorded server. Names of transactions are dates in recordings: ours come back in the answers."""
    peer, name = None, None
    for side, data, what in r.messages:
        if side == "S":
            if name:
                data = re.sub(rb"OPFTransaction\d{14}", name, data)
            s.sendto(data, peer) if r.udp else s.sendall(data)
            continue
        got, peer = s.recvfrom(65536) if r.udp else (receive(s, len(data), False), None)
        found = re.search(rb"OPFTransaction\d{14}", got)
        if found:
            name = found.group(0)
            data = re.sub(rb"OPFTransaction\d{14}", name, data)
        compare(got, data, what, tolerance)


def replay_server(program, work, folder, name, tolerance):
    r = Recording(folder, name)
    port = free_port(socket.SOCK_DGRAM if r.udp else socket.SOCK_STREAM)
    run = Run(program, work, name + ".S", os.path.join(folder, name + ".server.tcl"), env={"PORT": str(port)})
    try:
        if r.udp:
            wait_bound(port, run)
        with connect(port, r.udp) as s:
            play_client(r, s, tolerance)
        run.end(STATUS.get((name, "S"), 0))
    finally:
        run.kill()


def replay_client(program, work, folder, name, tolerance):
    r = Recording(folder, name)
    kind = socket.SOCK_DGRAM if r.udp else socket.SOCK_STREAM
    with socket.socket(socket.AF_INET, kind) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.settimeout(PATIENCE_S)
        if not r.udp:
            listener.listen(1)
        run = Run(program, work, name + ".C", os.path.join(folder, name + ".client.tcl"), env={"PORT": str(listener.getsockname()[1])})
        try:
            s = listener if r.udp else listener.accept()[0]
            s.settimeout(PATIENCE_S)
            play_server(r, s, tolerance)
            if not r.udp:
                need(s.recv(1) == b"", "it says more than was recorded")
                s.close()
            run.end(0)
        finally:
            run.kill()


def relay(listener, port):
    """Carries bytes between a client and a server until both have ended; what each side said."""
    ends = [listener.accept()[0], connect(port, False)]
    said = [b"", b""]
    alive = [True, True]
    while any(alive):
        ready = select.select([e for e, a in zip(ends, alive) if a], [], [], PATIENCE_S)[0]
        need(ready, "both sides are silent")
        for e in ready:
            k = ends.index(e)
            try:
                part = e.recv(65536)
            except OSError:
                part = b""
            said[k] += part
            alive[k] = bool(part)
            try:
                ends[1 - k].sendall(part) if part else ends[1 - k].shutdown(socket.SHUT_WR)
            except OSError:
                alive[1 - k] = False
    for e in ends:
        e.close()
    return said


def targets(stream, answers):
    """Of a conversation in frames: its sizes, and displacement and force of every new target, read off trials and answers to 6 and 10."""
    sizes = struct.unpack_from("<11i", stream)
    n, data, first = sizes[0], sizes[10], sum(sizes[5:8])
    frames = struct.iter_unpack("<%dd" % data, stream[44:])
    replies = struct.iter_unpack("<%dd" % data, answers)
    rows = []
    for x in frames:
        if x[0] == 3.0 and (not rows or not same_numbers(rows[-1][0], x[1:1 + n], ROUNDING)):
            rows.append([x[1:1 + n], None])
        if x[0] in (6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0):
            reply = next(replies)
            if x[0] in (6.0, 10.0) and rows:
                rows[-1][1] = reply[first:first + n]
    return sizes, [r for r in rows if r[1] is not None], x[0]


def replay_targets(program, work, folder, name, _):
    """Both recorded scripts in two processes: the client says the recorded sizes and targets and is answered the recorded forces. It asks less often than the
    recorded one, and in one message instead of several."""
    r = Recording(folder, name)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(1)
        listener.settimeout(PATIENCE_S)
        port = free_port()
        lab = Run(program, work, "lab", os.path.join(folder, name + ".server.tcl"), env={"PORT": str(port)})
        main = Run(program, work, "main", os.path.join(folder, name + ".client.tcl"), env={"PORT": str(listener.getsockname()[1])})
        try:
            said = relay(listener, port)
            main.end(0)
            lab.end(0)
        finally:
            lab.kill()
            main.kill()
    mine, theirs = targets(*said), targets(r.streams["C"], r.streams["S"])
    need(mine[0] == theirs[0], "sizes", mine[0], "instead of", theirs[0])
    need(mine[2] == theirs[2] == 99.0, "the last word is", mine[2])
    moved = [[row for row in side[1] if any(row[0])] for side in (mine, theirs)]
    need(len(moved[0]) == len(moved[1]) > 2, len(moved[0]), "targets instead of", len(moved[1]))
    for a, b in zip(*moved):
        for x, y in zip(a, b):
            need(same_numbers(x, y, ROUNDING), "target or force", x, "instead of", y)


def cases(folder):
    """All replays of the recordings in a folder, by name."""
    found = sorted(os.path.basename(p)[:-len(".trace")] for p in glob.glob(os.path.join(folder, "*.trace")))

    def accounted(program, work):
        unknown = [n for n in found if n not in RECORDINGS and n not in LEFT_OUT]
        gone = [n for n in list(RECORDINGS) + list(LEFT_OUT) if n not in found]
        need(not unknown and not gone, "recordings that nobody replays:", unknown, "and that are not there:", gone)

    all_of_them = [("every_recording_is_accounted_for", accounted)]
    for name in found:
        sides, tolerance = RECORDINGS.get(name, ("", 0.0))
        for side in sides:
            play, what = {"S": (replay_server, "as the server"), "C": (replay_client, "as the client"), "T": (replay_targets, "through a relay")}[side]
            all_of_them.append(("replay %s %s" % (name, what),
                                lambda program, work, n=name, p=play, t=tolerance: p(program, work, folder, n, t)))
    return all_of_them
