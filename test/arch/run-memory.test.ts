import { array, assert, integer, property } from 'fast-check';
import { RunMemory } from '../../arch/index.js';

const lengths = array(integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 12 });

function getRange(words: Int32Array) {
  return { buffer: words.buffer, first: words.byteOffset, end: words.byteOffset + words.byteLength };
}

describe('RunMemory', () => {
  test('allocates zeroed words regardless of earlier runs', () => {
    assert(
      property(lengths, lengths, (earlier, later) => {
        for (const run of [earlier, later]) {
          const memory = new RunMemory();
          for (const length of run) {
            const words = memory.take(length);
            expect(words.length).toBe(length);
            expect(words.every((word) => word === 0)).toBe(true);
            words.fill(-1);
          }
          memory.release();
        }
      }),
      { numRuns: 20 },
    );
  });

  test('never hands out a word twice, in one run or in concurrent runs, and aligns to eight bytes', () => {
    assert(
      property(lengths, lengths, (firstLengths, secondLengths) => {
        const [first, second] = [new RunMemory(), new RunMemory()];
        const ranges = [
          ...firstLengths.map((n) => first.take(n)),
          ...secondLengths.map((n) => second.take(n)),
        ].map(getRange);
        for (const [index, range] of ranges.entries()) {
          expect(range.first % 8).toBe(0);
          for (const { buffer, first: start, end } of ranges.slice(index + 1))
            expect(buffer === range.buffer && start < range.end && range.first < end).toBe(false);
        }
        first.release();
        second.release();
      }),
      { numRuns: 50 },
    );
  });

  test.each([8, 300_000])('reuses its memory in the next run (%d words)', (length) => {
    const memory = new RunMemory();
    const { buffer } = memory.take(length);
    memory.release();
    expect(new RunMemory().take(length).buffer).toBe(buffer);
  });
});
