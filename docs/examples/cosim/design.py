#!/usr/bin/env python3
"""A design for "pops-tb cosim" (docs/cosim.md): the exit trackers of all packers. It shares no code with the testbench.

Usage: design.py [--window CYCLES] [--bug NAME]
"""
import session


class ExitTracker:
    """Counts the exits of one packer, in the order of ids or as they arrive."""

    def __init__(self, packer, test, bug, on_exited=lambda wave: None):
        settings = test.settings
        self.packer = packer
        self.test = test
        self.by_export = settings["exits_by_export"] == 1
        self.ids = settings["id_wrap"] + 1
        self.visible = (settings["visible_least"], settings["visible_most"])
        self.bug = bug
        self.on_exited = on_exited
        self.oldest = settings["id_start"]
        self.waves = set()
        self.arrived = set()
        self.last_visible = 0

    def formed(self, wave):
        self.waves.add(wave)

    def exit(self, cycle, wave):
        """Takes an exit; its first output may be in this cycle."""
        if self.bug == "exit-lost" and self.test.chance.random() < 0.1:
            return
        if self.by_export:
            self.count(cycle, wave)
            return
        self.arrived.add(wave)
        if self.bug == "out-of-order":
            self.arrived = {self.oldest}
        while self.oldest in self.arrived and self.oldest in self.waves:
            self.arrived.remove(self.oldest)
            self.count(cycle, self.oldest)
            self.oldest = (self.oldest + 1) % self.ids
            self.show(cycle)

    def count(self, cycle, wave):
        self.waves.discard(wave)
        self.on_exited(wave)
        self.test.say(cycle, "exited", self.packer, wave)

    def show(self, cycle):
        """Shows polls the oldest wave, after a random latency and after earlier exits."""
        latency = self.test.chance.randint(*self.visible)
        if self.bug == "slow":
            latency += 500
        self.last_visible = max(cycle + latency, self.last_visible + 1)
        shown = self.oldest
        if self.bug == "ahead":
            shown = (shown + 1) % self.ids
        if self.bug == "wrap" and shown == 0:
            shown = self.ids - 1
        self.test.say(self.last_visible, "visible", self.packer, shown)


class ExitTrackers:
    """The trackers of all packers."""

    def __init__(self, test, bug):
        self.window = test.window
        self.trackers = [ExitTracker(packer, test, bug) for packer in range(test.settings["packers"])]

    def formed(self, _cycle, packer, wave):
        self.trackers[packer].formed(wave)

    def exit(self, cycle, packer, wave):
        self.trackers[packer].exit(cycle + self.window, wave)


BUGS = ("out-of-order", "ahead", "wrap", "exit-lost", "slow")


def main():
    options = session.parse(BUGS)
    session.run(lambda test: ExitTrackers(test, options.bug), options.window, 1)


if __name__ == "__main__":
    main()
