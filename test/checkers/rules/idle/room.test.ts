import { expect, test } from 'vitest';
import { Room } from '../../../../checkers/rules/idle/room.js';

test('an empty store has room for an allocation as large as itself, but no larger', () => {
  const room = new Room(100);
  expect([room.certainlyFits(100), room.certainlyFits(101)]).toEqual([true, false]);
});

test('the room is the largest gap that the allocations in use are certain to leave', () => {
  const room = new Room(100);
  room.change(0, 40, 1);
  room.change(1, 20, 1);
  // An allocation of size 40 leaves at least 30 on one side.
  expect([room.certainlyFits(30), room.certainlyFits(31)]).toEqual([true, false]);
  room.change(0, 40, -1);
  expect([room.certainlyFits(40), room.certainlyFits(41)]).toEqual([true, false]);
  expect(room.certainlyFits(0)).toBe(true);
});

test('a store always has room for an empty allocation, and ignores empty ones in use', () => {
  const room = new Room(100);
  room.change(0, 0, 1);
  expect(room.certainlyFits(100)).toBe(true);
  room.change(0, 100, 1);
  expect([room.certainlyFits(0), room.certainlyFits(1)]).toEqual([true, false]);
});
