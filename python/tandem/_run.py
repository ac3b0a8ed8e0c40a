"""Records of runs as NumPy arrays (docs/record.md)."""
import ctypes as c

from ._core import Tandem, TandemError, _view
from ._library import Event, Table, lib


class Columns:
    """A table of a record: names, units, rows, rate_hz; table["time"] is an array on the library's memory, good until the run is closed."""

    def __init__(self, run, t):
        self._run, self.name, self.brief, self.rows, self.rate_hz = run, t.name.decode(), t.brief.decode(), t.rows, t.rate_hz
        self.names = [t.column[k].decode() for k in range(t.columns)]
        self.units = {name: t.unit[k].decode() for k, name in enumerate(self.names)}

    def __getitem__(self, column):
        return self._run.column("%s/%s" % (self.name, column))

    def __iter__(self):
        return iter(self.names)

    def __len__(self):
        return len(self.names)

    def __repr__(self):
        return "<table %s: %d rows of %s>" % (self.name, self.rows, ", ".join(self.names))


class Run:
    """A record by its folder or file: run["steps"]["node2_disp1"], run.events, run.text("status"). Of tests that have ended, were killed, or still go on."""

    def __init__(self, path):
        self._owner = Tandem(lines=False)
        self._handle = c.c_void_p()
        try:
            self._owner._check(lib.tandem_run_open(self._owner._handle, str(path).encode(), c.byref(self._handle)))
        except TandemError:
            self._owner.close()
            raise
        self.tables = {}
        t = Table()
        while lib.tandem_run_table(self._handle, len(self.tables), c.byref(t)) == 0:
            found = Columns(self, t)
            self.tables[found.name] = found

    def __getitem__(self, table):
        return self.tables[table]

    def __iter__(self):
        return iter(self.tables)

    def column(self, path):
        """All rows of "steps/node2_disp1"."""
        rows = c.c_int64()
        found = lib.tandem_run_column(self._handle, path.encode(), c.byref(rows))
        if not found:
            self._owner._check(min(lib.tandem_error(self._owner._handle).contents.code, 0))
        return _view(found, rows.value, self)

    @property
    def events(self):
        """(time, kind, source, text) of everything that happened."""
        e, found = Event(), []
        while lib.tandem_run_event(self._handle, len(found), c.byref(e)) == 0:
            found.append((e.time, e.kind.decode(), e.source.decode(), e.text.decode()))
        return found

    def text(self, name):
        """A text of its head: "status", "run", "created", "script_path"; None: it has none."""
        found = lib.tandem_run_text(self._handle, name.encode())
        return found.decode() if found is not None else None

    def close(self):
        """Arrays of it are gone afterwards; again does nothing."""
        if self._handle:
            lib.tandem_run_close(self._handle)
            self._handle = c.c_void_p()
            self._owner.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
