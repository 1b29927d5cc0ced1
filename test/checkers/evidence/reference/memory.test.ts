import fc from 'fast-check';
import type { MemoryOperation, MemoryRequest } from '../../../../arch/index.js';
import { ReferenceMemory } from '../../../../checkers/evidence/reference/memory.js';
import type { MemoryObject } from '../../../../transactions/index.js';

const BASE = 0x8000_0001_0000;
const OBJECT: MemoryObject = {
  name: 'object',
  address: BASE,
  bytes: 64,
  initial: [0x11223344, 0x55667788],
  compare: { kind: 'bytes' },
};

function createOperation(changes: Partial<MemoryOperation>): MemoryOperation {
  const bytes = changes.bytes ?? 4;
  return {
    space: 'buffer',
    access: 'load',
    returns: true,
    bytes,
    dwords: Math.ceil(bytes / 4),
    counter: 'vm',
    glc: false,
    dlc: false,
    slc: false,
    prepare: () => {},
    deliver: () => {},
    ...changes,
  };
}

function createRequest(addresses: readonly number[], data: readonly number[] = []): MemoryRequest {
  const laneAddresses = new Float64Array(64).fill(-1);
  laneAddresses.set(addresses);
  const words = new Int32Array(64 * 16).fill(-559038737);
  for (const [dword, value] of data.entries()) words[dword * 64] = value;
  return { lanesLo: 2 ** addresses.length - 1, lanesHi: 0, addresses: laneAddresses, data: words };
}

test('reference memory loads words and bytes in little-endian order, and returns zero outside the object', () => {
  const memory = new ReferenceMemory([OBJECT]);
  const wideRequest = createRequest([BASE, BASE + 64, -1]);
  memory.perform(createOperation({ bytes: 8 }), wideRequest);
  expect([wideRequest.data[0], wideRequest.data[64]]).toEqual([0x11223344, 0x55667788]);
  expect([wideRequest.data[1], wideRequest.data[2]]).toEqual([0, 0]);
  const narrowRequest = createRequest([BASE + 1]);
  memory.perform(createOperation({ bytes: 1 }), narrowRequest);
  expect(narrowRequest.data[0]).toBe(0x33);
  const straddlingRequest = createRequest([BASE + 2]);
  memory.perform(createOperation({ bytes: 4 }), straddlingRequest);
  expect(straddlingRequest.data[0] >>> 0).toBe(0x77881122);
});

test('reference memory stores only the accessed bytes, one lane after another', () => {
  const memory = new ReferenceMemory([OBJECT]);
  memory.perform(createOperation({ access: 'store', bytes: 2 }), createRequest([BASE + 2], [0xabcd9876 | 0]));
  expect(memory.words[0][0] >>> 0).toBe(0x98763344);
  const sameAddressRequest = createRequest([BASE, BASE], [1]);
  sameAddressRequest.data[1] = 2;
  memory.perform(createOperation({ access: 'store' }), sameAddressRequest);
  expect(memory.words[0][0]).toBe(2);
});

test('reference memory keeps the words of adjacent objects separate', () => {
  const memory = new ReferenceMemory([OBJECT, { ...OBJECT, name: 'next', address: BASE + 64, initial: [7] }]);
  const boundaryRequest = createRequest([BASE + 60, BASE + 64]);
  memory.perform(createOperation({}), boundaryRequest);
  expect([boundaryRequest.data[0], boundaryRequest.data[1]]).toEqual([0, 7]);
});

const anyWord = fc.integer({ min: -0x80000000, max: 0x7fffffff });
const toUnsigned = (value: number): bigint => BigInt(value >>> 0);

const sortPair = (a: bigint, b: bigint): bigint[] => [a, b].sort((x, y) => (x < y ? -1 : 1));

/** Functions that compute the new value of each atomic, using integer arithmetic on unsigned `bits`-bit values. */
const NEW_VALUES: Readonly<
  Record<string, (old: bigint, operand: bigint, compare: bigint, bits: number) => bigint>
> = {
  swap: (_, operand) => operand,
  cmpswap: (old, operand, compare) => (old === compare ? operand : old),
  add: (old, operand) => old + operand,
  sub: (old, operand) => old - operand,
  rsub: (old, operand) => operand - old,
  mskor: (old, mask, bits) => (old & ~mask) | bits,
  umin: (old, operand) => sortPair(old, operand)[0],
  umax: (old, operand) => sortPair(old, operand)[1],
  smin: (old, operand, _, bits) => (BigInt.asIntN(bits, old) < BigInt.asIntN(bits, operand) ? old : operand),
  smax: (old, operand, _, bits) => (BigInt.asIntN(bits, old) > BigInt.asIntN(bits, operand) ? old : operand),
  and: (old, operand) => old & operand,
  or: (old, operand) => old | operand,
  xor: (old, operand) => old ^ operand,
  inc: (old, operand) => (old >= operand ? 0n : old + 1n),
  dec: (old, operand) => (old === 0n || old > operand ? operand : old - 1n),
};

test.each(Object.keys(NEW_VALUES))(
  'atomic %s does 32- and 64-bit integer arithmetic and returns the old value',
  (name) => {
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 6, maxLength: 6 }), fc.boolean(), (words, isEqual) => {
        const [low, high, operandLow, operandHigh] = words;
        const [compareLow, compareHigh] = isEqual ? [low, high] : [words[4], words[5]];
        for (const bytes of [4, 8]) {
          const memory = new ReferenceMemory([{ ...OBJECT, initial: [low, high] }]);
          const data =
            bytes === 4 ? [operandLow, compareLow] : [operandLow, operandHigh, compareLow, compareHigh];
          const atomicRequest = createRequest([BASE], data);
          memory.perform(
            createOperation({ access: 'atomic', atomic: name, bytes, dwords: data.length }),
            atomicRequest,
          );
          const join = (lo: number, hi: number): bigint =>
            toUnsigned(lo) | (bytes === 8 ? toUnsigned(hi) << 32n : 0n);
          const old = join(low, high);
          const expected = NEW_VALUES[name](
            old,
            join(operandLow, operandHigh),
            join(compareLow, compareHigh),
            bytes * 8,
          );
          expect(join(memory.words[0][0], memory.words[0][1])).toBe(BigInt.asUintN(bytes * 8, expected));
          expect(join(atomicRequest.data[0], atomicRequest.data[64])).toBe(old);
          if (bytes === 4) expect(memory.words[0][1]).toBe(high);
        }
      }),
      { numRuns: 40 },
    );
  },
);
