import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { drawScenario } from '../../support/drawn-scenario.js';
import {
  getPixelKey,
  intersects,
  type ObservedRun,
  type ObservedWave,
  observeRun,
} from './support/meetings.js';

const CHIPS = ['vega10', 'navi10', 'navi21', 'navi31'];
const PASSING = ['G07', 'G08', 'G09', 'G10', 'G12', 'G14', 'G16', 'G18', 'G20', 'G21', 'G22', 'H33-some'];

/**
 * Placements that are wrong on GFX10.3 and earlier but legal on GFX11 and later, where the last export is the exit
 * (S-092).
 */
const PASSING_ON_GFX11 = ['G11', 'G13', 'G15', 'G17', 'G19', 'G23', 'G24', 'H33-noend'];

/**
 * Cells with a prolog, main part and epilog. Placements without a section, and those in which all lanes leave before
 * it, are omitted, since their waves share nothing.
 */
const PARTS = [
  ...['E01-none_own', 'E02-first_own', 'E03-last_own', 'E04-none_own', 'E05-first_own', 'E06-last_own'],
  ...['E07-none_own', 'E09-last_own', 'E10-last_own', 'E21', 'E23', 'E24', 'E25', 'E28', 'E30'],
  ...['R01-never_epilog', 'R01-less_prolog', 'R01-always_off', 'R04-E02', 'R04-E06'],
];

/** Cells that target the hardware, on areas of 16 by 16 pixels. */
const DIRECTED = [
  ...['H06-p1', 'H06-p2', 'H07', 'H08-o0', 'H08-o1', 'H08-o2', 'H09', 'H12', 'H13-b0', 'H13-b50', 'H13-b100'],
  ...['H14-e1', 'H14-e2', 'H14-e3', 'H14-e4', 'H15-vm', 'H15-vs', 'H15-lgkm', 'H15-mixed', 'H16-buffer'],
  ...['H16-global', 'H16-atomic', 'H16-lanes', 'H16-rmw_image', 'H16-scratch_array', 'H18', 'H19', 'H20'],
  ...['H20-off', 'H20-races', 'H25', 'H29-count', 'H29-scratch', 'H30-s0b1', 'H30-s8b5', 'H30-s16b1'],
  ...['H30-s16b5', 'H31-unordered', 'H31-relaxed', 'H32-x0', 'H32-x1', 'H36-f0', 'H36-f50', 'H36-f100'],
  ...['H37-pixel1', 'H37-pixel2', 'H37-sample2', 'H37-pixel4', 'H37-sample4'],
];

/** Tests whose waves must overlap, cycling through the chips. Those with eight samples or more drain on vega10. */
const OVERLAPPING = [
  ...['D01', 'D02', 'D03', 'D04', 'D05', 'D06', 'D07', 'D08', 'D09'],
  ...['G01', 'G02', 'G05', 'G06', ...PASSING],
  ...['N01', 'N02', 'N03', 'N04', 'N08', 'N09', 'N10'],
  ...['X01', 'X02', 'X02-depth', 'X03', 'X04', 'X05', 'X06', 'X07', 'X08', 'X09'],
  ...PARTS,
  ...DIRECTED,
].map((cell, i) => `${cell}-16x16-${CHIPS[i % CHIPS.length]}`);
const MORE_OVERLAPPING = [
  ...['H05-w7', 'H05-w15', 'H05-w63', 'H34'].map((cell, i) => `${cell}-16x16-${CHIPS[i % 3]}`),
  ...['H35-round', 'H35-denorm'].map((cell) => `${cell}-16x16-vega10`),
  ...['H27-r2x1', 'H27-r2x2', 'H27-r4x4', 'H28', 'E20', 'E29'].map((cell) => `${cell}-16x16-navi31`),
  ...['H06-p3-32x32-navi21', 'H06-p4-32x32-navi31', 'H17-32x32-navi10', 'H38-p2s0-16x16-mariner'],
  ...['H23-single-8x8-vega10', 'H26-b1-16x16-navi10', 'R02-two_mrtz_epilog-16x16-navi31'],
  ...['G03', 'G04', 'N06', 'N07', 'N05', 'H21-raster8', 'H37-pixel8', 'H37-sample8'].map(
    (cell, i) => `${cell}-16x16-${CHIPS[1 + (i % 3)]}`,
  ),
  ...PASSING_ON_GFX11.map((cell) => `${cell}-8x8-navi31`),
];

function countOverlaps({ conflicts }: ObservedRun): number {
  return conflicts.filter(({ overlap }) => overlap).length;
}

function sharesPixelsOnly({ waves }: ObservedRun): boolean {
  const pixels = waves.map(
    ({ locations }) => new Set([...locations].map((location) => Math.floor(location / 16))),
  );
  return waves.some((later, i) =>
    waves
      .slice(0, i)
      .some(
        (earlier, j) =>
          later.packer === earlier.packer &&
          later.launched < earlier.exited &&
          !intersects(later.locations, earlier.locations) &&
          intersects(pixels[i], pixels[j]),
      ),
  );
}

/** Returns whether two waves are in the same group of `simds` SIMDs. */
function isSameSimdGroup(a: ObservedWave, b: ObservedWave, simds: number): boolean {
  return Math.floor(a.simd / simds) === Math.floor(b.simd / simds);
}

/** Seeds that pick a small limit, each with a description of the limit. */
const SMALL_LIMITS = [
  ['a small overlap table', '0x78dde6e5fd29f054'],
  ['a small id window', '0x15008779d57514ec'],
  ['few slots', '0x1715609f7c746c69'],
] as const;

describe('with seeds that pick small limits', () => {
  it.each(
    [...OVERLAPPING, ...MORE_OVERLAPPING].map(
      (name, i) => [name, ...SMALL_LIMITS[i % SMALL_LIMITS.length]!] as const,
    ),
  )('%s with %s: waves wait for others and access the same words', (name, _limit, seed) => {
    expect(countOverlaps(observeRun(name, seed))).toBeGreaterThan(3);
  });
});

describe.each(['0x1', '0x2'])('with seed %s', (seed) => {
  it.each([
    ['D02-16x16-navi21', 16],
    ['D07-32x32-vega10', 32],
  ])('%s: edges pass through pixels', (name, size) => {
    expect(observeRun(name, seed).partialPixels).toContain(getPixelKey(0, size / 2));
  });

  it('D09: pipelines with different granularities overlap', () => {
    const { conflicts } = observeRun('D09-8x8-navi21', seed);
    expect(conflicts.some(({ earlier, later }) => (later.draw - earlier.draw) % 2 === 1)).toBe(true);
  });

  it.each(['G08-8x8-navi21', 'G09-16x16-navi31'])('%s: discarded primitives overlap kept ones', (name) => {
    const { waves } = observeRun(name, seed);
    const parities = new Map<number, Set<number>>();
    for (const { locations, firstPrimitive } of waves)
      for (const location of locations)
        parities.set(location, (parities.get(location) ?? new Set()).add((firstPrimitive + 1) % 2));
    expect([...parities.values()].every(({ size }) => size === 2)).toBe(true);
  });

  it.each(CHIPS)('G06 on %s: stale lines are read and cause warnings', (chip) => {
    const scenario = drawScenario(`G06-8x8-${chip}`, seed);
    const { finding, verdict } = runScenarioTest(scenario);
    expect(finding).toBeUndefined();
    expect(verdict.violations.some(({ rule }) => rule === 'VIS-01')).toBe(true);
  });

  it.each(['G05-8x8-vega10', 'X04-8x8-navi21', 'X04-16x16-navi31', 'X06-8x8-vega10', 'X06-16x16-navi10'])(
    '%s: some waves race, and others wait',
    (name) => {
      const { conflicts } = observeRun(name, seed);
      expect(new Set(conflicts.map(({ overlap }) => overlap))).toEqual(new Set([true, false]));
    },
  );

  it.each(CHIPS)('H08-o1 on %s: the full table reports overlaps for waves that overlap nothing', (chip) => {
    expect(observeRun(`H08-o1-8x8-${chip}`, seed).conservativeWaves).toBeGreaterThan(0);
  });

  it.each(CHIPS)('H09 on %s: sections end youngest first, and the ninth wave overlaps the fifth', (chip) => {
    const { waves, conflicts } = observeRun(`H09-16x16-${chip}`, seed);
    const sectionEnds = waves.slice(0, 8).map((wave) => wave.sectionEnd);
    expect(sectionEnds).toEqual(sectionEnds.toSorted((a, b) => b - a));
    const overlapping = conflicts.filter(({ later, overlap }) => overlap && later === waves[8]);
    expect(overlapping.map(({ earlier }) => earlier)).toContain(waves[4]);
  });

  it.each(CHIPS)("X05 on %s: the second draw's waves overlap the first draw's", (chip) => {
    const { conflicts } = observeRun(`X05-8x8-${chip}`, seed);
    expect(conflicts.some(({ earlier, later }) => earlier.draw !== later.draw)).toBe(true);
  });

  it.each(CHIPS)('X10 on %s: every draw has waves, and waits keep the draws apart', (chip) => {
    const { waves, conflicts } = observeRun(`X10-8x8-${chip}`, seed);
    expect(new Set(waves.map(({ draw }) => draw))).toEqual(new Set([0, 1, 2, 3]));
    expect(conflicts).toEqual([]);
  });

  it.each(['G03', 'G04', 'N06', 'N07'])(
    '%s on vega10: the drain that the chip needs at 8 samples keeps all waves apart (S-131)',
    (cell) => {
      const { waves, conflicts } = observeRun(`${cell}-8x8-vega10`, seed);
      expect(waves.length).toBeGreaterThan(4);
      expect(conflicts).toEqual([]);
    },
  );

  it.each([
    ['H19-8x8-navi31', ['0/1', '1/2', '2/3']],
    ['H20-16x16-navi10', ['0/2']],
    ['H20-off-16x16-vega10', ['0/2']],
    ['E25-8x8-vega10', ['0/1']],
    ['E30-8x8-navi21', ['0/1', '1/2', '2/3', '3/4', '4/5']],
  ])('%s: draws overlap', (name, pairs) => {
    const overlapping = observeRun(name, seed).conflicts.filter(({ overlap }) => overlap);
    expect(overlapping.map(({ earlier, later }) => `${earlier.draw}/${later.draw}`)).toEqual(
      expect.arrayContaining(pairs),
    );
  });

  it.each(['H37-sample2-8x8-navi31', 'H37-sample4-8x8-vega10', 'H37-sample8-16x16-navi10'])(
    '%s: concurrent waves share a pixel but no sample',
    (name) => {
      expect(sharesPixelsOnly(observeRun(name, seed))).toBe(true);
    },
  );

  it.each(CHIPS)('H12 on %s: owner and waiter run on every combination of units', (chip) => {
    const placements = observeRun(`H12-8x8-${chip}`, seed)
      .conflicts.filter(({ overlap }) => overlap)
      .map(({ earlier, later }) => [1, 2, 4].findIndex((simds) => isSameSimdGroup(earlier, later, simds)));
    expect(new Set(placements)).toEqual(new Set([0, 1, 2, -1]));
  });

  it('N02: evicted fragments are used after the section', () => {
    const { waves } = observeRun('N02-8x8-navi21', seed);
    expect(waves.reduce((sum, { writtenAfter }) => sum + writtenAfter.size, 0)).toBe(4 * 8 * 8);
  });

  it('N10: waves spin for locks held by others', () => {
    expect(observeRun('N10-8x8-navi31', seed).atomics).toBeGreaterThan(2 * 8 * 8);
  });
});
