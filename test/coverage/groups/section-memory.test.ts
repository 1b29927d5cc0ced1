import { describe, expect, it } from 'vitest';
import { createEmptyCoverage, getBinRows } from '../../../coverage/index.js';
import { at, collectHits, onChip } from '../support/stream.js';

const access = (fields: Parameters<typeof at<'memory-issued'>>[1]) =>
  collectHits('section-memory', onChip('navi21', 32), [at('wave-formed'), at('memory-issued', fields)]);

/** Returns the given addresses for the first lanes; other lanes are out of range. The ordered buffer is at 0x100000. */
const lanes = (...first: number[]) => Float64Array.from({ length: 64 }, (_, lane) => first[lane] ?? -1);

describe('section-memory covergroup', () => {
  it('counts the properties of ordered accesses', () => {
    const hits = access({
      operation: 'atomic',
      space: 'image',
      bytes: 8,
      glc: true,
      dlc: true,
      lanesLo: 0x0f,
    });
    expect(hits).toMatchObject({
      'generation x operation': { 'gfx10.3 x atomic': 1 },
      'operation x space': { 'atomic x image': 1 },
      coherence: { 'glc and dlc': 1 },
      bytes: { '8': 1 },
      lanes: { some: 1 },
    });
    expect(access({ slc: true, glc: true, lanesLo: 1 })).toMatchObject({
      coherence: { slc: 1 },
      lanes: { one: 1 },
    });
    expect(access({ lanesLo: -1 }).lanes).toEqual({ all: 1 });
  });

  it('uses the first active lane that passes the range check', () => {
    const addresses = lanes(0x100004, -1, 0x900000, 0x100008);
    expect(access({ addresses, lanesLo: 0b1110 })).toEqual({});
    expect(access({ addresses, lanesLo: 0b1010 }).operation).toEqual({ load: 1 });
    expect(access({ addresses, lanesLo: 0b0010 })).toEqual({});
    const upper = lanes();
    upper[40] = 0x100000;
    expect(access({ addresses: upper, lanesLo: 0, lanesHi: 1 << 8 }).operation).toEqual({ load: 1 });
  });

  it('omits DLC alone, which no program uses', () => {
    const kinds = getBinRows(createEmptyCoverage()).filter(
      ({ group, bin }) => group === 'section-memory' && bin === 'dlc alone',
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['ignore']);
  });

  it('counts accesses up to the last byte of the ordered object', () => {
    expect(access({ addresses: lanes(0x10003f) }).operation).toEqual({ load: 1 });
    expect(access({ addresses: lanes(0x100040) })).toEqual({});
  });
});
