import { Room } from '../../../../checkers/rules/idle/launch-room.js';

test('an empty store has room for an allocation as large as itself, but no larger', () => {
  const room = new Room(100);
  expect([room.isGuaranteedToFit(100), room.isGuaranteedToFit(101)]).toEqual([true, false]);
});

test('the guaranteed room is the largest gap in the worst-case placement of the live allocations', () => {
  const room = new Room(100);
  room.change(0, 40, 1);
  room.change(1, 20, 1);
  // An allocation of size 40 leaves at least 30 on one side.
  expect([room.isGuaranteedToFit(30), room.isGuaranteedToFit(31)]).toEqual([true, false]);
  room.change(0, 40, -1);
  expect([room.isGuaranteedToFit(40), room.isGuaranteedToFit(41)]).toEqual([true, false]);
  expect(room.isGuaranteedToFit(0)).toBe(true);
});

test('zero-sized allocations always fit and take up no room', () => {
  const room = new Room(100);
  room.change(0, 0, 1);
  expect(room.isGuaranteedToFit(100)).toBe(true);
  room.change(0, 100, 1);
  expect([room.isGuaranteedToFit(0), room.isGuaranteedToFit(1)]).toEqual([true, false]);
});
