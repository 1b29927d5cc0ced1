import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Instruction, makeWaveState } from '../../../arch/index.js';
import { CHOICE } from '../../../rtl-model/choice-points.js';
import { DeviceContext, getReceiver, indexOf, UNIT } from '../../../rtl-model/context.js';
import { NO_EVENT } from '../../../rtl-model/kernel/index.js';
import { ExportPath } from '../../../rtl-model/sx/export-path.js';
import { Wave } from '../../../rtl-model/wave.js';
import type { Scenario } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';
import { buildScene, getTransactions } from '../support/run-program.js';

/** An export that carries no data. */
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
    for (let i = 0; i < times; i++) path.request(wave, EMPTY, 1, 0);
  };
  /** Runs all pending events and returns the cycles in which one unit's events occurred. */
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

it('grants one export per bus cycle, starting one cycle after the request (P-082)', () => {
  const { granted, request, runAndListCycles } = makePath(scene({ freedoms: { exportBuses: 1 } }));
  for (const wave of [2, 0, 1]) request(wave);
  expect(runAndListCycles(UNIT.EXPORT_BUS)).toEqual([1, 2, 3]);
  expect(granted).toEqual([0, 1, 2]);
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
