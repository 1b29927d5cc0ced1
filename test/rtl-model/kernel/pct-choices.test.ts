import { PctChoices } from '../../../rtl-model/kernel/index.js';
import { interleave, measureDetection, PLANTED_BUGS } from './support/planted-bugs.js';

describe('PctChoices', () => {
  it('keeps choosing the source with the highest priority until a change point', () => {
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

  it('finds bugs nearly as often as the proven bound, and deep ones far more often than random choices do', () => {
    expect(PLANTED_BUGS.map(({ depth }) => depth)).toEqual([1, 2, 3]);
    for (const bug of PLANTED_BUGS) {
      const { pct, random, bound } = measureDetection(bug, 4000 * bug.depth);
      expect(pct).toBeGreaterThan(0.8 * bound);
      if (bug.depth > 1) expect(pct).toBeGreaterThan(10 * random);
    }
  });

  it('demotes the source that would have been chosen at a change point', () => {
    const sources = Int32Array.from([11, 22]);
    for (let low = 0; low < 50; low++) {
      const winner = new PctChoices({ high: 5, low }, 1, 1).choose(0, 2, sources);
      const choices = new PctChoices({ high: 5, low }, 2, 1);
      expect([choices.choose(0, 2, sources), choices.choose(0, 2, sources)]).toEqual([
        1 - winner,
        1 - winner,
      ]);
    }
  });

  it('recognises a source regardless of its position in the list', () => {
    const sources = Int32Array.from([7, 11, 22, 33, 11, 7]);
    for (let low = 0; low < 50; low++) {
      const choices = new PctChoices({ high: 6, low }, 1, 10);
      const winner = sources[1 + choices.choose(0, 2, sources, 1)];
      const reversed = sources.toReversed();
      expect(reversed[3 + choices.choose(0, 2, reversed, 3)]).toBe(winner);
    }
  });

  it('gives the same answer for a point until the next change point if there are no sources', () => {
    const choices = new PctChoices('0x77', 1, 100);
    const first = choices.choose(4, 9);
    for (let repeat = 0; repeat < 20; repeat++) expect(choices.choose(4, 9)).toBe(first);
  });

  it('rejects a depth or a number of steps below 1', () => {
    expect(() => new PctChoices('0x1', 0, 10)).toThrow('PCT depth must be 1 or more, got 0');
    expect(() => new PctChoices('0x1', 1, 0)).toThrow('PCT steps must be 1 or more, got 0');
  });
});

it('treats the alternatives of different points as different sources, no matter how many there are', () => {
  const matches = Array.from({ length: 60 }, (_, low) => {
    const first = new PctChoices({ high: 9, low }, 1, 1).choose(22, 1 << 16);
    const second = new PctChoices({ high: 9, low }, 1, 1).choose(23, 1 << 15);
    return first - (1 << 15) === second;
  });
  expect(matches).not.toContain(true);
});
