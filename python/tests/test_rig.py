"""A Python object in the loop."""
import contextlib

import numpy as np
import pytest

FRAME = """
model basic -ndm 1 -ndf 1
node 0 0.0; node 1 0.0 -mass 0.0104; node 2 0.0 -mass 0.0104
fix 0 1
uniaxialMaterial Elastic 1 2.74
foreach storey {1 2} {
    expControl SimUniaxialMaterials $storey 1
    expSetup OneActuator $storey -control $storey 1 -sizeTrialOut 1 1 -ctrlDispFact 0.5 -ctrlVelFact 0.5 -daqDispFact 2.0 -daqVelFact 2.0 -daqForceFact 2.0
    expSite LocalSite $storey $storey
    expElement twoNodeLink $storey [expr {$storey - 1}] $storey -dir 1 -site $storey -initStif 2.74
}
"""
REST = """
rayleigh 0.0 0.0 0.01 0.0
motion generate 1 -seed 1940 -duration 30.0 -dt 0.01 -pga 200.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain; numberer Plain; system Diagonal; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient
"""


def frame(td, rigs):
    """The frame of UCB/EERC 2005-02, its columns from the rigs."""
    td.model("basic", "-ndm", 1, "-ndf", 1)
    for node in range(3):
        td.node(node, 0.0)
    td.fix(0, 1)
    for storey, rig in enumerate(rigs, 1):
        td.mass(storey, 0.0104)
        td.rig("column%d" % storey, rig)
        td.expControl("Callback", storey, "column%d" % storey)
        td.expSetup("OneActuator", storey, "-control", storey, 1, "-sizeTrialOut", 1, 1, "-ctrlDispFact", 0.5, "-ctrlVelFact", 0.5,
                    "-daqDispFact", 2.0, "-daqVelFact", 2.0, "-daqForceFact", 2.0)
        td.expSite("LocalSite", storey, storey)
        td.expElement("twoNodeLink", storey, storey - 1, storey, "-dir", 1, "-site", storey, "-initStif", 2.74)
    td.eval(REST)
    td.recorder("Node", "-memory", "floors", "-time", "-node", 1, 2, "-dof", 1, "disp")


def spring(td):
    class Spring(td.Rig):
        def __init__(self, k=2.74):
            super().__init__()
            self.k, self.calls, self.told = k, 0, []

        def exchange(self, time, disp, vel, accel):
            self.calls += 1
            return self.k*disp

        def rest(self):
            self.told.append("rest")

        def end(self):
            self.told.append("end")
    return Spring


def test_an_elastic_python_rig_gives_the_bits_of_the_material_in_a_script(td, script):
    want = np.loadtxt(script(FRAME + REST + "recorder Node -file floors.out -precision 17 -time -node 1 2 -dof 1 disp\nanalyze 1000 0.01\n",
                             "--no-record") / "floors.out")
    rigs = [spring(td)(), spring(td)()]
    frame(td, rigs)
    assert td.analyze(1000, 0.01) == 0
    assert np.array_equal(td.rows("floors")[1], want)
    assert rigs[0].calls >= 1000


def test_a_mistake_in_exchange_brings_the_rigs_to_rest_and_comes_out(td):
    class Bad(spring(td)):
        def exchange(self, time, disp, vel, accel):
            if time > 0.5:
                raise ZeroDivisionError("a cable broke")
            return super().exchange(time, disp, vel, accel)
    rigs = [spring(td)(), Bad()]
    frame(td, rigs)
    with pytest.raises(td.TandemError, match="a cable broke") as fault:
        td.analyze(1000, 0.01)
    assert isinstance(fault.value.__cause__, ZeroDivisionError)
    assert rigs[0].told == ["rest"] and "rest" in rigs[1].told
    with pytest.raises(td.TandemError):
        td.analyze(1, 0.01)


def shaken(td, rig=None):
    """One mass under a sine, on this rig; without one Python asks for the commands."""
    if not rig:
        rig = td.Rig()
        rig.asks = True
    td.rig("mine", rig)
    td.eval("model basic -ndm 1 -ndf 1; node 1 0.0 -mass 1.0")
    td.specimen(1, "mine", [(1, 1)], [[100.0]])
    td.eval("timeSeries Sine 1 0.0 10.0 1.2 -factor 2.0; pattern UniformExcitation 1 1 -accel 1")
    td.eval("constraints Plain; numberer Plain; system Diagonal; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient")


def test_an_interruption_while_it_computes_brings_the_laboratory_to_rest(td, monkeypatch):
    from tandem import _core
    shaken(td)
    answer, calls = _core.lib.tandem_answer, []

    def interrupted(*arguments):
        code = answer(*arguments)
        calls.append(code)
        if len(calls) == 5:
            raise KeyboardInterrupt
        return code
    monkeypatch.setattr(_core.lib, "tandem_answer", interrupted)
    with pytest.raises(KeyboardInterrupt):
        for x in td.steps(300, 0.01):
            x.answer(100.0*x.disp)
    with pytest.raises(td.TandemError) as told:
        td.analyze(1, 0.01)
    assert "under way" not in str(told.value)


@pytest.mark.parametrize("answer", [float("nan"), float("inf")])
def test_a_force_that_is_no_number_trips(td, answer):
    class Bad(spring(td)):
        def exchange(self, time, disp, vel, accel):
            return super().exchange(time, disp, vel, accel) if time < 0.5 else answer
    rigs = [spring(td)(), Bad()]
    frame(td, rigs)
    with pytest.raises(td.TandemError):
        td.analyze(1000, 0.01)
    assert rigs[0].told == ["rest"]


def test_no_answer_is_a_mistake(td):
    class Silent(td.Rig):
        def exchange(self, time, disp, vel, accel):
            return None
    with pytest.raises(td.TandemError, match="no force"):
        frame(td, [Silent(), Silent()])


def test_python_may_ask_for_the_commands_instead(td, script):
    """Rigs without exchange in the place of objects that are called: the same bits. (The first command is to stay where it is, which is not asked.)"""
    text = """
model basic -ndm 1 -ndf 1
node 1 0.0; node 2 0.0 -mass 1.0; fix 1 1
uniaxialMaterial Elastic 1 100.0
expControl SimUniaxialMaterials 1 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 100.0
timeSeries Sine 1 0.0 10.0 1.2 -factor 2.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain; numberer Plain; system Diagonal; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient
"""
    want = np.loadtxt(script(text + "recorder Node -file u.out -precision 17 -node 2 -dof 1 disp\nanalyze 300 0.01\n", "--no-record") / "u.out")
    rig = td.Rig()
    rig.asks = True
    td.rig("mine", rig)
    td.eval(text.replace("uniaxialMaterial Elastic 1 100.0\n", "").replace("SimUniaxialMaterials 1 1", "Callback 1 mine"))
    td.recorder("Node", "-memory", "u", "-node", 2, "-dof", 1, "disp")
    asked = 0
    for x in td.steps(300, 0.01):
        x.answer(100.0*x.disp)
        asked += 1
    assert asked >= 299 and np.array_equal(td.rows("u")[1][:, 0], want)


def test_steps_that_are_left_bring_the_laboratory_to_rest(td):
    shaken(td)
    for i, x in enumerate(td.steps(300, 0.01)):
        x.answer(100.0*x.disp)
        if i == 20:
            break
    with pytest.raises(td.TandemError):
        td.analyze(1, 0.01)


class Unspeakable(Exception):
    def __str__(self):
        raise RuntimeError("no text")


@pytest.mark.parametrize("mistake", [OSError("/dev/\udce4"), Unspeakable()])
def test_a_mistake_whose_text_cannot_be_told_trips_all_the_same(td, mistake):
    """Names of files with bytes that are no characters are such texts."""
    class Bad(spring(td)):
        def exchange(self, time, disp, vel, accel):
            if time > 0.5:
                raise mistake
            return super().exchange(time, disp, vel, accel)
    rigs = [spring(td)(), Bad()]
    frame(td, rigs)
    with pytest.raises(td.TandemError, match=type(mistake).__name__) as fault:
        td.analyze(1000, 0.01)
    assert fault.value.__cause__ is mistake and rigs[0].told == ["rest"]


@pytest.mark.parametrize("name", ["mine", "too"])
def test_a_rig_under_two_names_or_given_twice_stays_the_rig_it_is(td, name):
    """The functions of a table that nobody keeps are given to the next one."""
    rig = spring(td)(100.0)
    shaken(td, rig)
    with pytest.raises(td.TandemError, match="of this name") if name == "mine" else contextlib.nullcontext():
        td.rig(name, rig)
    others = [spring(td)(1e9).table() for _ in range(50)]
    assert td.analyze(10, 0.01) == 0 and rig.calls >= 10 and others


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_rest_and_end_that_fail_leave_the_cause_of_the_trip_and_later_calls_alone(td):
    class Bad(spring(td)):
        def exchange(self, time, disp, vel, accel):
            return super().exchange(time, disp, vel, accel) if time < 0.5 else 1/0

        def rest(self):
            raise KeyError("pump")

        def end(self):
            raise KeyError("valve")
    frame(td, [spring(td)(), Bad()])
    with pytest.raises(td.TandemError, match="ZeroDivisionError") as fault:
        td.analyze(1000, 0.01)
    assert isinstance(fault.value.__cause__, ZeroDivisionError)
    td.wipe()
    with pytest.raises(td.TandemError) as fault:
        td.node(1, 0.0)
    assert fault.value.__cause__ is None


def test_a_rest_that_fails_is_said_and_nothing_goes_on_before_it_rests(td, capfd):
    class Sticks(spring(td)):
        pump = False

        def exchange(self, time, disp, vel, accel):
            return super().exchange(time, disp, vel, accel) if time < 0.5 else 1/0

        def rest(self):
            if not self.pump:
                raise KeyError("pump")
    rigs = [spring(td)(), Sticks()]
    frame(td, rigs)
    with pytest.raises(td.TandemError, match="not known to be at rest: expControl 2"):
        td.analyze(1000, 0.01)
    assert "KeyError: 'pump'" in capfd.readouterr().err
    with pytest.raises(td.TandemError, match="not known to be at rest"):
        td.expTrip("-acknowledge")
    rigs[1].pump = True
    td.expTrip("-acknowledge")


def test_numbers_that_do_not_fit_are_refused(td):
    shaken(td)
    assert td.freedom(1, 1) == 0
    for wrong in (lambda: td.freedom(2**32 + 1, 1), lambda: td.response(2**32 + 1, "force"), lambda: list(td.steps(2**32 + 3, 0.01)),
                  lambda: td.specimen(2, "mine", [(2**32 + 1, 1)], [[1.0]])):
        with pytest.raises(Exception, match="32 bits"):
            wrong()
    with pytest.raises(ValueError):
        td.specimen(2, "mine", [(1, 1, 1)], [[1.0]])
    assert td.getTime() == 0.0
