import { expect, test } from 'vitest';
import { TouchMap } from '../../../checkers/reference/touch-map.js';
import type { MemoryObject } from '../../../transactions/index.js';

const OBJECT: MemoryObject = {
  name: 'object',
  address: 0x1000,
  bytes: 32,
  initial: [],
  compare: { kind: 'bytes' },
};

const PLACE = 5;
const [LEFT, RIGHT, BOTH] = [1, 2, 3];

/** Touches of words by invocations of one place: word, what the invocation holds there, whether it writes. */
function comparable(touches: readonly (readonly [word: number, bits: number, writes: boolean])[]): boolean[] {
  const map = new TouchMap([OBJECT], true);
  for (const [word, bits, writes] of touches) map.touch(OBJECT.address + word * 4, 4, PLACE, bits, writes);
  return [0, 1, 2].map((word) => map.isComparable(0, word));
}

test('compares what invocations with something in common touch', () => {
  expect(
    comparable([
      [0, LEFT, true],
      [0, BOTH, true],
      [1, RIGHT, true],
    ]),
  ).toEqual([true, true, true]);
});

test('leaves out all that a place wrote, once two of its invocations with nothing in common met at a word', () => {
  expect(
    comparable([
      [0, LEFT, true],
      [0, RIGHT, false],
      [1, RIGHT, true],
    ]),
  ).toEqual([false, false, true]);
  expect(
    comparable([
      [0, LEFT, false],
      [0, RIGHT, false],
      [1, RIGHT, true],
    ]),
  ).toEqual([true, true, true]);
});
