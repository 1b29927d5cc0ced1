import { describe, expect, it } from 'vitest';
import {
  CHIPS,
  chipOf,
  factsOf,
  filterGenerations,
  GENERATIONS,
  type GenerationFacts,
  type Gfx,
  getExampleChip,
  getOrderingGeneration,
  getPackerMask,
  getUnusedCollisionBits,
  ORDERING_GENERATIONS,
} from '../../arch/index.js';

describe('generation facts', () => {
  it('define a packer field of two bits on GFX9, three bits on GFX10.3, and none on GFX11', () => {
    expect(getPackerMask(factsOf('gfx9').packerField!)).toBe(0x0300_0000);
    expect(getPackerMask(factsOf('gfx10.3').packerField!)).toBe(7);
    expect(factsOf('gfx11').packerField).toBeUndefined();
  });

  // pops.md 5.1: [31] is the overlap, [29:28] or [28] the packer, [25:16] the newest id, [9:0] the wave's id.
  it('mark collision argument bits as unused if pops.md 5.1 assigns them no field', () => {
    expect(getUnusedCollisionBits(factsOf('gfx9')) >>> 0).toBe(~(0x9000_0000 | 0x03ff_0000 | 0x3ff) >>> 0);
    expect(getUnusedCollisionBits(factsOf('gfx10')) >>> 0).toBe(~(0xb000_0000 | 0x03ff_0000 | 0x3ff) >>> 0);
  });

  it('name an example chip from the same generation', () => {
    for (const gfx of GENERATIONS) expect(chipOf(getExampleChip(gfx)).gfx).toBe(gfx);
  });

  it('agree with the wave sizes and packer counts of every chip', () => {
    for (const { name, gfx, waveSizes, packers } of Object.values(CHIPS)) {
      const { hasWave32, packerBits, hasWaveIds } = factsOf(gfx);
      expect([name, (waveSizes as readonly number[]).includes(32)]).toEqual([name, hasWave32]);
      if (hasWaveIds) expect([name, packers <= 2 ** packerBits]).toEqual([name, true]);
    }
  });

  it('can be used to filter generations, oldest first', () => {
    expect(filterGenerations(({ hasWaveIds }) => hasWaveIds)).toEqual(['gfx9', 'gfx10', 'gfx10.3']);
    expect(filterGenerations(({ exitsByExport }) => exitsByExport)).toEqual(['gfx11', 'gfx11.5', 'gfx12']);
  });

  it('match those of the ordering generation, apart from operands, the event wait, caches, GDS and options', () => {
    const EXCEPTIONS: readonly (keyof GenerationFacts)[] = [
      'dppTakesScalarSrc1',
      'eventWait',
      'coherentLoad',
      'coherentScope',
      'hasGl1',
      'loadsWriteInOrder',
      'slcEvicts',
      'hasGlobalShare',
      'streamoutInGds',
      'unknownOptions',
    ];
    const getSharedFacts = (gfx: Gfx) =>
      Object.entries(factsOf(gfx)).filter(([name]) => !(EXCEPTIONS as readonly string[]).includes(name));
    for (const gfx of GENERATIONS)
      expect(getSharedFacts(gfx)).toEqual(getSharedFacts(getOrderingGeneration(gfx)));
    expect(ORDERING_GENERATIONS).toEqual(['gfx9', 'gfx10', 'gfx10.3', 'gfx11']);
  });
});
