"""The shared library behind the package, by ctypes: include/tandem.h, row by row.

Where it is looked for: the path in $TANDEM_LIBRARY, the build folder of the tree this file stands in, then wherever the system finds libtandem.so.0.
"""
import ctypes as c
import operator
import os

_SONAME = "libtandem.so.0"


class Value(c.Structure):
    _fields_ = [("kind", c.c_int32), ("n", c.c_int32), ("i", c.c_int64), ("x", c.c_double), ("p", c.c_void_p)]


class Report(c.Structure):
    _fields_ = [("code", c.c_int32)] + [(name, c.c_char_p) for name in ("object", "what", "value", "allowed", "hint", "text", "place")]


class Command(c.Structure):
    _fields_ = [("name", c.c_char_p), ("family", c.c_char_p), ("usage", c.c_char_p), ("help", c.c_char_p), ("topics", c.c_int32)]


class Exchange(c.Structure):
    _fields_ = [("name", c.c_char_p), ("tag", c.c_int32), ("channels", c.c_int32), ("time", c.c_double),
                ("disp", c.POINTER(c.c_double)), ("vel", c.POINTER(c.c_double)), ("accel", c.POINTER(c.c_double))]


EXCHANGE = c.CFUNCTYPE(c.c_int32, c.c_void_p, c.POINTER(Exchange), c.POINTER(c.c_double), c.POINTER(c.c_double))
ASK = c.CFUNCTYPE(c.c_int32, c.c_void_p)
TELL = c.CFUNCTYPE(None, c.c_void_p)
WHY = c.CFUNCTYPE(c.c_void_p, c.c_void_p)
LINE = c.CFUNCTYPE(None, c.c_void_p, c.c_int32, c.c_char_p)


class RigTable(c.Structure):
    _fields_ = [("size", c.c_uint32), ("channels", c.c_int32), ("self", c.c_void_p), ("exchange", EXCHANGE), ("start", ASK), ("commit", ASK),
                ("rest", ASK), ("acknowledge", ASK), ("end", TELL), ("why", WHY)]


class Table(c.Structure):
    _fields_ = [("name", c.c_char_p), ("brief", c.c_char_p), ("columns", c.c_int32), ("column", c.POINTER(c.c_char_p)), ("unit", c.POINTER(c.c_char_p)),
                ("rows", c.c_int64), ("rate_hz", c.c_double)]


class Event(c.Structure):
    _fields_ = [("time", c.c_double), ("kind", c.c_char_p), ("source", c.c_char_p), ("text", c.c_char_p)]


def int32(x):
    """ctypes takes the low 32 bits of any whole number without a word: 2**32 + 1 would be tag 1."""
    if not -2**31 <= operator.index(x) < 2**31:
        raise OverflowError("tandem: %d does not fit into 32 bits" % x)
    return operator.index(x)


class _Int32(c.c_int32):
    @classmethod
    def from_param(cls, x):
        return c.c_int32(int32(x))


def text_of(x):
    """A text of the library; where it names files, it may be in any encoding."""
    return (x or b"").decode(errors="replace")


def bytes_of(x):
    """A text for the library, whose texts end at their first zero; names of files with bytes that are no characters come back as they are."""
    text = os.fspath(x)
    found = text if isinstance(text, bytes) else text.encode(errors="surrogateescape")
    if b"\0" in found:
        raise ValueError("tandem: a zero within the text %r" % x)
    return found


_H, _T, _I, _N = c.c_void_p, c.c_char_p, c.c_int32, c.POINTER(c.c_int32)
_REALS, _ROWS = c.POINTER(c.c_double), c.POINTER(c.c_int64)
# name, answer, arguments
_CALLS = (
    ("tandem_version", _T, ()), ("tandem_code_name", _T, (_I,)), ("tandem_new", _I, (c.POINTER(_H),)), ("tandem_free", _I, (_H,)),
    ("tandem_error", c.POINTER(Report), (_H,)), ("tandem_lines", _I, (_H, LINE, _H)),
    ("tandem_values", _I, (_H, _I, c.POINTER(Value))), ("tandem_eval", _I, (_H, _T)), ("tandem_source", _I, (_H, _T)),
    ("tandem_result", _T, (_H,)), ("tandem_result_reals", _REALS, (_H, _N)), ("tandem_command_at", _I, (_I, c.POINTER(Command))),
    ("tandem_topic_at", _I, (_I, _I, c.POINTER(Command))), ("tandem_wipe", _I, (_H,)), ("tandem_time", c.c_double, (_H,)), ("tandem_interrupt", None, ()),
    ("tandem_rig_add", _I, (_H, _T, c.POINTER(RigTable))), ("tandem_specimen", _I, (_H, _I, _T, _I, _N, _N, _REALS)),
    ("tandem_begin", _I, (_H, _I, c.c_double)), ("tandem_asked", c.POINTER(Exchange), (_H,)), ("tandem_answer", _I, (_H, _REALS, _REALS)),
    ("tandem_abandon", _I, (_H,)), ("tandem_motion", _REALS, (_H, _I, _N)), ("tandem_freedom", _I, (_H, _I, _I)),
    ("tandem_node_tags", c.POINTER(c.c_int32), (_H, _N)), ("tandem_element_tags", c.POINTER(c.c_int32), (_H, _N)),
    ("tandem_element_response", _REALS, (_H, _I, _T, _N)), ("tandem_rows", _REALS, (_H, _T, _ROWS, _N)),
    ("tandem_row_names", c.POINTER(_T), (_H, _T)), ("tandem_record", _I, (_H, _T)), ("tandem_run_open", _I, (_H, _T, c.POINTER(_H))),
    ("tandem_run_close", _I, (_H,)), ("tandem_run_table", _I, (_H, _I, c.POINTER(Table))), ("tandem_run_event", _I, (_H, _I, c.POINTER(Event))),
    ("tandem_run_column", _REALS, (_H, _T, _ROWS)), ("tandem_run_text", _T, (_H, _T)),
)


def _places():
    given = os.environ.get("TANDEM_LIBRARY")
    if given:
        return [given]
    top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    return [os.path.join(top, "build", "lib", "libtandem.so"), _SONAME]


def _load():
    why = []
    for place in _places():
        try:
            found = c.CDLL(place)
        except OSError as fault:
            why.append(str(fault))
            continue
        for name, answer, arguments in _CALLS:
            call = getattr(found, name)
            call.restype, call.argtypes = answer, tuple(_Int32 if x is _I else x for x in arguments)
        return found
    raise ImportError("tandem: its library is not found; build it (make library), install it (make install), or set TANDEM_LIBRARY to it: " + "; ".join(why))


lib = _load()
