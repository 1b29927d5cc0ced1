import { vi } from 'vitest';
import type { ChipName } from '../../../arch/index.js';
import { explore, RANDOM_ORDERS } from '../../../failures/explore/explore.js';
import { resolveScene, sceneToScenario } from '../../../failures/explore/scene-to-explore.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { type FaultId, type KnobValues, setting } from '../../../transactions/index.js';
import { FullSearch } from './support/full-search.js';

const BUDGET_MS = 600_000;

const makeSameCycleScene = (
  chip: ChipName,
  pixels: string,
  fault: FaultId,
  knobs: Partial<KnobValues> = {},
) => ({ test: 'rmw_buffer', chip, pixels, faults: [fault], knobs, sameClock: true }) as const;

/** Scenes with a fault that shows only when events share a cycle. */
const SAME_CYCLE_SCENES = {
  F239: makeSameCycleScene('vega10', 'ABCC', 'F239'),
  F240: makeSameCycleScene('vega10', 'ABB', 'F240'),
  F246: makeSameCycleScene('navi31', 'ACBDAB', 'F246', { primitivesPerWave: 2 }),
} as const;

const makeScene = (chip: ChipName, pixels: string, faults: readonly FaultId[] = []) =>
  resolveScene('rmw_buffer', { chips: [chip], knobs: {}, faults }, { pixels }).scene;

it.each<readonly [ChipName, string]>([
  ['vega10', 'A'],
  ['navi21', 'A'],
  ['navi31', 'A'],
])(
  'finds the same outcomes as the full search for one wave on %s while visiting fewer states',
  async (chip, pixels) => {
    const small = makeScene(chip, pixels);
    const reduced = await explore(small, { ms: BUDGET_MS });
    const full = await explore(small, { ms: BUDGET_MS, search: new FullSearch() });
    expect(reduced).toMatchObject({ complete: true, bounded: [], findings: [] });
    expect(full).toMatchObject({ complete: true, findings: [] });
    expect(reduced.memories).toEqual(full.memories);
    expect(reduced.states).toBeLessThan(full.states);
  },
);

it('follows every event order of two waves on one pixel, and always ends with the same memory', async () => {
  const result = await explore(makeScene('navi21', 'AA'), { ms: BUDGET_MS });
  expect(result).toMatchObject({ complete: true, bounded: [], findings: [] });
  expect(result.memories).toHaveLength(1);
  // Each wave may be formed, be launched or see its id before or after the other's events.
  expect(result.runs).toBeGreaterThan(10);
});

it('follows a single event order for two packers that share nothing', async () => {
  const result = await explore(makeScene('vega10', 'Aa'), { ms: BUDGET_MS });
  expect(result).toMatchObject({ complete: true, findings: [] });
  expect(result.runs).toBeLessThan(5);
});

it('finds a fault that needs simultaneous exits only if sameClock is set, and gives a schedule that replays it', async () => {
  const search = async (sameClock: boolean) => {
    const overrides = { chips: ['vega10'], knobs: {}, faults: ['F48'] } as const;
    const { scene: small } = resolveScene('rmw_buffer', overrides, { pixels: 'ABA', sameClock });
    return (
      await explore(small, {
        ms: BUDGET_MS,
        maxStates: 1,
        randomOrders: 20,
        until: ({ rule }) => rule === 'HANG-01',
      })
    ).findings;
  };
  const [first] = await search(true);
  const { scenario, signature } = first!;
  expect(signature).toContain('HANG-01');
  expect(runScenarioTest(scenario).finding?.signature).toBe(signature);
  expect(await search(false)).toEqual([]);
});

it('reports what limited a search: time, states, faults or knobs', async () => {
  const { freedoms, ...rest } = makeScene('navi21', 'A', ['F45']);
  const scenario = { ...rest, freedoms: { ...freedoms, waveSlots: 32 } };
  expect((await explore(scenario, { ms: BUDGET_MS })).bounded).toEqual([
    'the reduction has not been validated for fault F45 on gfx10.3, knob waveSlots',
  ]);
  const full = await explore(makeScene('navi21', 'A'), { ms: BUDGET_MS, search: new FullSearch(3) });
  expect(full.bounded).toEqual(['the state table is full (3 states)']);
  expect(await explore(makeScene('navi21', 'AA'), { ms: 0 })).toMatchObject({
    complete: false,
    bounded: ['time ran out'],
    runs: 1,
  });
});

it('stops when its table of two states is full, and reports it', async () => {
  const result = await explore(makeScene('navi21', 'AA'), { ms: BUDGET_MS, maxStates: 2 });
  expect(result).toMatchObject({ complete: false, bounded: ['the state table is full (2 states)'] });
  expect(result.states).toBeLessThanOrEqual(2);
});

it('reports how many failures it has found so far', async () => {
  // The clock advances by two seconds whenever it is read, so every run reports progress.
  let clock = 0;
  const now = vi.spyOn(Date, 'now').mockImplementation(() => (clock += 2000));
  const counts: number[] = [];
  const { findings } = await explore(makeScene('vega10', 'AA', ['F97']), {
    ms: BUDGET_MS,
    onProgress: ({ failures }) => counts.push(failures),
  });
  now.mockRestore();
  expect(counts.length).toBeGreaterThan(0);
  expect(counts.at(-1)).toBe(findings.length);
  expect(findings.length).toBeGreaterThan(0);
});

it('gives each finding a schedule that replays it', async () => {
  const { findings } = await explore(makeScene('vega10', 'AA', ['F46']), {
    ms: BUDGET_MS,
    until: () => true,
  });
  const [{ scenario, signature }] = findings as [(typeof findings)[number]];
  expect(runScenarioTest(scenario).finding?.signature).toBe(signature);
  expect(scenario.schedule.strategy).toBe('order');
});

it('applies a program fault to the scene, and rejects one that has no effect there', async () => {
  const result = await explore(makeScene('vega10', 'AA', ['F97']), { ms: BUDGET_MS, until: () => true });
  expect(result.findings.map(({ violation }) => violation?.rule)).toEqual(['PROTO-01']);
  expect(result).toMatchObject({ exhausted: false, bounded: ['it found a failure'] });
  expect(() => makeScene('vega10', 'A', ['F63'])).toThrow(
    'Cannot use --fault F63: it has no effect on rmw_buffer',
  );
});

it('rejects scenes that cannot be searched, with a one-line error', async () => {
  expect(() => resolveScene('depth_tests', { chips: ['navi21'], knobs: {}, faults: [] }, {})).toThrow(
    'the search does not cover depth and stencil tests',
  );
  const scenario = { ...makeScene('navi21', 'A') };
  const stale = { ...scenario, freedoms: { ...scenario.freedoms, caches: setting('caches', 'stale') } };
  await expect(explore(stale, { ms: BUDGET_MS })).rejects.toThrow('with the knob caches');
});

it.each(['F239', 'F240', 'F246'] as const)(
  'finds %s, which requires simultaneous events, with random orders',
  async (fault) => {
    const { findings, runs } = await explore(sceneToScenario(SAME_CYCLE_SCENES[fault]), {
      ...{ ms: BUDGET_MS, randomOrders: RANDOM_ORDERS },
      until: ({ rule }) => rule === 'HANG-01',
    });
    expect(findings.map(({ violation }) => violation?.rule)).toContain('HANG-01');
    expect(runs).toBeLessThanOrEqual(RANDOM_ORDERS);
  },
);
