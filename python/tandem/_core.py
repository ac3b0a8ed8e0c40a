"""An instance of the program: words in, answers out; errors as exceptions; results as NumPy arrays where they lie."""
import atexit
import ctypes as c
import numbers
import os
import sys
import weakref

try:
    import numpy as np
except ImportError as why:
    raise ImportError("tandem needs NumPy: Debian's package is python3-numpy (make deps installs it)") from why

from ._library import Exchange, LINE, Value, bytes_of, int32, lib, text_of

_WORD, _INT, _REAL, _INTS, _REALS = range(5)
_DISP, _VEL, _ACCEL, _REACTION = range(4)
_MOTIONS = {"disp": _DISP, "vel": _VEL, "accel": _ACCEL, "reaction": _REACTION}

# commands of which OpenSeesPy answers a list also where it has one number
_LISTS = frozenset(("eigen", "getNodeTags", "getEleTags", "eleNodes", "eleResponse", "basicForce", "basicDeformation", "nodeDOFs", "testNorms",
                    "getNDM", "getNDF", "getFixedNodes", "getFixedDOFs"))
# and those that do unless a freedom is named: at least this many words, of which the last is not 0
_FREEDOM = {"nodeDisp": 2, "nodeVel": 2, "nodeAccel": 2, "nodeReaction": 2, "nodeCoord": 2, "nodeMass": 2, "nodeUnbalance": 2, "nodeEigenvector": 3,
            "eleForce": 2, "eleDynamicalForce": 2, "localForce": 2}


class TandemError(Exception):
    """A call was refused or failed. Besides the text: code ("RANGE"), object, what, value, allowed, hint, place."""

    def __init__(self, report):
        self.code = text_of(lib.tandem_code_name(report.code))
        self.object, self.what, self.value, self.allowed, self.hint, self.place = (
            text_of(getattr(report, name)) for name in ("object", "what", "value", "allowed", "hint", "place"))
        super().__init__(text_of(report.text))


def _value(x, keep):
    """One argument; keep holds memory that must live as long as the call."""
    if isinstance(x, str):
        keep.append(bytes_of(x))
        return Value(_WORD, 0, 0, 0.0, c.cast(c.c_char_p(keep[-1]), c.c_void_p))
    if isinstance(x, (bool, np.bool_)):
        return Value(_INT, 0, int(x), 0.0, None)
    if isinstance(x, numbers.Integral):
        if not -2**63 <= int(x) < 2**63:
            raise OverflowError("tandem: %d does not fit into 64 bits" % x)
        return Value(_INT, 0, int(x), 0.0, None)
    if isinstance(x, numbers.Real):
        return Value(_REAL, 0, 0, float(x), None)
    raise TypeError("tandem: words, numbers and lists of them are understood, not %s" % type(x).__name__)


def _flat(arguments):
    """Lists, tuples and arrays in the place of their members, as OpenSeesPy does."""
    for x in arguments:
        if isinstance(x, np.ndarray):
            yield from x.ravel()
        elif isinstance(x, (list, tuple, range)):
            yield from _flat(x)
        else:
            yield x


def _number(text, real):
    try:
        return int(text)
    except ValueError:
        return real


def _view(pointer, n, owner):
    """An array on memory of the library, that cannot be written; owner lives as long as the array."""
    if not pointer or n == 0:
        return np.zeros(0)
    memory = (c.c_double * n).from_address(c.addressof(pointer.contents))
    memory._owner = owner
    array = np.frombuffer(memory, dtype=np.float64)
    array.flags.writeable = False
    return array


@LINE
def _say(_self, kind, text):
    print(text_of(text), file=sys.stdout if kind == 1 else sys.stderr)


_living = weakref.WeakSet()


@atexit.register
def _close_all():
    """What was not closed is closed when Python ends: rigs come to rest, and records and files are whole."""
    for t in list(_living):
        try:
            t._end()
        except TandemError as fault:
            print(fault, file=sys.stderr)


class Tandem:
    """A model, its laboratory and its analysis. The functions of the package work on one of these that it makes by itself; make another for a second model.

    Every command of scripts is a method: t.node(1, 0.0, 0.0), t.element("truss", 1, 1, 2, 10.0, 1). Instances belong to the thread that made the first one.
    """

    def __init__(self, lines=True):
        self._handle, self._rigs, self._process = c.c_void_p(), {}, os.getpid()
        self._check(lib.tandem_new(c.byref(self._handle)))
        _living.add(self)
        if lines:
            self._check(lib.tandem_lines(self._handle, _say, None))

    def __del__(self):
        self._end()

    def _end(self):
        """For one that nobody has closed. A process that was forked off has a picture of it, and closes nothing."""
        if self._handle and self._process == os.getpid():
            self.close()

    def __reduce__(self):
        raise TypeError("tandem: an instance can neither be copied nor pickled")

    def _check(self, code):
        if code >= 0:
            return code
        rig = next((r for r, _table in self._rigs.values() if r.fault is not None), None)
        fault = TandemError(lib.tandem_error(self._handle).contents)
        if rig:
            cause, rig.fault = rig.fault, None
            raise fault from cause
        raise fault

    def close(self):
        """Brings rigs to rest and closes files; again does nothing. Where it is refused (another thread, a callback) the instance lives on."""
        if not self._handle:
            return
        code = lib.tandem_free(self._handle)
        fault = TandemError(lib.tandem_error(None).contents) if code < 0 else None
        if not fault or fault.code != "STATE":
            self._handle = c.c_void_p()
        if fault:
            raise fault

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # ---- words ------------------------------------------------------------------------------------------------

    def call(self, name, *arguments):
        """A command of scripts: call("node", 1, 0.0, 0.0). Its answer: None, a number, a list of numbers, or text."""
        keep, flat = [], list(_flat(arguments))
        values = (Value * (1 + len(flat)))(*[_value(x, keep) for x in (name, *flat)])
        self._check(lib.tandem_values(self._handle, len(values), values))
        least = _FREEDOM.get(name, 0)
        return self._answer(name in _LISTS or len(flat) < least or (least > 0 and flat[least - 1] == 0))

    def eval(self, script):
        """A piece of a script in the language Tcl; its answer as of call."""
        self._check(lib.tandem_eval(self._handle, bytes_of(script)))
        return self._answer(False)

    def source(self, path):
        """Runs the file of a script."""
        self._check(lib.tandem_source(self._handle, bytes_of(path)))
        return self._answer(False)

    def _answer(self, many):
        n = c.c_int32()
        text = text_of(lib.tandem_result(self._handle))
        reals = lib.tandem_result_reals(self._handle, c.byref(n))
        if reals and n.value:
            found = [_number(word, real) for word, real in zip(text.split(), reals[:n.value])]
            return found if many or len(found) > 1 else found[0]
        return [] if many and not text else text or None

    # ---- running ----------------------------------------------------------------------------------------------

    @property
    def time(self):
        """Time of the analysis."""
        return lib.tandem_time(self._handle)

    def steps(self, n, dt):
        """Python has the specimen: n steps of dt, each command of the integrator is yielded as an Asked, whose answer(force) or answer(force, disp) goes on.

            for asked in t.steps(1000, 0.01):
                asked.answer(k*asked.disp)
        """
        left = None
        try:
            left = self._check(lib.tandem_begin(self._handle, n, dt))
            while left:
                asked = Asked(lib.tandem_asked(self._handle).contents)
                yield asked
                if asked.force is None:
                    raise RuntimeError("tandem: the specimen was asked at time %g and has not answered" % asked.time)
                left = None
                left = self._check(lib.tandem_answer(self._handle, asked.measured, asked.force))
        finally:
            # 0: they are done. None: it failed, and there is nothing to abandon, or Ctrl-C came while the library computed, and there may be
            if left != 0:
                lib.tandem_abandon(self._handle)

    # ---- a specimen of one's own --------------------------------------------------------------------------------

    def rig(self, name, rig):
        """Makes a Rig known; expControl("Callback", tag, name) uses it."""
        table = rig.table()
        self._check(lib.tandem_rig_add(self._handle, bytes_of(name), c.byref(table)))
        self._rigs[name] = rig, table

    def specimen(self, tag, rig, freedoms, stiffness):
        """Freedoms [(node, dof), ...] whose restoring force comes from the rig of this name; stiffness: initial, n x n."""
        n = len(freedoms)
        k = np.ascontiguousarray(stiffness, dtype=np.float64).reshape(n, n)
        nodes, dofs = ((c.c_int32 * n)(*[int32(x) for x in column]) for column in ([node for node, _dof in freedoms], [dof for _node, dof in freedoms]))
        self._check(lib.tandem_specimen(self._handle, tag, bytes_of(rig), n, nodes, dofs, k.ctypes.data_as(c.POINTER(c.c_double))))

    # ---- results ----------------------------------------------------------------------------------------------

    def nodal(self, what="disp"):
        """"disp", "vel", "accel" or "reaction" of all freedoms, those of the node with the lowest tag first: an array on the library's own memory, good until
        the model changes, with the numbers of the last call of nodal."""
        n = c.c_int32()
        if what not in _MOTIONS:
            raise ValueError("tandem: %s, not %r" % (", ".join(map(repr, _MOTIONS)), what))
        found = lib.tandem_motion(self._handle, _MOTIONS[what], c.byref(n))
        if not found:
            self._check(min(lib.tandem_error(self._handle).contents.code, 0))
        return _view(found, n.value, self)

    def freedom(self, node, dof):
        """Place of a node's freedom (from 1) in nodal."""
        return self._check(lib.tandem_freedom(self._handle, node, dof))

    def node_tags(self):
        return self._tags(lib.tandem_node_tags)

    def element_tags(self):
        return self._tags(lib.tandem_element_tags)

    def _tags(self, ask):
        n = c.c_int32()
        found = ask(self._handle, c.byref(n))
        return found[:n.value] if found else []

    def response(self, element, *words):
        """What an element answers to words of a recorder ("force", "deformations"), as an array good until the model changes."""
        n = c.c_int32()
        found = lib.tandem_element_response(self._handle, element, bytes_of(" ".join(map(str, words))), c.byref(n))
        if not found:
            self._check(min(lib.tandem_error(self._handle).contents.code, 0))
        return _view(found, n.value, self)

    def rows(self, name):
        """Rows of recorder(..., "-memory", name): (names of columns, array rows x columns), good until the next step."""
        rows, columns = c.c_int64(), c.c_int32()
        found = lib.tandem_rows(self._handle, bytes_of(name), c.byref(rows), c.byref(columns))
        if not found:
            self._check(min(lib.tandem_error(self._handle).contents.code, 0))
        names = lib.tandem_row_names(self._handle, bytes_of(name))
        return [text_of(names[k]) for k in range(columns.value)], _view(found, rows.value * columns.value, self).reshape(rows.value, columns.value)

    def record_to(self, folder):
        """From the next analyze on tests get a record in this folder; None ends it."""
        self._check(lib.tandem_record(self._handle, bytes_of(folder) if folder else None))


class Asked:
    """What a specimen is asked in Tandem.steps: name and tag of its rig, time, disp, vel, accel (arrays)."""

    def __init__(self, x: Exchange):
        self.name, self.tag, self.time = text_of(x.name), x.tag, x.time
        self.disp, self.vel, self.accel = (np.array(p[:x.channels]) for p in (x.disp, x.vel, x.accel))
        self.force = self.measured = None

    def answer(self, force, disp=None):
        """Measured force of each channel, and displacement where the command was not reached."""
        n = len(self.disp)
        numbers_of = (c.c_double * n)
        self.force = numbers_of(*np.broadcast_to(np.asarray(force, dtype=float), (n,)))
        self.measured = None if disp is None else numbers_of(*np.broadcast_to(np.asarray(disp, dtype=float), (n,)))
