"""Records of runs as NumPy arrays (docs/record.md)."""
import ctypes as c

from ._core import Tandem, _view
from ._library import Event, Table, bytes_of, lib, text_of


class Columns:
    """A table of a record: names, units, rows, rate_hz; table["time"] is an array on the library's memory, which stays as long as the array."""

    def __init__(self, run, t):
        self._run, self.name, self.brief, self.rows, self.rate_hz = run, text_of(t.name), text_of(t.brief), t.rows, t.rate_hz
        self.names = [text_of(t.column[k]) for k in range(t.columns)]
        self.units = {name: text_of(t.unit[k]) for k, name in enumerate(self.names)}

    def __getitem__(self, column):
        return self._run.column("%s/%s" % (self.name, column))

    def __iter__(self):
        return iter(self.names)

    def __len__(self):
        return len(self.names)

    def __repr__(self):
        return "<table %s: %d rows of %s>" % (self.name, self.rows, ", ".join(self.names))


class _Open:
    """A record that is open, for as long as its Run or an array of it is there."""

    def __init__(self, path):
        self.owner, self.handle = Tandem(lines=False), c.c_void_p()
        self.owner._check(lib.tandem_run_open(self.owner._handle, bytes_of(path), c.byref(self.handle)))


class Run:
    """A record by its folder or file: run["steps"]["node2_disp1"], run.events, run.text("status"). Of tests that have ended, were killed, or still go on."""

    def __init__(self, path):
        self._open = _Open(path)
        self.tables = {}
        t = Table()
        while lib.tandem_run_table(self._open.handle, len(self.tables), c.byref(t)) == 0:
            found = Columns(self, t)
            self.tables[found.name] = found

    def _its(self):
        if not self._open:
            raise ValueError("tandem: the run is closed")
        return self._open

    def __getitem__(self, table):
        return self.tables[table]

    def __iter__(self):
        return iter(self.tables)

    def column(self, path):
        """All rows of "steps/node2_disp1"."""
        its, rows = self._its(), c.c_int64()
        found = lib.tandem_run_column(its.handle, bytes_of(path), c.byref(rows))
        if not found:
            its.owner._check(min(lib.tandem_error(its.owner._handle).contents.code, 0))
        return _view(found, rows.value, its)

    @property
    def events(self):
        """(time, kind, source, text) of everything that happened."""
        e, found = Event(), []
        while lib.tandem_run_event(self._its().handle, len(found), c.byref(e)) == 0:
            found.append((e.time, text_of(e.kind), text_of(e.source), text_of(e.text)))
        return found

    def text(self, name):
        """A text of its head: "status", "run", "created", "script_path"; None: it has none."""
        found = lib.tandem_run_text(self._its().handle, bytes_of(name))
        return text_of(found) if found is not None else None

    def close(self):
        """Nothing more can be asked; arrays that were asked for stay good. Again does nothing."""
        self._open = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
