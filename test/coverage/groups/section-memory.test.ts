import { describe, expect, it } from 'vitest';
import { createEmptyCoverage, getBinRows } from '../../../coverage/index.js';
import { at, collectHits, onChip } from '../support/stream.js';

const getAccessHits = (fields: Parameters<typeof at<'memory-issued'>>[1]) =>
  collectHits('section-memory', onChip('navi21', 32), [at('wave-formed'), at('memory-issued', fields)]);

/** Gives the first lanes these addresses and the others -1 (out of range). The ordered buffer starts at 0x100000. */
const makeAddresses = (...first: number[]) => Float64Array.from({ length: 64 }, (_, i) => first[i] ?? -1);

describe('section-memory covergroup', () => {
  it('counts the properties of ordered accesses', () => {
    const hits = getAccessHits({
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
    expect(getAccessHits({ slc: true, glc: true, lanesLo: 1 })).toMatchObject({
      coherence: { slc: 1 },
      lanes: { one: 1 },
    });
    expect(getAccessHits({ lanesLo: -1 }).lanes).toEqual({ all: 1 });
  });

  it('uses the first active lane that passes the range check', () => {
    const addresses = makeAddresses(0x100004, -1, 0x900000, 0x100008);
    expect(getAccessHits({ addresses, lanesLo: 0b1110 })).toEqual({});
    expect(getAccessHits({ addresses, lanesLo: 0b1010 }).operation).toEqual({ load: 1 });
    expect(getAccessHits({ addresses, lanesLo: 0b0010 })).toEqual({});
    const upper = makeAddresses();
    upper[40] = 0x100000;
    expect(getAccessHits({ addresses: upper, lanesLo: 0, lanesHi: 1 << 8 }).operation).toEqual({ load: 1 });
  });

  it('ignores DLC alone, which no program uses', () => {
    const rows = getBinRows(createEmptyCoverage()).filter(
      ({ group, bin }) => group === 'section-memory' && bin === 'dlc alone',
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['ignore']);
  });

  it('counts accesses up to the last byte of the ordered object', () => {
    expect(getAccessHits({ addresses: makeAddresses(0x10003f) }).operation).toEqual({ load: 1 });
    expect(getAccessHits({ addresses: makeAddresses(0x100040) })).toEqual({});
  });
});
