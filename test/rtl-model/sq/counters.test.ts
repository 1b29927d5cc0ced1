import type { ChipName } from '../../../arch/index.js';
import { getCounterMap } from '../../../rtl-model/counters.js';
import { runScenario } from '../../../rtl-model/index.js';
import { withCounters } from '../../../rtl-model/sq/counters.js';
import { Wave } from '../../../rtl-model/wave.js';
import type { CounterValues, KnobValues, Scenario } from '../../../transactions/index.js';
import { setting } from '../../../transactions/index.js';
import { buildScene, getFinalWords, getTransactions } from '../support/run-program.js';

/**
 * Sets s[0:3] to a raw buffer over the scene's memory and s[10:11] to its address. One lane is active, with
 * v0 = 0 and v1 = 5.
 */
const SETUP = `
  s_mov_b64 exec, 1
  s_mov_b32 s0, 0x100000
  s_mov_b32 s1, 0
  s_movk_i32 s2, 0x100
  s_mov_b32 s3, 0x31016fac
  s_mov_b32 s10, s0
  s_mov_b32 s11, s1
  s_mov_b32 s12, 5
  v_mov_b32_e32 v0, 0
  v_mov_b32_e32 v1, 5
`;

const SLOW = {
  loadLatency: [900, 900],
  scalarLatency: [900, 900],
  storeLatency: [900, 900],
  exportLatency: [400, 400],
  ldsLatency: [400, 400],
  issueGap: [1, 1],
} as const satisfies Partial<KnobValues>;

function makeScene(
  body: string,
  changes: { chip?: ChipName; freedoms?: Partial<KnobValues> } = {},
): Scenario {
  const freedoms = { ...SLOW, ...changes.freedoms };
  return buildScene(`${SETUP}${body}`, { initial: [77, 88], ...changes, freedoms });
}

describe('a register that receives the result of an operation', () => {
  const END = { gfx10: '  buffer_store_dword v1, v0, s[0:3], 0 offen offset:16\n  s_endpgm' };
  const getStoredWord = (body: string) => getFinalWords(makeScene(`${body}\n${END.gfx10}`))[4];

  it.each([
    ['vmcnt', '  buffer_load_dword v1, v0, s[0:3], 0 offen', 's_waitcnt vmcnt(0)', ''],
    ['lgkmcnt', '  s_load_dword s12, s[10:11], 0x0', 's_waitcnt lgkmcnt(0)', '  v_mov_b32_e32 v1, s12'],
  ])('keeps its old value until %s is decremented', (_counter, load, wait, useResult) => {
    expect(getStoredWord(`${load}\n${wait}\n${useResult}`)).toBe(77);
    expect(getStoredWord(`${load}\n${useResult}`)).toBe(5);
  });
});

describe('counters', () => {
  it('count stores separately from loads on GFX10 and later', () => {
    const freedoms = { storeLatency: [900, 900], loadLatency: [10, 10] } as const;
    const body = `
  buffer_store_dword v1, v0, s[0:3], 0 offen offset:32
  s_waitcnt vmcnt(0)
  s_waitcnt_vscnt null, 0x0
  s_endpgm`;
    const [loads, stores] = getTransactions(makeScene(body, { freedoms }), 'wait-done');
    expect(stores!.cycle - loads!.cycle).toBeGreaterThan(800);
    expect([loads!.vs, stores!.vs]).toEqual([1, 0]);
  });

  it('count a store until it reaches L2, even if L0 has its line', () => {
    const freedoms = {
      caches: setting('caches', 'stale'),
      loadLatency: [20, 20],
      l0Latency: [10, 10],
    } as const;
    const body = `
  buffer_load_dword v2, v0, s[0:3], 0 offen
  s_waitcnt vmcnt(0)
  buffer_store_dword v1, v0, s[0:3], 0 offen glc
  s_waitcnt_vscnt null, 0x0
  s_endpgm`;
    const scenario = makeScene(body, { freedoms });
    const [load, store] = getTransactions(scenario, 'memory-issued');
    const [loaded, stored] = getTransactions(scenario, 'wait-done');
    expect(loaded!.cycle - load!.cycle).toBeLessThan(100);
    expect(stored!.cycle - store!.cycle).toBeGreaterThan(800);
  });

  it('count stores and loads together on GFX9', () => {
    const body = `
  buffer_store_dword v1, v0, s[0:3], 0 offen offset:32
  s_waitcnt vmcnt(0)
  s_endpgm`;
    const vega = makeScene(body, { chip: 'vega10' });
    const [issued] = getTransactions(vega, 'memory-issued');
    const [done] = getTransactions(vega, 'wait-done');
    expect(issued!.counter).toBe('vm');
    expect(done!.cycle - issued!.cycle).toBeGreaterThan(800);
  });

  it('let scalar loads overtake each other', () => {
    const loads = Array.from({ length: 8 }, (_, i) => `  s_load_dword s${20 + i}, s[10:11], 0x${4 * i}`).join(
      '\n',
    );
    const freedoms = { scalarLatency: [2, 900], returnLatency: [1, 1] } as const;
    const returns = getTransactions(
      makeScene(`${loads}\n  s_waitcnt lgkmcnt(0)\n  s_endpgm`, { freedoms }),
      'memory-returned',
    );
    const order = returns.map(({ access }) => access);
    expect(order).toHaveLength(8);
    expect(order).not.toEqual(order.toSorted((a, b) => a - b));
  });
});

/** Returns the highest value that a counter reaches. */
function findMaximum(scenario: Scenario, counter: keyof CounterValues): number {
  let maximum = 0;
  runScenario(scenario, (t) => {
    if (t.kind === 'exported' || t.kind === 'message-sent' || t.kind === 'wait-done')
      maximum = Math.max(maximum, t[counter] ?? 0);
  });
  return maximum;
}

describe('a full counter delays the next operation that it counts', () => {
  const WAIT = '\n  s_waitcnt expcnt(7)\n';

  it('for exports, which expcnt counts up to seven', () => {
    const body = `${'  exp mrt0 v1, v1, v1, v1\n'.repeat(12)}  exp mrt0 v1, v1, v1, v1 done vm\n  s_endpgm`;
    const registers = { SPI_SHADER_COL_FORMAT: 9 };
    const scenario = buildScene(`${SETUP}${body}`, { freedoms: SLOW, registers });
    expect(getTransactions(scenario, 'exported')).toHaveLength(13);
    expect(findMaximum(scenario, 'exp')).toBe(6);
    expect(getTransactions(scenario, 'quiesced')[0]!.waiting).toEqual([]);
  });

  it('for parameter loads, which share expcnt', () => {
    const loads = Array.from({ length: 12 }, (_, i) => `  lds_param_load v${4 + i}, attr0.x${WAIT}`).join('');
    const scenario = makeScene(`  s_mov_b32 m0, 0\n${loads}  s_endpgm`, { chip: 'navi31' });
    const draw = {
      ...scenario.draws[0]!,
      registers: { SPI_PS_IN_CONTROL: 1 },
      attributes: 1,
      parameters: new Array<number>(12).fill(0),
    };
    const drawScenario = { ...scenario, draws: [draw] };
    expect(getTransactions(drawScenario, 'wait-done')).toHaveLength(12);
    expect(findMaximum(drawScenario, 'exp')).toBe(7);
    expect(getTransactions(drawScenario, 'quiesced')[0]!.waiting).toEqual([]);
  });

  it('for GDS accesses, which use the export bus, but for no other accesses', () => {
    const getIssueDelay = (access: string, kind: 'memory-issued' | 'export-requested'): number => {
      const exports = '  exp mrt0 v1, v1, v1, v1\n'.repeat(7);
      const body = `  s_mov_b32 m0, 0x100\n${exports}  ${access}\n  s_endpgm`;
      const registers = { SPI_SHADER_COL_FORMAT: 9 };
      const scenario = buildScene(`${SETUP}${body}`, { freedoms: SLOW, registers });
      const first = getTransactions(scenario, 'exported')[0]!.cycle;
      return getTransactions(scenario, kind).at(-1)!.cycle - first;
    };
    const [exportCycles] = SLOW.exportLatency;
    expect(getIssueDelay('ds_read_b32 v2, v1 gds', 'export-requested')).toBeGreaterThan(exportCycles - 1);
    for (const access of ['ds_read_b32 v2, v1', 'buffer_load_dword v2, v0, s[0:3], 0 offen'])
      expect(getIssueDelay(access, 'memory-issued')).toBeLessThan(exportCycles / 2);
  });

  it('for FLAT accesses, which increment two counters, but for no other vector accesses', () => {
    const getIssueDelay = (access: string): number => {
      const loads = '  s_load_dword s20, s[10:11], 0x0\n'.repeat(15);
      const address = '  v_mov_b32_e32 v2, s10\n  v_mov_b32_e32 v3, s11\n';
      const scenario = makeScene(`${address}${loads}  ${access}\n  s_endpgm`, { chip: 'vega10' });
      const issued = getTransactions(scenario, 'memory-issued');
      expect(issued).toHaveLength(16);
      return issued[15]!.cycle - issued[14]!.cycle;
    };
    expect(getIssueDelay('flat_load_dword v1, v[2:3]')).toBeGreaterThan(SLOW.scalarLatency[0] / 2);
    expect(getIssueDelay('global_load_dword v1, v[2:3], off')).toBeLessThan(SLOW.scalarLatency[0] / 2);
  });

  it('for scalar loads, which lgkmcnt counts up to 15 on GFX9', () => {
    const loads = Array.from({ length: 30 }, () => '  s_load_dword s20, s[10:11], 0x0\n').join('');
    let outstanding = 0;
    let maxOutstanding = 0;
    runScenario(makeScene(`${loads}  s_waitcnt lgkmcnt(0)\n  s_endpgm`, { chip: 'vega10' }), (t) => {
      if (t.kind === 'memory-issued') maxOutstanding = Math.max(maxOutstanding, ++outstanding);
      if (t.kind === 'memory-returned') outstanding--;
    });
    expect(maxOutstanding).toBe(15);
  });
});

it('reports each counter under its own name', () => {
  const wave = new Wave(0);
  wave.counters.set([1, 2, 3, 4, 5, 6, 7]);
  const commonCounters = { vm: 1, vs: 2, lgkm: 3, exp: 4 };
  expect(withCounters({}, wave, getCounterMap('gfx11'))).toEqual(commonCounters);
  expect(withCounters({}, wave, getCounterMap('gfx12'))).toEqual({
    ...commonCounters,
    sample: 5,
    bvh: 6,
    km: 7,
  });
});
