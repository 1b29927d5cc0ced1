import { DefaultMap } from '../../../../checkers/evidence/basics/default-map.js';

it('creates the value of a key once, when it is first needed', () => {
  const map = new DefaultMap<number, number[]>(() => []);
  expect(map.get(1)).toBeUndefined();
  map.getOrCreate(1).push(7);
  expect([map.getOrCreate(1), map.getOrCreate(2), map.size]).toEqual([[7], [], 2]);
});
