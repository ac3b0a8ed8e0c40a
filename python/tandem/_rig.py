"""A specimen, or a whole laboratory, that is a Python object."""
import contextlib
import ctypes as c
import traceback

import numpy as np

from ._library import ASK, EXCHANGE, RigTable, TELL, WHY, int32


def _told(fault):
    """The exception in a line. Its own text may fail, too, and nothing may keep the rigs from coming to rest."""
    try:
        return ("%s: %s" % (type(fault).__name__, fault)).encode(errors="replace")
    except BaseException:
        return type(fault).__name__.encode(errors="replace")


class Rig:
    """To be inherited from: exchange is all that must be written.

        class Spring(tandem.Rig):
            def exchange(self, time, disp, vel, accel):
                return 2.0*disp                    # the force; or (disp, force) where the command was not reached

        tandem.rig("spring", Spring())
        tandem.expControl("Callback", 1, "spring")

    An exception, or a number that is not finite, trips the laboratory: all rigs come to rest, and the call that runs the test raises TandemError from it.
    In rest and end an exception can stop nothing any more: Python prints it at once. One in rest says that the specimen is not known to be at rest: so does
    the report of the trip, and rest is called again before the trip can be acknowledged.
    """

    channels = 1
    asks = False               # True: Tandem.steps asks for its answers instead of calling exchange

    def __init__(self, channels=None):
        self.fault = None
        if channels:
            self.channels = channels

    def exchange(self, time, disp, vel, accel):
        """Go to disp (array, one number a channel), and measure: answers force, or (disp, force)."""
        raise NotImplementedError("a rig must have exchange(self, time, disp, vel, accel)")

    def start(self):
        """Before the first exchange."""

    def commit(self):
        """The step is accepted."""

    def rest(self):
        """Trip: come to rest and stay."""

    def acknowledge(self):
        """After a trip: go on from where it stands."""

    def end(self):
        """The test is over."""

    # ---- what the library calls -------------------------------------------------------------------------------

    def _guard(self, call, *arguments):
        """An exception must not leave through the library: it is kept, and raised by the call that runs the test."""
        try:
            call(*arguments)
            return 0
        except BaseException as fault:             # whatever it is, the rigs come to rest first
            self.fault = fault
            self._why = c.create_string_buffer(_told(fault))
            return -1

    def _rest(self):
        """What fails here is not the cause of the trip: it is printed, and the library is told that nothing rests."""
        try:
            self.rest()
            return 0
        except BaseException:
            with contextlib.suppress(BaseException):
                traceback.print_exc()
            return -1

    def _measure(self, asked, ret_disp, ret_force):
        x, n = asked.contents, asked.contents.channels
        answer = self.exchange(x.time, *(np.array(p[:n]) for p in (x.disp, x.vel, x.accel)))
        disp, force = answer if isinstance(answer, tuple) else (None, answer)
        for ret, numbers in ((ret_disp, disp), (ret_force, force)):
            if numbers is not None:
                for i, v in enumerate(np.broadcast_to(np.asarray(numbers, dtype=float), (n,))):
                    ret[i] = v
        if force is None:
            raise TypeError("exchange answered no force")

    def table(self):
        """The table of functions that the library wants. They live as long as the table: whoever gives it away keeps it."""
        self.fault = getattr(self, "fault", None)
        self._why = c.create_string_buffer(b"the rig failed")
        return RigTable(c.sizeof(RigTable), int32(self.channels), None,
                        EXCHANGE(0) if self.asks else EXCHANGE(lambda _s, x, d, f: self._guard(self._measure, x, d, f)),
                        ASK(lambda _s: self._guard(self.start)), ASK(lambda _s: self._guard(self.commit)), ASK(lambda _s: self._rest()),
                        ASK(lambda _s: self._guard(self.acknowledge)), TELL(lambda _s: self.end() and None), WHY(lambda _s: c.addressof(self._why)))
