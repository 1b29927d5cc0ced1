#!/usr/bin/env python3
"""A design for "pops-tb cosim" (docs/cosim.md): the exit trackers of all packers. It shares no code with the testbench.

Usage: design.py [--window CYCLES] [--bug NAME]
"""
import argparse
import random
import sys


class ExitTracker:
    """The exits of one packer, counted in the order of the ids, or as they come."""

    def __init__(self, packer, settings, chance, bug):
        self.packer = packer
        self.by_export = settings["exits_by_export"] == 1
        self.ids = settings["id_wrap"] + 1
        self.visible = (settings["visible_least"], settings["visible_most"])
        self.chance = chance
        self.bug = bug
        self.oldest = settings["id_start"]
        self.waves = set()
        self.arrived = set()
        self.last_visible = 0
        self.shown = 0

    def formed(self, wave):
        self.waves.add(wave)

    def exit(self, cycle, wave):
        """The lines that follow from an exit whose first output may be in this cycle."""
        if self.bug == "exit-lost" and self.chance.random() < 0.1:
            return []
        if self.by_export:
            self.waves.discard(wave)
            return [f"exited {cycle} {self.packer} {wave}"]
        self.arrived.add(wave)
        if self.bug == "out-of-order":
            self.arrived = {self.oldest}
        lines = []
        while self.oldest in self.arrived and self.oldest in self.waves:
            self.arrived.remove(self.oldest)
            self.waves.remove(self.oldest)
            lines.append(f"exited {cycle} {self.packer} {self.oldest}")
            self.oldest = (self.oldest + 1) % self.ids
            lines.append(self.show(cycle))
        return lines

    def show(self, cycle):
        """Tells polls of the oldest wave, after a latency of its own choice and after the exits before it."""
        latency = self.chance.randint(*self.visible)
        if self.bug == "slow":
            latency += 500
        at = max(cycle + latency, self.last_visible + 1)
        self.last_visible = at
        shown = self.oldest
        if self.bug == "ahead":
            shown = (shown + 1) % self.ids
        if self.bug == "wrap" and shown == 0:
            shown = self.ids - 1
        return f"visible {at} {self.packer} {shown}"


BUGS = ("out-of-order", "ahead", "wrap", "exit-lost", "slow")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--window", type=int, default=4)
    parser.add_argument("--bug", choices=BUGS)
    options = parser.parse_args()
    settings, inputs, trackers = {}, [], []
    for line in sys.stdin:
        name, *fields = line.split()
        if name == "hello":
            say("welcome 1")
        elif name == "set":
            settings[fields[0]] = int(fields[1])
        elif name == "begin":
            chance = random.Random(settings["seed"])
            trackers = [ExitTracker(i, settings, chance, options.bug) for i in range(settings["packers"])]
            inputs = []
            say(f"ready {options.window}")
        elif name == "step":
            lines = []
            for kind, cycle, packer, wave in inputs:
                if kind == "formed":
                    trackers[packer].formed(wave)
                else:
                    lines += trackers[packer].exit(cycle + options.window, wave)
            inputs = []
            say(*lines, "done -1")
        elif name in ("formed", "exit"):
            inputs.append((name, *map(int, fields)))


def say(*lines):
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
