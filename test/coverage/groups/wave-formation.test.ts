import { type Background, type Draw, FIRST_BACKGROUND_WAVE } from '../../../transactions/index.js';
import { at, collectHits, makeQuads, onChip } from '../support/stream.js';

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

const baseScenario = onChip('navi10', 64, { waveSlots: 4 });
const formed = (wave: number, cycle = 0) => at('wave-formed', { wave, cycle });
const launched = (wave: number, cycle = 0) => at('wave-launched', { wave, cycle });
const released = (wave: number) => at('resource-released', { wave });

describe('occupancy covergroup', () => {
  it('counts the slots in use at each launch', () => {
    const hits = collectHits('occupancy', baseScenario, [
      ...[0, 1, 2, 3].flatMap((wave) => [formed(wave), launched(wave)]),
      released(1),
      released(2),
      formed(4),
      launched(4),
    ]);
    expect(hits.level).toEqual({ alone: 1, 'first half': 1, 'second half': 2, 'last slot': 1 });
    expect(hits.trend).toEqual({ 'first half => second half': 1 });
  });

  it('counts waiting waves, refusals, and the time from formation to launch', () => {
    const hits = collectHits('occupancy', baseScenario, [
      formed(0, 5),
      formed(1, 6),
      formed(2, 7),
      at('launch-refused', { wave: 0 }),
      launched(0, 100),
    ]);
    expect(hits).toMatchObject({
      queued: { '1-3': 1 },
      refused: { 'wave-slot': 1 },
      latency: { '64-255': 1 },
      'level x queued': { 'alone x 1-3': 1 },
    });
  });

  it('distinguishes lone, in-order and overtaking loads', () => {
    const load = (wave: number, cycle: number, loadCycles: number, controller: number) =>
      at('wave-launched', { wave, cycle, loadCycles, controller });
    const hits = collectHits('occupancy', baseScenario, [
      ...[0, 1, 2, 3].map((wave) => formed(wave)),
      load(0, 10, 8, 0),
      load(1, 11, 2, 1),
      load(2, 30, 2, 0),
      load(3, 31, 2, 1),
    ]);
    expect(hits).toMatchObject({
      turn: { alone: 2, overtakes: 1, 'in order': 1 },
      controller: { first: 2, second: 2 },
    });
  });

  it('counts the slots and loads of background waves', () => {
    const background = FIRST_BACKGROUND_WAVE;
    const scenario = { ...baseScenario, background: { works: [] } as unknown as Background };
    const hits = collectHits('occupancy', scenario, [
      at('background-allocated', { wave: background }),
      at('background-launched', { wave: background, cycle: 10, controller: 0, loadCycles: 8 }),
      formed(0),
      launched(0, 11),
      at('background-released', { wave: background }),
      formed(1),
      launched(1, 40),
    ]);
    expect(hits).toMatchObject({ level: { 'first half': 2 }, turn: { overtakes: 1, alone: 1 } });
  });

  it('tracks the longest load in progress', () => {
    const load = (wave: number, cycle: number, loadCycles: number) =>
      at('wave-launched', { wave, cycle, loadCycles });
    const hits = collectHits('occupancy', baseScenario, [
      ...[0, 1, 2].map((wave) => formed(wave)),
      load(0, 10, 20),
      load(1, 11, 2),
      load(2, 14, 2),
    ]);
    expect(hits.turn).toEqual({ alone: 1, overtakes: 2 });
  });
});

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
