import { expect, it } from 'vitest';
import type { ChipName } from '../../../arch/index.js';
import { explore } from '../../../regression/explore/explore.js';
import { sceneToExplore } from '../../../regression/explore/scene-to-explore.js';
import { runScenarioTest } from '../../../regression/one-test/run-test.js';
import type { FaultId } from '../../../transactions/index.js';

const MS = 60_000;

const scene = (chip: ChipName, pixels: string, faults: readonly FaultId[] = []) =>
  sceneToExplore('rmw_buffer', { chips: [chip], knobs: {}, faults }, { pixels });

it.each<readonly [ChipName, string]>([
  ['vega10', 'A'],
  ['navi21', 'A'],
  ['navi31', 'A'],
])(
  'the reduced search of one wave on %s finds what the unreduced one does, in fewer states',
  (chip, pixels) => {
    const one = scene(chip, pixels);
    const reduced = explore(one, { ms: MS });
    const whole = explore(one, { ms: MS, unreduced: true });
    expect(reduced).toMatchObject({ complete: true, bounded: [], findings: [] });
    expect(whole).toMatchObject({ complete: true, findings: [] });
    expect(reduced.memories).toEqual(whole.memories);
    expect(reduced.states).toBeLessThan(whole.states);
  },
);

it('follows every order of two waves on one pixel, of which each leads to one memory', () => {
  const two = explore(scene('navi21', 'AA'), { ms: MS });
  expect(two).toMatchObject({ complete: true, bounded: [], findings: [] });
  expect(two.memories).toHaveLength(1);
  // Either wave may be launched, formed or shown its id before or after events of the other.
  expect(two.runs).toBeGreaterThan(10);
});

it('names what bounds a search: time, states, faults and knobs', () => {
  const { freedoms, ...rest } = scene('navi21', 'A', ['F45']);
  const knobs = { ...rest, freedoms: { ...freedoms, waveSlots: 32 } };
  expect(explore(knobs, { ms: MS }).bounded).toEqual([
    'the reductions were never compared for fault F45 on gfx10.3, knob waveSlots',
  ]);
  expect(explore(scene('navi21', 'A'), { ms: MS, statesMax: 3, unreduced: true }).bounded).toEqual([
    'the table of states is full (3)',
  ]);
  expect(explore(scene('navi21', 'AA'), { ms: 0 })).toMatchObject({
    complete: false,
    bounded: ['its time was over'],
    runs: 1,
  });
});

it('a finding has a schedule that replays it', () => {
  const { findings } = explore(scene('vega10', 'AA', ['F46']), { ms: 500 });
  const [{ scenario, signature }] = findings as [(typeof findings)[number]];
  expect(runScenarioTest(scenario).finding?.signature).toBe(signature);
  expect(scenario.schedule.strategy).toBe('order');
});

it('a fault of the program acts in the scene, and one with nothing to act on is refused', () => {
  const early = explore(scene('vega10', 'AA', ['F97']), { ms: MS, until: () => true });
  expect(early.findings.map(({ violation }) => violation?.rule)).toEqual(['PROTO-01']);
  expect(early).toMatchObject({ exhausted: false, bounded: ['it found a failure'] });
  expect(() => scene('vega10', 'A', ['F63'])).toThrow(
    'Cannot use --fault F63: it has no effect in rmw_buffer',
  );
});

it('refuses what no order is searched of, in one line', () => {
  expect(() => sceneToExplore('depth_tests', { chips: ['navi21'], knobs: {}, faults: [] }, {})).toThrow(
    'depth and stencil tests are not searched',
  );
  const stale = { ...scene('navi21', 'A') };
  expect(() => explore({ ...stale, freedoms: { ...stale.freedoms, caches: 1 } }, { ms: MS })).toThrow(
    'with the knob caches',
  );
});
