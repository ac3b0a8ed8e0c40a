"""Strangers at the port of a server: they are silent, stop within their first words, trickle, or speak between the client's datagrams."""
import os
import signal
import socket
import ssl
import struct
import subprocess
import time

from process import Run
from replay import PATIENCE_S, connect, free_port, need, receive
from served import SERVED, SIZES, SPRING, frame, serve

ACTOR = "model basic -ndm 1 -ndf 1\n" + SPRING + "expSite ActorSite 7 -setup 1 %d %s\nstartLabServer 7\n"


def who_says_nothing_keeps_nobody_out(program, work):
    """Connections that are closed again, silent ones, and inside TLS handshakes that stop in the middle or have no papers, before the client."""
    papers = os.path.join(work, "papers")
    subprocess.run([program, "site", "keygen", papers, "lab", "me"], check=True, stdout=subprocess.DEVNULL)
    for tls in False, True:
        port, folder = free_port(), os.path.join(work, "tls" if tls else "plain")
        os.makedirs(os.path.join(folder, "server"))
        for name, of in (("server.crt", "lab.crt"), ("server.key", "lab.key"), ("server_ca.crt", "ca.crt")):
            os.symlink(os.path.join(papers, of), os.path.join(folder, "server", name))
        run = Run(program, folder, "server", SERVED % (port, "-ssl" if tls else ""))
        for _ in range(3):
            connect(port, False).close()
        silent = [connect(port, False) for _ in range(40)]
        for s in silent[::2] if tls else ():
            s.sendall(b"\x16\x03\x01\x02\x00\x01")
        s = connect(port, False)
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname = False
            context.load_verify_locations(os.path.join(papers, "ca.crt"))
            context.load_cert_chain(os.path.join(papers, "me.crt"), os.path.join(papers, "me.key"))
            s = context.wrap_socket(s)
        s.sendall(SIZES + frame(3, 0.5, 0, 0, 0.1) + frame(6))
        need(struct.unpack("<16d", receive(s, 128, False))[3] == 2.0, "not the spring's force")
        s.sendall(frame(99))
        run.end(0)
        for s in silent + [s]:
            s.close()


def who_stops_within_the_first_words_keeps_nobody_out(program, work):
    """Half a size ID, half a line, half an actor's number: some stay, some go. A client who says his words byte by byte is one all the same."""
    for name, script, half, words, answer in (
            ("frames", SERVED, SIZES[:20], SIZES + frame(6), 128),
            ("lines", SERVED.replace("startSimAppSiteServer", "startTextServer"), b"open-session\tsome", b"open-session\tme\n", 23),
            ("actor", ACTOR, b"\1", struct.pack("<i", 1), 4)):
        port = free_port()
        run = Run(program, os.path.join(work, name), "server", script % (port, ""))
        halves = [connect(port, False) for _ in range(4)]
        for s in halves:
            s.sendall(half)
        for s in halves[::2]:
            s.close()
        client = connect(port, False)
        for i in range(len(words)):
            client.sendall(words[i:i + 1])
            time.sleep(0.001 if i < 100 else 0.0)
        receive(client, answer, False)
        need(run.process.poll() is None, run.said())
        for s in halves + [client]:
            s.close()
        run.process.send_signal(signal.SIGINT)
        run.process.wait()


def a_message_that_trickles_ends_in_time(program, work):
    """A byte now and then is no message: after -timeout, and with Ctrl-C, it is over."""
    for words, number, said in ("-timeout 1", None, "no message in time"), ("", signal.SIGINT, "interrupted"):
        port = free_port()
        run = Run(program, os.path.join(work, "t%d" % bool(number)), "server", SERVED % (port, words))
        s = connect(port, False)
        s.sendall(SIZES[:40] + struct.pack("<i", 60000))
        end = time.monotonic() + 10.0
        s.sendall(b"\0" * 100)
        time.sleep(0.2)
        if number:
            run.process.send_signal(number)
        try:
            while run.process.poll() is None and time.monotonic() < end:
                s.sendall(b"\0")
                time.sleep(0.02)
        except OSError:
            pass
        need(time.monotonic() < end, "it waits as long as bytes trickle")
        run.end(1)
        need(said in run.said(), run.said())
        s.close()


def a_datagram_that_greets_and_stops_is_nobody(program, work):
    run, s = serve(program, work, "-udp")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
        stranger.settimeout(PATIENCE_S)
        stranger.sendto(b"a", s.getpeername())
        need(stranger.recv(10) == b"b", "the handshake is not answered")
        s.send(b"a")
        need(s.recv(10) == b"b", "the second handshake is not answered")
        for message in (SIZES, frame(3, 0.5, 0, 0, 0.1), frame(10)):
            s.send(message)
        need(struct.unpack("<16d", s.recv(1000))[3] == 2.0, "not the spring's force")
    s.send(frame(99))
    run.end(0)
    s.close()


def datagrams_of_others_are_not_the_clients(program, work):
    """The server is stopped while both speak: what the second has sent lies behind the first's words."""
    run, s = serve(program, work, "-udp")
    os.kill(run.process.pid, signal.SIGSTOP)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        s.send(SIZES)
        s.send(frame(3, 0.5, 0, 0, 0.1))
        other.sendto(frame(3, 0.9, 0, 0, 0.1), s.getpeername())
        os.kill(run.process.pid, signal.SIGCONT)
        s.send(frame(10))
        need(struct.unpack("<16d", s.recv(1000))[3] == 2.0, "it is where another has sent it")
    s.send(frame(99))
    run.end(0)
    s.close()


def an_empty_datagram_is_nobody(program, work):
    run, s = serve(program, work, "-udp")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
        stranger.sendto(b"", s.getpeername())
    time.sleep(0.2)
    for message in (SIZES, frame(3, 0.5, 0, 0, 0.1), frame(10)):
        s.send(message)
    need(struct.unpack("<16d", s.recv(1000))[3] == 2.0, "not the spring's force")
    s.send(frame(99))
    run.end(0)
    s.close()


CASES = [who_says_nothing_keeps_nobody_out,
         who_stops_within_the_first_words_keeps_nobody_out,
         a_message_that_trickles_ends_in_time,
         a_datagram_that_greets_and_stops_is_nobody,
         datagrams_of_others_are_not_the_clients,
         an_empty_datagram_is_nobody]
