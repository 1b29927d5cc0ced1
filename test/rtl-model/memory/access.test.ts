import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type MemoryOperation, SEPARATE_MEMORY } from '../../../arch/index.js';
import { atomic32, atomic64 } from '../../../checkers/evidence/reference/atomic.js';
import { performOnWindow } from '../../../rtl-model/memory/access.js';
import { AccessRecord, MAX_LANES } from '../../../rtl-model/memory/access-record.js';
import { AddressMap } from '../../../rtl-model/memory/address-map.js';
import { join64 } from '../../../rtl-model/memory/atomic.js';

const DWORDS = 64;
const RUNS = { numRuns: 60 };

interface Access {
  readonly lanes: bigint;
  readonly operation: MemoryOperation;
  /** The byte of the window that each lane accesses, or -1 if the range check drops it. */
  readonly offsets: readonly number[];
}

/** Generates accesses by all or some lanes. Any lane may be at the very start of the window or out of range. */
function arbitraryAccess(
  access: MemoryOperation['access'],
  bytes: number,
  step: number,
): fc.Arbitrary<Access> {
  const offset = fc.oneof(
    fc.constantFrom(-1, 0),
    fc.integer({ min: 0, max: Math.floor((4 * DWORDS - bytes) / step) }).map((multiple) => multiple * step),
  );
  return fc.record({
    lanes: fc.oneof(
      fc.constantFrom(2n ** 64n - 1n, 2n ** 32n - 1n, 1n << 63n),
      fc.bigInt(0n, 2n ** 64n - 1n),
    ),
    operation: fc.constant({ access, bytes, dwords: Math.ceil(bytes / 4) } as MemoryOperation),
    offsets: fc.array(offset, { minLength: MAX_LANES, maxLength: MAX_LANES }),
  });
}

/** Sets the compare value of every other lane to the words at its address, so compares can succeed. */
function matchOldWords({ data, offsets, operation }: AccessRecord, words: Int32Array): void {
  const dwords = operation.bytes / 4;
  for (let lane = 0; lane < MAX_LANES; lane += 2)
    for (let dword = 0; dword < dwords && offsets[lane]! >= 0; dword++)
      data[(dwords + dword) * MAX_LANES + lane] = words[(offsets[lane]! >> 2) + dword]!;
}

/** Performs the access on a window with known bytes. Returns its record, the window, and the active lanes. */
function perform({ lanes, operation, offsets }: Access) {
  const initial = Array.from({ length: DWORDS }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
  const map = new AddressMap([
    { name: 'a', address: 0, bytes: 4 * DWORDS, initial, compare: { kind: 'ignore' } },
  ]);
  const before = map.bytes.slice();
  const record = new AccessRecord(0, SEPARATE_MEMORY);
  record.lanesLo = Number(BigInt.asIntN(32, lanes));
  record.lanesHi = Number(BigInt.asIntN(32, lanes >> 32n));
  record.operation = operation;
  record.offsets.set(offsets);
  record.offsetBits = offsets.reduce((bits, offset) => (offset < 0 ? bits : bits | offset), 0);
  record.data.forEach((_, i, data) => {
    data[i] = Math.imul(i + 7, 0x85ebca6b);
  });
  if (operation.access === 'atomic') matchOldWords(record, map.words);
  const data = record.data.slice();
  performOnWindow(map, record);
  const active = offsets.flatMap((_, lane) => ((lanes >> BigInt(lane)) & 1n ? [lane] : []));
  return { record, data, map, before, active };
}

/** Returns the bytes of a lane's data. */
function getLaneBytes(data: Int32Array, lane: number, bytes: number): number[] {
  const dwords = Int32Array.from({ length: Math.ceil(bytes / 4) }, (_, i) => data[i * MAX_LANES + lane]!);
  return [...new Uint8Array(dwords.buffer, 0, bytes)];
}

/** Pairs of access size and address alignment, in bytes. */
const WIDTHS = [
  [1, 1],
  [2, 1],
  [4, 4],
  [4, 1],
  [8, 4],
  [16, 4],
];

it.each(WIDTHS)(
  'loads of %i bytes at multiples of %i return the addressed bytes, or zero if out of range',
  (bytes, step) => {
    fc.assert(
      fc.property(arbitraryAccess('load', bytes, step), (access) => {
        const { record, data, before, active, map } = perform(access);
        for (const lane of active) {
          const offset = access.offsets[lane]!;
          // The rest of a dword is zero after a smaller load.
          const expected = new Array<number>(4 * Math.ceil(bytes / 4)).fill(0);
          if (offset >= 0) expected.splice(0, bytes, ...before.subarray(offset, offset + bytes));
          expect(getLaneBytes(record.data, lane, expected.length)).toEqual(expected);
        }
        const { dwords } = access.operation;
        record.data.forEach((word, index) => {
          const isLoaded = active.includes(index % MAX_LANES) && index < dwords * MAX_LANES;
          if (!isLoaded && word !== data[index]) expect([index, word]).toEqual([index, data[index]]);
        });
        expect(map.bytes).toEqual(before);
      }),
      RUNS,
    );
  },
);

it.each(WIDTHS)(
  'stores of %i bytes at multiples of %i leave the last value written to each byte, and change no other bytes',
  (bytes, step) => {
    fc.assert(
      fc.property(arbitraryAccess('store', bytes, step), (access) => {
        const { data, before, active, map } = perform(access);
        const expected = before.slice();
        for (const lane of active)
          if (access.offsets[lane]! >= 0) expected.set(getLaneBytes(data, lane, bytes), access.offsets[lane]);
        expect(map.bytes).toEqual(expected);
      }),
      RUNS,
    );
  },
);

it('stores whose dwords have separate addresses only write dwords that are in range', () => {
  const TEXELS_PER_LANE = 2;
  fc.assert(
    fc.property(arbitraryAccess('store', 4, 4), arbitraryAccess('store', 4, 4), (first, second) => {
      const offsets = [...first.offsets, ...second.offsets];
      const operation = { ...first.operation, texelsPerLane: TEXELS_PER_LANE };
      const { data, before, map } = perform({ ...first, operation, offsets });
      const expected = before.slice();
      offsets.forEach((offset, index) => {
        const isActive = (first.lanes >> BigInt(index % MAX_LANES)) & 1n;
        if (isActive && offset >= 0) expected.set(getLaneBytes(data, index, 4), offset);
      });
      expect(map.bytes).toEqual(expected);
    }),
    RUNS,
  );
});

it.each([4, 8])('atomics of %i bytes are performed lane by lane, and each returns the old value', (bytes) => {
  const name = fc.constantFrom('add', 'cmpswap', 'sub', 'swap');
  fc.assert(
    fc.property(arbitraryAccess('atomic', bytes, bytes), name, (access, atomic) => {
      const { record, data, before, active, map } = perform({
        ...access,
        operation: { ...access.operation, atomic },
      });
      const words = new Int32Array(before.buffer.slice(0));
      for (const lane of active) {
        const [low, high, low2, high2] = [0, 1, 2, 3].map((i) => data[i * MAX_LANES + lane]!);
        const word = access.offsets[lane]! >> 2;
        const oldWords = access.offsets[lane]! < 0 ? [0, 0] : [words[word], words[word + 1]];
        expect(record.data[lane]).toBe(oldWords[0]);
        if (bytes === 8) expect(record.data[MAX_LANES + lane]).toBe(oldWords[1]);
        if (word < 0) continue;
        if (bytes === 4) words[word] = atomic32(atomic, words[word]!, low!, high!);
        else {
          const old = join64(words[word]!, words[word + 1]!);
          const result = atomic64(atomic, old, join64(low!, high!), join64(low2!, high2!));
          words[word] = Number(BigInt.asIntN(32, result));
          words[word + 1] = Number(BigInt.asIntN(32, result >> 32n));
        }
      }
      expect(map.words).toEqual(words);
    }),
    RUNS,
  );
});
