"""Those who must not be let in: each is refused in words on both sides, and the test that goes on meanwhile is not disturbed."""
import os
import socket
import ssl
import time

import frames
from bed import Fault, PATIENCE_S, Process, Site, TEST, coordinator, local, need, papers, rows, shown

CROWD = 200
LINES_MOST = 25          # of those who are refused, in a minute; and the sum
RSS_MOST_KIB = 8192      # more than that a crowd may not cost

# A coordinator whose specimen has two components.
TWO = """model basic -ndm 2 -ndf 2
node 1 0 0
node 2 0 0 -mass 1 1
fix 1 1 1
eval expSite NetworkSite 1 [lindex $argv 0] [lindex $argv 1] -site [lindex $argv 2] -sizeTrialOut 2 2 [lrange $argv 3 end]
expElement twoNodeLink 1 1 2 -dir 1 2 -site 1 -initStif 1 0 0 1
"""

# A coordinator that reads its certificate, and connects when that has expired.
LATE = """set until [lindex $argv 0]
set argv [lrange $argv 1 end]
rename expElement in_time
proc expElement args { while {[clock seconds] <= $::until} {after 50}; uplevel #0 in_time $args }
source {%s}
"""


def script(folder, name, text):
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def refused(process, site, ours, theirs):
    """The process ends with status 1 and says the one; the site says the other, and goes on."""
    need(process.end() == 1 and ours in process.said(), "not", repr(ours), "but:", process.said()[-500:])
    site.wait_for(theirs)
    need(site.process.poll() is None, "the site has ended:", site.said()[-300:])


class Test:
    """A test that goes on while strangers come: `with` it ends, and has the result of a local one of as many steps."""

    def __init__(self, program, folder, site, options):
        self.program, self.folder, self.site = program, folder, site
        self.go = os.path.join(folder, "go")
        self.process = coordinator(program, os.path.join(folder, "first"), [site.words(*options)], steps="200 " + self.go)

    def __enter__(self):
        self.site.wait_for("is here")
        return self

    def __exit__(self, kind, *why):
        with self.process as p:
            if kind:
                return
            with open(self.go, "w", encoding="utf-8"):
                pass
            need(p.end() == 0, "the test was disturbed:", p.said()[-500:])
        need(self.site.end() == 0 and "is lost" not in self.site.said(), "the test was disturbed:", self.site.said()[-500:])
        got = rows(os.path.join(self.folder, "first"))
        more = len(got) - len(local(self.program, self.folder, 1))
        need(got == local(self.program, self.folder, 1, steps="200 %d" % more), "the test was disturbed: another result")


def secure(folder, name):
    """Somebody else's TLS, with the papers of that name."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.load_cert_chain(os.path.join(folder, name + ".crt"), os.path.join(folder, name + ".key"))
    return context


def ask(port, context, data):
    """What the site answers to these bytes until it ends the connection; or the words of its alert."""
    got = b""
    with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as plain:
        try:
            with context.wrap_socket(plain) as s:
                s.sendall(data)
                while True:
                    part = s.recv(4096)
                    if not part:
                        return got
                    got += part
        except ssl.SSLError as why:
            return got or str(why)
        except ConnectionError:
            return got


# ---- cases ------------------------------------------------------------------------------------------------------

def case_strangers_are_refused_on_both_sides_and_the_test_goes_on(program, folder, words):
    ours, theirs = papers(program, folder, "east", "me"), papers(program, os.path.join(folder, "theirs"), "me")
    two = script(folder, "two.tcl", TWO)
    with Site(program, folder, "east", options=shown(ours, "east")) as east, Test(program, folder, east, shown(ours, "me")):
        def comes(name, site, options, says, hears):
            with coordinator(program, os.path.join(folder, name), ["localhost %d %s -patience 3 %s" % (east.port, site, " ".join(options))]) as c:
                refused(c, east, says, hears)
        comes("plain", "east", [], "the other side speaks TLS, this one does not; connect with certificates",
              "the other side does not speak TLS, this one does")
        comes("authority", "east", shown(theirs, "me"), "its certificate is not signed by the authority that is trusted here: east",
              "the other side refuses our certificate: it does not trust the authority that signed it")
        comes("name", "west", shown(ours, "me"), "its certificate is of another name: east (allowed: west)",
              "the other side refuses our certificate: it does not hold the name that is wanted there")
        comes("second", "east", shown(ours, "me"), "does not answer within 3 s: site east refuses for now: coordinator coordinator has this site, for run",
              "a coordinator is refused: coordinator coordinator has this site, for run")
        with Process([program, "run", two, "localhost", str(east.port), "east"] + shown(ours, "me"), os.path.join(folder, "sizes"), "coordinator") as c:
            refused(c, east, "site east refuses: sizes of Disp: the coordinator sends 2 and wants 2, this site takes 1 and gives 1",
                    "a coordinator is refused: sizes of Disp: the coordinator sends 2 and wants 2, this site takes 1 and gives 1")
        need("unknown ca" in ask(east.port, secure(theirs, "me"), frames.hello("east")), "no alert for a certificate of another authority")
        east.wait_for("its certificate is not signed by the authority that is trusted here: me")


def case_only_the_coordinator_that_is_named_commands(program, folder, words):
    """Papers of the same authority: of a viewer of the page, and of another site."""
    ours = papers(program, folder, "east", "me", "west")
    papers(program, folder, "looker", "-role", "viewer")
    with Site(program, folder, "east", options=shown(ours, "east") + ["-coordinator", "me"]) as east, Test(program, folder, east, shown(ours, "me")):
        need("whoever has a certificate" not in east.said(), east.said())
        for name in "looker", "west":
            with coordinator(program, os.path.join(folder, name), [east.words("-patience", "3", *shown(ours, name))]) as c:
                refused(c, east, "the other side refuses our certificate: it does not hold the name that is wanted there",
                        "its certificate is of another name: " + name)
    with Site(program, os.path.join(folder, "any"), "east", options=shown(ours, "east")) as east:
        east.wait_for("whoever has a certificate of its authority may command it; -coordinator names one")


def case_other_versions_are_refused_by_the_site(program, folder, words):
    ours = papers(program, folder, "east", "me")
    with Site(program, folder, "east", options=shown(ours, "east")) as east, Test(program, folder, east, shown(ours, "me")):
        says = "this site speaks version 2, the coordinator 3 to 4"
        got = frames.refusal(ask(east.port, secure(ours, "me"), frames.hello("east", versions=(3, 4))))
        need(got == (frames.VERSION_REFUSED, says), "other answer:", got)
        east.wait_for("a coordinator is refused: " + says)
        says = "a frame that is none: another version of the protocol"
        got = frames.refusal(ask(east.port, secure(ours, "me"), frames.frame(frames.HELLO, b"", version=2)))
        need(got == (frames.VERSION_REFUSED, says), "other answer:", got)
        east.wait_for("a coordinator is refused: " + says)


def case_other_versions_are_refused_by_the_coordinator(program, folder, words):
    says = b"this site speaks version 3, the coordinator 2 to 2"
    answers = ((frames.frame(frames.WELCOME, b"", version=2), "site east: a frame that is none: another version of the protocol"),
               (frames.frame(frames.REFUSE, b"\x01\x00" + bytes([len(says)]) + says), "site east refuses: " + says.decode()))
    for answer, hears in answers:
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.settimeout(PATIENCE_S)
            with coordinator(program, folder, ["localhost %d east" % server.getsockname()[1]]) as c:
                with server.accept()[0] as s:
                    s.settimeout(PATIENCE_S)
                    need(s.recv(4096)[:4] == b"TNDM", "no HELLO came")
                    s.sendall(answer)
                    need(c.end() == 1 and hears in c.said(), "not", repr(hears), "but:", c.said()[-500:])


def short_lived(program, folder, name, seconds):
    """Papers, and the moment at which they are out of date."""
    made = papers(program, folder, name, "-days", "%.9f" % (seconds / 86400.0))
    return made, int(time.time()) + seconds + 1


def case_certificates_that_expire_are_refused_on_both_sides(program, folder, words):
    ours = papers(program, folder, "east", "me")
    late = script(folder, "late.tcl", LATE % TEST)
    with Site(program, folder, "east", options=shown(ours, "east")) as east, Test(program, folder, east, shown(ours, "me")):
        for seconds in (3, 12, 48):
            made, until = short_lived(program, folder, "guest%d" % seconds, seconds)
            call = [program, "run", late, str(until), "10", east.words("-patience", "20", *shown(made, "guest%d" % seconds))]
            with Process(call, os.path.join(folder, "guest%d" % seconds), "coordinator") as c:
                # a machine that is so slow that they are out of date before they are read gives them more time
                if c.end() == 1 and "it or its authority has expired" in c.said():
                    continue
                refused(c, east, "the other side refuses our certificate: it is out of date", "its certificate has expired: guest")
                return
        raise Fault("not even 48 s are enough to read a certificate")


def case_a_site_whose_certificate_has_expired_is_refused_on_both_sides(program, folder, words):
    ours = papers(program, folder, "me")
    for seconds in (3, 12, 48):
        made, until = short_lived(program, folder, "old%d" % seconds, seconds)
        try:
            old = Site(program, folder, "old%d" % seconds, options=shown(made, "old%d" % seconds))
        except Fault:
            continue
        with old:
            while time.time() < until:
                time.sleep(0.05)
            with coordinator(program, os.path.join(folder, "c"), [old.words("-patience", "20", *shown(ours, "me"))]) as c:
                refused(c, old, "its certificate has expired: old", "the other side refuses our certificate: it is out of date")
        return
    raise Fault("not even 48 s are enough to start a site")


def rss_kib(pid):
    with open("/proc/%d/status" % pid, encoding="utf-8") as f:
        return next(int(line.split()[1]) for line in f if line.startswith("VmRSS:"))


def crowd(program, folder, options, ours):
    """Connections that say nothing, before a coordinator comes and while its test goes on; each that is ended comes again once."""
    with Site(program, folder, "east", options=options) as east:
        with coordinator(program, os.path.join(folder, "warm"), ["localhost %d nobody -patience 1 %s" % (east.port, " ".join(ours))]) as c:
            need(c.end() == 1, c.said()[-300:])
        before = rss_kib(east.process.pid)
        idle = [socket.create_connection(("127.0.0.1", east.port), PATIENCE_S) for _ in range(CROWD)]
        with Test(program, folder, east, ours):
            idle += [socket.create_connection(("127.0.0.1", east.port), PATIENCE_S) for _ in range(CROWD)]
            need(rss_kib(east.process.pid) - before < RSS_MOST_KIB, "the crowd costs", rss_kib(east.process.pid) - before, "KiB")
        for s in idle:
            s.close()
        lines = [line for line in east.said().split("\n") if "no connection with" in line]
        need(0 < len(lines) <= LINES_MOST and "more were refused" in east.said(), len(lines), "lines about strangers:", east.said()[-500:])


def case_a_silent_crowd_costs_a_site_nothing(program, folder, words):
    # a sanitizer keeps what was given back, to find who still uses it: little of it here
    os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"
    crowd(program, os.path.join(folder, "plain"), [], [])
    made = papers(program, folder, "east", "me")
    crowd(program, os.path.join(folder, "tls"), shown(made, "east"), shown(made, "me"))
