import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineCache } from '../../../rtl-model/memory/line-cache.js';
import { LINE_WORDS, WAYS } from '../../../rtl-model/memory/spec.js';

const SETS = 2;
const KEYS = 20;

/** The lines to request, and whether to remove each one afterwards. */
const turns = fc.array(fc.record({ key: fc.nat(KEYS - 1), isRemoved: fc.boolean() }), { maxLength: 60 });

it('places a line in a free slot of its set if there is one, and finds exactly the lines it holds', () => {
  fc.assert(
    fc.property(turns, fc.nat(WAYS - 1), (requests, victim) => {
      const cache = new LineCache('L0', 0, SETS, KEYS, () => victim);
      const heldKeys = new Set<number>();
      for (const { key, isRemoved } of requests) {
        if (!heldKeys.has(key)) {
          const heldInSet = [...heldKeys].filter((held) => held % SETS === key % SETS);
          const slot = cache.chooseSlot(key);
          const previous = cache.getKey(slot);
          expect(previous < 0).toBe(heldInSet.length < WAYS);
          if (previous >= 0) {
            expect(heldInSet).toContain(previous);
            cache.remove(slot);
            heldKeys.delete(previous);
          }
          cache.insert(slot, key, new Int32Array(LINE_WORDS).fill(key + 1), 0);
          heldKeys.add(key);
        }
        expect(cache.words[cache.find(key) * LINE_WORDS]).toBe(key + 1);
        if (isRemoved) {
          cache.remove(cache.find(key));
          heldKeys.delete(key);
        }
        for (let k = 0; k < KEYS; k++) expect(cache.find(k) >= 0).toBe(heldKeys.has(k));
        const visited: number[] = [];
        cache.forEachLine((slot) => visited.push(cache.getKey(slot)));
        expect(new Set(visited)).toEqual(heldKeys);
      }
    }),
  );
});

it('evicts the chosen line from a full set, even if the next set is empty', () => {
  for (let victim = 0; victim < WAYS; victim++) {
    const cache = new LineCache('L0', 0, SETS, SETS * (WAYS + 1), () => victim);
    for (let way = 0; way < WAYS; way++) {
      const key = way * SETS;
      cache.insert(cache.chooseSlot(key), key, new Int32Array(LINE_WORDS), 0);
    }
    expect(cache.getKey(cache.chooseSlot(WAYS * SETS))).toBe(victim * SETS);
  }
});
