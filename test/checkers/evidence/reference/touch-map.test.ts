import { getUpdate, TouchMap, UPDATE } from '../../../../checkers/evidence/reference/touch-map.js';
import type { MemoryObject } from '../../../../transactions/index.js';

const OBJECT: MemoryObject = {
  name: 'object',
  address: 0x1000,
  bytes: 32,
  initial: [],
  compare: { kind: 'bytes' },
};

const LOCATION = 5;
const [LEFT, RIGHT, BOTH] = [1, 2, 3];

/**
 * Returns, for each word, whether it is comparable after the given touches by invocations at one location. A touch
 * consists of the word, the invocation's bits at the location, and whether it writes.
 */
function findComparable(
  touches: readonly (readonly [word: number, bits: number, writes: boolean])[],
): boolean[] {
  const map = new TouchMap([OBJECT], true);
  for (const [word, bits, writes] of touches) map.touch(OBJECT.address + word * 4, 4, LOCATION, bits, writes);
  return [0, 1, 2].map((word) => map.isComparable(0, word));
}

test('words are compared if the invocations that touch them share a bit', () => {
  expect(
    findComparable([
      [0, LEFT, true],
      [0, BOTH, true],
      [1, RIGHT, true],
    ]),
  ).toEqual([true, true, true]);
});

test('all words written from a location are skipped once two unrelated invocations there touch the same word', () => {
  expect(
    findComparable([
      [0, LEFT, true],
      [0, RIGHT, false],
      [1, RIGHT, true],
    ]),
  ).toEqual([false, false, true]);
  expect(
    findComparable([
      [0, LEFT, false],
      [0, RIGHT, false],
      [1, RIGHT, true],
    ]),
  ).toEqual([true, true, true]);
});

describe('words shared by several locations', () => {
  const ADD = getUpdate('add', 4);
  const isComparableAfter = (...updates: readonly number[]): boolean => {
    const map = new TouchMap([OBJECT], false);
    updates.forEach((update, location) => {
      map.touch(OBJECT.address, 4, location, 1, true, update);
    });
    return map.isComparable(0, 0);
  };

  test('are compared if all touches are commutative atomics', () => {
    expect(isComparableAfter(ADD, ADD)).toBe(true);
    expect(isComparableAfter(ADD, getUpdate('sub', 4))).toBe(true);
    expect(isComparableAfter(ADD, UPDATE.atomic)).toBe(true);
    expect(isComparableAfter(UPDATE.atomic, ADD)).toBe(true);
  });

  test('are skipped after two different kinds of atomics, other accesses, or an unknown operation', () => {
    expect(isComparableAfter(ADD, getUpdate('umax', 4))).toBe(false);
    expect(isComparableAfter(getUpdate('swap', 4), getUpdate('swap', 4))).toBe(false);
    expect(isComparableAfter(ADD, getUpdate('add', 8))).toBe(false);
    expect(isComparableAfter(ADD, UPDATE.other)).toBe(false);
    expect(isComparableAfter(UPDATE.other, UPDATE.atomic, ADD)).toBe(false);
    expect(isComparableAfter(UPDATE.atomic, UPDATE.atomic)).toBe(false);
  });

  test('are skipped once operands may differ', () => {
    const map = new TouchMap([OBJECT], false);
    for (const location of [1, 2]) map.touch(OBJECT.address, 4, location, 1, true, ADD);
    map.markUndefined(2);
    expect(map.isComparable(0, 0)).toBe(false);
  });
});
