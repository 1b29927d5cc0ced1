import { expect, it } from 'vitest';
import { DeviceContext, type FaultTable } from '../../rtl-model/context.js';
import { runScenario } from '../../rtl-model/index.js';
import { type OrderWheel, ReplayChoices } from '../../rtl-model/kernel/index.js';
import type { Scenario } from '../../transactions/index.js';
import { scene } from '../checkers/support/scenes.js';
import { buildScene, getTransactions } from './support/run-program.js';

it("leaves a unit's outputs unchanged, except for those that the scenario's faults override", () => {
  const clean = { first: 1, second: 2 };
  const faults = { F01: () => ({ second: 3 }), F02: () => ({ first: 4 }) };
  const getOutputs = (injected: readonly ('F01' | 'F02' | 'F03')[]) =>
    new DeviceContext({ ...scene(), faults: injected }, new ReplayChoices([]), null).outputs(clean, faults);
  expect(getOutputs([])).toEqual({ first: 1, second: 2 });
  expect(getOutputs(['F03'])).toEqual({ first: 1, second: 2 });
  expect(getOutputs(['F01'])).toEqual({ first: 1, second: 3 });
  expect(getOutputs(['F01', 'F03'])).toEqual({ first: 1, second: 3 });
  expect(getOutputs(['F01', 'F02'])).toEqual({ first: 4, second: 3 });
  expect(clean).toEqual({ first: 1, second: 2 });
});

it('a fault changes only its own unit, keeps separate state per unit, and wraps the outputs of earlier faults', () => {
  const faults: FaultTable<{ add: (n: number) => number }> = {
    F01: (unit) => {
      const { add } = unit;
      let calls = 0;
      return { add: (n) => add(n) + 100 * ++calls };
    },
    F02: ({ add }) => ({ add: (n) => 2 * add(n) }),
  };
  const context = new DeviceContext({ ...scene(), faults: ['F01', 'F02'] }, new ReplayChoices([]), null);
  const [firstUnit, secondUnit] = [1, 2].map((first) =>
    context.inject({ add: (n: number) => first + n }, faults),
  );
  expect([firstUnit.add(1), firstUnit.add(1), secondUnit.add(1)]).toEqual([204, 404, 206]);
});

it('numbers accesses from zero in issue order, regardless of the memory they access', () => {
  const program = `
  s_mov_b32 m0, 0x100
  v_mov_b32_e32 v0, 0
  s_mov_b64 exec, 1
  s_mov_b32 s0, 0x100000
  s_mov_b32 s1, 0
  ds_read_b32 v2, v0
  s_load_dword s4, s[0:1], 0x0
  ds_read_b32 v2, v0
  s_load_dword s4, s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
  s_endpgm`;
  const issued = getTransactions(buildScene(program, { draws: 2 }), 'memory-issued');
  expect(issued.map(({ access }) => access)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

it('reports every event to a search as it is scheduled', () => {
  const tokens: number[] = [];
  const scenario: Scenario = { ...scene(), schedule: { strategy: 'order', choices: [] } };
  runScenario(scenario, null, { onScheduled: ({ token }) => tokens.push(token) });
  expect(tokens.length).toBeGreaterThan(20);
  expect(tokens).toEqual([...new Set(tokens)].sort((a, b) => a - b));
});

it("uses each latency's minimum, without making a choice, when only the event order is searched", () => {
  const points: number[] = [];
  const choices = {
    choose: (point: number) => {
      points.push(point);
      return 1;
    },
  };
  const getLatency = (schedule: Scenario['schedule']) =>
    new DeviceContext({ ...scene(), schedule }, choices, null).latency(7, [3, 9]);
  expect([getLatency({ strategy: 'order', choices: [] }), points]).toEqual([3, []]);
  expect([getLatency({ strategy: 'replay', choices: [] }), points]).toEqual([4, [7]]);
});

it("reports to an order search how far an event's delay may exceed its minimum", () => {
  const schedule = { strategy: 'order', choices: [] } as const;
  const context = new DeviceContext({ ...scene(), schedule }, new ReplayChoices([]), null);
  context.latency(7, [3, 9], 2);
  context.wheel.schedule(6, 0);
  context.wheel.schedule(1, 1);
  context.wheel.schedule(context.cyclesToPeriodEnd(0, 8), 2);
  const pending = (context.wheel as OrderWheel).nextPending.map(({ minDelay, freeLatency }) => ({
    minDelay,
    freeLatency,
  }));
  expect(pending).toEqual([
    { minDelay: 6, freeLatency: { point: 7, span: 6, times: 2 } },
    { minDelay: 1, freeLatency: undefined },
    { minDelay: 1, freeLatency: { point: -1, span: 7, times: 1 } },
  ]);
});
