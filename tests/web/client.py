"""What talks to the server in its tests: HTTP and WebSockets by hand, so that everything can be sent, also what no browser would."""
import base64
import http.client
import json
import os
import socket
import ssl
import struct
import subprocess
import time
import urllib.parse

PATIENCE_S = 60.0


class Fault(Exception):
    pass


def need(condition, *words):
    if not condition:
        raise Fault(" ".join(str(w) for w in words))


def until(what, condition, seconds=PATIENCE_S):
    """Waits until the condition holds; its value."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        need(time.monotonic() < end, what, "did not happen within", seconds, "s")
        time.sleep(0.02)


class Server:
    """tandem serve with words of its own; ends what it has started."""

    def __init__(self, program, runs, *words, wait=True):
        self.runs, self.words = runs, words
        self.process = subprocess.Popen([program, "serve", "--port", "0", "--runs", runs, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        self.card = {}
        if wait:
            until("the server's card", self.read_card)
            at = urllib.parse.urlsplit(self.card["url"])
            self.tls, self.host, self.port = at.scheme == "https", at.hostname, at.port
            for role in ("viewer", "operator"):
                setattr(self, role, self.card[role].split("token=")[1] if self.card[role] else None)

    def read_card(self):
        need(self.process.poll() is None, "the server has ended:", self.process.poll() is not None and self.process.stderr.read())
        try:
            with open(os.path.join(self.runs, "server.json"), encoding="utf-8") as f:
                self.card = json.load(f)
        except (OSError, ValueError):
            return False
        return self.card.get("pid") == self.process.pid

    def connection(self, context=None):
        if self.tls:
            return http.client.HTTPSConnection(self.host, self.port, timeout=PATIENCE_S, context=context)
        return http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE_S)

    def ask(self, path, token=None, method="GET", body=None, headers=None, context=None):
        """Status, headers, bytes."""
        c = self.connection(context)
        all_headers = {}
        if token:
            all_headers["Authorization"] = "Bearer " + token
        if body is not None:
            all_headers.update({"X-Tandem": "1", "Content-Type": "application/json"})
            body = body if isinstance(body, (bytes, str)) else json.dumps(body)
        all_headers.update(headers or {})
        all_headers = {k: v for k, v in all_headers.items() if v is not None}
        c.request(method, path, body=body, headers=all_headers)
        r = c.getresponse()
        data = r.read()
        c.close()
        return r.status, {k.lower(): v for k, v in r.getheaders()}, data

    def json(self, path, token=None, status=200, **more):
        got, _, data = self.ask(path, token or self.viewer, **more)
        need(got == status, path, "status", got, "not", status, data[:300])
        return json.loads(data)

    def post(self, path, body, token=None, status=200):
        return self.json(path, token or self.operator, status, method="POST", body=body)

    def log(self):
        with open(os.path.join(self.runs, "server.log"), encoding="utf-8") as f:
            return f.read()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                self.kill()
                raise Fault("the server does not end")
        self.process.stdout.close()
        self.process.stderr.close()


class Refused(Exception):
    """A WebSocket that was not opened: status of HTTP, None: the connection was closed."""

    def __init__(self, status):
        super().__init__(status)
        self.status = status


class Socket:
    """A WebSocket, RFC 6455."""

    def __init__(self, server, token, origin=None, host=None, protocol="tandem.1", path="/ws", context=None, receive_buffer=None):
        raw = socket.socket()
        if receive_buffer:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        raw.settimeout(PATIENCE_S)
        raw.connect((server.host, server.port))
        self.s = context.wrap_socket(raw, server_hostname=server.host) if context else raw
        self.rest = b""
        lines = ["GET %s HTTP/1.1" % path, "Host: %s" % (host or "%s:%d" % (server.host, server.port)), "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(), "Sec-WebSocket-Version: 13"]
        lines += ["Sec-WebSocket-Protocol: " + protocol] if protocol else []
        lines += ["Origin: " + origin] if origin else []
        lines += ["Authorization: Bearer " + token] if token else []
        self.s.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = b""
        while b"\r\n\r\n" not in head:
            try:
                more = self.s.recv(4096)
            except ConnectionError:
                more = b""
            if not more:
                self.s.close()
                raise Refused(int(head.split()[1]) if head.startswith(b"HTTP/") else None)
            head += more
        head, self.rest = head.split(b"\r\n\r\n", 1)
        if int(head.split()[1]) != 101:
            self.s.close()
            raise Refused(int(head.split()[1]))

    def raw(self, opcode, payload, final=True, mask=True, length=None):
        n = len(payload) if length is None else length
        head = bytes([(0x80 if final else 0) | opcode])
        bit = 0x80 if mask else 0
        if n < 126:
            head += bytes([bit | n])
        elif n < 65536:
            head += bytes([bit | 126]) + struct.pack(">H", n)
        else:
            head += bytes([bit | 127]) + struct.pack(">Q", n)
        if mask:
            key = os.urandom(4)
            payload = bytes(b ^ key[i % 4] for i, b in enumerate(payload))
            head += key
        self.s.sendall(head + payload)

    def send(self, message):
        self.raw(1, json.dumps(message).encode())

    def exactly(self, n):
        while len(self.rest) < n:
            more = self.s.recv(65536)
            if not more:
                raise EOFError
            self.rest += more
        data, self.rest = self.rest[:n], self.rest[n:]
        return data

    def frame(self):
        """Opcode, payload; EOFError: the other side has closed."""
        two = self.exactly(2)
        n = two[1] & 0x7f
        if n == 126:
            n = struct.unpack(">H", self.exactly(2))[0]
        elif n == 127:
            n = struct.unpack(">Q", self.exactly(8))[0]
        return two[0] & 0x0f, two[0] & 0x80, self.exactly(n)

    def message(self):
        """A dict of a text, bytes of a binary, None: closed (self.code says how)."""
        whole, kind = b"", None
        while True:
            try:
                opcode, final, payload = self.frame()
            except (EOFError, ConnectionError):
                self.code = None
                return None
            if opcode == 8:
                self.code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None
                return None
            if opcode == 9:
                self.raw(10, payload)
                continue
            if opcode == 10:
                continue
            kind = opcode if opcode else kind
            whole += payload
            if final:
                return json.loads(whole) if kind == 1 else whole

    def find(self, key):
        """The next text with this member."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            m = self.message()
            need(m is not None, "closed while waiting for", key)
            if isinstance(m, dict) and key in m:
                return m[key]
        raise Fault("no %s" % key)

    def close(self):
        self.s.close()


def frames(data, series, pairs=0):
    """Binary frames of a message: (type, flags, number, count, t0, rest). series: columns of each series."""
    at, out = 0, []
    while at < len(data):
        kind, flags, number, count, t0 = struct.unpack_from("<BBHId", data, at)
        if kind == 1:
            size = 24 + 16 * count * series[number]
        elif kind == 4:
            size = 16 + 16 * count
        elif kind == 3:
            elements = struct.unpack_from("<I", data, at + 24)[0]
            size = 32 + (4 * count + 7) // 8 * 8 + (elements + 7) // 8 * 8
        else:
            raise Fault("a frame of type %d" % kind)
        out.append((kind, flags, number, count, t0, data[at + 16:at + size]))
        at += size
    need(at == len(data), "frames do not fill their message")
    return out


def tls_context(authority, certificate=None, key=None):
    c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    c.load_verify_locations(authority)
    if certificate:
        c.load_cert_chain(certificate, key)
    return c
