"""Records of runs as arrays, and the examples."""
import csv
import os
import subprocess
import sys

import numpy as np
import pytest
from conftest import PROGRAM, TOP

TEST = """
defaultUnits -force kN -length mm -time sec -temp C
model basic -ndm 1 -ndf 1
node 1 0; node 2 0 -mass 0.1
fix 1 1
uniaxialMaterial Steel01 1 40 78 0.05
expSpecimen Material 1 1
expActuator Delay 1 0.004
expSensor Transducer 1 -rms 0.3
expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1 -forceSensor 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 78
timeSeries Sine 1 0.0 10.0 0.5 -factor 386
pattern UniformExcitation 1 1 -accel 1
constraints Plain; numberer Plain; system BandGeneral; algorithm Linear -initial; integrator AlphaOS 0.9; analysis Transient
analyze 200 0.01
"""


@pytest.fixture
def record(script):
    folder = script(TEST, "--run", "run")
    return folder / "run"


def test_arrays_are_what_export_writes(td, record):
    subprocess.run([PROGRAM, "export", str(record), "-o", "out"], check=True, capture_output=True)
    with td.Run(record) as run:
        assert run.text("status") == "complete" and "steps" in run.tables and "channels/control1" in run.tables
        for name, table in run.tables.items():
            with open(os.path.join("out", name.replace("/", "_") + ".csv"), encoding="utf-8") as f:
                rows = list(csv.reader(f))
            got = np.column_stack([table[c] for c in table]) if table.rows else np.zeros((0, len(table)))
            assert np.array_equal(got, np.array([[float(x) for x in r] for r in rows[1:]]).reshape(got.shape), equal_nan=True), name
        assert run["steps"].units["node2_disp1"] == "mm" and run["channels/control1"].rate_hz == 1000.0
        assert [e[1] for e in run.events][-1] == "end"
        assert run.text("nothing") is None
        with pytest.raises(td.TandemError):
            run["steps"]["nothing"]


def test_arrays_stay_when_their_run_is_closed(td, record):
    with td.Run(record) as run:
        steps = run["steps"]
        disp = steps["node2_disp1"]
        want = disp.copy()
    assert want.any() and np.array_equal(disp, want)
    run.close()
    with td.Run(record) as again:
        assert np.array_equal(again["steps"]["node2_disp1"], disp)
    for ask in (lambda: steps["time"], lambda: run.text("status"), lambda: run.events):
        with pytest.raises(ValueError, match="closed"):
            ask()


def test_a_run_that_is_none_is_refused(td, tmp_path):
    with pytest.raises(td.TandemError, match="no such run"):
        td.Run(tmp_path / "nowhere")


def test_a_test_from_python_leaves_a_record(td, tmp_path):
    td.record_to(tmp_path / "mine")
    td.eval(TEST)
    peak = max(abs(td.nodeDisp(2, 1)), 0.0)
    last = td.nodeDisp(2, 1)
    td.record_to(None)
    with td.Run(tmp_path / "mine") as run:
        assert run["steps"]["node2_disp1"][-1] == last and peak > 0.0 and run["steps"].rows == 200


@pytest.mark.parametrize("name, pictures", [("two_storey.py", 1), ("plot_run.py", 1)])
def test_examples_run_and_draw(td, record, tmp_path, name, pictures):
    pytest.importorskip("matplotlib")
    words = [str(record)] if name == "plot_run.py" else []
    done = subprocess.run([sys.executable, os.path.join(TOP, "python", "examples", name), *words, "picture.png"], cwd=tmp_path, capture_output=True, text=True,
                          timeout=240, env=dict(os.environ, PYTHONPATH=os.path.join(TOP, "python"), MPLCONFIGDIR=str(tmp_path)))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "picture.png").stat().st_size > 10000
