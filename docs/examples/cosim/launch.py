#!/usr/bin/env python3
"""A design for "pops-tb cosim --unit packer-to-launch": ids, the id window, and the queue of waves that wait for their launch.

Usage: launch.py [--window CYCLES] [--places NUMBER] [--bug NAME]
"""
import session


class Packer:
    """Ids and queue of one packer."""

    def __init__(self, index, test, places, bug):
        settings = test.settings
        self.index = index
        self.test = test
        self.places = places
        self.bug = bug
        self.ids = settings["id_wrap"] + 1
        self.reach = settings["id_window"]
        # Sequence numbers: of the next wave, and of the oldest whose id may be in use.
        self.next = settings["id_start"]
        self.oldest = settings["id_start"]
        self.waits = False
        self.queue = []
        self.kept = None

    def packed(self, cycle):
        self.waits = True
        self.number(cycle)

    def window(self, cycle, wave):
        self.oldest += (wave - self.oldest) % self.ids
        self.number(cycle)

    def number(self, cycle):
        if not self.waits or (self.next - self.oldest > self.reach and self.bug != "no-window"):
            return
        self.waits = False
        number = self.next
        self.next += 1
        if self.bug == "id-twice" and number % 8 == 7:
            number -= 1
        wave = number % self.ids
        self.test.say(cycle, "numbered", self.index, wave)
        if len(self.queue) >= self.places:
            # The wave is lost if the queue is full; a design that respects its credits never gets here.
            return
        self.queue.append(wave)
        if self.bug == "credit-early":
            self.test.credit("packed", 1)
        self.offer(cycle + (300 if self.bug == "slow" else 0), wave)

    def offer(self, cycle, wave):
        if self.bug == "youngest-first" and self.kept is None and wave % 4 == 2:
            self.kept = wave
            return
        self.test.say(cycle, "offered", self.index, wave)
        if self.kept is not None:
            self.test.say(cycle, "offered", self.index, self.kept)
            self.kept = None

    def launched(self, wave):
        self.queue.remove(wave)
        if self.bug != "credit-early":
            self.test.credit("packed", 1)


class PackerToLaunch:
    """All packers. The places of the queues are granted to waves of any packer."""

    def __init__(self, test, places, bug):
        self.test = test
        self.packers = [Packer(index, test, places, bug) for index in range(test.settings["packers"])]
        test.credit("packed", places)

    def packed(self, cycle, packer):
        self.packers[packer].packed(cycle + self.test.window)

    def window(self, cycle, packer, wave):
        self.packers[packer].window(cycle + self.test.window, wave)

    def launched(self, _cycle, packer, wave):
        self.packers[packer].launched(wave)


BUGS = ("no-window", "id-twice", "youngest-first", "slow", "credit-early")


def main():
    options = session.parse(BUGS, ("--places", 4))
    session.run(lambda test: PackerToLaunch(test, options.places, options.bug), options.window, 3)


if __name__ == "__main__":
    main()
