"""Every address, with what docs/web.md says of it."""
import http.client
import json
import math
import os
import re
import shutil
import socket
import struct
import subprocess
import tempfile

from bed import TEST, Server, buckets, doubles, finished, rows
from client import PATIENCE_S, Fault, need, until


def range_of(server, run, query):
    """A frame of type 2: exact, count, t0, numbers."""
    status, head, data = server.ask("/api/runs/%s/data?%s" % (run, query), server.viewer)
    need(status == 200 and head["content-type"] == "application/octet-stream", "data", status, data[:200])
    kind, flags, number, count, t0 = struct.unpack_from("<BBHId", data)
    need(kind == 2 and number == 0, "type", kind, number)
    return flags & 1, count, t0, doubles(data[16:])


def case_addresses(program, folder):
    runs = os.path.join(folder, "runs")
    a, b = finished(program, runs, "a", "400", "controller"), finished(program, runs, "b", "300")
    server = Server(program, runs)
    try:
        status = server.json("/api/status")
        need(status["role"] == "viewer" and status["live"] == [] and status["machine"]["processors"] >= 1, status)
        need(server.json("/api/status", server.operator)["role"] == "operator", "the operator's role")
        listed = server.json("/api/runs")
        need({r["id"] for r in listed} == {a, b}, listed)
        need(all(r["status"] == "complete" and r["specimens"] == 1 and r["freedoms"] == 3 and r["parts"] == 1 and not r["live"] for r in listed), listed)
        one = {r["id"]: r for r in listed}
        need(one[a]["steps"] == 400 and one[b]["steps"] == 300 and abs(one[a]["duration"] - 4.0) < 1e-9, one)
        need(one[a]["dt"] == 0.01 and one[a]["time_unit"] == "s", one)
        need([r["id"] for r in server.json("/api/runs?q=TEST%20complete")] == [r["id"] for r in listed], "search")
        need(server.json("/api/runs?q=tripped") == [], "search for what is not there")
        first = server.json("/api/runs?limit=1")
        need(len(first) == 1 and server.json("/api/runs?before=" + first[0]["id"])[0]["id"] != first[0]["id"], "pages of the list")
        whole(server, a)
        model = server.json("/api/runs/%s/model" % a)
        need([n["tag"] for n in model["nodes"]] == [1, 2, 3] and len(model["elements"]) == 2, model)
        status, _, script = server.ask("/api/runs/%s/script" % a, server.viewer)
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "record", "test.tcl"), "rb") as f:
            need(status == 200 and script == f.read(), "the script")
        files = {f["name"]: f["size"] for f in server.json("/api/runs/%s/files" % a)}
        need("record.h5" in files and "model.json" in files, files)
        status, _, data = server.ask("/api/runs/%s/files/record.h5" % a, server.viewer)
        with open(os.path.join(runs, a, "record.h5"), "rb") as f:
            need(status == 200 and data == f.read(), "a file in blocks")
        status, head, page = server.ask("/api/runs/%s/report" % a, server.viewer)
        need(status == 200 and head["content-type"].startswith("text/html") and b"</html>" in page, "report", status, page[:200])
        need(server.json("/api/runs/" + a)["report"] is True, "the report is kept")
        need(server.ask("/api/runs/%s/report" % a, server.viewer)[2] == page, "the report again")
        same = server.json("/api/compare?a=%s&b=%s&format=json" % (a, a))
        need(same["verdict"] == "good" and all(c["difference"] == 0 for c in same["columns"]), same)
        status, head, page = server.ask("/api/compare?a=%s&b=%s" % (a, b), server.viewer)
        need(status == 200 and b"</html>" in page, "compare", status)
        need("truss" in server.json("/api/help?command=element&type=truss")["text"], "help")
        need(server.ask("/api/help?command=nonsense", server.viewer)[0] == 404, "help of what is not there")
        status, head, page = server.ask("/", server.viewer)
        need(status == 200 and head["content-type"].startswith("text/html"), "the page", status)
        # where the page was built
        if "etag" in head:
            need(head["content-encoding"] == "gzip" and page[:2] == b"\x1f\x8b", head)
            status, _, nothing = server.ask("/", server.viewer, headers={"If-None-Match": head["etag"]})
            need(status == 304 and nothing == b"", "a page that is kept", status)
        else:
            need(b"not built" in page, page[:200])
        for path in ("/api/runs/none", "/api/runs/none/model", "/api/runs/none/data?table=steps&columns=time", "/api/runs/none/report", "/api/nothing",
                     "/nothing"):
            need(server.ask(path, server.viewer)[0] == 404, path)
    finally:
        server.end()
    need(not os.path.exists(os.path.join(runs, "server.json")), "the card stays behind")
    need([n for n in os.listdir(runs) if n.startswith(".work")] == [], "folders of work stay behind")


def case_several_records(program, folder):
    """A run whose model changes and whose second record fails: it is listed with the end that it had."""
    runs = os.path.join(folder, "runs")
    work = os.path.join(folder, "work")
    os.makedirs(work)
    script = os.path.join(work, "two.tcl")
    with open(script, "w", encoding="utf-8") as f:
        f.write("set argv {100}\nsource %s\nnode 7 0 -mass 1.0\nanalyze 50 0.01\nerror {it is over}\n" % TEST)
    subprocess.run([program, "run", "--run", os.path.join(runs, "two"), script], cwd=work, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, timeout=PATIENCE_S)
    server = Server(program, runs)
    try:
        run = server.json("/api/runs/two")
        need(run["parts"] == 2 and run["status"] == "failed" and run["steps"] == 50 and abs(run["duration"] - 1.5) < 1e-9, run)
        need([r["status"] for r in server.json("/api/runs")] == ["failed"], "the list")
    finally:
        server.end()


def case_dates_beyond_the_calendar(program, folder):
    """The date of a file may be any: a run from a year that has no name is in the list, and the others beside it."""
    years = 1 << 59
    # a folder of memory keeps what disks cut off
    with tempfile.TemporaryDirectory(dir="/dev/shm") as top:
        for name, date in (("far", years), ("near", 1794818207)):
            path = os.path.join(top, name, "run.txt")
            os.mkdir(os.path.dirname(path))
            with open(path, "w", encoding="utf-8") as f:
                f.write("id %s\nscript %s/test.tcl\n" % (name, folder))
            os.utime(path, (date, date))
        need(os.stat(os.path.join(top, "far", "run.txt")).st_mtime == years, "the date was not kept")
        server = Server(program, top)
        try:
            listed = {r["id"]: r["created"] for r in server.json("/api/runs")}
            need(listed == {"far": "", "near": "2026-11-16T08:36:47Z"}, listed)
        finally:
            server.end()


def whole(server, run):
    got = server.json("/api/runs/" + run)
    tables = {t["name"]: t for t in got["tables"]}
    need({"steps", "channels/control1"} <= set(tables), sorted(tables))
    rig = tables["channels/control1"]
    need(rig["rate_hz"] == 1000 and rig["time"] == "time" and tables["steps"]["time"] == "test_time" and rig["rows"] > 3000, rig["rows"])
    column = {c["name"]: c for c in rig["columns"]}
    # expLimits 1 -stroke -40 40 -force -30 35, and the control point's -lim -50 50: the narrower one counts
    need(column["command1"]["limits"] == {"min": -40, "max": 40} and column["measuredForce1"]["limits"] == {"min": -30, "max": 35}, column["command1"])
    need(column["command1"]["unit"] == "mm" and got["units"] == {"force": "kN", "length": "mm", "time": "s"}, got["units"])
    need(got["head"]["format"] == "tandem record 1" and [e["kind"] for e in got["events"]].count("analyze") == 1, got["events"])
    need(rig["head"]["stroke_max"] == [40] and "Material" in rig["head"]["specimen"][0], rig["head"])


def case_ranges(program, folder):
    """Rows as they are, buckets, CSV, motion: all out of the same numbers."""
    runs = os.path.join(folder, "runs")
    a = finished(program, runs, "a", "1000")
    server = Server(program, runs)
    try:
        lines = rows(server, a, "channels/control1", ["command1", "measuredForce1"])
        n = len(lines)
        need(n > 9000, "rows", n)
        exact, count, t0, x = range_of(server, a, "table=channels/control1&columns=command1,measuredForce1&width=8192")
        need(exact and count == n and t0 == lines[0][0], "exact", exact, count)
        need(list(x) == [l[k] for k in range(3) for l in lines], "rows are not those of the CSV")
        exact, count, t0, x = range_of(server, a, "table=channels/control1&columns=command1,measuredForce1&width=100")
        need(not exact and count == 100 and t0 == lines[0][0], "buckets", exact, count, t0)
        width, want = x[0], buckets(lines, t0, x[0])
        need(abs(width - (lines[-1][0] - t0) / 100) <= 1e-12 * width, "width", width)
        need(max(want) == 99, "the last row is in the last bucket", max(want))
        for k, cells in want.items():
            for c, (lo, hi) in enumerate(cells):
                need(x[1 + 2 * c * 100 + k] == lo and x[1 + (2 * c + 1) * 100 + k] == hi, "bucket", k, c)
        exact, count, t0, x = range_of(server, a, "table=channels/control1&columns=command1&from=1.0005&to=1.0105&width=1000")
        inside = [l for l in lines if 1.0005 <= l[0] <= 1.0105]
        need(exact and count == len(inside) and list(x[:count]) == [l[0] for l in inside], "a piece", count, len(inside))
        need(range_of(server, a, "table=channels/control1&columns=command1&from=1e6")[1] == 0, "behind the end")
        motion(server, a)
        yields(server, finished(program, runs, "n", "1000", "numerical"))
        for query, status in (("table=none&columns=x", 404), ("table=steps&columns=none", 404), ("table=steps", 400), ("columns=time", 400),
                              ("table=steps&columns=time&width=0", 400),
                              ("table=steps&columns=time&from=2&to=1", 400), ("table=steps&columns=time&from=x", 400),
                              ("table=steps&columns=time&part=2", 404)):
            got, _, data = server.ask("/api/runs/%s/data?%s" % (a, query), server.viewer)
            need(got == status and "error" in json.loads(data), query, got, data[:200])
    finally:
        server.end()


def motion(server, run):
    status, _, data = server.ask("/api/runs/%s/motion?frames=11" % run, server.viewer)
    need(status == 200, "motion", status, data[:200])
    size = 16 + 16 + 16 + 8
    need(len(data) == 11 * size, "motion of 3 values and 2 elements:", len(data))
    steps = rows(server, run, "steps", ["node1_disp1", "node2_disp1", "node3_disp1"])
    for i in range(11):
        at = (len(steps) - 1) * i // 10
        kind, _, _, n, t, step, elements = struct.unpack_from("<BBHIdQI", data, i * size)
        value = struct.unpack_from("<3f", data, i * size + 32)
        need((kind, n, t, step, elements) == (3, 3, steps[at][0], at, 2), "frame", i, kind, n, t, step, elements)
        need(value == struct.unpack("<3f", struct.pack("<3f", *steps[at][1:])), "frame", i, value)


def yields(server, run):
    """Every step as a frame: states of elements are those that the table of changes says: of the steel one, its neighbour is elastic."""
    steps = rows(server, run, "steps", ["node1_disp1"])
    changes = rows(server, run, "yielding", ["element", "state"])
    need({c[1] for c in changes} == {1.0} and changes[0][2] == 2.0, "changes", changes[:3])
    _, _, data = server.ask("/api/runs/%s/motion?frames=2000" % run, server.viewer)
    size = len(data) // len(steps)
    for i, step in enumerate(steps):
        before = [c[2] for c in changes if c[0] <= step[0]]
        state = tuple(data[i * size + 48:i * size + 50])
        need(state == (int(before[-1]) if before else 0, 0), "step", i, state, before[-1:])


def case_tables(program, folder):
    """Plug-ins as help has them; templates that run as they are; the gallery."""
    server = Server(program, os.path.join(folder, "runs"))
    try:
        families = {f["command"]: {r["name"]: r for r in f["rows"]} for f in server.json("/api/plugins")["families"]}
        need({"integrator", "uniaxialMaterial", "expActuator", "expSpecimen", "element", "algorithm"} <= set(families), sorted(families))
        steel = {p["name"]: p for p in families["uniaxialMaterial"]["Steel01"]["params"]}
        need(steel["Fy"]["required"] and steel["Fy"]["min"] == 0 and steel["Fy"]["min_open"] and steel["Fy"]["default"] is None, steel["Fy"])
        need(families["expActuator"]["Delay"]["before"] == "tag" and families["integrator"]["Newmark"]["cite"], families["integrator"]["Newmark"])
        kinds = {p["kind"] for f in families.values() for r in f.values() for p in r["params"]}
        need(kinds <= {"real", "int", "tag", "flag", "bool", "words"}, kinds)
        templates = server.json("/api/templates")
        need([t["name"] for t in templates] == ["shear", "frame", "matrices"], [t["name"] for t in templates])
        for t in templates:
            built(server, t)
        examples = {e["name"]: e for e in server.json("/api/examples")}
        need(examples["two_storey"]["scripts"] == ["two_storey.tcl"] and "two storeys" in examples["two_storey"]["title"].lower(), examples["two_storey"])
        status, _, text = server.ask("/api/examples/two_storey/script", server.viewer)
        need(status == 200 and b"expSite" in text, "script of an example")
        for path in ("/api/examples/none/script", "/api/examples/two_storey/script?file=../../README.md", "/api/examples/../script"):
            need(server.ask(path, server.viewer)[0] == 404, path)
    finally:
        server.end()


LABORATORY = """
uniaxialMaterial Steel01 9000 [expr {0.006*$specimenStiffness}] $specimenStiffness 0.05
expSpecimen Material 1 9000
expControl VirtualRig 1 -rate 1000 -channel 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
if {$specimenElement eq "truss"} {
    expElement truss 9001 {*}$specimenNodes -site 1 -initStif $specimenStiffness
} else {
    expElement twoNodeLink 9001 {*}$specimenNodes -dir 1 -site 1 -initStif $specimenStiffness
}
puts "omega [expr {sqrt([lindex [eigen 1] 0])}]"
timeSeries Sine 1 0.0 10.0 0.5 -factor 3.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer RCM
system BandGeneral
algorithm Linear -initial
integrator AlphaOS 0.9
analysis Transient
if {[analyze 50 0.01] != 0} { error "the analysis has failed" }
"""


def built(server, template):
    """A test out of a template with its defaults, run to its end. The shear building and the matrices are the same structure: omega = 2 sqrt(k/m)
    sin(pi/14)."""
    values = {p["name"]: p["default"] for p in template["params"]}
    need(all(v is not None for v in values.values()), template["name"], values)
    script = re.sub(r"\{([A-Za-z]\w*)\}", lambda m: str(values.get(m.group(1), m.group(0))), template["script"])
    run = server.post("/api/tests", {"name": template["name"], "script": script + LABORATORY, "pace": "max"}, status=201)["id"]
    log = until("the end of " + run, lambda: (lambda l: l if l["status"] is not None else None)(server.json("/api/tests/%s/log" % run)))
    need(log["status"] == 0 and not log["running"], template["name"], log["text"][-400:])
    omega = float(re.search(r"omega ([0-9.e+-]+)", log["text"]).group(1))
    if template["name"] in ("shear", "matrices"):
        need(abs(omega - 2 * math.sqrt(12000 / 20) * math.sin(math.pi / 14)) < 1e-6 * omega, template["name"], "omega", omega)
    need(server.json("/api/runs/" + run)["status"] == "complete", run)


def slowly(server, path, meanwhile):
    """The body of an answer whose reader stops after its first bytes until `meanwhile` has been called: the rest is made after that. Buffers of sockets hold
    4 MB at most."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.settimeout(PATIENCE_S)
    raw.connect((server.host, server.port))
    c = http.client.HTTPConnection(server.host, server.port)
    c.sock = raw
    c.request("GET", path, headers={"Authorization": "Bearer " + server.viewer})
    answer = c.getresponse()
    need(answer.status == 200, path, "status", answer.status)
    data = answer.read(1000)
    meanwhile()
    try:
        data += answer.read()
    except http.client.IncompleteRead as why:
        raise Fault("the answer ends in the middle: %s" % why) from why
    c.close()
    return data


def case_part(program, folder):
    """The part of a run that a download is of is chosen once, with its first bytes: another record that begins meanwhile changes nothing, nor does the end of
    the run."""
    runs = os.path.join(folder, "runs")
    a, b = finished(program, runs, "a", "12000"), finished(program, runs, "b", "12000")
    live, second = os.path.join(runs, a, "live"), os.path.join(runs, a, "record-2.h5")
    server = Server(program, runs)
    try:
        with open(live, "wb"):
            pass
        path = "/api/runs/%s/csv?table=channels/control1" % a
        one = slowly(server, path, lambda: shutil.copy(os.path.join(runs, b, "record.h5"), second))
        need(len(one) > 12e6, "too short to be cut:", len(one), "bytes")
        need(one == server.ask(path + "&part=1", server.viewer)[2], "the download of a run has changed over to its next record")
        # of one that shows itself it is the newest, and stays so when it is over
        os.remove(second)
        shutil.copy(os.path.join(runs, finished(program, runs, "c", "11000"), "record.h5"), second)
        two = slowly(server, path, lambda: os.remove(live))
        need(two != one and two == server.ask(path + "&part=2", server.viewer)[2], "the download of a run that ends has changed over to its first record")
        need(server.ask(path, server.viewer)[2] == one, "of a run that is over it is the first")
    finally:
        server.end()
