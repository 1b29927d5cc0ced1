import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type MemoryOperation, SEPARATE_MEMORY } from '../../../arch/index.js';
import { performOnWindow } from '../../../rtl-model/memory/access.js';
import { AccessRecord } from '../../../rtl-model/memory/access-record.js';
import type { AddressMap } from '../../../rtl-model/memory/address-map.js';
import { performAndDetectChange } from '../../../rtl-model/memory/changes.js';

const WORDS = 12;

/** Stores and exchanges of every size. */
const operations = fc.constantFrom(
  ...[1, 2, 4, 8, 16].map((bytes) => ({ access: 'store', bytes, dwords: Math.ceil(bytes / 4) })),
  { access: 'atomic', atomic: 'swap', bytes: 4, dwords: 1 },
  { access: 'atomic', atomic: 'swap', bytes: 8, dwords: 2 },
) as fc.Arbitrary<MemoryOperation>;

it('detects whether a store or an atomic changes any word, wherever its lanes write', () => {
  const lane = fc.record({ isActive: fc.boolean(), offset: fc.integer({ min: -1, max: 31 }) });
  fc.assert(
    fc.property(
      operations,
      fc.array(lane, { minLength: 64, maxLength: 64 }),
      fc.nat(2),
      (operation, lanes, maxActive) => {
        const record = new AccessRecord(0, SEPARATE_MEMORY);
        record.operation = operation;
        // With few active lanes and few distinct values, many writes leave their word unchanged.
        lanes.forEach(({ isActive, offset }, lane) => {
          const alignedOffset = operation.access === 'atomic' ? offset & -operation.bytes : offset;
          record.offsets[lane] = offset < 0 ? -1 : alignedOffset;
          if (!isActive || lane % 7 > maxActive) return;
          record.offsetBits |= offset < 0 ? 0 : alignedOffset;
          if (lane < 32) record.lanesLo |= 1 << lane;
          else record.lanesHi |= 1 << lane;
        });
        record.data.forEach((_, index) => {
          record.data[index] = index % 67 === 0 ? 0x100 : 0;
        });
        const words = new Int32Array(WORDS);
        const map = { words, bytes: new Uint8Array(words.buffer) } as AddressMap;
        const hasChanged = performAndDetectChange(words, record, () => performOnWindow(map, record));
        expect(hasChanged).toBe(words.some((word) => word !== 0));
      },
    ),
    { numRuns: 300 },
  );
});
