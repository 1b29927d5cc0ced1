import fc from 'fast-check';
import type { MemoryOperation, MemoryRequest } from '../../../arch/index.js';
import { performIndexed } from '../../../rtl-model/lds/perform.js';

const [LANES, WORDS, MAX_DWORDS] = [64, 9, 4];

const operations = fc.constantFrom(
  ...[1, 2, 4, 8, 12, 16].flatMap((bytes) => [
    { access: 'load', bytes, dwords: Math.ceil(bytes / 4) },
    { access: 'store', bytes, dwords: Math.ceil(bytes / 4) },
  ]),
  { access: 'atomic', atomic: 'add', bytes: 4, dwords: 1 },
  { access: 'atomic', atomic: 'add', bytes: 8, dwords: 2 },
) as fc.Arbitrary<MemoryOperation>;

/** Reads `count` bytes as a little-endian integer. */
const readInteger = (bytes: Uint8Array, first: number, count: number): bigint =>
  bytes.slice(first, first + count).reduceRight((sum, byte) => (sum << 8n) + BigInt(byte), 0n);

function writeInteger(bytes: Uint8Array, first: number, count: number, value: bigint): void {
  for (let i = 0; i < count; i++) bytes[first + i] = Number((value >> BigInt(8 * i)) & 0xffn);
}

const getLane = (data: Int32Array, lane: number, dwords: number): bigint =>
  Array.from({ length: dwords }, (_, dword) =>
    BigInt.asUintN(32, BigInt(data[dword * LANES + lane]!)),
  ).reduceRight((sum, dword) => (sum << 32n) + dword, 0n);

function setLane(data: Int32Array, lane: number, dwords: number, value: bigint): void {
  for (let dword = 0; dword < dwords; dword++)
    data[dword * LANES + lane] = Number(BigInt.asIntN(32, value >> BigInt(32 * dword)));
}

function perform(bytes: Uint8Array, operation: MemoryOperation, request: MemoryRequest): void {
  const { data, addresses, lanesLo, lanesHi } = request;
  for (let lane = 0; lane < LANES; lane++) {
    if ((((lane < 32 ? lanesLo : lanesHi) >>> (lane & 31)) & 1) === 0) continue;
    const alignment = Math.min(operation.bytes, 4);
    const first = Math.floor(addresses[lane]! / alignment) * alignment;
    const isInside = addresses[lane]! >= 0 && first + operation.bytes <= bytes.length;
    if (!isInside) setLane(data, lane, operation.dwords, 0n);
    else if (operation.access === 'store')
      writeInteger(bytes, first, operation.bytes, getLane(data, lane, operation.dwords));
    else {
      const old = readInteger(bytes, first, operation.bytes);
      if (operation.access === 'atomic')
        writeInteger(bytes, first, operation.bytes, old + getLane(data, lane, operation.dwords));
      setLane(data, lane, operation.dwords, old);
    }
  }
}

it('an indexed access has the same effect as byte-by-byte accesses, one lane at a time', () => {
  const words = fc.array(fc.integer(), { minLength: WORDS, maxLength: WORDS });
  const addresses = fc.array(fc.integer({ min: -1, max: 4 * WORDS + 2 }), {
    minLength: LANES,
    maxLength: LANES,
  });
  const data = fc.array(fc.integer(), { minLength: LANES * MAX_DWORDS, maxLength: LANES * MAX_DWORDS });
  fc.assert(
    fc.property(
      operations,
      fc.integer(),
      fc.integer(),
      words,
      addresses,
      data,
      (operation, lanesLo, lanesHi, ...inputs) => {
        const makeInputs = () => {
          const [memory, laneAddresses, laneData] = inputs;
          const request = {
            lanesLo,
            lanesHi,
            addresses: Float64Array.from(laneAddresses),
            data: Int32Array.from(laneData),
          };
          return { memory: Int32Array.from(memory), request };
        };
        const [actual, expected] = [makeInputs(), makeInputs()];
        performIndexed(actual.memory, operation, actual.request);
        perform(new Uint8Array(expected.memory.buffer), operation, expected.request);
        expect(actual).toEqual(expected);
      },
    ),
  );
});
