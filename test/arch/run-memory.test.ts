import { array, assert, integer, property } from 'fast-check';
import { RunMemory } from '../../arch/index.js';

const lengths = array(integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 12 });

describe('RunMemory', () => {
  test('allocates zeroed words regardless of earlier runs', () => {
    const takeZeroes = (runs: readonly (readonly number[])[]): void => {
      for (const run of runs) {
        const memory = new RunMemory();
        for (const length of run) {
          const words = memory.take(length);
          expect([words.length, words.some((word) => word !== 0)]).toEqual([length, false]);
          words.fill(-1);
        }
        memory.release();
      }
    };
    assert(property(array(lengths, { minLength: 2, maxLength: 2 }), takeZeroes), { numRuns: 20 });
  });

  test('never hands out a word twice, in one run or in concurrent runs, and aligns to eight bytes', () => {
    const check = (firstLengths: readonly number[], secondLengths: readonly number[]): void => {
      const [first, second] = [new RunMemory(), new RunMemory()];
      const ranges = [...firstLengths.map((n) => first.take(n)), ...secondLengths.map((n) => second.take(n))];
      for (const [index, { buffer, byteOffset, byteLength }] of ranges.entries()) {
        expect(byteOffset % 8).toBe(0);
        for (const other of ranges.slice(index + 1)) {
          const overlaps =
            byteOffset < other.byteOffset + other.byteLength && other.byteOffset < byteOffset + byteLength;
          expect(buffer === other.buffer && overlaps).toBe(false);
        }
      }
      first.release();
      second.release();
    };
    assert(property(lengths, lengths, check), { numRuns: 50 });
  });

  test.each([8, 300_000])('reuses its memory in the next run (%d words)', (length) => {
    const memory = new RunMemory();
    const { buffer } = memory.take(length);
    memory.release();
    expect(new RunMemory().take(length).buffer).toBe(buffer);
  });

  test('keeps eight megabytes of large arrays for the next run', () => {
    const takeThree = (memory: RunMemory) => [0, 1, 2].map(() => memory.take(1 << 21).buffer);
    const first = new RunMemory();
    const earlier = takeThree(first);
    first.release();
    expect(takeThree(new RunMemory()).filter((buffer) => earlier.includes(buffer))).toHaveLength(1);
  });
});
