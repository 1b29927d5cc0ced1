import { chipOf, roundUpRegisters } from '../../../arch/index.js';
import { pickBackground } from '../../../stimulus/background/pick-background.js';
import { countWavesPerGroup, defaultKnobs, parseScenario } from '../../../transactions/index.js';
import { createGroupedScene } from '../../support/background-scene.js';

const makeMachine = (chip: 'vega20' | 'navi21' | 'navi31', waveSlots = 192, geometry = 50, compute = 50) => ({
  chip: chipOf(chip),
  wave: chipOf(chip).waveSizes[0],
  freedoms: { ...defaultKnobs(), waveSlots, geometryPressure: geometry, computePressure: compute },
});
const seeds = Array.from({ length: 200 }, (_, i) => `0x${(i + 1).toString(16)}`);

describe('background work', () => {
  it('grows in volume and rate with the pressure for each kind, and is reproducible', () => {
    const pickItems = (geometry: number, compute: number) =>
      pickBackground('0x5', makeMachine('navi21', 192, geometry, compute))?.background.works ?? [];
    expect(pickItems(0, 0)).toEqual([]);
    expect(pickItems(1, 0).map(({ kind, interval }) => [kind, interval])).toEqual([['geometry', 400]]);
    expect(pickItems(0, 100).map(({ kind, interval }) => [kind, interval])).toEqual([
      ['compute', 1],
      ['compute', 1],
      ['compute', 1],
    ]);
    expect(pickItems(50, 50)).toHaveLength(4);
    expect(pickItems(50, 50)).toEqual(pickItems(50, 50));
  });

  it('includes both kinds of work and both modes', () => {
    const items = seeds.flatMap(
      (seed) => pickBackground(seed, makeMachine('navi21'))?.background.works ?? [],
    );
    const modes = items.flatMap((work) => (work.kind === 'compute' ? [work.mode] : []));
    expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['geometry', 'compute']));
    expect(new Set(modes)).toEqual(new Set(['cu', 'wgp']));
  });

  it.each([
    ['vega20', 4],
    ['vega20', 192],
    ['navi21', 16],
    ['navi31', 64],
  ] as const)('uses groups that fit on one compute unit of %s with %i slots', (name, waveSlots) => {
    const machine = makeMachine(name, waveSlots);
    const { chip, wave } = machine;
    const processors = chip.shaderArrays * chip.wgpsPerArray;
    for (const seed of seeds) {
      for (const work of pickBackground(seed, machine)?.background.works ?? []) {
        const simds = work.kind === 'compute' && work.mode === 'cu' ? 2 : 4;
        const slots = Math.max(1, Math.floor((waveSlots / processors) * (simds / 4)));
        const perSimd = Math.floor(512 / roundUpRegisters(chip, wave, work.vectors, work.scalars).rows);
        expect(countWavesPerGroup(work, wave)).toBeLessThanOrEqual(Math.min(slots, simds * perSimd));
      }
    }
  });

  it('is valid in a scenario file, and its memory objects do not overlap', () => {
    const scenario = createGroupedScene('navi21');
    for (const seed of seeds) {
      const picked = pickBackground(seed, makeMachine('navi21'));
      if (picked === undefined) continue;
      const full = { ...scenario, memory: picked.memory, ordered: [], background: picked.background };
      expect(parseScenario(full, 'file').background).toEqual(picked.background);
      const ends = picked.memory.map(({ address, bytes }) => address + bytes);
      expect(picked.memory.slice(1).every(({ address }, i) => address >= ends[i])).toBe(true);
    }
  });
});
