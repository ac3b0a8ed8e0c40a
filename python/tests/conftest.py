"""The package from this tree, on the library that TANDEM_LIBRARY names (else that of build/), and the program beside it."""
import os
import subprocess
import sys

import pytest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TOP, "python"))
PROGRAM = os.environ.get("TANDEM_PROGRAM", os.path.join(TOP, "build", "tandem"))


@pytest.fixture
def td(tmp_path, monkeypatch):
    """The package with an empty instance, in a folder of its own."""
    import tandem
    monkeypatch.chdir(tmp_path)
    tandem.close()
    yield tandem
    tandem.close()


@pytest.fixture
def script(tmp_path):
    """Runs a script in the program: script(text) answers its folder."""
    def run(text, *words):
        folder = tmp_path / "script"
        folder.mkdir(exist_ok=True)
        (folder / "model.tcl").write_text(text)
        done = subprocess.run([PROGRAM, "run", *words, "model.tcl"], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return folder
    return run
