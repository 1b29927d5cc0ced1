import fc from 'fast-check';
import { type MemoryOperation, SEPARATE_MEMORY } from '../../../arch/index.js';
import { atomic32, atomic64 } from '../../../checkers/evidence/reference/memory.js';
import { performOnWindow } from '../../../rtl-model/memory/access.js';
import { AccessRecord, MAX_LANES } from '../../../rtl-model/memory/access-record.js';
import { AddressMap } from '../../../rtl-model/memory/address-map.js';
import { join64, performAtomic32, performAtomic64 } from '../../../rtl-model/memory/atomic.js';
import { performAndDetectChange } from '../../../rtl-model/memory/memory.js';
import { AddressUnits, Gl2Channels } from '../../../rtl-model/memory/texture-queues.js';

const accesses = fc.array(fc.record({ unit: fc.nat(1), gap: fc.nat(3), lines: fc.nat(4) }), {
  maxLength: 20,
});

it('each address unit sends one line per cycle, and accepts accesses until its queue is full (P-155)', () => {
  fc.assert(
    fc.property(accesses, fc.integer({ min: 1, max: 4 }), (sent, depth) => {
      const units = new AddressUnits(2, depth);
      const remainingLines: number[][] = [[], []];
      let now = 0;
      const cycle = (): void => {
        for (const queue of remainingLines) if (queue.length > 0 && --queue[0]! === 0) queue.shift();
        now++;
      };
      for (const { unit, gap, lines } of sent) {
        for (let remaining = gap; remaining > 0; remaining--) cycle();
        const queue = remainingLines[unit]!;
        for (; queue.length >= depth; cycle()) expect(units.roomAt(unit)).toBeGreaterThan(now);
        expect(units.roomAt(unit)).toBeLessThanOrEqual(now);
        // An access that touches no lines also takes one cycle.
        queue.push(Math.max(lines, 1));
        const ahead = queue.reduce((sum, linesAhead) => sum + linesAhead);
        expect(units.accept(unit, now, lines)).toBe(now + ahead);
      }
    }),
  );
});

const WORDS = 12;

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

function makeAccess(...lines: readonly number[]): AccessRecord {
  const record = new AccessRecord(0, SEPARATE_MEMORY);
  record.lines.set(lines);
  record.lineCount = lines.length;
  return record;
}

it('each GL2 channel serves one line per cycle in arrival order, and an access completes with its slowest line', () => {
  const channels = new Gl2Channels();
  expect(channels.serve(makeAccess(), 10)).toBe(10);
  expect(channels.serve(makeAccess(0, 64, 128, 1), 10)).toBe(13);
  expect(channels.serve(makeAccess(1), 10)).toBe(12);
  expect(channels.serve(makeAccess(0), 11)).toBe(14);
  expect(channels.serve(makeAccess(0), 40)).toBe(41);
});

const ONE = 0x3f800000;
const TWO = 0x40000000;
const MINUS_ONE = 0xbf800000 | 0;
const MINUS_ZERO = 0x80000000 | 0;
const NAN = 0x7fc00001;
const QUIET_NAN = 0x7fc00000;
const INFINITE = 0x7f800000;

function computeInModel(name: string, old: number, operand: number, compare = 0): number {
  const words = Int32Array.of(old);
  expect(performAtomic32(words, 0, name, operand, compare)).toBe(old);
  return words[0]!;
}

describe.each([
  ['in the model', computeInModel],
  [
    'in the reference',
    (name: string, old: number, operand: number, compare = 0) => atomic32(name, old, operand, compare),
  ],
] as const)('a float atomic %s', (_, compute) => {
  it.each([
    ['fmin', TWO, ONE, ONE],
    ['fmin', MINUS_ONE, ONE, MINUS_ONE],
    ['fmin', ONE, NAN, ONE],
    ['fmax', TWO, ONE, TWO],
    ['fmax', MINUS_ONE, MINUS_ZERO, MINUS_ZERO],
    ['fmax', NAN, ONE, NAN],
    ['fadd', ONE, ONE, TWO],
    ['fadd', INFINITE, INFINITE | MINUS_ZERO, QUIET_NAN],
    ['fadd', ONE, 0x33800000, ONE],
    ['csub', 5, 3, 2],
    ['csub', 3, -1, 0],
  ])('computes %s of %i with %i as %i', (name, old, operand, expected) => {
    expect(compute(name, old, operand)).toBe(expected);
  });

  it('treats -0 as equal to 0, and NaN as unequal to everything', () => {
    expect(compute('fcmpswap', MINUS_ZERO, ONE, 0)).toBe(ONE);
    expect(compute('fcmpswap', NAN, ONE, NAN)).toBe(NAN);
  });
});

const ZERO_DOUBLE = join64(0, 0);
const MINUS_ZERO_DOUBLE = join64(0, MINUS_ZERO);

it.each([
  ['fmin', ZERO_DOUBLE, MINUS_ZERO_DOUBLE],
  ['fmin', MINUS_ZERO_DOUBLE, ZERO_DOUBLE],
  ['fmax', ZERO_DOUBLE, MINUS_ZERO_DOUBLE],
  ['fmax', MINUS_ZERO_DOUBLE, ZERO_DOUBLE],
])(
  '%s leaves the double %i unchanged if the operand is a zero of the opposite sign',
  (name, old, operand) => {
    const words = Int32Array.of(Number(BigInt.asIntN(32, old)), Number(BigInt.asIntN(32, old >> 32n)));
    performAtomic64(words, 0, name, operand, 0n);
    expect(join64(words[0]!, words[1]!)).toBe(old);
    expect(atomic64(name, old, operand, 0n)).toBe(old);
  },
);

it('the model and the reference agree on double-precision atomics', () => {
  const name = fc.constantFrom('fmin', 'fmax', 'fcmpswap');
  fc.assert(
    fc.property(name, fc.array(fc.integer(), { minLength: 6, maxLength: 6 }), (operation, dwords) => {
      const [old, operand, compare] = [0, 2, 4].map((i) => join64(dwords[i]!, dwords[i + 1]!));
      const words = Int32Array.from(dwords.slice(0, 2));
      performAtomic64(words, 0, operation, operand!, compare!);
      expect(join64(words[0]!, words[1]!)).toBe(atomic64(operation, old!, operand!, compare!));
    }),
  );
});

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
