"""A laboratory behind another program: it speaks the lines of expControl LabVIEW, is an elastic specimen, and counts what it was moved."""
import socketserver
import threading
import time

from bed import PATIENCE_S, need

STIFFNESS = 2.8


class Talk(socketserver.StreamRequestHandler):
    def setup(self):
        super().setup()
        self.server.talks += 1

    def finish(self):
        super().finish()
        self.server.talks -= 1

    def handle(self):
        at = 0.0
        for line in self.rfile:
            word = line.decode().rstrip("\r\n").split("\t")
            more = word[1] if len(word) > 1 else ""
            if word[0] == "propose":
                at = float(word[5])
            elif word[0] == "execute":
                self.server.moves += 1
            elif word[0] == "get-control-point":
                more += "\t%s\tx\tdisplacement\t%.10E\tx\tforce\t%.10E" % (word[2], at, STIFFNESS * at)
            self.wfile.write(("OK\t0\t%s\n" % more).encode())


class Lines(socketserver.ThreadingTCPServer):
    """talks: connections that are open."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Talk)
        self.moves = self.talks = 0
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def moved(self):
        """Commands executed, once everybody has hung up: nothing more is on its way."""
        end = time.monotonic() + PATIENCE_S
        while self.talks > 0:
            need(time.monotonic() < end, "somebody never hangs up")
            time.sleep(0.005)
        return self.moves

    def __exit__(self, *why):
        self.shutdown()
        super().__exit__(*why)
