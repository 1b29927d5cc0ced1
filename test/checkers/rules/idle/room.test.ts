import { HeldRanges } from '../../../../checkers/rules/idle/launch-room.js';

test('an empty store has room for a range as large as itself, but no larger', () => {
  const ranges = new HeldRanges(100);
  expect([100, 101, 50, 33].map((size) => ranges.countRoom(size))).toEqual([1, 0, 2, 3]);
});

test('ranges fit into the gaps between the held ones, in whatever order those came', () => {
  const ranges = new HeldRanges(100);
  ranges.change(60, 10, 1);
  ranges.change(20, 10, 1);
  // The gaps are 20, 30 and 30 long.
  expect([30, 31, 20, 10].map((size) => ranges.countRoom(size))).toEqual([2, 0, 3, 8]);
  ranges.change(20, 10, -1);
  expect([60, 61].map((size) => ranges.countRoom(size))).toEqual([1, 0]);
});

test('empty ranges always fit and take up no room', () => {
  const ranges = new HeldRanges(100);
  ranges.change(50, 0, 1);
  expect(ranges.countRoom(100)).toBe(1);
  ranges.change(0, 100, 1);
  expect([ranges.countRoom(0) > 0, ranges.countRoom(1)]).toEqual([true, 0]);
});
