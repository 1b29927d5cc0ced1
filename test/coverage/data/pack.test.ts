import { decode, encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packColumn, unpackColumn } from '../../../coverage/data/pack.js';
import { mergeCoverage, packCoverage, unpackCoverage } from '../../../coverage/index.js';
import { cover } from '../support/tiny-model.js';

const data = mergeCoverage(
  cover('a', [{ index: 3, primitives: [0, 1, 1, 3], passed: true }]),
  cover('b', [{ index: 0, primitives: [2], passed: false }]),
);

describe('packed coverage', () => {
  it('round-trips through MessagePack', () => {
    expect(unpackCoverage(decode(encode(packCoverage(data))))).toEqual(data);
  });

  it('preserves every number in a column, from -1 up to the largest', () => {
    const value = fc.oneof(fc.integer({ min: -1, max: 300 }), fc.integer({ min: -1, max: 2 ** 53 - 2 }));
    fc.assert(
      fc.property(fc.array(value), (column) => {
        expect(unpackColumn(packColumn(column))).toEqual(column);
      }),
    );
  });

  it('uses one byte for a bin with no hits', () => {
    expect(packColumn(new Float64Array(1000)).length).toBe(1000);
  });

  it('is rejected with the location of the error when malformed', () => {
    expect(() => unpackCoverage({ ...packCoverage(data), format: 9 })).toThrow('format');
    expect(() => unpackColumn(Uint8Array.of(200))).toThrow('Truncated');
    const packed = packCoverage(data);
    const group = packed.parts[0]!.groups[0]!;
    const badGroup = { ...group, passed: { ...group.passed, tests: group.passed.tests.slice(1) } };
    expect(() => unpackCoverage({ ...packed, parts: [{ ...packed.parts[0]!, groups: [badGroup] }] })).toThrow(
      "columns of covergroup 'tiny' differ in length",
    );
  });
});
