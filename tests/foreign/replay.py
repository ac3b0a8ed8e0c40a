"""Recorded conversations (../shared/wire): reading them, and playing one side of them to a program that holds the other."""
import os
import socket
import struct
import time

PATIENCE_S = 30.0


class Fault(Exception):
    pass


def need(condition, *words):
    if not condition:
        raise Fault(" ".join(str(w) for w in words))


def free_port(kind=socket.SOCK_STREAM):
    with socket.socket(socket.AF_INET, kind) as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Recording:
    """The messages of a trace with their bytes: [(side, bytes, meaning)]."""

    def __init__(self, folder, name):
        self.name = name
        with open(os.path.join(folder, name + ".trace"), encoding="utf-8") as f:
            lines = f.read().splitlines()
        self.udp = lines[1].startswith("# UDP")
        self.streams = {"C": self._stream(folder, "c2s"), "S": self._stream(folder, "s2c")}
        self.messages = []
        at = {"C": 0, "S": 0}
        for line in lines[2:]:
            if line[:2] not in ("C ", "S "):
                continue
            side, size = line.split()[0], int(line.split()[1])
            if self.udp:
                n = struct.unpack_from("<I", self.streams[side], at[side])[0]
                need(n == size, name, "datagram of", n, "bytes, the trace says", size)
                at[side] += 4
            self.messages.append((side, self.streams[side][at[side]:at[side] + size], line.split(" # ", 1)[-1]))
            at[side] += size

    def _stream(self, folder, which):
        with open(os.path.join(folder, "%s.%s.bin" % (self.name, which)), "rb") as f:
            return f.read()


def connect(port, udp):
    """To a program that may not be listening yet."""
    end = time.monotonic() + PATIENCE_S
    while True:
        s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM if udp else socket.SOCK_STREAM)
        s.settimeout(PATIENCE_S)
        try:
            s.connect(("127.0.0.1", port))
            if not udp:
                s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return s
        except OSError:
            s.close()
            need(time.monotonic() < end, "nobody listens at port", port)
            time.sleep(0.02)


def receive(s, n, udp):
    if udp:
        return s.recv(65536)
    data = b""
    while len(data) < n:
        part = s.recv(n - len(data))
        if not part:
            raise Fault("it closed after %d of %d bytes" % (len(data), n))
        data += part
    return data


def numbers(data):
    return struct.unpack("<%dd" % (len(data) // 8), data)


def used(what):
    """Which numbers of a message somebody looks at, read off its meaning: None: all bytes; else a count from the front."""
    import re
    if what.startswith("reply to"):
        m = re.search(r"reply to \d+: (\d+)x\d+ matrix", what)
        if m:
            return int(m.group(1)) ** 2
        counts = [len(v.split()) for v in re.findall(r"\b[dvaft]=\(([^)]*)\)", what)]
        return sum(counts) if counts else None
    return None


def same_numbers(mine, theirs, tolerance):
    return all(x == y or abs(x - y) <= tolerance * max(1.0, abs(y)) for x, y in zip(mine, theirs))


def compare(got, data, what, tolerance=0.0):
    """Fails unless what was sent is what was recorded: byte for byte in the numbers that count, or within a tolerance."""
    if got == data:
        return
    need(len(got) == len(data), "%d bytes instead of %d:" % (len(got), len(data)), what)
    need(len(data) % 8 == 0 and len(data) > 44, "other bytes:", what, got[:60], data[:60])
    n = used(what)
    mine, theirs = numbers(got)[:n], numbers(data)[:n]
    if tolerance == 0.0:
        size = 8 * len(theirs)
        need(got[:size] == data[:size], "other numbers:", what, [(i, x, y) for i, (x, y) in enumerate(zip(theirs, mine)) if x != y][:4])
    else:
        need(same_numbers(mine, theirs, tolerance), "other numbers:", what, [(i, x, y) for i, (x, y) in enumerate(zip(theirs, mine)) if x != y][:4])
