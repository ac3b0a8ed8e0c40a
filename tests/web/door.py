"""Who is refused: names, sites, tokens, roles, certificates; bytes that are no requests; crowds."""
import json
import os
import re
import socket
import ssl
import subprocess
import time

from bed import Live, Server, finished, is_live, wait_live
from client import PATIENCE_S, Fault, Refused, Socket, need, tls_context, until


def case_refusals(program, folder):
    server = Server(program, os.path.join(folder, "runs"))
    try:
        mine, other = "http://%s:%d" % (server.host, server.port), "http://evil.example"
        get = lambda path="/api/status", token=server.viewer, **headers: server.ask(path, token,
                                                                                    headers={k.replace("_", "-"): v for k, v in headers.items()})[0]
        need(get() == 200 and get(Origin=mine) == 200 and get(Sec_Fetch_Site="same-origin") == 200, "what is right")
        need(get(token=None) == 401 and get(token="0" * 32) == 401 and get(token=server.viewer[:-1]) == 401 and get(token=server.viewer + "0") == 401, "tokens")
        need(get(Host="evil.example") == 421 and get(Host="localhost:%d" % server.port) == 200 and get(Host="127.0.0.1:1") == 421, "Host")
        need(get(Origin=other) == 403 and get(Origin="null") == 403 and get(Origin=mine + "0") == 403 and get(Sec_Fetch_Site="cross-site") == 403, "Origin")
        need(get("/", token=None) == 401 and get("/page.js", token=None) == 401, "files of the page")
        # the cookie
        status, head, _ = server.ask("/?token=" + server.operator)
        need(status == 303 and head["location"] == "/", "entrance", status)
        cookie = head["set-cookie"]
        need("HttpOnly" in cookie and "SameSite=Strict" in cookie and "Secure" not in cookie, cookie)
        need(get(token=None, Cookie="x=1; %s; y=2" % cookie.split(";")[0]) == 200 and get(token=None, Cookie="tandem_%d=1" % server.port) == 401, "cookie")
        need(server.ask("/?token=wrong")[0] == 401, "entrance with a wrong token")
        # what a form of another page cannot send
        do = lambda status, token=server.operator, **h: need(server.ask("/api/tests", token, "POST", "{}",
                                                                        {k.replace("_", "-"): v for k, v in h.items()})[0] == status, status, h)
        do(403, server.viewer)
        do(403, X_Tandem=None)
        do(415, Content_Type="text/plain")
        do(400)
        need(server.ask("/api/status", server.operator, "DELETE")[0] == 405 and server.ask("/api/status", server.operator, "POST", "{}")[0] == 405, "methods")
        need(server.ask("/api/tests", server.viewer)[0] == 405, "GET of what is posted")
        head = server.ask("/api/status", server.viewer)[1]
        policy = head["content-security-policy"]
        need("default-src 'self'" in policy and "script-src 'self'" in policy and "'unsafe-eval'" not in policy and head["x-frame-options"] == "DENY", head)
        need(re.search(r"script-src[^;]*unsafe", policy) is None and head["cache-control"] == "no-store", policy)
        for words in ("401 /api/status", "421 /api/status", "403 /api/status", "403 /api/tests"):
            need(words in server.log(), "the log lacks", words)
        need(server.operator not in server.log() and server.viewer not in server.log(), "a token in the log")
        need(os.stat(os.path.join(server.runs, "server.log")).st_mode & 0o077 == 0 and os.stat(os.path.join(server.runs, "server.json")).st_mode & 0o077 == 0,
             "modes")
        second = Server(program, server.runs, wait=False)
        need(second.process.wait(PATIENCE_S) == 1 and "another server" in second.process.stderr.read(), "a second server of the folder")
        second.end()
    finally:
        server.end()


def case_traversal(program, folder):
    runs = os.path.join(folder, "runs")
    a = finished(program, runs, "a", "20")
    with open(os.path.join(folder, "secret.txt"), "w", encoding="utf-8") as f:
        f.write("secret")
    os.symlink(os.path.join(folder, "secret.txt"), os.path.join(runs, a, "link.txt"))
    server = Server(program, runs)
    try:
        for path in ("/../secret.txt", "/api/runs/a/files/../../../secret.txt", "/api/runs/a/files/..%2f..%2f..%2fsecret.txt",
                     "/api/runs/..%2f/files/secret.txt", "/api/runs/%2e%2e/files/secret.txt",
                     "/api/runs/a/files/link.txt", "/api/runs/a/files/.output", "/api/runs/./files/server.json", "/api/runs/a%00/files/x", "//etc/passwd",
                     "/api/runs/a/files/%2fetc%2fpasswd"):
            try:
                status, _, data = server.ask(path, server.viewer)
            except ConnectionError:
                # no request at all: closed without a word
                continue
            need(status in (400, 403, 404) and b"secret" not in data.replace(b"secret.txt", b"") and b"root:" not in data, path, status, data[:200])
    finally:
        server.end()


def talk(server, data, seconds=PATIENCE_S):
    """All that comes back until the connection ends."""
    with socket.create_connection((server.host, server.port), timeout=seconds) as s:
        try:
            s.sendall(data)
        except ConnectionError:
            pass
        got = b""
        while True:
            try:
                more = s.recv(65536)
            except ConnectionError:
                return got
            if not more:
                return got
            got += more


def case_malformed(program, folder):
    """Bytes that are no HTTP, headers and bodies that are too long: the connection ends, the server does not."""
    server = Server(program, os.path.join(folder, "runs"))
    try:
        host = "Host: %s:%d\r\nAuthorization: Bearer %s\r\n" % (server.host, server.port, server.operator)
        for name, data in {
                "noise": bytes(range(256)) * 64, "no method": b"\r\n\r\n", "long line": b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\n\r\n",
                "long header": b"GET /api/status HTTP/1.1\r\n" + host.encode() + b"X: " + b"a" * 20000 + b"\r\n\r\n",
                "many headers": b"GET /api/status HTTP/1.1\r\n" + host.encode() + b"".join(b"X-%d: 1\r\n" % i for i in range(2000)) + b"\r\n",
                "long body": ("POST /api/tests HTTP/1.1\r\n%sX-Tandem: 1\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n"
                              % host).encode() + b"a" * 100000,
                "negative length": ("POST /api/tests HTTP/1.1\r\n%sX-Tandem: 1\r\nContent-Type: application/json\r\nContent-Length: -5\r\n\r\n"
                                    % host).encode(),
                "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500)}.items():
            got = talk(server, data)
            need(not got.startswith(b"HTTP/1.1 200"), name, got[:200])
        # a second request in the same bytes is not looked at: libwebsockets 4.1.6 never comes back from one with a body
        for second in ("GET /api/status HTTP/1.1\r\n%sContent-Length: 4\r\n\r\nabcd" % host, "POST /api/tests HTTP/1.1\r\nContent-Length: 4\r\n\r\nabcdefgh"):
            got = talk(server, ("GET /api/status HTTP/1.1\r\n%s\r\n%s" % (host, second)).encode())
            need(got.startswith(b"HTTP/1.1 200") and got.count(b"HTTP/1.1") == 1, "two requests at once:", got[-300:])
            need(server.json("/api/status")["role"] == "viewer", "the server is caught in a loop")
        got = talk(server, ("POST /api/tests HTTP/1.1\r\n%sX-Tandem: 1\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n" % host).encode())
        need(got.startswith(b"HTTP/1.1 413"), "a body of 2 MB:", got[:60])
        for body in ("", "[]", "{", '{"script": 1}', '{"script": "x", "example": "y"}', '{"script": "x", "mode": "fly"}', '{"script": "x", "name": "../x"}',
                     '{"script": "x", "colour": 1}',
                     '{"script": "x", "words": [1]}', '{"script": "x", "pace": -1}', '{"a": 1, "a": 2}', "[" * 5000, '{"script": "\\u0000"}',
                     '{"script": "\xff"}'):
            status, _, data = server.ask("/api/tests", server.operator, "POST", body.encode("latin-1"))
            need(status in (400, 422) and "error" in json.loads(data), body[:40], status, data[:100])
        need(server.json("/api/status")["role"] == "viewer", "the server lives")
    finally:
        server.end()


def refused(server, **words):
    try:
        Socket(server, **words).close()
    except Refused as e:
        return e.status
    return 101


def case_sockets(program, folder):
    """WebSockets: who may open one, and messages that are none."""
    server = Server(program, os.path.join(folder, "runs"))
    try:
        mine = "http://%s:%d" % (server.host, server.port)
        need(refused(server, token=server.viewer) == 101 and refused(server, token=server.viewer, origin=mine) == 101, "what is right")
        need(refused(server, token=None) == 401 and refused(server, token="0" * 32) == 401, "tokens")
        need(refused(server, token=server.viewer, origin="http://evil.example") == 403 and refused(server, token=server.viewer, host="evil.example") == 421,
             "cross-site")
        need(refused(server, token=server.viewer, protocol=None) != 101 and refused(server, token=server.viewer, protocol="other") != 101, "subprotocol")
        need(refused(server, token=server.viewer, path="/api/status") != 101, "another path")
        for name, codes, send in (
                ("a message of 70000 bytes", (1009,), lambda w: w.raw(1, b" " * 70000)), ("a binary one", (1003,), lambda w: w.raw(2, b"{}")),
                ("no JSON", (1008,), lambda w: w.raw(1, b"{")), ("a list", (1008,), lambda w: w.raw(1, b"[]")),
                ("70000 bytes in pieces", (1009,), lambda w: [w.raw(1 if i == 0 else 0, b" " * 7000, False) for i in range(10)]),
                ("no UTF-8", (1007, 1008), lambda w: w.raw(1, b'{"ping": "\xff\xfe"}')), ("an unknown opcode", (1002, None), lambda w: w.raw(3, b"x")),
                ("a length of 2^63 - 1", (1009, 1002, None), lambda w: w.raw(1, b"x" * 10000, length=2 ** 63 - 1)),
                ("a length of 2^64 - 1", (1009, 1002, None), lambda w: w.raw(1, b"x" * 10000, length=2 ** 64 - 1)),
                ("a continuation of nothing", (1002, None), lambda w: w.raw(0, b"x")), ("a long ping", (1002, None), lambda w: w.raw(9, b"x" * 1000))):
            w = Socket(server, server.viewer)
            try:
                send(w)
            except ConnectionError:
                pass
            while w.message() is not None:
                pass
            need(w.code in codes, name, "closed with", w.code)
            w.close()
        w = Socket(server, server.viewer)
        for bad in ({"watch": 1}, {"watch": "x", "colour": 1}, {"watch": "x", "series": [{"table": "t"}]},
                    {"watch": "x", "series": [{"table": "t", "columns": ["a"], "width": 0}]},
                    {"watch": "x", "xy": [{}]}, {"watch": "x", "fps": 1000}, {"watch": "x", "series": [{"table": "t", "columns": ["a"]}] * 17}, {"else": 1}):
            w.send(bad)
            need("error" in w.find("error"), bad)
        # all that a watch may hold, of a rig of many channels
        columns = ["measuredDisp%03d-command%03d" % (i, i) for i in range(32)]
        many = {"watch": "x", "series": [{"table": "channels/control%d" % k, "columns": columns, "window": 20, "width": 480} for k in range(16)],
                "xy": [{"table": "channels/control1", "x": "measuredDisp%d" % i, "y": "measuredForce%d" % i, "last": 4000} for i in range(16)]}
        w.send(many)
        need(len(w.find("watching")["series"]) == 16, "a watch of 512 columns")
        # in pieces, as browsers may send it
        w.raw(1, b'{"pi', False)
        w.raw(0, b'ng": 7}')
        need(w.find("pong") == 7, "a message in pieces")
        w.close()
        for words in ("403 WebSocket", "401 WebSocket", "421 WebSocket", "longer than 65536 bytes"):
            need(words in server.log(), "the log lacks", words)
    finally:
        server.end()


def case_crowd(program, folder):
    """Slow-loris and a thousand connections: who has a token is answered, viewers see on, the test goes on."""
    runs = os.path.join(folder, "runs")
    server = Server(program, runs)
    run, crowd = Live(program, runs, "a", ["--pace", "0.5"], ["30000"]), []
    try:
        wait_live(server, run.id)
        w = Socket(server, server.viewer)
        w.send({"watch": run.id})
        w.find("watching")
        begun = time.monotonic()
        for i in range(1000):
            try:
                s = socket.create_connection((server.host, server.port), timeout=PATIENCE_S)
            except OSError:
                continue
            crowd.append(s)
            try:
                s.sendall(b"GET /api/status HTTP/1.1\r\nX-%d: " % i)
            except ConnectionError:
                pass
            if i % 100 == 99:
                need(server.json("/api/status")["live"] == [run.id], "an answer in the crowd")
        step = w.find("state")["step"]
        until("steps while the crowd stands there", lambda: w.find("state")["step"] > step)
        # a byte now and then does not keep the place
        gone = set()
        def all_gone():
            for i, s in enumerate(crowd):
                if i in gone:
                    continue
                try:
                    s.settimeout(0.0005)
                    s.sendall(b"a")
                    if s.recv(1024) == b"":
                        gone.add(i)
                except socket.timeout:
                    pass
                except OSError:
                    gone.add(i)
            return len(gone) == len(crowd)
        until("the end of the crowd", all_gone, 2 * PATIENCE_S)
        print("crowd: %d connections, the last one closed after %.1f s" % (len(crowd), time.monotonic() - begun))
        need("leaves for a newer one" in server.log(), "the log says nothing")
        need(w.find("state")["run"] == run.id, "the viewer is still there")
    finally:
        for s in crowd:
            s.close()
        run.end()
        server.end()


def keygen(program, folder, *words):
    done = subprocess.run([program, "site", "keygen", folder, *words], capture_output=True, text=True, timeout=PATIENCE_S)
    need(done.returncode == 0, done.stderr)


def start_refused(program, runs, *words):
    """What a server says that does not begin."""
    s = Server(program, runs, *words, wait=False)
    try:
        s.process.wait(PATIENCE_S)
    except subprocess.TimeoutExpired as e:
        s.kill()
        raise Fault("it serves: %s" % (words,)) from e
    said = s.process.stderr.read()
    need(s.process.returncode == 1, words, s.process.returncode)
    s.end()
    return said


def case_many_tokens(program, folder):
    """As long and as many as they may be: all of them open the door, and none is in the log."""
    tokens = os.path.join(folder, "tokens")
    os.makedirs(folder, exist_ok=True)
    words = ["%03d" % i + "x" * 125 for i in range(256)]
    with open(tokens, "w", encoding="utf-8") as f:
        f.write("".join("viewer v%d %s\n" % (i, w) for i, w in enumerate(words)))
    os.chmod(tokens, 0o600)
    server = Server(program, os.path.join(folder, "runs"), "--token-file", tokens)
    try:
        need(server.json("/api/status", words[255])["who"] == "v255" and server.json("/api/status", words[0])["who"] == "v0", "the last and the first")
        need(server.ask("/" + words[99], words[0])[0] == 404 and server.ask("/" + words[255])[0] == 401, "a token in the place of a path")
        need(not any(w in server.log() for w in words) and "***" in server.log(), "a token in the log")
    finally:
        server.end()


def case_idle(program, folder):
    """Somebody who is connected keeps it; then it ends by itself, and takes its card with it."""
    server = Server(program, os.path.join(folder, "runs"), "--idle", "0.5")
    try:
        w = Socket(server, server.viewer)
        time.sleep(1.5)
        need(server.process.poll() is None, "it has ended under a viewer")
        w.close()
        need(server.process.wait(PATIENCE_S) == 0, "status", server.process.returncode)
        need(not os.path.exists(os.path.join(server.runs, "server.json")), "its card is left")
    finally:
        server.end()


def tls_is_refused(program, runs, tokens, crt, own):
    """Beyond loopback: nothing without TLS, nothing without tokens or certificates."""
    need("without TLS" in start_refused(program, runs, "--bind", "0.0.0.0"), "plain")
    need("without TLS" in start_refused(program, runs, "--bind", "0.0.0.0", "--token-file", tokens), "plain with tokens")
    need("who may look" in start_refused(program, runs, "--bind", "0.0.0.0", *own), "TLS without tokens")
    need("mode" in start_refused(program, runs, *own, "--token-file", tokens), "tokens that others may read")
    os.chmod(tokens, 0o600)
    need("go together" in start_refused(program, runs, "--cert", crt("127.0.0.1")), "certificate without key")
    need("belong together" in start_refused(program, runs, "--cert", crt("guest"), "--key", crt("chief", "key"), "--token-file", tokens), "another key")
    until("the end of a certificate", lambda: "out of date" in start_refused(program, runs, "--cert", crt("late"), "--key", crt("late", "key"), "--token-file",
                                                                             tokens)
          if time.time() > os.path.getmtime(crt("late")) + 4 else False)
    with open(tokens, "a", encoding="utf-8") as f:
        f.write("operator bob short\n")
    said = start_refused(program, runs, *own, "--token-file", tokens)
    need("line 4" in said and "short" not in said.replace("too short", ""), said)


def tls_by_tokens(server, context):
    server.host = "127.0.0.1"
    need(server.json("/api/status", "0123456789abcdef", context=context())["who"] == "anna", "a token over TLS")
    need(server.json("/api/status", "fedcba9876543210", context=context())["role"] == "viewer", "the viewer's")
    need(server.ask("/api/status", "no", context=context())[0] == 401, "no token")
    need("Secure" in server.ask("/?token=0123456789abcdef", context=context())[1]["set-cookie"], "a cookie for TLS only")
    old = context()
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    try:
        server.ask("/api/status", "0123456789abcdef", context=old)
        raise Fault("TLS 1.2 is taken")
    except ssl.SSLError:
        pass
    w = Socket(server, "fedcba9876543210", context=context())
    need(w.message() == {"runs": {"live": []}}, "a WebSocket over TLS")
    w.close()


def tls_by_certificates(server, context, others):
    need(server.json("/api/status", "x", context=context("guest"))["role"] == "viewer", "a certificate without role")
    got = server.json("/api/status", "x", context=context("chief"))
    need(got["role"] == "operator" and got["who"] == "chief", got)
    need(server.ask("/api/tests", None, "POST", "{}", context=context("guest"))[0] == 403
         and server.ask("/api/tests", None, "POST", "{}", context=context("chief"))[0] == 400, "roles")
    for name, c in (("none", context()), ("one of another authority", context("stranger", others)), ("one that is out of date", context("late"))):
        try:
            status = server.ask("/api/status", None, context=c)[0]
        except (ssl.SSLError, ConnectionError):
            status = None
        need(status in (None, 401), "certificate:", name, status)


def case_tls(program, folder):
    runs, papers, others, tokens = (os.path.join(folder, name) for name in ("runs", "papers", "others", "tokens"))
    keygen(program, papers, "127.0.0.1", "guest")
    keygen(program, papers, "chief", "-role", "operator")
    keygen(program, papers, "late", "-role", "operator", "-days", "0.00003")
    keygen(program, others, "stranger", "-role", "operator")
    crt = lambda name, end="crt", where=papers: os.path.join(where, "%s.%s" % (name, end))
    context = lambda who=None, where=papers: tls_context(crt("ca"), *((crt(who, "crt", where), crt(who, "key", where)) if who else ()))
    own = ["--cert", crt("127.0.0.1"), "--key", crt("127.0.0.1", "key")]
    good = "operator anna 0123456789abcdef\nviewer class fedcba9876543210\n"
    with open(tokens, "w", encoding="utf-8") as f:
        f.write("# who\n" + good)
    tls_is_refused(program, runs, tokens, crt, own)
    with open(tokens, "w", encoding="utf-8") as f:
        f.write(good)
    server = Server(program, runs, "--bind", "0.0.0.0", "--name", "127.0.0.1", *own, "--token-file", tokens)
    try:
        tls_by_tokens(server, context)
    finally:
        server.end()
    server = Server(program, runs, "--bind", "127.0.0.1", *own, "--client-ca", crt("ca"))
    try:
        tls_by_certificates(server, context, others)
    finally:
        server.end()
