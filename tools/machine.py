"""What measurements are of: processor, memory, kernel, system and compiler of this machine, for all tools that say it."""
import os
import platform
import re
import subprocess


def first(pattern, path, default="unknown"):
    """What a pattern finds in a file of the system."""
    try:
        with open(path, encoding="utf-8") as f:
            found = re.search(pattern, f.read(), re.M)
    except OSError:
        return default
    return found.group(1).strip() if found else default


def asked(words, default=""):
    """What a program answers; default where it is not there or fails."""
    try:
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, universal_newlines=True, check=False)
    except OSError:
        return default
    return done.stdout.strip() if done.returncode == 0 else default


def processor():
    return first(r"^model name\s*:\s*(.*)", "/proc/cpuinfo", platform.machine())


def memory_kb():
    return float(first(r"^MemTotal:\s*(\d+)", "/proc/meminfo", "0"))


def rows():
    """All of it, as pairs of a name and a text."""
    return [("processor", "%s, %d of them" % (processor(), os.cpu_count() or 1)), ("memory", "%.1f GB" % (memory_kb() / 1e6)), ("kernel", platform.release()),
            ("system", first(r'^PRETTY_NAME="(.*)"', "/etc/os-release")), ("compiler", asked(["gcc", "--version"]).split("\n")[0])]


def short():
    """Whether two measurements are of the same machine: processor, how many, memory."""
    return "%s, %d processors, %d GiB" % (processor(), os.cpu_count() or 1, round(memory_kb() / 2**20))
