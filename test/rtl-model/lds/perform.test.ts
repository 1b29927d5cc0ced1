import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MemoryOperation, MemoryRequest } from '../../../arch/index.js';
import { performIndexed } from '../../../rtl-model/lds/perform.js';

const [LANES, WORDS, DWORDS] = [64, 9, 4];

const operation = fc.constantFrom(
  ...[1, 2, 4, 8, 12, 16].flatMap((bytes) => [
    { access: 'load', bytes, dwords: Math.ceil(bytes / 4) },
    { access: 'store', bytes, dwords: Math.ceil(bytes / 4) },
  ]),
  { access: 'atomic', atomic: 'add', bytes: 4, dwords: 1 },
  { access: 'atomic', atomic: 'add', bytes: 8, dwords: 2 },
) as fc.Arbitrary<MemoryOperation>;

/** Little-endian number of some bytes. */
const numberAt = (bytes: Uint8Array, first: number, count: number): bigint =>
  bytes.slice(first, first + count).reduceRight((sum, byte) => (sum << 8n) + BigInt(byte), 0n);

function writeNumber(bytes: Uint8Array, first: number, count: number, value: bigint): void {
  for (let at = 0; at < count; at++) bytes[first + at] = Number((value >> BigInt(8 * at)) & 0xffn);
}

/** A lane's data as one number. */
const ofLane = (data: Int32Array, lane: number, dwords: number): bigint =>
  Array.from({ length: dwords }, (_, at) => BigInt.asUintN(32, BigInt(data[at * LANES + lane]!))).reduceRight(
    (sum, dword) => (sum << 32n) + dword,
    0n,
  );

function setLane(data: Int32Array, lane: number, dwords: number, value: bigint): void {
  for (let at = 0; at < dwords; at++)
    data[at * LANES + lane] = Number(BigInt.asIntN(32, value >> BigInt(32 * at)));
}

/** Performs the access on single bytes, lane after lane. */
function perform(bytes: Uint8Array, how: MemoryOperation, request: MemoryRequest): void {
  const { data, addresses, lanesLo, lanesHi } = request;
  for (let lane = 0; lane < LANES; lane++) {
    if ((((lane < 32 ? lanesLo : lanesHi) >>> (lane & 31)) & 1) === 0) continue;
    const unit = Math.min(how.bytes, 4);
    const first = Math.floor(addresses[lane]! / unit) * unit;
    const isInside = addresses[lane]! >= 0 && first + how.bytes <= bytes.length;
    if (!isInside) setLane(data, lane, how.dwords, 0n);
    else if (how.access === 'store') writeNumber(bytes, first, how.bytes, ofLane(data, lane, how.dwords));
    else {
      const old = numberAt(bytes, first, how.bytes);
      if (how.access === 'atomic') writeNumber(bytes, first, how.bytes, old + ofLane(data, lane, how.dwords));
      setLane(data, lane, how.dwords, old);
    }
  }
}

it("an indexed access equals its lanes' byte-by-byte accesses in sequence", () => {
  const words = fc.array(fc.integer(), { minLength: WORDS, maxLength: WORDS });
  const addresses = fc.array(fc.integer({ min: -1, max: 4 * WORDS + 2 }), {
    minLength: LANES,
    maxLength: LANES,
  });
  const data = fc.array(fc.integer(), { minLength: LANES * DWORDS, maxLength: LANES * DWORDS });
  fc.assert(
    fc.property(
      operation,
      fc.integer(),
      fc.integer(),
      words,
      addresses,
      data,
      (how, lanesLo, lanesHi, ...rest) => {
        const setUp = () => {
          const [memory, places, stored] = rest;
          const request = {
            lanesLo,
            lanesHi,
            addresses: Float64Array.from(places),
            data: Int32Array.from(stored),
          };
          return { memory: Int32Array.from(memory), request };
        };
        const [device, expected] = [setUp(), setUp()];
        performIndexed(device.memory, how, device.request);
        perform(new Uint8Array(expected.memory.buffer), how, expected.request);
        expect(device).toEqual(expected);
      },
    ),
  );
});
