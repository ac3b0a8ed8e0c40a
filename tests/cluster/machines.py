"""Machines made of namespaces of this one: each has a network, a name and a list of names of its own, and a cable to a switch.

They live as long as the processes that hold their namespaces, so nothing is left when those are ended. Needs the rights to make namespaces (root, as in a
container with CAP_SYS_ADMIN and CAP_NET_ADMIN) and `ip`, `unshare`, `nsenter`, `setpriv`; Machines() raises NoRights where they are missing.
"""
import os
import shutil
import signal
import stat
import subprocess
import time

NET = "10.77.7."
# ends with who started it
HOLD = ["setpriv", "--pdeathsig", "KILL", "sh", "-c", "echo; exec sleep 3600"]
PATIENCE_S = 30.0


class NoRights(Exception):
    pass


def run(words):
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    if done.returncode:
        raise NoRights("%s: %s" % (" ".join(words), done.stderr.strip()))


def hold(*namespaces):
    """A process in namespaces of its own, once it is there."""
    process = subprocess.Popen(["unshare"] + list(namespaces) + HOLD, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               start_new_session=True)
    if not process.stdout.readline():
        raise NoRights("unshare: " + process.stderr.read().strip())
    return process


class Machines:
    """names: the first is where mpirun is; folder: for hostfile, names and the way in."""

    def __init__(self, folder, names):
        if not all(shutil.which(tool) for tool in ("ip", "unshare", "nsenter", "setpriv")):
            raise NoRights("ip, unshare, nsenter or setpriv is not installed")
        self.folder, self.names, self.holders = folder, names, {}
        try:
            self.build()
        except (NoRights, OSError, subprocess.TimeoutExpired) as why:
            self.end()
            raise NoRights(str(why))

    def build(self):
        self.switch = hold("--net")
        self.at_switch("ip", "link", "add", "switch", "type", "bridge")
        self.at_switch("ip", "link", "set", "switch", "up")
        hosts = self.write("hosts", "127.0.0.1 localhost\n" + "".join("%s%d %s\n" % (NET, i + 1, name) for i, name in enumerate(self.names)))
        for i, name in enumerate(self.names):
            self.holders[name] = hold("--net", "--uts", "--mount", "--propagation", "private")
            self.at_switch("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", str(self.holders[name].pid))
            self.at_switch("ip", "link", "set", name, "master", "switch", "up")
            for words in (["hostname", name], ["mount", "--bind", hosts, "/etc/hosts"], ["ip", "link", "set", "lo", "up"],
                          ["ip", "address", "add", "%s%d/24" % (NET, i + 1), "dev", "eth0"], ["ip", "link", "set", "eth0", "up"]):
                run(self.inside(name) + words)
        self.hostfile = self.write("hostfile", "".join("%s slots=1\n" % name for name in self.names))
        # as ssh is called: a name, then words for a shell there
        ways = "".join("%s) pid=%d;;\n" % (name, holder.pid) for name, holder in self.holders.items())
        self.agent = self.write("agent", "#!/bin/sh\nname=$1\nshift\ncase $name in\n%s*) echo \"no machine $name\" >&2; exit 255;;\nesac\n"
                                "exec nsenter -t $pid --net --uts --mount --wd=\"$PWD\" sh -c \"$*\"\n" % ways)
        os.chmod(self.agent, os.stat(self.agent).st_mode | stat.S_IXUSR)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return path

    def inside(self, name):
        return ["nsenter", "-t", str(self.holders[name].pid), "--net", "--uts", "--mount"]

    def at_switch(self, *words):
        run(["nsenter", "-t", str(self.switch.pid), "--net"] + list(words))

    def mpirun(self, ranks):
        """Words that start so many ranks, one a machine, from the first."""
        return self.inside(self.names[0]) + ["--wd=" + self.folder, "mpirun", "-np", str(ranks), "--hostfile", self.hostfile, "--map-by", "node",
                                             "--mca", "plm_rsh_agent", self.agent]

    def cut(self, name):
        """Nothing comes from this machine any more, and nobody is told."""
        self.at_switch("ip", "link", "set", name, "down")

    def processes(self, name=None):
        """Those in the network of a machine, or of any, but for the ones that hold it."""
        wanted = {os.readlink("/proc/%d/ns/net" % h.pid) for n, h in self.holders.items() if name in (None, n) and h.poll() is None}
        own = {h.pid for h in self.holders.values()}
        found = []
        for pid in (int(p) for p in os.listdir("/proc") if p.isdigit()):
            try:
                if os.readlink("/proc/%d/ns/net" % pid) in wanted and pid not in own:
                    found.append(pid)
            except OSError:
                pass
        return found

    def end(self):
        """What runs on the machines, then the machines."""
        stop = time.monotonic() + PATIENCE_S
        while self.processes() and time.monotonic() < stop:
            for pid in self.processes():
                try:
                    os.kill(pid, signal.SIGKILL)
                except OSError:
                    pass
            time.sleep(0.05)
        for holder in list(self.holders.values()) + ([self.switch] if hasattr(self, "switch") else []):
            holder.kill()
            holder.wait()
