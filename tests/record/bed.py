"""What cases about records share: a run of the program, its record by way of tandem export, and by way of readers of others."""
import csv
import os
import re
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
TEST = os.path.join(HERE, "test.tcl")
PATIENCE_S = 120.0


class Fault(Exception):
    pass


def need(condition, *words):
    if not condition:
        raise Fault(" ".join(str(w) for w in words))


def call(words, folder, status=0, **more):
    os.makedirs(folder, exist_ok=True)
    done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_S, **more)
    need(done.returncode == status, words[1:3], "status", done.returncode, done.stderr[-500:])
    return done


def run_of(folder):
    runs = os.listdir(os.path.join(folder, "runs"))
    need(len(runs) == 1, "runs:", runs)
    return os.path.join(folder, "runs", runs[0])


def table(program, run, name, folder):
    """A table of a record by way of tandem export: names without units, rows of texts."""
    call([program, "export", run, "-o", "csv", name], folder)
    with open(os.path.join(folder, "csv", name.replace("/", "_") + ".csv"), encoding="utf-8", newline="") as f:
        rows = list(csv.reader(f))
    return [n.split(" [")[0] for n in rows[0]], rows[1:]


def everything(program, run, folder):
    call([program, "export", run, "-o", "all"], folder)
    texts = {}
    for name in sorted(os.listdir(os.path.join(folder, "all"))):
        with open(os.path.join(folder, "all", name), encoding="utf-8") as f:
            texts[name] = f.read()
    return texts


def attributes(texts):
    return dict(row for row in csv.reader(texts["attributes.csv"].splitlines()[1:]))


def words_of(path):
    with open(path, encoding="utf-8") as f:
        return [line.split() for line in f]


def python_with_h5py():
    for name in ("python3", "/usr/bin/python3"):
        if shutil.which(name) and subprocess.run([name, "-c", "import h5py"], capture_output=True).returncode == 0:
            return name
    return None


def rows_by_h5dump(path, name):
    done = subprocess.run(["h5dump", "-H", "-d", name + "/data", path], capture_output=True, text=True, timeout=PATIENCE_S)
    found = re.search(r"SIMPLE \{ \( (\d+), (\d+) \)", done.stdout)
    need(found, "h5dump:", done.stdout[-300:], done.stderr[-300:])
    return int(found.group(1))


def rows_by_h5py(path, name):
    text = "import h5py, sys\nf = h5py.File(sys.argv[1], 'r', swmr=True)\nd = f[sys.argv[2] + '/data']\nprint(d.shape[0], abs(d[:, 0]).max() >= 0)"
    done = subprocess.run([python_with_h5py(), "-c", text, path, name], capture_output=True, text=True, timeout=PATIENCE_S)
    need(done.returncode == 0, "h5py:", done.stderr[-300:])
    return int(done.stdout.split()[0])
