import { describe, expect, it } from 'vitest';
import { openCorpus, runScenarioTest } from '../../../regression/index.js';
import { matrixSequence } from '../../../stimulus/index.js';
import { type Meetings, meetingsOf, pixelAt } from './support/meetings.js';

const corpus = openCorpus();

const CHIPS = ['vega10', 'navi10', 'navi21', 'navi31'];
const PASSING = ['G07', 'G08', 'G09', 'G10', 'G12', 'G14', 'G16', 'G18', 'G20', 'G21', 'G22', 'H33-some'];

/** Placements that are wrong up to GFX10.3 and lawful on GFX11, where the last export is the exit (S-092). */
const PASSING_ON_GFX11 = ['G11', 'G13', 'G15', 'G17', 'G19', 'G23', 'G24', 'H33-noend'];

/** Tests whose waves have to meet, on one chip after the other; those of eight samples and more drain on vega10. */
const MEETING = [
  ...['D01', 'D02', 'D03', 'D04', 'D05', 'D06', 'D07', 'D08', 'D09'],
  ...['G01', 'G02', 'G05', 'G06', ...PASSING],
  ...['N01', 'N02', 'N03', 'N04', 'N08', 'N09', 'N10'],
  ...['X01', 'X02', 'X02-depth', 'X03', 'X04', 'X05', 'X06', 'X07', 'X08', 'X09'],
].map((cell, i) => `${cell}-16x16-${CHIPS[i % CHIPS.length]}`);
const MEETING_LATER = [
  ...['G03', 'G04', 'N06', 'N07', 'N05'].map((cell, i) => `${cell}-16x16-${CHIPS[1 + (i % 3)]}`),
  ...PASSING_ON_GFX11.map((cell) => `${cell}-8x8-navi31`),
];

function overlaps({ meetings }: Meetings): number {
  return meetings.filter(({ overlap }) => overlap).length;
}

describe.each([
  ['a small overlap table', '0x78dde6e5fd29f054'],
  ['a small window of ids', '0x15008779d57514ec'],
  ['few slots', '0x1715609f7c746c69'],
])('where the seed would draw %s', (_drawn, seed) => {
  it.each([...MEETING, ...MEETING_LATER])('%s: waves wait for others and access the same words', (name) => {
    expect(overlaps(meetingsOf(name, seed))).toBeGreaterThan(3);
  });
});

describe.each(['0x1', '0x2', '0x3'])('whatever else a seed draws, %s', (seed) => {
  it.each([
    ['D02-16x16-navi21', 16],
    ['D07-32x32-vega10', 32],
  ])('%s: edges lie within pixels', (name, size) => {
    expect(meetingsOf(name, seed).partial).toContain(pixelAt(0, size / 2));
  });

  it('D09: pipelines with other granularities meet', () => {
    const { meetings } = meetingsOf('D09-8x8-navi21', seed);
    expect(meetings.some(({ earlier, later }) => (later.draw - earlier.draw) % 2 === 1)).toBe(true);
  });

  it.each(['G08-8x8-navi21', 'G09-16x16-navi31'])(
    '%s: primitives that are discarded and those that are not lie on each other',
    (name) => {
      const { waves } = meetingsOf(name, seed);
      const ways = new Map<number, Set<number>>();
      for (const { places, firstPrimitive } of waves)
        for (const place of places)
          ways.set(place, (ways.get(place) ?? new Set()).add((firstPrimitive + 1) % 2));
      expect([...ways.values()].every(({ size }) => size === 2)).toBe(true);
    },
  );

  it.each(CHIPS)('G06 on %s: old lines are read, and warned of', (chip) => {
    const scenario = matrixSequence(`G06-8x8-${chip}`)!.generate({ seed, corpus, knobs: {}, faults: [] });
    const { finding, verdict } = runScenarioTest(scenario);
    expect(finding).toBeUndefined();
    expect(verdict.violations.some(({ rule }) => rule === 'VIS-01')).toBe(true);
  });

  it.each(['G05-8x8-vega10', 'X04-8x8-navi21', 'X04-16x16-navi31', 'X06-8x8-vega10', 'X06-16x16-navi10'])(
    '%s: some waves race, and others wait',
    (name) => {
      const { meetings } = meetingsOf(name, seed);
      expect(new Set(meetings.map(({ overlap }) => overlap))).toEqual(new Set([true, false]));
    },
  );

  it('N10: waves spin for locks that others hold', () => {
    expect(meetingsOf('N10-8x8-navi31', seed).atomics).toBeGreaterThan(2 * 8 * 8);
  });
});
