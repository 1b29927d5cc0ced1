import { type Gfx, isAtLeast, makeMemoryRequest, UnsupportedOperation } from '../../../arch/index.js';
import { decodeSource, makeWave, setVector } from '../support/machine.js';

const SWIZZLE = 1 << 31;
const ADD_TID = 1 << 23;
/** INDEX_STRIDE for blocks of 8 records. */
const BLOCK_OF_8 = 0;
/** INDEX_STRIDE for blocks of 16 records. */
const BLOCK_OF_16 = 1 << 21;
const INDEX_ONLY = 1 << 28;
/** OOB_SELECT of a raw buffer. */
const RAW = 3 << 28;

/** Returns the address that each lane loads from, given an index of 2 * lane and a byte offset of 4 * (lane & 3). */
function computeAddresses(
  gfx: Gfx,
  descriptor: readonly number[],
  source = 'buffer_load_dword v1, v[2:3], s[4:7], 0 idxen offen',
): number[] {
  const text = isAtLeast(gfx, 'gfx11') ? source.replace(/dword(x2)?/, (_, x) => (x ? 'b64' : 'b32')) : source;
  const decoded = decodeSource(text, gfx, 64);
  const state = makeWave(decoded);
  state.s.set(descriptor, 4);
  setVector(state, 2, (lane) => lane * 2);
  setVector(state, 3, (lane) => (lane & 3) * 4);
  const request = makeMemoryRequest();
  decoded.instructions[0].memory!.prepare(state, request);
  return [...request.addresses.slice(0, 64)];
}

/** Computes the addresses with the ISA's formula, which interleaves the elements within each block of records. */
function computeExpectedAddresses(records: number, element: number, stride: number, block: number): number[] {
  return Array.from({ length: 64 }, (_, lane) => {
    const [index, offset] = [lane * 2, (lane & 3) * 4];
    if (index >= records || offset + 4 > stride) return -1;
    const start = (Math.floor(index / block) * stride + Math.floor(offset / element) * element) * block;
    return 0x1000 + start + (index % block) * element + (offset % element);
  });
}

describe('a swizzled buffer', () => {
  test.each(['gfx9', 'gfx10', 'gfx10.3'] as const)('interleaves the dwords of its records on %s', (gfx) => {
    const word1 = (16 << 16) | SWIZZLE;
    expect(computeAddresses(gfx, [0x1000, word1, 100, BLOCK_OF_8 | INDEX_ONLY])).toEqual(
      computeExpectedAddresses(100, 4, 16, 8),
    );
    expect(computeAddresses(gfx, [0x1000, word1, 50, BLOCK_OF_16 | INDEX_ONLY])).toEqual(
      computeExpectedAddresses(50, 4, 16, 16),
    );
  });

  test('supports elements of 4, 8 and 16 bytes on GFX11', () => {
    for (const [field, element] of [4, 8, 16].map((bytes, i) => [i + 1, bytes] as const)) {
      const word1 = (16 << 16) | (field << 30);
      expect(computeAddresses('gfx11', [0x1000, word1, 100, INDEX_ONLY])).toEqual(
        computeExpectedAddresses(100, element, 16, 8),
      );
    }
  });

  test('drops accesses past the end of a record if offsets are checked', () => {
    const word1 = (8 << 16) | SWIZZLE;
    for (const word3 of [BLOCK_OF_8, BLOCK_OF_8 | RAW])
      expect(computeAddresses('gfx10.3', [0x1000, word1, 100, word3])).toEqual(
        computeExpectedAddresses(100, 4, 8, 8),
      );
    expect(computeAddresses('gfx9', [0x1000, word1, 100, BLOCK_OF_8])).toEqual(
      computeExpectedAddresses(100, 4, 8, 8),
    );
  });

  test('rejects accesses wider than an element and names both sizes', () => {
    const wide = 'buffer_load_dwordx2 v[4:5], v[2:3], s[4:7], 0 idxen offen';
    const descriptor = [0x1000, (16 << 16) | SWIZZLE, 100, INDEX_ONLY];
    expect(() => computeAddresses('gfx10.3', descriptor, wide)).toThrow(UnsupportedOperation);
    expect(() => computeAddresses('gfx10.3', descriptor, wide)).toThrow(
      '8-byte accesses to a swizzled buffer with 4-byte elements',
    );
    expect(
      computeAddresses('gfx11', [0x1000, (16 << 16) | (2 << 30), 100, INDEX_ONLY], wide)[1],
    ).toBeGreaterThan(0);
  });
});

describe('ADD_TID_ENABLE', () => {
  const noIndex = 'buffer_load_dword v1, off, s[4:7], 0';

  test('adds the lane number to the index, or replaces a missing index', () => {
    const lanes = Array.from({ length: 64 }, (_, lane) => lane);
    const descriptor = [0x1000, 12 << 16, 1000, ADD_TID | INDEX_ONLY];
    expect(computeAddresses('gfx10.3', descriptor, noIndex)).toEqual(lanes.map((lane) => 0x1000 + 12 * lane));
    expect(computeAddresses('gfx10.3', descriptor)).toEqual(
      lanes.map((lane) => 0x1000 + 12 * 3 * lane + 4 * (lane & 3)),
    );
  });

  test('turns the format field into four extra stride bits on GFX9', () => {
    const descriptor = [0x1000, 4 << 16, 1000, ADD_TID | (1 << 15)];
    expect(computeAddresses('gfx9', descriptor, noIndex)[1]).toBe(0x1000 + (1 << 14) + 4);
    expect(computeAddresses('gfx9', [0x1000, 4 << 16, 0x1000, 1 << 15], noIndex)[1]).toBe(0x1000);
  });
});
