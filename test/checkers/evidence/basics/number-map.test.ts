import { NumberMap } from '../../../../checkers/evidence/basics/number-map.js';

/** Generates pseudorandom integers below `below` from a fixed seed (constants from Numerical Recipes). */
function* randomNumbers(below: number): Generator<number, never> {
  for (let x = 1; ; x = (Math.imul(x, 1664525) + 1013904223) >>> 0) yield Math.floor((x / 2 ** 32) * below);
}

describe('a number map', () => {
  it('returns the last value set for a key until the key is deleted', () => {
    const map = new NumberMap<string>();
    map.set(7, 'a');
    map.set(7, 'b');
    map.set(0, 'zero');
    expect([map.get(7), map.get(0), map.get(8)]).toEqual(['b', 'zero', undefined]);
    expect([map.delete(7), map.delete(7), map.get(7), map.get(0)]).toEqual([
      'b',
      undefined,
      undefined,
      'zero',
    ]);
  });

  it.each([
    ['a few keys reused constantly', 40, 1],
    ['many keys', 5000, 1],
    ['keys far apart', 300, 2 ** 20],
    ['keys above 2^32', 300, 2 ** 40 + 1],
  ])('agrees with a Map for %s', (_, keys, stride) => {
    const map = new NumberMap<number>();
    const reference = new Map<number, number>();
    const random = randomNumbers(keys);
    let mismatches = 0;
    for (let step = 0; step < 20_000; step++) {
      const key = random.next().value * stride;
      if (random.next().value % 2 === 0) {
        map.set(key, step);
        reference.set(key, step);
      } else {
        if (map.delete(key) !== reference.get(key)) mismatches++;
        reference.delete(key);
      }
    }
    for (let i = 0; i < keys; i++) if (map.get(i * stride) !== reference.get(i * stride)) mismatches++;
    expect(mismatches).toBe(0);
  });
});
