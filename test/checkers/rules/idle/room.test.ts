import { expect, test } from 'vitest';
import { Room } from '../../../../checkers/rules/idle/room.js';

test('has no room for a part larger than the store, even if it is empty', () => {
  const room = new Room(100);
  expect([room.surelyFits(100), room.surelyFits(101)]).toEqual([true, false]);
});

test('assumes the largest hole that the parts in use must leave in the worst case', () => {
  const room = new Room(100);
  room.change(0, 40, 1);
  room.change(1, 20, 1);
  // One of 40 parts leaves at least 30 on one side of it.
  expect([room.surelyFits(30), room.surelyFits(31)]).toEqual([true, false]);
  room.change(0, 40, -1);
  expect([room.surelyFits(40), room.surelyFits(41)]).toEqual([true, false]);
  expect(room.surelyFits(0)).toBe(true);
});

test('always has room for an empty part, and ignores empty parts in use', () => {
  const room = new Room(100);
  room.change(0, 0, 1);
  expect(room.surelyFits(100)).toBe(true);
  room.change(0, 100, 1);
  expect([room.surelyFits(0), room.surelyFits(1)]).toEqual([true, false]);
});
