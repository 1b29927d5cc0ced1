import fc from 'fast-check';
import { chipOf } from '../../../arch/index.js';
import { placeOf } from '../../../rtl-model/placement.js';
import { HierarchyBench } from './hierarchy-bench.js';

/** The distance in bytes between lines in the same L0 set. */
const SET_BYTES = 64 * 128;
/** The number of lines that share the set. It exceeds the number of ways, so the lines evict each other. */
const LINES = 6;
const SLOTS = 4;

const accesses = fc.array(
  fc.record({
    slot: fc.nat(SLOTS - 1),
    line: fc.nat(LINES - 1),
    kind: fc.constantFrom('load', 'load', 'store', 'invalidate'),
    bits: fc.record({ glc: fc.boolean(), dlc: fc.boolean(), slc: fc.boolean() }),
  }),
  { minLength: 20, maxLength: 120, size: 'max' },
);

it('a line only leaves caches that it has entered, and an L0 only serves lines that it holds', () => {
  fc.assert(
    fc.property(fc.constantFrom('vega10', 'navi10', 'navi31'), accesses, (chip, sequence) => {
      const bench = new HierarchyBench(chip, LINES * SET_BYTES);
      const heldLines = new Set<string>();
      for (const { slot, line, kind, bits } of sequence) {
        const address = line * SET_BYTES;
        const isHeld = heldLines.has(`L0 ${placeOf(chipOf(chip), slot).cu} ${address}`);
        bench.lineEvents.length = 0;
        if (kind === 'store') bench.store(slot, address, 1, bits);
        else if (kind === 'invalidate') bench.invalidate(slot, ['gl1', 'l0']);
        else if (bench.load(slot, address, bits).level === 'L0') expect(isHeld).toBe(true);
        for (const move of bench.lineEvents) {
          if (move.kind === 'line-filled') expect(move.address).toBe(address);
          const copy = `${move.cache} ${move.index} ${move.address}`;
          expect([copy, heldLines.has(copy)]).toEqual([copy, move.kind === 'line-invalidated']);
          if (!heldLines.delete(copy)) heldLines.add(copy);
        }
      }
    }),
  );
});

it('without stores, expectedLevel() predicts the level that serves a single-line load', () => {
  fc.assert(
    fc.property(fc.constantFrom('vega10', 'navi10', 'navi31'), accesses, (chip, sequence) => {
      const bench = new HierarchyBench(chip, LINES * SET_BYTES);
      for (const { slot, line, kind, bits } of sequence) {
        const address = line * SET_BYTES;
        // Stores become loads here, because writing back L0's bytes would evict the line from GL1 before the load.
        if (kind === 'invalidate') bench.invalidate(slot, ['gl1', 'l0']);
        else {
          const expected = bench.expectedLevel(slot, address, bits);
          expect(bench.load(slot, address, bits).level).toBe(expected);
        }
      }
    }),
  );
});
