import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ScheduledWindow, Zone } from '../../../regression/explore/zone.js';

const PARAMETERS = { numRuns: 80 };

const window = (token: number, least: number, most: number, queue = -1): ScheduledWindow => ({
  ...{ token, least, most, queue },
});

it('lets an event come first only if its window begins before another one ends', () => {
  const zone = new Zone();
  zone.schedule(window(1, 20, 200));
  zone.schedule(window(2, 2, 24));
  expect([zone.canCome(1), zone.canCome(2)]).toEqual([true, true]);
  expect(zone.come(1)).toBe(true);
  // The load came after 20 to 24 cycles, so the exit is at most 4 away, and nothing that takes 5 comes before it.
  zone.schedule(window(3, 5, 9));
  expect([zone.canCome(2), zone.canCome(3)]).toEqual([true, false]);
});

it('keeps the order of a queue, in which a later event may wait for as long as it takes', () => {
  const zone = new Zone();
  zone.schedule(window(1, 10, 20, 7));
  zone.schedule(window(2, 1, 2, 7));
  zone.schedule(window(3, 6, 9));
  // Event 2 waits for event 1, so it may come after event 3, which its own window excludes.
  expect(zone.canCome(3)).toBe(true);
  for (const token of [3, 1]) expect(zone.come(token)).toBe(true);
  expect(zone.canCome(2)).toBe(true);
});

it('forgets events that never come', () => {
  const zone = new Zone();
  zone.schedule(window(1, 1, 2));
  zone.schedule(window(2, 5, 9));
  expect(zone.canCome(2)).toBe(false);
  zone.keep(new Set([2]));
  expect(zone.canCome(2)).toBe(true);
});

const spans = fc.record({ least: fc.nat(4), more: fc.nat(4) });
/** Windows of events that are scheduled at the start, and of those that each of them schedules when it comes. */
const systems = fc.record({
  first: fc.array(spans, { minLength: 2, maxLength: 3 }),
  later: spans,
});

it('allows exactly the orders that some times of the events have', () => {
  fc.assert(
    fc.property(systems, fc.infiniteStream(fc.nat(9)), ({ first, later }, picks) => {
      const zone = new Zone();
      for (const [token, { least, more }] of first.entries())
        zone.schedule(window(token, least, least + more));
      let left = first.map((_, token) => token);
      // Every way to choose times of the events so far, in the order that was taken: latest time, and times of those to come.
      let ways = product(first.map(({ least, more }) => range(least, more))).map((times) => ({
        now: 0,
        times,
      }));
      let scheduled = false;
      while (left.length > 0) {
        const canCome = (token: number): boolean =>
          ways.some(({ times }) => left.every((other) => times[token]! <= times[other]!));
        for (const token of left) expect(zone.canCome(token)).toBe(canCome(token));
        const possible = left.filter(canCome);
        const token = possible[picks.next().value! % possible.length]!;
        zone.come(token);
        left = left.filter((other) => other !== token);
        ways = ways
          .filter(({ times }) => left.every((other) => times[token]! <= times[other]!))
          .map(({ times }) => ({ now: times[token]!, times }));
        if (scheduled) continue;
        scheduled = true;
        const next = first.length;
        zone.schedule(window(next, later.least, later.least + later.more));
        left.push(next);
        ways = ways.flatMap(({ now, times }) =>
          range(later.least, later.more).map((delay) => ({ now, times: [...times, now + delay] })),
        );
      }
    }),
    PARAMETERS,
  );
});

function range(least: number, more: number): number[] {
  return Array.from({ length: more + 1 }, (_, index) => least + index);
}

function product(lists: readonly (readonly number[])[]): number[][] {
  return lists.reduce<number[][]>(
    (all, list) => all.flatMap((one) => list.map((value) => [...one, value])),
    [[]],
  );
}
