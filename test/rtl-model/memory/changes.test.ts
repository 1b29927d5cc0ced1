import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type MemoryOperation, OWN_MEMORY } from '../../../arch/index.js';
import { performOnWindow } from '../../../rtl-model/memory/access.js';
import { AccessRecord } from '../../../rtl-model/memory/access-record.js';
import type { AddressMap } from '../../../rtl-model/memory/address-map.js';
import { changesWords } from '../../../rtl-model/memory/changes.js';

const WORDS = 12;

/** Stores of every size, at any aligned byte, and exchanges. */
const operation = fc.constantFrom(
  ...[1, 2, 4, 8, 16].map((bytes) => ({ access: 'store', bytes, dwords: Math.ceil(bytes / 4) })),
  { access: 'atomic', atomic: 'swap', bytes: 4, dwords: 1 },
  { access: 'atomic', atomic: 'swap', bytes: 8, dwords: 2 },
) as fc.Arbitrary<MemoryOperation>;

it('detects whether a store or an atomic changes a word, wherever its lanes write', () => {
  const lane = fc.record({ isActive: fc.boolean(), place: fc.integer({ min: -1, max: 31 }) });
  fc.assert(
    fc.property(operation, fc.array(lane, { minLength: 64, maxLength: 64 }), fc.nat(2), (how, lanes, few) => {
      const record = new AccessRecord(0, OWN_MEMORY);
      record.operation = how;
      // Few lanes and few values: many written words stay the same.
      lanes.forEach(({ isActive, place }, at) => {
        const aligned = how.access === 'atomic' ? place & -how.bytes : place;
        record.offsets[at] = place < 0 ? -1 : aligned;
        if (!isActive || at % 7 > few) return;
        record.offsetBits |= place < 0 ? 0 : aligned;
        if (at < 32) record.lanesLo |= 1 << at;
        else record.lanesHi |= 1 << at;
      });
      record.data.forEach((_, at) => {
        record.data[at] = at % 67 === 0 ? 0x100 : 0;
      });
      const words = new Int32Array(WORDS);
      const map = { words, bytes: new Uint8Array(words.buffer) } as AddressMap;
      const isChange = changesWords(words, record, () => performOnWindow(map, record));
      expect(isChange).toBe(words.some((word) => word !== 0));
    }),
    { numRuns: 300 },
  );
});
