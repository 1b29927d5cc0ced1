import { runScenario } from '../../../rtl-model/index.js';
import { listMatrixTests } from '../../../stimulus/index.js';
import type { LaunchResource } from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

const SEEDS = ['0x1', '0x2', '0x3', '0x4'];

/** The tests with several packers, in each size on each standard chip. */
const PACKER_TESTS = listMatrixTests()
  .filter(({ onlyForChip, sequence }) => onlyForChip === undefined && /^H(06|38)-p[234]/.test(sequence))
  .map(({ sequence }) => sequence);

/** An event within this many clocks of the start of a sleep counts as near it (scenarios.md H10). */
const NEAR_CLOCKS = 8;

/** What was observed when running one cell of the matrix. */
interface Situation {
  /** The largest distance between an id and its packer's oldest id that has not exited. */
  maxIdDistance: number;
  /** The distances, in ids, from overlapping waves to the newest wave that each must wait for. */
  readonly distances: Set<number>;
  readonly refusedResources: Set<LaunchResource>;
  /** The number of clocks in which more than one SIMD sent messages. */
  sharedClocks: number;
  /** The offsets, in clocks, from the start of a sleep to an id becoming visible. */
  sleepOffsets: readonly number[];
  /** The packers that formed waves. */
  readonly packers: Set<number>;
  /** The intrawave masks of the waves. */
  readonly layers: Set<number>;
  /** The number of waves with a quad that overlapped an unfinished wave. */
  overlappingWaves: number;
  /** The number of waves that wait for an id from before the wraparound. */
  wavesAcrossWrap: number;
  /** The number of waves. */
  waves: number;
  /** The waves in which any lane accessed memory. */
  readonly accessingWaves: Set<number>;
  /** The number of waves that were reported as overlapping. */
  reportedWaves: number;
  /** The work-group processors whose vector caches held each line, by line address. */
  readonly lines: Map<number, Set<number>>;
  /** The number of waves that were closed at the border of a wave-break region. */
  wavesClosedAtBorders: number;
  /** The number of quads in the smallest wave. */
  minQuads: number;
  /** The number of exports by waves that had a load in flight. */
  exportsDuringLoads: number;
}

function observeSituation(name: string, seed: string): Situation {
  const scenario = drawScenario(name, seed);
  const ids = scenario.freedoms.idWrap + 1;
  const situation: Situation = {
    maxIdDistance: 0,
    distances: new Set(),
    refusedResources: new Set(),
    sharedClocks: 0,
    sleepOffsets: [],
    packers: new Set(),
    layers: new Set(),
    overlappingWaves: 0,
    wavesAcrossWrap: 0,
    waves: 0,
    accessingWaves: new Set(),
    reportedWaves: 0,
    lines: new Map(),
    wavesClosedAtBorders: 0,
    minQuads: Number.POSITIVE_INFINITY,
    exportsDuringLoads: 0,
  };
  const sleepStarts: number[] = [];
  const visibleCycles: number[] = [];
  const unfinished = new Map<number, number>();
  const loadsInFlight = new Map<number, number>();
  const simds = new Map<number, number>();
  const messages = new Map<number, Set<number>>();
  runScenario(scenario, (t) => {
    switch (t.kind) {
      case 'wave-formed': {
        unfinished.set(t.wave, t.id);
        const [oldest] = unfinished.values();
        situation.maxIdDistance = Math.max(situation.maxIdDistance, (t.id - oldest + ids) % ids);
        if (t.didOverlap) situation.reportedWaves++;
        if (t.didOverlap) situation.distances.add((t.id - t.newest + ids) % ids);
        if (t.didOverlap && t.newest > t.id) situation.wavesAcrossWrap++;
        situation.waves++;
        situation.packers.add(t.packer);
        situation.layers.add(t.intrawaveMask);
        if (t.reason === 'region') situation.wavesClosedAtBorders++;
        situation.minQuads = Math.min(situation.minQuads, t.quadCount);
        break;
      }
      case 'line-filled':
        if (t.cache !== 'L0') break;
        situation.lines.set(t.address, (situation.lines.get(t.address) ?? new Set()).add(t.index >> 1));
        break;
      case 'overlap':
        if (t.count > 0) situation.overlappingWaves++;
        break;
      case 'memory-returned':
        loadsInFlight.delete(t.access);
        break;
      case 'exported':
        if ([...loadsInFlight.values()].includes(t.wave)) situation.exportsDuringLoads++;
        break;
      case 'memory-issued':
        if (t.operation === 'load') loadsInFlight.set(t.access, t.wave);
        if (t.lanesLo !== 0 || t.lanesHi !== 0) situation.accessingWaves.add(t.wave);
        break;
      case 'section-exit':
        unfinished.delete(t.wave);
        break;
      case 'launch-refused':
        situation.refusedResources.add(t.resource);
        break;
      case 'wave-launched':
        simds.set(t.wave, t.simd);
        break;
      case 'slept':
        sleepStarts.push(t.cycle);
        break;
      case 'exiting-id-visible':
        visibleCycles.push(t.cycle);
        break;
      case 'message-sent':
        messages.set(t.cycle, (messages.get(t.cycle) ?? new Set()).add(simds.get(t.wave)!));
        break;
    }
  });
  situation.sleepOffsets = visibleCycles.flatMap((cycle) =>
    sleepStarts.map((start) => cycle - start).filter((clocks) => Math.abs(clocks) <= NEAR_CLOCKS),
  );
  situation.sharedClocks = [...messages.values()].filter(({ size }) => size > 1).length;
  return situation;
}

/** Returns the draws whose waves store before their exit. */
function findStoringDraws(name: string): Set<number> {
  const scenario = drawScenario(name, '0x1');
  const draws = new Map<number, number>();
  const storing = new Set<number>();
  runScenario(scenario, (t) => {
    if (t.kind === 'wave-formed') draws.set(t.wave, t.draw);
    if (t.kind === 'memory-issued' && t.operation === 'store' && draws.has(t.wave))
      storing.add(draws.get(t.wave)!);
    if (t.kind === 'message-sent') draws.delete(t.wave);
  });
  return storing;
}

it('X03: the draw between the two writing draws only reads in its sections', () => {
  expect([...findStoringDraws('X03-8x8-navi21')]).toEqual([0, 2]);
});

describe.each([
  ['a small overlap table', '0x78dde6e5fd29f054'],
  ['a small id window', '0x15008779d57514ec'],
  ['few slots', '0x1715609f7c746c69'],
])('with a seed that picks %s', (_limit, seed) => {
  it.each(['C01-8x8-vega10', 'C07-16x16-navi21', 'C15-8x8-navi31', 'C16-16x16-navi10', 'C29-16x16-navi21'])(
    '%s: layers overlap earlier ones',
    (name) => {
      expect(observeSituation(name, seed).overlappingWaves).toBeGreaterThan(16);
    },
  );
});

it.each(['vega10', 'navi21'])(
  'H10 on %s: exits become visible at more than half of the possible offsets around the start of a sleep',
  (chip) => {
    const offsets = new Set(SEEDS.flatMap((seed) => observeSituation(`H10-8x8-${chip}`, seed).sleepOffsets));
    expect(offsets.size).toBeGreaterThan((2 * NEAR_CLOCKS + 1) / 2);
  },
);

describe.each(SEEDS.slice(0, 2))('with seed %s', (seed) => {
  it('H03: there are more waves than slots, or than registers', () => {
    const { refusedResources } = observeSituation('H03-8x8-navi21', seed);
    expect(refusedResources.has('wave-slot') || refusedResources.has('vgpr')).toBe(true);
  });

  it.each([
    ['H05-w7-8x8-vega10', 6],
    ['H05-w15-16x16-navi21', 14],
    ['H05-w63-8x8-navi10', 62],
    ['H05-w63-16x16-vega10', 62],
  ])('%s: ids and slots run out', (name, window) => {
    const { maxIdDistance, refusedResources } = observeSituation(name, seed);
    expect([maxIdDistance, refusedResources.has('wave-slot')]).toEqual([window, true]);
  });

  it.each(['H08-o0-8x8-navi21', 'H08-o2-16x16-vega10', 'H40-short-16x16-navi31', 'H40-starved-16x16-navi10'])(
    '%s: waves overlap others',
    (name) => {
      expect(observeSituation(name, seed).overlappingWaves).toBeGreaterThan(3);
    },
  );

  it.each(['vega10', 'navi10', 'navi31'])(
    'C27 on %s: most layers overlap earlier ones, across the wraparound',
    (chip) => {
      const { waves, overlappingWaves, wavesAcrossWrap } = observeSituation(`C27-64x64-${chip}`, seed);
      expect(overlappingWaves).toBeGreaterThan(waves / 2);
      // GFX11 does not report wave ids (S-054).
      if (chip !== 'navi31') expect(wavesAcrossWrap).toBeGreaterThan(16);
    },
  );

  it('H22-pslc1-8x8-navi10: a partial wave forms before the full ones, and exits', () => {
    expect(observeSituation('H22-pslc1-8x8-navi10', seed).minQuads).toBe(1);
  });

  it.each(['E27-8x8-navi21', 'E27-section-8x8-vega10', 'E27-section-16x16-navi31'])(
    '%s: a load is in flight when the main part ends',
    (name) => {
      expect(observeSituation(name, seed).exportsDuringLoads).toBe(1);
    },
  );

  it.each([
    ['H07-16x16-navi21', 3],
    ['H07-16x16-vega10', 2],
  ])('%s: primitives span the regions of %i packers', (name, packers) => {
    expect(observeSituation(name, seed).packers.size).toBe(packers);
  });

  it.each(['H26-b1-16x16-navi21', 'H26-b2-32x32-navi31', 'H26-b3-64x64-navi10'])(
    '%s: waves break at the borders of regions',
    (name) => {
      expect(observeSituation(name, seed).wavesClosedAtBorders).toBeGreaterThan(0);
    },
  );

  it.each(['H23-worked-8x8-vega10', 'H23-worked-16x16-vega10'])('%s: nothing splits the wave', (name) => {
    expect([...observeSituation(name, seed).layers]).toEqual([0x384]);
  });

  it.each(['H24-8x8-navi10', 'H24-16x16-navi21'])('%s: no waves overlap', (name) => {
    const { layers, overlappingWaves } = observeSituation(name, seed);
    expect([...layers].every((mask) => mask > 0)).toBe(true);
    expect(overlappingWaves).toBe(0);
  });

  it.each(['X09-8x8-navi21', 'X09-16x16-vega10', 'H25-8x8-navi31', 'N09-8x8-navi21', 'N09-16x16-navi31'])(
    '%s: some waves access nothing',
    (name) => {
      const { waves, accessingWaves } = observeSituation(name, seed);
      expect(accessingWaves.size).toBeGreaterThan(0);
      expect(accessingWaves.size).toBeLessThan(waves);
    },
  );

  it.each(['H26-b3-8x8-navi21', 'H26-b3-16x16-navi10'])(
    '%s: no waves break in an area within one region',
    (name) => {
      expect(observeSituation(name, seed).wavesClosedAtBorders).toBe(0);
    },
  );

  it.each(PACKER_TESTS)('%s: every packer forms waves', (name) => {
    expect(observeSituation(name, seed).packers.size).toBe(Number(/-p(\d)/.exec(name)![1]));
  });

  it.each(['H17-32x32-vega10', 'H17-32x32-navi21', 'H17-32x32-navi31'])(
    '%s: caches of several work-group processors hold the same lines',
    (name) => {
      const { lines } = observeSituation(name, seed);
      const shared = [...lines.values()].filter(({ size }) => size > 1);
      expect(shared.length).toBeGreaterThan(lines.size / 2);
      expect(shared.length).toBeGreaterThan(16);
    },
  );

  it.each(['vega10', 'navi21'])('H36 on %s: the more false overlaps, the more waves are reported', (chip) => {
    const [none, some, all] = [0, 50, 100].map((percent) =>
      observeSituation(`H36-f${percent}-8x8-${chip}`, seed),
    );
    expect(some!.reportedWaves).toBeGreaterThan(none!.reportedWaves);
    expect(all!.reportedWaves).toBeGreaterThan(some!.reportedWaves);
    expect(all!.reportedWaves).toBe(all!.waves - 1);
  });

  it('H36 on navi31: the further conflicts reach, the more waves overlap', () => {
    const [none, some, all] = [0, 50, 100].map((percent) =>
      observeSituation(`H36-f${percent}-16x16-navi31`, seed),
    );
    expect(some!.overlappingWaves).toBeGreaterThan(none!.overlappingWaves);
    expect(all!.overlappingWaves).toBeGreaterThanOrEqual(some!.overlappingWaves);
  });

  it('H11: several SIMDs send messages in the same clock', () => {
    expect(observeSituation('H11-16x16-navi21', seed).sharedClocks).toBeGreaterThan(0);
  });

  it('H39: a wave waits for the oldest one in the window, and ids run out', () => {
    const { maxIdDistance, distances } = observeSituation('H39-8x8-navi21', seed);
    expect(maxIdDistance).toBe(30);
    expect([...distances]).toEqual([30]);
  });
});
