import { assembleProgram, SEPARATE_MEMORY } from '../../arch/index.js';
import { CHOICE } from '../../rtl-model/choice-points.js';
import { Device } from '../../rtl-model/device.js';
import {
  type HardwareChoice,
  type RunOptions,
  runScenario,
  subjectFromNumber,
} from '../../rtl-model/index.js';
import type { Scenario, Stopped } from '../../transactions/index.js';
import { setting } from '../../transactions/index.js';
import { scene } from '../checkers/support/scenes.js';
import { createGroupedScene } from '../support/background-scene.js';
import { PARTIAL_ON_HANG_ONLY } from './support/partial-on-hang.js';
import { buildScene, getTransactions } from './support/run-program.js';

/** Returns the `stopped` transaction of a run with the given limits, or undefined if the run finished. */
function runWithBudget(scenario: Scenario, cycles: number, instructions: number): Stopped | undefined {
  let stop: Stopped | undefined;
  const { stopped } = runScenario(
    scenario,
    (t) => {
      if (t.kind === 'stopped') stop = t;
    },
    { budget: { cycles, instructions } },
  );
  expect(stopped).toBe(stop !== undefined);
  return stop;
}

/** Runs a scenario, which must finish with nothing waiting. Returns the number of quads formed in each draw. */
function countQuads(scenario: Scenario): readonly number[] {
  const quads = scenario.draws.map(() => 0);
  runScenario(scenario, (t) => {
    if (t.kind === 'wave-formed') quads[t.draw] += t.quadCount;
    if (t.kind === 'quiesced') expect(t.waiting).toEqual([]);
  });
  return quads;
}

describe('a run with a limit', () => {
  const longLoop = buildScene(
    'again:\ns_add_u32 s0, s0, 1\ns_cmp_lg_u32 s0, -1\ns_cbranch_scc1 again\ns_endpgm',
  );

  it("reports which limit stopped it, and the limit's value", () => {
    expect(runWithBudget(longLoop, 1000, 1e6)).toMatchObject({ budget: 'cycles', limit: 1000 });
    expect(runWithBudget(longLoop, 1e6, 2000)).toMatchObject({ budget: 'instructions', limit: 2000 });
  });

  it('continues through the last allowed cycle', () => {
    const { cycle } = runWithBudget(longLoop, 1e6, 2000)!;
    expect(runWithBudget(longLoop, cycle, 2000)).toMatchObject({ cycle, budget: 'instructions' });
    expect(runWithBudget(longLoop, cycle - 1, 2000)).toMatchObject({ cycle, budget: 'cycles' });
  });

  it('finishes with exactly the cycles and instructions it needs, but not with one fewer', () => {
    const scenario = buildScene('s_nop 0\ns_mov_b32 s0, 0\ns_sendmsg sendmsg(MSG_INTERRUPT)\ns_endpgm');
    const { cycles, instructions } = runScenario(scenario, () => {});
    expect(runWithBudget(scenario, cycles, instructions)).toBeUndefined();
    expect(runWithBudget(scenario, cycles - 1, instructions)).toMatchObject({ budget: 'cycles' });
    expect(runWithBudget(scenario, cycles, instructions - 1)).toMatchObject({ budget: 'instructions' });
  });
});

it('a run stopped by a limit dumps its memory, like one that finishes', () => {
  const store = `s_mov_b64 exec, 1
  v_mov_b32_e32 v0, 0x100000
  v_mov_b32_e32 v1, 0
  v_mov_b32_e32 v2, 9
  global_store_dword v[0:1], v2, off
  s_waitcnt_vscnt null, 0x0
again:
  s_add_u32 s0, s0, 1
  s_cmp_lg_u32 s0, 0
  s_cbranch_scc1 again
  s_endpgm`;
  const dumps: number[] = [];
  const { stopped } = runScenario(
    buildScene(store),
    (t) => {
      if (t.kind === 'memory-dumped') dumps.push(t.words[0]!);
    },
    { budget: { cycles: 1e6, instructions: 5000 } },
  );
  expect([stopped, dumps]).toEqual([true, [9]]);
});

it('reports the loop of the wave that executed the most instructions, even if another wave ran last', () => {
  // The first wave counts without pausing; the second sleeps in each iteration.
  const program = `s_mov_b64 exec, 1
  v_mov_b32_e32 v0, 0x100000
  v_mov_b32_e32 v1, 0
  v_mov_b32_e32 v2, 1
  global_atomic_add v2, v[0:1], v2, off glc
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s4, v2
  s_movk_i32 s5, 0
  s_cmp_eq_u32 s4, 0
  s_cbranch_scc0 slow
fast:
  s_add_u32 s5, s5, 1
  s_cmp_lg_u32 s5, 2000
  s_cbranch_scc1 fast
  s_endpgm
slow:
  s_sleep 10
  s_add_u32 s5, s5, 1
  s_cmp_lg_u32 s5, 0
  s_cbranch_scc1 slow
  s_endpgm`;
  const scenario = buildScene(program, { draws: 2 });
  const budget = { cycles: 60_000, instructions: 1e6 };
  const ended: number[] = [];
  const { longestLoop, stopped } = runScenario(
    scenario,
    (t) => {
      if (t.kind === 'wave-ended') ended.push(t.wave);
    },
    { budget },
  );
  expect([stopped, ended]).toEqual([true, [0]]);
  expect(longestLoop).toMatchObject({ wave: 0 });
});

it('event order is not exposed without an order schedule', () => {
  const device = new Device(scene(), { choose: () => 0 }, null, SEPARATE_MEMORY);
  expect(() => device.order).toThrow('event order is only available with an order schedule');
});

it('partial waves launch once nothing else can make progress, regardless of how many packers hold a partial wave', () => {
  const registers = PARTIAL_ON_HANG_ONLY;
  // 25 quads per layer do not fill whole waves, and the nearer layer waits for the other layer's depth.
  const draw = { width: 10, height: 10, depths: [0.5, 0.25], registers };
  for (const packers of [1, 2]) {
    const layers = scene({ primitives: 2, draw, freedoms: { packers } });
    expect(countQuads({ ...layers, depthBuffer: { depth: 1, stencil: 0 } })).toEqual([50]);
  }
});

it('a draw that waits for idle packers does not wait for background waves', () => {
  const { background, ...scenario } = createGroupedScene(
    'navi21',
    { groups: 6 },
    { sampleChange: setting('sampleChange', 'waits') },
  );
  const [draw] = scenario.draws;
  // There are enough draws for the background work to end well before the last one begins.
  const draws = Array.from({ length: 12 }, (_, i) => ({ ...draw, samples: i % 2 === 0 ? draw.samples : 4 }));
  const withoutBackground = countQuads({ ...scenario, draws });
  expect(Math.min(...withoutBackground)).toBeGreaterThan(0);
  expect(countQuads({ ...scenario, draws, background: background! })).toEqual(withoutBackground);
});

/** A quad for each packer: columns 0 to 15 belong to one packer, and columns 16 to 31 to the other. */
const [LEFT, RIGHT] = [
  [0, 0, 512, 0, 0, 512],
  [16 * 256, 0, 18 * 256, 0, 16 * 256, 512],
];

/** Returns whether the second of two draining layers on the left quad waits for a slow wave on `slowQuad`. */
function doesDrainWait(
  slowQuad: readonly number[],
  drainScope: number,
  additions: Partial<Scenario> = {},
): boolean {
  const registers = {
    SPI_SHADER_PGM_RSRC2_PS: 1 << 25,
    PA_SC_SHADER_CONTROL: 1 << 2,
    SPI_SHADER_COL_FORMAT: 1,
    DB_SHADER_CONTROL: 1 << 16,
    DB_DFSM_CONTROL: 2 | 4,
  };
  const draw = { width: 32, height: 16, vertices: slowQuad, depths: [0], registers };
  const layers = { program: 1, vertices: [...LEFT!, ...LEFT!], depths: [0, 0] };
  const freedoms = {
    packers: 2,
    regionSize: 16,
    regionMap: setting('regionMap', 'checkerboard'),
    drainScope,
  };
  const base = scene({ chip: 'vega10', draw, moreDraws: [layers], freedoms });
  const programs = ['s_sleep 127\n'.repeat(8), ''].map((text) => ({
    ...base.programs[0]!,
    words: assembleProgram(`${text}s_endpgm`, 'gfx9'),
  }));
  const memory = [...base.memory, ...(additions.memory ?? [])];
  const steps: string[] = [];
  runScenario({ ...base, ...additions, memory, programs }, (t) => {
    if (t.kind === 'wave-formed') steps.push(`draw ${t.draw} packer ${t.packer}`);
    if (t.kind === 'wave-ended' && t.wave === 0) steps.push('slow wave ended');
    if (t.kind === 'background-released') steps.push('background');
  });
  expect(steps.filter((step) => step === 'draw 1 packer 0')).toHaveLength(2);
  expect(steps.includes('background')).toBe(additions.background !== undefined);
  return steps.lastIndexOf('draw 1 packer 0') > steps.indexOf('slow wave ended');
}

it("a drain waits for its packer's waves, or for the whole engine's (U19)", () => {
  expect([doesDrainWait(RIGHT!, 0), doesDrainWait(RIGHT!, 1)]).toEqual([false, true]);
});

it('a drain is not shortened by background waves that end in the meantime', () => {
  const { background, memory } = createGroupedScene('vega10', { groups: 4 });
  const output = memory.filter(({ name }) => name === 'output');
  expect(doesDrainWait(LEFT!, 0, { background: background!, memory: output })).toBe(true);
});

it.each([
  ['no bursts', 0],
  ['bursts', 1],
])('latencies have %s at a burst probability of %i percent', (outcome, latencyBurst) => {
  const points = new Set<number>();
  const choose = (point: number): number => {
    points.add(point);
    return 0;
  };
  const device = new Device(scene({ freedoms: { latencyBurst } }), { choose }, null, SEPARATE_MEMORY);
  device.run({ cycles: 1000, instructions: 1000 });
  expect(points.has(CHOICE.LATENCY_BURST)).toBe(outcome === 'bursts');
});

it('released VGPRs become free once the last export has read them, before the wave ends (pops.md 4)', () => {
  const program = `
  v_mov_b32 v1, 7
  exp mrt0 v1, off, off, off done
  s_nop 0
  s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
  s_sleep 127
  s_endpgm`;
  const scenario = buildScene(program, { chip: 'navi31', freedoms: { exportLatency: [400, 400] } });
  const [granted] = getTransactions(scenario, 'export-granted');
  const [released] = getTransactions(scenario, 'vgprs-released');
  const [ended] = getTransactions(scenario, 'wave-ended');
  expect([released?.cycle, released!.cycle < ended!.cycle]).toEqual([granted!.cycle + 400, true]);
});

it("dumps an object's last, incomplete word", () => {
  const base = buildScene('s_endpgm');
  const memory = [6, 4, 1, 0].map((bytes) => ({
    ...base.memory[0],
    name: `${bytes} bytes`,
    bytes,
    initial: [],
  }));
  const dumps = getTransactions({ ...base, memory, ordered: [] }, 'memory-dumped');
  expect(dumps.map(({ object, words }) => [object, words.length])).toEqual([
    ['6 bytes', 2],
    ['4 bytes', 1],
    ['1 bytes', 1],
    ['0 bytes', 0],
  ]);
});

it('frees the record of a drained wave only once its export space or second `done` has arrived', () => {
  const registers = { SPI_SHADER_COL_FORMAT: 9 };
  const lateSpace = buildScene('s_endpgm', { registers, freedoms: { exportAllocLatency: [400, 400] } });
  expect(getTransactions(lateSpace, 'sx-alloc')[0]!.cycle).toBeGreaterThan(
    getTransactions(lateSpace, 'resource-released')[0]!.cycle,
  );
  expect(getTransactions(lateSpace, 'sx-freed')).toHaveLength(1);
  const exported = 'exp mrt0 v0, v0, v0, v0 done\n';
  const freedoms = { messageLatency: [400, 400], exportLatency: [50, 50] } as const;
  const secondDone = buildScene(`${exported}s_nop 0\n${exported}s_endpgm`, {
    chip: 'navi31',
    registers,
    freedoms,
  });
  expect(getTransactions(secondDone, 'section-exit')).toHaveLength(1);
  expect(getTransactions(secondDone, 'quiesced')[0]!.cycle).toBeGreaterThan(
    getTransactions(secondDone, 'section-exit')[0]!.cycle,
  );
});

describe('the outcome of a run', () => {
  const baseScenario = buildScene('s_nop 0\ns_endpgm');
  const orderScenario: Scenario = { ...baseScenario, schedule: { strategy: 'order', choices: [] } };
  const basicKeys = ['cycles', 'instructions', 'stopped', 'waves'];
  const getOutcomeKeys = (scenario: Scenario, options?: RunOptions) =>
    Object.keys(runScenario(scenario, null, options));

  it('contains choices only if requested, or if the run is guided', () => {
    expect(getOutcomeKeys(baseScenario).sort()).toEqual(basicKeys);
    expect(getOutcomeKeys(baseScenario, { record: true }).sort()).toEqual(['choices', ...basicKeys]);
    expect(getOutcomeKeys(orderScenario, { guide: () => 0 }).sort()).toEqual(
      ['choices', ...basicKeys, 'pinned'].sort(),
    );
    const { choices } = runScenario(orderScenario, null, { guide: () => 0, record: true });
    expect(choices).toEqual(runScenario(orderScenario, null, { guide: () => 0 }).choices);
  });

  it('reports that the guide, not a limit, ended the run', () => {
    const outcome = runScenario(orderScenario, null, { guide: () => undefined });
    expect(outcome).toMatchObject({ ended: true, stopped: false });
  });

  it('is not returned if the guide throws', () => {
    const guide = (): never => {
      throw new RangeError('no more answers');
    };
    expect(() => runScenario(orderScenario, null, { guide })).toThrow(new RangeError('no more answers'));
  });
});

it("names each choice's subject, so a run can be repeated from decisions alone", () => {
  const program = 's_nop 0\n  s_mov_b32 s0, 0\n  s_nop 0\n  v_mov_b32 v1, v0\n  s_endpgm';
  const freedoms = { issueGap: [1, 9], launchLatency: [1, 40] } as const;
  const scenario: Scenario = {
    ...buildScene(program, { draws: 3, freedoms }),
    schedule: { strategy: 'random', seed: '0x5' },
  };
  const recordRun = (scenario: Scenario) => {
    const stream: string[] = [];
    const choices: HardwareChoice[] = [];
    const onChoice = (choice: HardwareChoice) => choices.push(choice);
    runScenario(scenario, (t) => stream.push(`${t.kind} ${t.cycle}`), { onChoice });
    return { stream, choices };
  };
  const { stream, choices } = recordRun(scenario);
  // Without decisions, a run takes the first alternatives.
  for (const choice of choices) expect(Object.hasOwn(choice, 'decision')).toBe(choice.answer !== 0);
  const gaps = choices.filter(({ point }) => point === 'ISSUE_GAP');
  expect(new Set(gaps.map(({ during }) => during?.unit))).toEqual(new Set(['WAVE']));
  expect(new Set(gaps.map(({ during }) => during?.wave))).toEqual(new Set([0, 1, 2]));
  expect(choices.every(({ alternatives, answer }) => alternatives > 1 && answer < alternatives)).toBe(true);
  for (const { point, alternatives, events, during } of choices) {
    expect(events?.length).toBe(point === 'EVENT_ORDER' ? alternatives : undefined);
    expect(during === undefined || point !== 'EVENT_ORDER').toBe(true);
  }
  const decisions = choices.flatMap(({ decision }) => decision ?? []);
  expect(new Set(decisions.map(({ point, subject, nth }) => `${point} ${subject} ${nth}`)).size).toBe(
    decisions.length,
  );
  expect(recordRun({ ...scenario, schedule: { strategy: 'decisions', decisions } }).stream).toEqual(stream);
});

it('subject numbers start at 0, for the first unit', () => {
  expect([subjectFromNumber(-1), subjectFromNumber(0)]).toEqual([undefined, { unit: 'SCAN', index: 0 }]);
});

it('a device has no current event before the first one', () => {
  const device = new Device(scene(), { choose: () => 0 }, null, SEPARATE_MEMORY);
  expect([device.current, device.currentNumber]).toEqual([undefined, undefined]);
});

it('after its last choice, a replay continues at random if given a seed, and otherwise takes the first alternative each time', () => {
  const freedoms = { issueGap: [1, 9], launchLatency: [1, 40] } as const;
  const threeWaves = buildScene('s_nop 0\n  s_nop 0\n  s_endpgm', { draws: 3, freedoms });
  const countCycles = (schedule: Scenario['schedule']): number =>
    runScenario({ ...threeWaves, schedule }, null).cycles;
  const random = countCycles({ strategy: 'random', seed: '0x5' });
  expect(countCycles({ strategy: 'replay', choices: [], rest: '0x5' })).toBe(random);
  expect(countCycles({ strategy: 'replay', choices: [] })).toBeLessThan(random);
});
