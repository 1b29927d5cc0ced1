"""The design's side of the protocol of "pops-tb cosim" (docs/cosim.md), for designs in Python.

A design is a class with a method for each message that it receives, such as `exit(cycle, packer, id)`. The method may
cause outputs from `cycle + window` on.
"""
import argparse
import random
import sys

VERSION = 1


class Session:
    """One test: its outputs, and how many of each kind the host accepts."""

    def __init__(self, settings, window):
        self.settings = settings
        self.window = window
        self.chance = random.Random(settings.get("seed", 0))
        # Outputs not yet sent, oldest first, and how many more of each kind the host accepts; without an entry, any number.
        self.outputs = []
        self.grants = {}
        self.credits = []

    def say(self, cycle, name, *fields):
        """Adds an output for this cycle, or for a later one if the host stalls it."""
        self.outputs.append((cycle, name, fields))

    def credit(self, name, count):
        """Tells the host that the design accepts this many more of a message."""
        if count > 0:
            self.credits.append(f"credit {name} {count}")

    def granted(self, name, count):
        self.grants[name] = self.grants.get(name, 0) + count

    def take_credits(self):
        lines, self.credits = self.credits, []
        return lines

    def take_lines(self, until):
        """The lines of an answer. No output overtakes a stalled one."""
        lines = self.take_credits()
        while self.outputs:
            cycle, name, fields = self.outputs[0]
            if self.grants.get(name, 1) == 0:
                break
            if name in self.grants:
                self.grants[name] -= 1
            self.outputs.pop(0)
            lines.append(" ".join(map(str, (name, max(cycle, until), *fields))))
        return lines


def parse(bugs, *options):
    """The options that every design has, and those named here with their defaults."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--window", type=int, default=4)
    parser.add_argument("--bug", choices=bugs)
    for name, default in options:
        parser.add_argument(name, type=int, default=default)
    return parser.parse_args()


def run(make_design, window, unit):
    """Runs one test after another with designs that `make_design(session)` makes; `unit` is the number of their unit."""
    settings, grants, inputs, session, design = {}, [], [], None, None
    for line in sys.stdin:
        name, *fields = line.split()
        if name == "hello":
            write([f"welcome {VERSION}"])
        elif name == "set":
            settings[fields[0]] = int(fields[1])
            if settings.get("unit", unit) != unit:
                sys.exit(f"this design takes the place of unit {unit}, but the test is for unit {settings['unit']}")
        elif name == "begin":
            session = Session(dict(settings), window)
            for message, count in grants:
                session.granted(message, count)
            design = make_design(session)
            inputs = []
            write([*session.take_credits(), f"ready {window}"])
        elif name == "end":
            session, grants = None, []
        elif name == "grant" and session is None:
            grants.append((fields[1], int(fields[2])))
        elif name == "step":
            for kind, values in inputs:
                if kind == "grant":
                    session.granted(values[1], int(values[2]))
                else:
                    getattr(design, kind)(*map(int, values))
            inputs = []
            write([*session.take_lines(int(fields[0])), "done -1"])
        else:
            inputs.append((name, fields))


def write(lines):
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()
