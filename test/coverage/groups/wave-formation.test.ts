import { describe, expect, it } from 'vitest';
import type { Draw } from '../../../transactions/index.js';
import { at, collectHits, makeQuads, onChip } from '../support/stream.js';

describe('wave-formation covergroup', () => {
  it('records the quads and primitives in a wave, its packer and why it was closed', () => {
    const hits = collectHits('wave-formation', onChip('navi21', 32), [
      at('wave-formed', { ...makeQuads(5, 5, 6, 7, 5, 6), packer: 3, reason: 'overlap' }),
    ]);
    expect(hits).toMatchObject({
      quads: { '4-7': 1 },
      primitives: { '3-4': 1 },
      closing: { overlap: 1 },
      'generation x packer': { 'gfx10.3 x packer[3]': 1 },
      'generation x lanes': { 'gfx10.3 x wave32': 1 },
      'interlock x samples': { 'pixel-ordered x 1x': 1 },
    });
  });

  it('records the closing reasons of consecutive waves', () => {
    const stream = (['full', 'full', 'overlap'] as const).map((reason, wave) =>
      at('wave-formed', { wave, reason }),
    );
    expect(collectHits('wave-formation', onChip('vega10'), stream).sequence).toEqual({
      'full => full': 1,
      'full => overlap': 1,
    });
  });

  it('crosses packers of consecutive waves, and closing reasons with primitive kinds', () => {
    const stream = [0, 1, 1].map((packer, wave) => at('wave-formed', { wave, packer, reason: 'draw-end' }));
    expect(collectHits('wave-formation', onChip('navi21'), stream)).toMatchObject({
      'before x packer': { 'packer[0] x packer[1]': 1, 'packer[1] x packer[1]': 1 },
      'closing x kind': { 'draw-end x triangles': 3 },
    });
  });

  it('excludes wave32 on gfx9 and nonexistent packers from the score', () => {
    const hits = collectHits('wave-formation', onChip('vega10', 32), [at('wave-formed', { packer: 2 })]);
    expect(hits['generation x lanes']).toEqual({ 'gfx9 has no wave32': 1 });
    expect(hits['generation x packer']).toEqual({ 'gfx9 has 2 packers': 1 });
  });

  it('records whether the raster or the depth sample count causes missed overlaps', () => {
    const getSampleHits = (chip: 'vega10' | 'navi21', samples: Draw['samples'], depthSamples: number) => {
      const scenario = onChip(chip);
      const registers = { DB_Z_INFO: Math.log2(depthSamples) << 2 };
      const draws = scenario.draws.map((draw) => ({ ...draw, samples, registers }));
      return collectHits('wave-formation', { ...scenario, draws }, [at('wave-formed')]).manySamples;
    };
    expect(getSampleHits('vega10', 4, 4)).toEqual({ neither: 1 });
    expect(getSampleHits('vega10', 4, 8)).toEqual({ 'of depth alone': 1 });
    expect(getSampleHits('vega10', 8, 8)).toEqual({ both: 1 });
    expect(getSampleHits('navi21', 8, 8)).toBeUndefined();
  });
});
