"""Frames of the protocol between laboratories (docs/wire.md), written from its description: for peers that are not what they should be."""
import struct

HEADER = 64
HELLO, WELCOME, REFUSE = 1, 2, 3
VERSION_REFUSED = 1


def crc32c(data):
    """Castagnoli's polynomial, bits reversed (RFC 3720, B.4)."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def frame(kind, payload, version=1, number=1, session=0):
    head = struct.pack("<4sHHIQQIIqqQ", b"TNDM", version, kind, len(payload), session, 0, 0, 0, 1, 0, number)
    return head + struct.pack("<I", crc32c(head + payload)) + payload


def text(word):
    return bytes([len(word)]) + word.encode()


def hello(site, versions=(2, 2), trial=1, out=1, run="stranger"):
    sizes = struct.pack("<10H", trial, trial, trial, trial, 1, out, out, out, out, 1)
    fixed = struct.pack("<HHIQQIIdd", versions[0], versions[1], 0, 12345, 0, 0, 0, 0.0, 0.0)
    return frame(HELLO, fixed + sizes + b"".join(text(w) for w in (run, "somebody", site, "", "", "")))


def refusal(data):
    """Code and sentence of the REFUSE in these bytes; None: there is none."""
    if len(data) < HEADER + 3 or struct.unpack_from("<4sHH", data)[2] != REFUSE:
        return None
    code, size = struct.unpack_from("<HB", data, HEADER)
    return code, data[HEADER + 3:HEADER + 3 + size].decode()
