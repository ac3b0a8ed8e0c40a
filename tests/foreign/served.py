"""A site behind frames, as an application client finds it."""
import socket
import struct

from process import Run, wait_bound
from replay import connect, free_port

SIZES = struct.pack("<11i", 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 16)
SPRING = "uniaxialMaterial Elastic 1 4.0\nexpControl SimUniaxialMaterials 1 1\nexpSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1\nexpSite LocalSite 1 1\n"
SERVED = "model basic -ndm 1 -ndf 1\n" + SPRING + "startSimAppSiteServer 1 %d %s\nputs ended\n"


def frame(*x):
    return struct.pack("<16d", *(list(x) + [0.0] * (16 - len(x))))


def serve(program, work, words="", script=SERVED):
    udp = "-udp" in words
    port = free_port(socket.SOCK_DGRAM if udp else socket.SOCK_STREAM)
    run = Run(program, work, "server", script % (port, words))
    if udp:
        wait_bound(port, run)
    return run, connect(port, udp)
