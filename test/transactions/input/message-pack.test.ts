import { encode } from '@msgpack/msgpack';
import { decodeMessagePack, findMessageEnd, MAX_NESTING_DEPTH } from '../../../transactions/index.js';

const bytes = (...values: readonly (number | Uint8Array)[]): Uint8Array =>
  Buffer.concat(values.map((value) => (typeof value === 'number' ? Uint8Array.of(value) : value)));

const nestLists = (depth: number): Uint8Array => bytes(new Uint8Array(depth).fill(0x91), 0);

it.each([
  [
    'numbers of every width',
    [0, 127, 128, 255, 65535, 2 ** 31, 2 ** 40, -1, -128, -129, -40000, -(2 ** 40), 1.5],
  ],
  ['strings', ['', 'a', 'b'.repeat(40), 'c'.repeat(300), 'd'.repeat(70_000)]],
  ['byte arrays', [new Uint8Array(3), new Uint8Array(300), new Uint8Array(70_000)]],
  ['lists', [[], [1, [2, [3]]], Array.from({ length: 300 }, () => null), new Array(70_000).fill(true)]],
  ['maps', [{}, { a: { b: [1] } }, Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, i]))]],
  ['timestamps', [new Date(1), new Date(2 ** 40), new Date(-5)]],
])('finds the end of %s, and decodes them unchanged', (_, values) => {
  for (const value of values) {
    const packed = bytes(encode(value));
    expect(findMessageEnd(packed, 0, packed.length)).toBe(packed.length);
    expect(findMessageEnd(bytes(packed, packed), packed.length, packed.length)).toBe(2 * packed.length);
    expect(findMessageEnd(packed.subarray(0, -1), 0, packed.length)).toBeUndefined();
    expect(decodeMessagePack(packed)).toEqual(value);
  }
});

describe('decodeMessagePack', () => {
  it.each([
    [
      'a list of 2^32 - 1 entries',
      bytes(0xdd, 255, 255, 255, 255),
      /declares 4294967295 values, but at most 0 bytes/,
    ],
    [
      'a map of 2^31 entries',
      bytes(0xdf, 0x80, 0, 0, 0, 1),
      /declares 4294967296 values, but at most 1 bytes/,
    ],
    ['a string of 2^32 - 1 bytes', bytes(0xdb, 255, 255, 255, 255, 65), /declares 4294967300 bytes/],
    [
      'nested lists that each declare 100 values',
      bytes(...Array(60).fill(bytes(0xdc, 0, 100))),
      /declares 100 values/,
    ],
    ['an unassigned type byte', bytes(0x92, 0xc1, 0), /byte 1 is 0xc1/],
    ['a truncated list', bytes(0x92, 1), /declares 2 values, but at most 1 bytes/],
    ['more than one value', bytes(1, 2), /it has trailing bytes \(1\)/],
    ['no value', bytes(), /is truncated/],
    ['lists nested too deep', nestLists(MAX_NESTING_DEPTH + 1), /nests lists and objects more than 64 deep/],
  ])('rejects %s', (_, packed, reason) => {
    expect(() => decodeMessagePack(packed)).toThrow(reason);
  });

  it('accepts a list of maximum depth', () => {
    expect(JSON.stringify(decodeMessagePack(nestLists(MAX_NESTING_DEPTH)))).toHaveLength(
      2 * MAX_NESTING_DEPTH + 1,
    );
  });
});
