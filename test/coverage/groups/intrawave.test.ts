import { describe, expect, it } from 'vitest';
import type { Draw } from '../../../transactions/index.js';
import { at, collectHits, onChip } from '../support/stream.js';

function collectLayerHits(intrawaveMask: number, isLoaded = true, samples: Draw['samples'] = 1) {
  const scenario = onChip('navi21');
  const registers = { PA_SC_SHADER_CONTROL: isLoaded ? 1 << 3 : 0 };
  const draws = scenario.draws.map((draw) => ({
    ...draw,
    samples,
    registers: { ...draw.registers, ...registers },
  }));
  return collectHits('intrawave', { ...scenario, draws }, [
    at('wave-formed', { intrawaveMask, quadCount: 16 }),
  ]);
}

describe('intrawave covergroup', () => {
  it('recognises the worked example from the source documents: layers of 2, 5, 1, 1 and 7 quads', () => {
    expect(collectLayerHits(0b11_1000_0100)).toMatchObject({
      mask: { 'worked case': 1 },
      layers: { '5-8': 1 },
      largest: { 'up to half': 1 },
      'lanes x layers': { 'wave64 x 5-8': 1 },
    });
  });

  it('counts one layer regardless of bit 0', () => {
    expect(collectLayerHits(1)).toMatchObject({ layers: { '1': 1 }, largest: { 'more than half': 1 } });
    expect(collectLayerHits(0)).toMatchObject({ layers: { '1': 1 }, mask: { none: 1 } });
  });

  it('recognises single-quad layers', () => {
    expect(collectLayerHits(0xffff).largest).toEqual({ 'one quad': 1 });
  });

  it('counts nothing when the intrawave mask is not loaded', () => {
    expect(collectLayerHits(0, false)).toEqual({});
  });

  it.each([1, 2, 4, 8] as const)('counts layers with %i samples', (samples) => {
    expect(collectLayerHits(0b10, true, samples)['samples x layers']).toEqual({ [`${samples}x x 2`]: 1 });
  });
});
