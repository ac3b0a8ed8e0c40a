"""Tandem: hybrid simulation from Python. The words of scripts are functions, in the manner of OpenSeesPy:

    import tandem as td
    td.model("basic", "-ndm", 2, "-ndf", 3)
    td.node(1, 0.0, 0.0)
    ...
    td.analyze(1000, 0.01)
    td.nodeDisp(2, 1)

help(td.element) shows what the program's help says. td.Rig puts a Python object into the loop, td.Run reads records as NumPy arrays, td.Tandem is a second
model.
"""
import builtins as _builtins
import keyword as _keyword
import sys as _sys

from ._core import Asked, Tandem, TandemError
from ._library import lib as _lib
from ._words import add_methods as _add_methods, commands
from ._rig import Rig
from ._run import Columns, Run

_COMMANDS = _add_methods()
__version__ = _lib.tandem_version().decode()

_one = None


def instance():
    """The instance that the functions of the package work on."""
    global _one
    if _one is None:
        _one = Tandem()
    return _one


def close():
    """Ends it: rigs come to rest, files are closed. The next call makes a new one."""
    global _one
    if _one is not None:
        ended, _one = _one, None
        ended.close()


def _function(name):
    method = getattr(Tandem, name)

    def function(*arguments, **named):
        return getattr(instance(), name)(*arguments, **named)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = method.__doc__
    return function


_OWN = ("call", "eval", "source", "steps", "rig", "specimen", "nodal", "freedom", "node_tags", "element_tags", "response", "rows", "record_to")
for _name in (*_OWN, *_COMMANDS):
    if _name not in globals():
        globals()[_name] = _function(_name)

_units = globals()["defaultUnits"]


def defaultUnits(*arguments):
    """As OpenSeesPy it leaves a variable for each unit in the script itself, but for in, a word of Python: inch."""
    answer = _units(*arguments)
    words = answer.split()
    here = vars(_sys.modules["__main__"])
    here.update((name, float(x)) for name, x in zip(words[::2], words[1::2]) if not _keyword.iskeyword(name))
    return answer


defaultUnits.__doc__ = "%s\n\n%s" % (_units.__doc__, defaultUnits.__doc__)

# as OpenSeesPy calls them
if "print_" in globals():
    printModel = globals()["print_"]

# from tandem import *, as many scripts for OpenSeesPy begin, leaves Python's own eval, exit, help and quit what they are
__all__ = ["Asked", "Columns", "Rig", "Run", "Tandem", "TandemError", "close", "commands", "instance", "printModel",
           *(name for name in (*_OWN, *_COMMANDS) if not hasattr(_builtins, name))]
