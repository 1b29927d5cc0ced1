#!/usr/bin/env python3
"""A design for "pops-tb cosim --unit overlap-to-exit": overlap detection with its table, and the exit trackers.

Usage: overlap.py [--window CYCLES] [--entries NUMBER] [--bug NAME]
"""
import session
from design import ExitTracker


class Packer:
    """The waves of one packer: what they cover from their first quad to their exit."""

    def __init__(self, index, test, free, bug):
        settings = test.settings
        self.index = index
        self.test = test
        self.free = free
        self.bug = bug
        self.ids = settings["id_wrap"] + 1
        self.one_too_few = settings["newest_one_too_few"] == 1
        self.tracker = ExitTracker(index, test, None, self.exited)
        # Quads of the open wave, and of each closed wave that has not exited, oldest first.
        self.open = []
        self.unfinished = {}

    def covers(self, x, y, upper, lower):
        if self.bug != "forgets-lower":
            self.open.append((x, y, upper, lower))
        else:
            self.open.append((x, y, upper, 0))

    def completed(self, cycle, wave, layers):
        own = {}
        for x, y, upper, lower in self.open:
            before = own.get((x, y), (0, 0))
            own[x, y] = (before[0] | upper, before[1] | lower)
        met = [older for older, quads in self.unfinished.items() if shares(own, quads)]
        self.unfinished[wave] = own, len(self.open)
        self.open = []
        self.tracker.formed(wave)
        for older in met:
            self.test.say(cycle, "meets", self.index, wave, older)
        self.test.say(
            cycle, "described", self.index, wave, 1 if met or layers else 0, self.newest(wave, met, layers)
        )

    def newest(self, wave, met, layers):
        """The youngest overlapped wave; for a wave that overlaps only itself, the previous wave."""
        if met:
            newest = met[0] if self.bug == "names-oldest" else met[-1]
        else:
            newest = (wave - 1) % self.ids if layers else wave
        return newest - 1 if self.one_too_few and newest > wave else newest

    def exited(self, wave):
        _, entries = self.unfinished[wave]
        if self.bug != "entries-stay":
            del self.unfinished[wave]
        if self.bug != "credit-early":
            self.free(entries)


def shares(own, entry):
    quads, _ = entry
    return any(
        upper & quads[place][0] or lower & quads[place][1]
        for place, (upper, lower) in own.items()
        if place in quads
    )


class OverlapToExit:
    """All packers, with one table for them."""

    def __init__(self, test, entries, bug):
        self.test = test
        self.bug = bug
        self.room = entries
        self.packers = [Packer(index, test, self.free, bug) for index in range(test.settings["packers"])]
        test.credit("covers", entries)

    def free(self, entries):
        self.room += entries
        self.test.credit("covers", entries)

    def covers(self, _cycle, packer, x, y, upper, lower):
        if self.bug == "credit-early":
            # Gives each place back at once; a quad that finds none is lost.
            self.test.credit("covers", 1)
            if sum(len(each.open) + len(each.unfinished) for each in self.packers) >= self.room:
                return
        self.packers[packer].covers(x, y, upper, lower)

    def completed(self, cycle, packer, wave, layers):
        self.packers[packer].completed(cycle + self.test.window, wave, layers)

    def exit(self, cycle, packer, wave):
        self.packers[packer].tracker.exit(cycle + self.test.window, wave)


BUGS = ("forgets-lower", "names-oldest", "entries-stay", "credit-early")


def main():
    options = session.parse(BUGS, ("--entries", 64))
    session.run(lambda test: OverlapToExit(test, options.entries, options.bug), options.window, 2)


if __name__ == "__main__":
    main()
