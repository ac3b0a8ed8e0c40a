"""The words of scripts as functions: same bits, same messages, same help."""
import copy
import os
import pickle
import re
import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import PROGRAM, TOP
from tandem._words import function_name

COLUMN = """
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 0 156.1 -mass 0.1 0.1 0.1
fix 1 1 1 1
uniaxialMaterial Steel02 1 {steel}
geomTransf Linear 1
element elasticBeamColumn 1 1 2 75.6 29000 3400 1
element zeroLength 2 1 2 -mat 1 -dir 1
rayleigh 0.45 0 0.0023 0
timeSeries Sine 1 0.0 10.0 0.5 -factor 38.6
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer RCM
system BandSPD
test NormDispIncr 1e-12 20
algorithm Newton
integrator Newmark 0.5 0.25
analysis Transient
"""


def portal_of(td):
    """What COLUMN says, by functions."""
    td.model("basic", "-ndm", 2, "-ndf", 3)
    td.node(1, 0, 0)
    td.node(2, 0, 156.1, "-mass", 0.1, 0.1, 0.1)
    td.fix(1, [1, 1, 1])
    td.uniaxialMaterial("Steel02", 1, 0.3, 1.0/3.0, 0.05, 18.0, 0.925, 0.15)
    td.geomTransf("Linear", 1)
    td.element("elasticBeamColumn", 1, 1, 2, 75.6, 29000, 3400, 1)
    td.element("zeroLength", 2, 1, 2, "-mat", 1, "-dir", 1)
    td.rayleigh(0.45, 0, 0.0023, 0)
    td.timeSeries("Sine", 1, 0.0, 10.0, 0.5, "-factor", 38.6)
    td.pattern("UniformExcitation", 1, 1, "-accel", 1)
    td.constraints("Plain")
    td.numberer("RCM")
    td.system("BandSPD")
    td.test("NormDispIncr", 1e-12, 20)
    td.algorithm("Newton")
    td.integrator("Newmark", 0.5, 0.25)
    td.analysis("Transient")


def column(script, text=""):
    numbers = "0.3 [expr {1.0/3.0}] 0.05 18.0 0.925 0.15"
    return script(COLUMN.replace("{steel}", numbers) + "recorder Node -file top.out -precision 17 -time -node 2 -dof 1 2 3 disp\n" + text)


def test_functions_and_script_give_the_same_bits(td, script):
    want = np.loadtxt(column(script, "analyze 400 0.01\n") / "top.out")
    portal_of(td)
    td.recorder("Node", "-memory", "top", "-time", "-node", 2, "-dof", 1, 2, 3, "disp")
    assert td.analyze(400, 0.01) == 0
    names, rows = td.rows("top")
    assert names == ["time", "node2_disp1", "node2_disp2", "node2_disp3"]
    assert np.array_equal(rows, want)
    assert td.nodal()[td.freedom(2, 1)] == want[-1, 1] == td.nodeDisp(2, 1)


def test_answers_are_those_of_openseespy(td):
    portal_of(td)
    assert td.analyze(3, 0.01) == 0
    assert isinstance(td.nodeDisp(2, 1), float)
    assert td.nodeDisp(2) == [td.nodeDisp(2, i) for i in (1, 2, 3)]
    assert isinstance(td.eigen(1), list) and len(td.eigen(2)) == 2
    assert td.getNodeTags() == [1, 2] == td.node_tags() and td.getEleTags() == [1, 2] == td.element_tags()
    assert td.nodeCoord(2) == [0.0, 156.1] and td.nodeCoord(2, 2) == 156.1
    assert td.getTime() == pytest.approx(0.03)
    td.setTime(1.0/3.0)
    assert td.getTime() == 1.0/3.0
    assert td.model("basic", "-ndm", 2) is None


def test_one_number_is_a_list_where_openseespy_answers_one(td):
    td.model("basic", "-ndm", 1, "-ndf", 1)
    td.node(1, 0.0)
    td.node(2, 1.0)
    td.fix(1, 1)
    td.uniaxialMaterial("Elastic", 1, 10.0)
    td.element("truss", 1, 1, 2, 1.0, 1)
    td.timeSeries("Linear", 1)
    td.pattern("Plain", 1, 1)
    td.load(2, 3.0)
    td.test("NormDispIncr", 1e-10, 5)
    td.algorithm("Linear")
    td.integrator("LoadControl", 1.0)
    td.analysis("Static")
    assert td.analyze(1) == 0
    assert td.eleResponse(1, "axialForce") == [pytest.approx(3.0)] == td.basicForce(1)
    assert (td.getNDM(), td.getNDF(), td.getNDF(2)) == ([1], [1], [1])
    assert td.nodeDOFs(2) == [0] and isinstance(td.testNorms(), list)
    assert td.nodeDisp(2) == [pytest.approx(0.3)] == td.nodeDisp(2, 0) and td.nodeDisp(2, 1) == pytest.approx(0.3)


def test_small_numbers_come_back_with_all_their_bits(td):
    x = [1.0/3e9, -2.0/3e13, 1.0/7e300]
    td.model("basic", "-ndm", 3, "-ndf", 3)
    td.node(1, *x)
    assert td.nodeCoord(1) == x and td.nodeCoord(1, 2) == x[1]
    td.setNodeDisp(1, 1, x[0])
    assert td.nodeDisp(1, 1) == x[0] == td.eval("nodeDisp 1 1")


def test_numbers_of_numpy_and_nested_lists_are_numbers(td):
    td.model("basic", "-ndm", np.int64(1), "-ndf", 1)
    td.node(1, np.float64(0.1))
    td.node(2, np.array([0.2]))
    td.node(3, [[0.3]])
    assert [td.nodeCoord(i, 1) for i in (1, 2, 3)] == [0.1, 0.2, 0.3]
    with pytest.raises(TypeError, match="not dict"):
        td.node(4, {})
    with pytest.raises(OverflowError, match="64 bits"):
        td.node(2**70, 0.0)


def test_mistakes_say_what_was_allowed(td):
    td.model("basic", "-ndm", 1, "-ndf", 1)
    td.node(1, 0.0)
    with pytest.raises(td.TandemError) as fault:
        td.node(1, 0.0)
    assert fault.value.code == "DUPLICATE" and "tag 1 is in use" in str(fault.value)
    with pytest.raises(td.TandemError) as fault:
        td.uniaxialMaterial("Steel01", 1, -40.0, 78.0, 0.05)
    assert fault.value.code == "RANGE" and fault.value.value == "-40.0" or "-40" in fault.value.value
    assert fault.value.allowed
    with pytest.raises(td.TandemError, match="did you mean"):
        td.uniaxialMaterial("Steal01", 1, 40.0, 78.0, 0.05)
    assert td.getNodeTags() == [1]


def test_every_command_is_a_function_with_its_help(td):
    listed = subprocess.run([PROGRAM, "help", "commands"], capture_output=True, text=True, check=True).stdout
    words = [w for line in listed.splitlines() if line.startswith("    ") for w in line.split()]
    assert len(words) > 100
    for word in words:
        function = getattr(td, function_name(word))
        assert callable(function) and function.__doc__, word
    assert "integrator" in td.integrator.__doc__


def test_two_instances_do_not_know_each_other(td):
    td.model("basic", "-ndm", 1, "-ndf", 1)
    td.node(1, 0.0)
    with td.Tandem(lines=False) as other:
        other.model("basic", "-ndm", 3, "-ndf", 6)
        other.node(7, 0.0, 1.0, 2.0)
        assert other.getNodeTags() == [7] and td.getNodeTags() == [1]
    with pytest.raises(td.TandemError):
        other.node(8, 0.0, 0.0, 0.0)


def test_arrays_stay_when_their_instance_goes_out_of_sight(td):
    portal_of(td)
    td.analyze(5, 0.01)
    motion = td.nodal()
    assert motion.shape == (6,) and not motion.flags.writeable
    before = motion.copy()
    assert np.array_equal(motion, before)
    with pytest.raises(ValueError, match="'disp'"):
        td.nodal("speed")


def test_an_openseespy_script_runs_after_changing_its_import(script, tmp_path):
    path = os.path.join(TOP, "python", "examples", "portal.py")
    done = subprocess.run([sys.executable, path], cwd=tmp_path, env=dict(os.environ, PYTHONPATH=os.path.join(TOP, "python")), capture_output=True, text=True,
                          timeout=120)
    assert done.returncode == 0, done.stderr
    found = [float(x) for x in re.findall(r"(?:drift|end|shear) (-?[\d.e-]+)", done.stdout)]
    text = """
model basic -ndm 2 -ndf 3
node 1 0.0 0.0; node 2 360.0 0.0; node 3 0.0 144.0; node 4 360.0 144.0
fix 1 1 1 1; fix 2 1 1 1
geomTransf PDelta 1; geomTransf Linear 2
element elasticBeamColumn 1 1 3 20.0 29000.0 800.0 1
element elasticBeamColumn 2 2 4 20.0 29000.0 800.0 1
element elasticBeamColumn 3 3 4 20.0 29000.0 2000.0 2
timeSeries Linear 1
pattern Plain 1 1 { load 3 0.0 -100.0 0.0; load 4 0.0 -100.0 0.0 }
proc parts {} { system BandGeneral; constraints Transformation; numberer RCM; test NormDispIncr 1.0e-12 10; algorithm Newton }
parts
integrator LoadControl 0.1; analysis Static; analyze 10
loadConst -time 0.0
mass 3 0.5 0.5 0.0; mass 4 0.5 0.5 0.0
eigen 2
timeSeries Path 2 -dt 0.1 -values {0.0 1.0 0.0}
pattern Plain 2 2 { load 3 20.0 0.0 0.0 }
wipeAnalysis
parts
integrator Newmark 0.5 0.25; analysis Transient
set most 0.0
for {set i 0} {$i < 500} {incr i} { analyze 1 0.01; set most [expr {max($most, abs([nodeDisp 3 1]))}] }
reactions
set f [open answer.txt w]
puts $f "$most [nodeDisp 3 1] [expr {[nodeReaction 1 1] + [nodeReaction 2 1]}]"
close $f
"""
    want = [float(x) for x in (script(text) / "answer.txt").read_text().split()]
    assert found == want


def test_everything_may_be_imported_by_name_without_losing_words_of_python(tmp_path):
    text = """
from tandem import *
assert (eval("1 + 1"), print, exit, help, quit) == (2, *(getattr(__builtins__, n) for n in ("print", "exit", "help", "quit")))
defaultUnits("-force", "kip", "-length", "in", "-time", "sec", "-temp", "F")
assert (kip, ksi, inch, round(g, 3)) == (1.0, 1.0, 1.0, 386.089)
model("basic", "-ndm", 1, "-ndf", 1)
node(1, 0.0)
printModel("-JSON", "-file", "model.json")
exit(3)
"""
    where = dict(os.environ, PYTHONPATH=os.path.join(TOP, "python"))
    done = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, env=where, capture_output=True, text=True, timeout=60)
    assert done.returncode == 3, done.stderr
    assert (tmp_path / "model.json").exists()


def test_fibre_sections_take_the_shapes_that_follow(td):
    td.model("basic", "-ndm", 2, "-ndf", 3)
    td.node(1, 0.0, 0.0)
    td.node(2, 2.0, 0.0)
    td.fix(1, 1, 1, 1)
    td.uniaxialMaterial("Elastic", 1, 100.0)
    td.section("Fiber", 1)
    td.patch("rect", 1, 10, 1, -0.5, -0.2, 0.5, 0.2)
    td.layer("straight", 1, 2, 0.05, 0.4, 0.0, -0.4, 0.0)
    td.geomTransf("Linear", 1)
    td.element("forceBeamColumn", 1, 1, 2, 3, 1, 1)
    td.timeSeries("Linear", 1)
    td.pattern("Plain", 1, 1)
    td.load(2, 3.0, 0.0, 0.0)
    td.algorithm("Linear")
    td.integrator("LoadControl", 1.0)
    td.analysis("Static")
    assert td.analyze(1) == 0
    assert td.nodeDisp(2, 1) == pytest.approx(3.0 * 2.0 / (100.0 * 0.5), rel=1e-12)  # P L/(E A)


def test_stubs_are_what_the_library_says():
    done = subprocess.run([sys.executable, os.path.join(TOP, "tools", "make_stubs"), "--check"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_long_texts_in_any_language_are_told_in_errors(td):
    for n in range(60, 200):
        with pytest.raises(td.TandemError):
            td.call("no" + "x"*(n % 2) + "\u00fc"*n)
        with pytest.raises(td.TandemError):
            td.node("x"*(n % 3) + "\u20ac"*n, 0.0)


def test_a_text_with_a_zero_is_refused(td):
    td.model("basic", "-ndm", 1, "-ndf", 1)
    for wrong in (lambda: td.node("2\0junk", 0.0), lambda: td.eval("node 2 0.0\0junk"), lambda: td.source("x\0y"), lambda: td.record_to("x\0y")):
        with pytest.raises(ValueError, match="zero"):
            wrong()


def test_an_instance_is_closed_by_its_own_thread_and_lives_until_then(td):
    one, told = td.instance(), []

    def close():
        try:
            one.close()
        except td.TandemError as fault:
            told.append(fault.code)
    one.model("basic", "-ndm", 1, "-ndf", 1)
    thread = threading.Thread(target=close)
    thread.start()
    thread.join()
    assert told == ["STATE"] and one.node(1, 0.0) is None
    for way in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="copied"):
            way(one)


@pytest.mark.parametrize("end", ["", "del t", "raise SystemExit(0)"])
def test_what_was_not_closed_is_whole_when_python_ends(td, tmp_path, end):
    text = """
import tandem
t = tandem.Tandem(lines=False)
t.record_to("run")
t.eval("model basic -ndm 1 -ndf 1; node 1 0.0; node 2 0.0 -mass 1.0; fix 1 1; uniaxialMaterial Elastic 1 100.0; element zeroLength 1 1 2 -mat 1 -dir 1")
t.eval("recorder Node -file u.out -node 2 -dof 1 disp; integrator Newmark 0.5 0.25; analysis Transient")
t.analyze(37, 0.01)
""" + end
    subprocess.run([sys.executable, "-c", text], cwd=tmp_path, env=dict(os.environ, PYTHONPATH=os.path.join(TOP, "python")), check=True, timeout=120)
    assert len((tmp_path / "u.out").read_text().splitlines()) == 37
    with td.Run(tmp_path / "run") as run:
        assert run["steps"].rows == 37 and run.text("status") == "complete"
