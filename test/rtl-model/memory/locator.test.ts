import fc from 'fast-check';
import { type MemoryOperation, SEPARATE_MEMORY } from '../../../arch/index.js';
import { AccessRecord } from '../../../rtl-model/memory/access-record.js';
import { AddressMap } from '../../../rtl-model/memory/address-map.js';
import { Locator } from '../../../rtl-model/memory/locator.js';

const LINE = 128;
const OBJECT = { bytes: 4 * LINE, initial: [], compare: { kind: 'ignore' } } as const;

/** The objects' offsets in the window. Each object is followed by a gap of two lines. */
const OFFSETS = [0, 6 * LINE];
const BASES = [0x10000, 0x20000];

interface Access {
  readonly bytes: number;
  readonly lanesLo: number;
  readonly lanesHi: number;
  readonly addresses: readonly number[];
}

/** Accesses with dense lanes in one object, lanes spread over both objects, and lanes dropped by the range check. */
const ACCESSES: fc.Arbitrary<Access> = fc
  .record({
    bytes: fc.constantFrom(1, 4, 8, 16),
    lanesLo: fc.constantFrom(-1, -1, 0x0ff0, 0),
    lanesHi: fc.constantFrom(-1, -1, 7, 0),
    isDense: fc.boolean(),
    start: fc.nat(LINE),
    offsets: fc.array(fc.oneof(fc.nat(4 * LINE), fc.constant(4 * LINE)), { minLength: 64, maxLength: 64 }),
    strays: fc.array(fc.constantFrom(0, 0, 0, 1, 2), { minLength: 64, maxLength: 64 }),
    hasStrays: fc.boolean(),
  })
  .map(({ bytes, lanesLo, lanesHi, isDense, start, offsets, strays, hasStrays }) => ({
    bytes,
    lanesLo,
    lanesHi,
    addresses: offsets.map((offset, lane) => {
      const stray = hasStrays ? strays[lane] : 0;
      if (stray === 2) return -1;
      return BASES[stray] + (isDense ? start + 4 * (lane ^ 1) : Math.min(offset, 4 * LINE - bytes));
    }),
  }));

function locate(
  { bytes, lanesLo, lanesHi, addresses }: Access,
  locator: Locator,
  texelsPerLane = 1,
): AccessRecord {
  const record = new AccessRecord(0, SEPARATE_MEMORY);
  record.operation = { access: 'load', bytes, texelsPerLane } as MemoryOperation;
  record.lanesLo = lanesLo;
  record.lanesHi = lanesHi;
  record.addresses.set(addresses);
  locator.locate(record);
  return record;
}

function getActiveLanes({ lanesLo, lanesHi }: Access): number[] {
  return Array.from({ length: 64 }, (_, lane) => lane).filter(
    (lane) => (((lane < 32 ? lanesLo : lanesHi) >>> (lane & 31)) & 1) === 1,
  );
}

const getObjectIndex = (address: number): number => (address >= BASES[1] ? 1 : 0);

function getWindowOffset(address: number): number {
  if (address < 0) return -1;
  const object = getObjectIndex(address);
  return OFFSETS[object] + address - BASES[object];
}

test('locates every lane and lists each line once, in lane order', () => {
  const map = new AddressMap(BASES.map((address, i) => ({ ...OBJECT, name: `object ${i}`, address })));
  const locator = new Locator(map);
  fc.assert(
    fc.property(ACCESSES, (access) => {
      const record = locate(access, locator);
      const lines = new Set<number>();
      for (const lane of getActiveLanes(access)) {
        const offset = getWindowOffset(access.addresses[lane]);
        expect(record.offsets[lane]).toBe(offset);
        for (let byte = 0; offset >= 0 && byte < access.bytes; byte++) {
          lines.add(Math.floor((offset + byte) / LINE));
        }
      }
      expect(Array.from(record.lines.subarray(0, record.lineCount))).toEqual([...lines]);
      expect(record.fault).toBe('');
    }),
    { numRuns: 300 },
  );
});

test("only looks up a lane's object if the previous lane is in a different one", () => {
  const map = new AddressMap(BASES.map((address, i) => ({ ...OBJECT, name: `object ${i}`, address })));
  const lookedUp: number[] = [];
  const { findRegion } = map;
  map.findRegion = (address, size) => {
    lookedUp.push(getObjectIndex(address));
    return findRegion.call(map, address, size);
  };
  const locator = new Locator(map);
  let lastObject: number | undefined;
  fc.assert(
    fc.property(ACCESSES, (access) => {
      const expected: number[] = [];
      for (const address of getActiveLanes(access).map((lane) => access.addresses[lane])) {
        if (address < 0 || getObjectIndex(address) === lastObject) continue;
        lastObject = getObjectIndex(address);
        expected.push(lastObject);
      }
      lookedUp.length = 0;
      locate(access, locator);
      expect(lookedUp).toEqual(expected);
    }),
    { endOnFailure: true },
  );
});

test('reports the address of a lane outside all objects, even after lanes inside one', () => {
  const map = new AddressMap([{ ...OBJECT, name: 'object', address: BASES[0] }]);
  const addresses = Array.from({ length: 64 }, (_, lane) => (lane === 40 ? 0x30000 : BASES[0] + 4 * lane));
  const record = locate({ bytes: 4, lanesLo: -1, lanesHi: -1, addresses }, new Locator(map));
  expect(record.fault).toBe('nothing is mapped at 0x30000');
});

test.each([
  ['the upper half', 32, 0],
  ['the first lane of the upper half', 32, ~1],
  ['texels past the end of the access', 64, -1],
])("ignores a record's leftover addresses for inactive lanes: %s", (_, stray, lanesHi) => {
  const map = new AddressMap([{ ...OBJECT, name: 'object', address: BASES[0] }]);
  const locator = new Locator(map);
  const addresses = new Array<number>(65).fill(BASES[0]);
  addresses[stray] = BASES[0] + 3 * LINE;
  // The second time, the locator already knows the object.
  for (let repeat = 0; repeat < 2; repeat++) {
    const record = locate({ bytes: 4, lanesLo: -1, lanesHi, addresses }, locator);
    expect([record.lineCount, record.lines[0], record.offsetBits]).toEqual([1, 0, 0]);
  }
});

test('locates every texel of active lanes in a multi-texel access, and skips inactive lanes', () => {
  const map = new AddressMap([{ ...OBJECT, name: 'object', address: BASES[0] }]);
  const addresses = Array.from({ length: 256 }, (_, i) => BASES[0] + 2 * i);
  for (const [lanesLo, lanesHi] of [
    [5, 0],
    [0, 5],
    [-1, 1],
    [-1, -1],
  ]) {
    const access = { bytes: 2, lanesLo, lanesHi, addresses };
    const { offsets, lines, lineCount } = locate(access, new Locator(map), 4);
    const elements = [0, 64, 128, 192].flatMap((base) => getActiveLanes(access).map((lane) => base + lane));
    expect(elements.map((element) => offsets[element])).toEqual(elements.map((element) => 2 * element));
    const touched = new Set(elements.map((element) => Math.floor((2 * element) / LINE)));
    expect([...lines.subarray(0, lineCount)]).toEqual([...touched]);
  }
});

test("checks an atomic's alignment for its own lanes rather than those of an earlier access", () => {
  const map = new AddressMap([{ ...OBJECT, name: 'object', address: BASES[0] }]);
  const locator = new Locator(map);
  const record = locate(
    { bytes: 4, lanesLo: -1, lanesHi: 0, addresses: Array(64).fill(BASES[0] + 2) },
    locator,
  );
  const getFault = (address: number): string => {
    record.operation = { access: 'atomic', bytes: 4 } as MemoryOperation;
    record.addresses.fill(address);
    locator.locate(record);
    return record.fault;
  };
  expect([0, 2, 4].map((offset) => getFault(BASES[0] + offset))).toEqual([
    '',
    'misaligned 4-byte atomic',
    '',
  ]);
});

test.each([4, 16])('reports a fault if the %i bytes of any lane cross the end of its object', (bytes) => {
  const map = new AddressMap([{ ...OBJECT, name: 'object', address: BASES[0] }]);
  const last = BASES[0] + OBJECT.bytes - bytes;
  for (const lane of [0, 17, 63]) {
    const locator = new Locator(map);
    const getFault = (address: number): string => {
      const addresses = Array.from({ length: 64 }, (_, other) => (other === lane ? address : BASES[0]));
      return locate({ bytes, lanesLo: -1, lanesHi: -1, addresses }, locator).fault;
    };
    // The second access reuses the first one's object.
    expect([last, last, last + 1].map(getFault)).toEqual([
      '',
      '',
      `nothing is mapped at 0x${(last + 1).toString(16)}`,
    ]);
  }
});
