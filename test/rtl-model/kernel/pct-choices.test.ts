import { describe, expect, it } from 'vitest';
import { type Choices, PctChoices, RandomChoices } from '../../../rtl-model/kernel/index.js';

/** Runs `threads` of `steps` steps each to their end and returns who stepped, in order. */
function interleave(choices: Choices, threads: number, steps: number): number[] {
  const left = new Array<number>(threads).fill(steps);
  const order: number[] = [];
  for (;;) {
    const ready = left.flatMap((count, thread) => (count > 0 ? [thread] : []));
    if (ready.length === 0) return order;
    const thread = ready[choices.choose(0, ready.length, Int32Array.from(ready))]!;
    left[thread]! -= 1;
    order.push(thread);
  }
}

/** Share of seeds in which the order holds the bug. */
function detection(
  make: (low: number) => Choices,
  isBug: (order: number[]) => boolean,
  threads: number,
  steps: number,
  seeds = 4000,
) {
  let hits = 0;
  for (let low = 0; low < seeds; low++) if (isBug(interleave(make(low), threads, steps))) hits++;
  return hits / seeds;
}

/** Depth 1: the last thread is done before any other starts. */
const lastRunsFirst = (order: number[]) =>
  order.lastIndexOf(2) < order.indexOf(0) && order.lastIndexOf(2) < order.indexOf(1);
/** Depth 2: all of thread 1 falls between two neighbouring steps, the 7th and 8th, of thread 0. */
const splitsThreadZero = (order: number[]) => {
  const zeroBefore = order.slice(0, order.indexOf(1)).filter((thread) => thread === 0).length;
  const zeroAfter = order.slice(order.lastIndexOf(1)).filter((thread) => thread === 0).length;
  return zeroBefore === 7 && zeroAfter === 3;
};

/** Depth 3: thread 1 takes its first 4 steps between the 3rd and the 4th of thread 0, and the others after all of those. */
const visitsThreadZero = (order: number[]) => order.join('') === '00011110000000111111';

describe('PctChoices', () => {
  it('lets the source of highest priority win until a change', () => {
    for (let low = 0; low < 50; low++) {
      const order = interleave(new PctChoices({ high: 1, low }, 1, 30), 3, 10);
      const switches = order.filter((thread, index) => index > 0 && thread !== order[index - 1]).length;
      expect(switches).toBe(2);
    }
  });

  it('makes at most depth - 1 preemptions', () => {
    for (let low = 0; low < 200; low++) {
      const order = interleave(new PctChoices({ high: 2, low }, 3, 30), 3, 10);
      const switches = order.filter((thread, index) => index > 0 && thread !== order[index - 1]).length;
      expect(switches).toBeLessThanOrEqual(2 + 2);
    }
  });

  it('hits a bug of depth 1 at least once in n seeds', () => {
    const rate = detection((low) => new PctChoices({ high: 3, low }, 1, 30), lastRunsFirst, 3, 10);
    expect(rate).toBeGreaterThan((1 / 3) * 0.93);
  });

  it('hits a bug of depth 2 at least once in n k seeds, and far more often than plain random', () => {
    const threads = 2;
    const steps = 10;
    const rate = detection(
      (low) => new PctChoices({ high: 4, low }, 2, threads * steps),
      splitsThreadZero,
      threads,
      steps,
    );
    const random = detection((low) => new RandomChoices({ high: 4, low }), splitsThreadZero, threads, steps);
    expect(rate).toBeGreaterThan((1 / (threads * threads * steps)) * 0.8);
    expect(rate).toBeGreaterThan(10 * random);
  });

  it('hits a bug of depth 3 at least once in n k^2 seeds, far more often than plain random', () => {
    const [threads, steps, seeds] = [2, 10, 12_000];
    const bound = 1 / (threads * (threads * steps) ** 2);
    const make = (low: number) => new PctChoices({ high: 7, low }, 3, threads * steps);
    expect(detection(make, visitsThreadZero, threads, steps, seeds)).toBeGreaterThan(bound * 0.8);
    const random = (low: number) => new RandomChoices({ high: 7, low });
    expect(detection(random, visitsThreadZero, threads, steps, seeds)).toBeLessThan(bound / 5);
  });

  it('a change lowers the source that would have won at its step', () => {
    const sources = Int32Array.from([11, 22]);
    for (let low = 0; low < 50; low++) {
      const unchanged = new PctChoices({ high: 5, low }, 1, 1).choose(0, 2, sources);
      const changed = new PctChoices({ high: 5, low }, 2, 1);
      expect([changed.choose(0, 2, sources), changed.choose(0, 2, sources)]).toEqual([
        1 - unchanged,
        1 - unchanged,
      ]);
    }
  });

  it('recognises its sources wherever they are in the list', () => {
    const sources = Int32Array.from([7, 11, 22, 33, 11, 7]);
    for (let low = 0; low < 50; low++) {
      const choices = new PctChoices({ high: 6, low }, 1, 10);
      const winner = sources[1 + choices.choose(0, 2, sources, 1)];
      const reversed = sources.toReversed();
      expect(reversed[3 + choices.choose(0, 2, reversed, 3)]).toBe(winner);
    }
  });

  it('keeps one answer a point between changes where no sources are named', () => {
    const choices = new PctChoices('0x77', 1, 100);
    const first = choices.choose(4, 9);
    for (let repeat = 0; repeat < 20; repeat++) expect(choices.choose(4, 9)).toBe(first);
  });

  it('refuses a depth or a number of steps below 1', () => {
    expect(() => new PctChoices('0x1', 0, 10)).toThrow('PCT depth must be 1 or more, got 0');
    expect(() => new PctChoices('0x1', 1, 0)).toThrow('PCT steps must be 1 or more, got 0');
  });
});

it('alternatives of different points are different sources, all of those that a point may have', () => {
  const shared = Array.from({ length: 60 }, (_, low) => {
    const first = new PctChoices({ high: 9, low }, 1, 1).choose(22, 1 << 16);
    const second = new PctChoices({ high: 9, low }, 1, 1).choose(23, 1 << 15);
    return first - (1 << 15) === second;
  });
  expect(shared).not.toContain(true);
});
