"""Every command of scripts as a function and as a method, made from the tables of the library, with their help."""
import ctypes as c
import keyword

from ._core import Tandem
from ._library import Command, lib, text_of


def commands():
    """[(name, family, usage, help)] of everything that a script can say, in the order of the program's help."""
    found, row = [], Command()
    while lib.tandem_command_at(len(found), c.byref(row)) == 0:
        found.append(tuple(text_of(x) for x in (row.name, row.family, row.usage, row.help)))
    return found


def function_name(command):
    """print is print_, as keywords are."""
    return command + "_" if keyword.iskeyword(command) or command in ("print", "eval") else command


def _method(command, usage, help_text):
    def method(self, *arguments):
        return self.call(command, *arguments)
    method.__name__ = function_name(command)
    method.__qualname__ = "Tandem." + method.__name__
    method.__doc__ = "%s\n\n%s" % (usage, help_text)
    return method


def add_methods():
    """Where the class has none of its own. The names of all of them."""
    names = []
    for command, _family, usage, help_text in commands():
        name = function_name(command)
        names.append(name)
        if not hasattr(Tandem, name):
            setattr(Tandem, name, _method(command, usage, help_text))
    return names
