"""What the program's help says, read for tools/make_docs and tools/make_man."""
import re
import subprocess


class Help:
    def __init__(self, program):
        self.program = program

    def say(self, *words):
        return subprocess.run([self.program, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True).stdout.decode()

    def families(self):
        """[(name, brief, [command, ...])] in the order of `help commands`; brief is a sentence."""
        found = []
        for line in self.say("help", "commands").splitlines():
            head = re.match(r"([a-z]+): (.*)$", line)
            if head:
                found.append((head.group(1), head.group(2)[0].upper() + head.group(2)[1:] + ".", []))
            elif line.startswith("    "):
                found[-1][2].extend(line.split())
        return found

    def texts(self, command):
        """`help COMMAND`, then `help COMMAND KIND` of every kind that it names."""
        text = self.say("help", command)
        found = [text]
        for kind in re.findall(r"^    (\S+(?= {2})|\S{28,}) +\S", text.partition("\n")[2], re.M):
            more = subprocess.run([self.program, "help", command, kind], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            if more.returncode == 0:
                found.append(more.stdout.decode())
        return found
