import fc from 'fast-check';
import { type Instruction, makeWaveState } from '../../../arch/index.js';
import { CHOICE } from '../../../rtl-model/choice-points.js';
import { DeviceContext, getReceiver, indexOf, UNIT } from '../../../rtl-model/context.js';
import { NO_EVENT, ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { ExportPath } from '../../../rtl-model/sx/export-path.js';
import { Wave } from '../../../rtl-model/wave.js';
import type { Scenario } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';
import { createGroupedScene } from '../../support/background-scene.js';
import { buildScene, getTransactions } from '../support/run-program.js';

const EMPTY = { export: { target: 0, enabled: 0, sources: [0, 0, 0, 0] } } as unknown as Instruction;

/**
 * Returns a scenario's export path, with the waves granted so far and a function that runs all pending events.
 *
 * @param extraCycles cycles by which each export's latency, in turn, exceeds the minimum
 */
function makePath(scenario: Scenario, extraCycles: readonly number[] = []) {
  const granted: number[] = [];
  const extra = extraCycles.values();
  const choose = (point: number): number =>
    (point === CHOICE.EXPORT_LATENCY ? extra.next().value : undefined) ?? 0;
  const context = new DeviceContext(scenario, { choose }, null);
  const path = new ExportPath(context, {
    spaceAvailable: () => {},
    spaceGranted: () => {},
    driven: ({ number }) => void granted.push(number),
    accessDriven: () => {},
  });
  const request = (number: number, packer = 0, times = 1): void => {
    const state = makeWaveState(context.lanes, 1, 1);
    const wave = Object.assign(new Wave(number), { number, packer, slot: number, state });
    for (let i = 0; i < times; i++) path.request(wave, EMPTY);
  };
  const runAndListCycles = (unit: number): number[] => {
    const cycles: number[] = [];
    for (let event = context.wheel.next(); event !== NO_EVENT; event = context.wheel.next()) {
      if (getReceiver(event) === UNIT.EXPORT_BUS) path.arbitrate(indexOf(event));
      if (getReceiver(event) === unit) cycles.push(context.now);
    }
    return cycles;
  };
  return { path, granted, request, runAndListCycles };
}

it("a wave's data leaves in order, at most one export per cycle, regardless of latencies (P-083)", () => {
  const MAX_EXTRA = 20;
  const latencies = fc.array(fc.nat(MAX_EXTRA), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(latencies, (extraCycles) => {
      const freedoms = { exportLatency: [1, 1 + MAX_EXTRA], exportBuses: 1 } as const;
      const { request, runAndListCycles } = makePath(scene({ freedoms }), extraCycles);
      request(0, 0, extraCycles.length);
      let last = 0;
      // The exports are granted in cycles 1, 2, 3 and so on.
      const expected = extraCycles.map((extra, index) => (last = Math.max(index + 1 + 1 + extra, last + 1)));
      expect(runAndListCycles(UNIT.EXPORT_DONE)).toEqual(expected);
    }),
  );
});

it('arbitrates the exports to each buffer separately when events are untimed', () => {
  const inOrder = { strategy: 'order', choices: [] } as const;
  const packers = { freedoms: { packers: 2, exportBuses: 2 } };
  const { path, granted, request } = makePath({ ...scene(packers), schedule: inOrder });
  for (const [wave, packer] of [
    [0, 0],
    [1, 1],
    [2, 0],
    [3, 1],
  ] as const)
    request(wave, packer);
  const waiting = (): number[][] => [0, 1].map((cycle) => path.getWaitingWaves(cycle).map((w) => w.number));
  expect(waiting()).toEqual([
    [0, 2],
    [1, 3],
  ]);
  path.arbitrate(1);
  expect([granted, waiting()]).toEqual([[1], [[0, 2], [3]]]);
  path.arbitrate(0);
  path.arbitrate(0);
  expect([granted, waiting()]).toEqual([
    [1, 0, 2],
    [[], [3]],
  ]);
});

it('grants one export per buffer in a single arbitration when events are timed', () => {
  const { path, granted, request, runAndListCycles } = makePath(
    scene({ freedoms: { packers: 2, exportBuses: 2 } }),
  );
  for (const [wave, packer] of [
    [0, 0],
    [1, 0],
    [2, 1],
  ] as const)
    request(wave, packer);
  expect([0, 1].map((cycle) => path.getWaitingWaves(cycle).length)).toEqual([3, 0]);
  expect(runAndListCycles(UNIT.EXPORT_BUS)).toEqual([1, 2]);
  expect(granted).toEqual([0, 2, 1]);
});

it('a GDS access has no target and carries no data on the bus', () => {
  const source = 's_mov_b32 m0, 0x100\nds_read_b32 v2, v6 gds\ns_waitcnt lgkmcnt(0)\ns_endpgm';
  const granted = getTransactions(buildScene(source), 'export-granted');
  expect(
    granted.map(({ target, enabled, compressed, data }) => [target, enabled, compressed, data.length]),
  ).toEqual([[-1, 0, false, 0]]);
});

it('a wave that exports again after it has released its space waits forever', () => {
  const secondExport = 'exp mrt0 v1, off, off, off\ns_endpgm';
  const source = `exp mrt0 v1, off, off, off done\ns_waitcnt expcnt(0)\n${secondExport}`;
  const scenario = buildScene(source, { freedoms: { exportLatency: [1, 1] } });
  expect(getTransactions(scenario, 'sx-freed')).toHaveLength(1);
  expect([
    getTransactions(scenario, 'exported').length,
    getTransactions(scenario, 'wave-ended').length,
  ]).toEqual([1, 0]);
});

const EXPORT = `v_mov_b32 v1, 7
exp mrt0 v1, off, off, off
v_mov_b32 v1, 9
exp mrt1 v1, off, off, off done
s_endpgm`;

describe('the export path', () => {
  it('reads registers when the export is granted, so it sends a value written before the grant', () => {
    // The waves start together and share one bus, so some grants come late.
    const manyWaves = {
      draws: 24,
      freedoms: { exportBuses: 1, launchLatency: [60, 60], exportAllocLatency: [1, 1] },
    } as const;
    const getFirstValues = (source: string): number[] =>
      getTransactions(buildScene(source, manyWaves), 'export-granted')
        .filter(({ target }) => target === 0)
        .map(({ data }) => data[0]);
    expect(getFirstValues(EXPORT)).toContain(9);
    expect(
      new Set(getFirstValues(EXPORT.replace('v_mov_b32 v1, 9', 's_waitcnt expcnt(0)\nv_mov_b32 v1, 9'))),
    ).toEqual(new Set([7]));
  });

  it('carries the lanes selected by EXEC when the instruction executes', () => {
    const grants = getTransactions(buildScene(`s_mov_b64 exec, 5\n${EXPORT}`), 'export-granted');
    expect(grants.map(({ target, lanesLo, lanesHi }) => [target, lanesLo, lanesHi])).toEqual([
      [0, 5, 0],
      [1, 5, 0],
    ]);
  });

  it('skips exports on GFX10 if the draw has no export formats, and reserves no space', () => {
    const countEvents = (chip: 'navi10' | 'vega10'): number[] => {
      const scene = buildScene('exp null off, off, off, off done\ns_endpgm', {
        chip,
        registers: { SPI_SHADER_COL_FORMAT: 0 },
      });
      return [
        getTransactions(scene, 'sx-alloc').length,
        getTransactions(scene, 'exported').length,
        getTransactions(scene, 'wave-ended').length,
      ];
    };
    expect(countEvents('navi10')).toEqual([0, 0, 1]);
    expect(countEvents('vega10')).toEqual([1, 1, 1]);
  });

  it("frees a wave's space once its last export has left the registers, long before the wave ends", () => {
    const source = 'exp mrt0 v1, off, off, off done\ns_sleep 100\ns_endpgm';
    const scene = buildScene(source, { freedoms: { exportLatency: [10, 10] } });
    const [freed] = getTransactions(scene, 'sx-freed');
    const [ended] = getTransactions(scene, 'wave-ended');
    expect(ended.cycle - freed.cycle).toBeGreaterThan(3000);
  });

  it('grants space to every wave and reclaims it, even if there is room for only one wave', () => {
    const scene = buildScene(EXPORT, { draws: 30, freedoms: { exportSpace: 1 } });
    const order = [...getTransactions(scene, 'sx-alloc'), ...getTransactions(scene, 'sx-freed')].sort(
      (a, b) => a.cycle - b.cycle,
    );
    expect(order).toHaveLength(60);
    expect(order.map(({ kind }) => kind)).toEqual(
      order.map((_, index) => (index % 2 === 0 ? 'sx-alloc' : 'sx-freed')),
    );
  });

  it('reclaims space granted after its wave has ended, so the next wave gets it', () => {
    const scene = buildScene('s_endpgm', {
      draws: 3,
      freedoms: { exportSpace: 1, exportAllocLatency: [2000, 2000] },
    });
    const lastEnd = Math.max(...getTransactions(scene, 'wave-ended').map(({ cycle }) => cycle));
    expect(getTransactions(scene, 'sx-alloc')[0]!.cycle).toBeGreaterThan(lastEnd);
    for (const kind of ['sx-alloc', 'sx-freed'] as const)
      expect(getTransactions(scene, kind).map(({ wave }) => wave)).toEqual([0, 1, 2]);
  });

  it('reclaims the space of a wave that ends without a last export, so the next wave gets it', () => {
    const freedoms = { exportSpace: 1, exportAllocLatency: [1, 1] } as const;
    const scene = buildScene('s_sleep 20\ns_endpgm', { draws: 3, freedoms });
    const firstEnd = Math.min(...getTransactions(scene, 'wave-ended').map(({ cycle }) => cycle));
    expect(getTransactions(scene, 'sx-alloc')[0]!.cycle).toBeLessThan(firstEnd);
    for (const kind of ['sx-alloc', 'sx-freed'] as const)
      expect(getTransactions(scene, kind).map(({ wave }) => wave)).toEqual([0, 1, 2]);
  });

  it('carries no data if no channel is enabled', () => {
    const source = `v_mov_b32 v1, 7
exp mrt0 v1, v1, v1, v1
exp null off, off, off, off done
s_endpgm`;
    const grants = getTransactions(buildScene(source), 'export-granted');
    expect(grants.map(({ enabled, data }) => [enabled, data.length > 0])).toEqual([
      [15, true],
      [0, false],
    ]);
  });

  it('sends the accesses of all waves to the single GDS', () => {
    const source = 's_mov_b32 m0, 0x100\nds_read_b32 v2, v6 gds\ns_waitcnt lgkmcnt(0)\ns_endpgm';
    const scene = buildScene(source, { draws: 3 });
    for (const kind of ['export-requested', 'export-granted'] as const) {
      const destinations = getTransactions(scene, kind).map(({ type, index }) => [type, index]);
      expect(destinations).toEqual([0, 1, 2].map(() => ['gds', 0]));
    }
  });
});

it.each([
  ['the oldest is granted next without background work', undefined, [2]],
  ['the next grant is unpredictable with background work', createGroupedScene('navi21').background, []],
])('waves waiting for the bus are listed oldest first, and %s', (_, background, granted) => {
  const scenario = { ...buildScene('s_endpgm'), ...(background === undefined ? {} : { background }) };
  const exports = new ExportPath(new DeviceContext(scenario, new ReplayChoices([]), null), {} as never);
  const instruction = { export: { target: 0 } } as Instruction;
  for (const number of [5, 2, 9])
    exports.request(Object.assign(new Wave(number), { number, packer: 0 }), instruction);
  expect(exports.getWaitingWaves(0).map(({ number }) => number)).toEqual([2, 5, 9]);
  expect([exports.nextGranted(0) ?? []].flat().map(({ number }) => number)).toEqual(granted);
});
