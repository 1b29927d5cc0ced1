import { expect, it } from 'vitest';
import { runScenario } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';
import { buildScene } from './support/run-program.js';

/** A program with two loads on one path, an LDS access and a final export (instructions 3 to 6). */
const PROGRAM = `
  s_mov_b64 exec, 1
  v_mov_b32_e32 v0, 0x100000
  v_mov_b32_e32 v1, 0
  global_load_dword v2, v[0:1], off
  global_load_dword v3, v[0:1], off offset:4
  ds_write_b32 v1, v1
  exp mrt0 v1, v1, v1, v1 done vm
  s_endpgm`;

/** Returns the names of all events pending at any point in a run that always takes the first (or last) alternative. */
function collectNames(takesLast: boolean): ReadonlySet<string> {
  const scenario = buildScene(PROGRAM, { registers: { SPI_SHADER_COL_FORMAT: 9 } });
  const orderScenario: Scenario = { ...scenario, schedule: { strategy: 'order', choices: [] } };
  const names = new Set<string>();
  const guide = ({
    alternatives,
    pendingEvents,
  }: {
    alternatives: number;
    pendingEvents: () => readonly { name: string }[];
  }) => {
    const pending = pendingEvents().map(({ name }) => name);
    expect(new Set(pending).size).toBe(pending.length);
    for (const name of pending) names.add(name);
    return takesLast ? alternatives - 1 : 0;
  };
  runScenario(orderScenario, null, { guide });
  return names;
}

const COMMON_NAMES = [
  ...['SCAN 0 0', 'LAUNCH 0 0', 'WAVE 0.0 0', 'EXPORT_SPACE 0.0 0', 'LDS_BANKS 0 0', 'LDS 0.0 5 0'],
  ...['EXPORT_BUS 0.0 0', 'EXPORT_DONE 0.0 0', 'EXIT_VISIBLE 0 0'],
  ...['PERFORM 0.0 3 0', 'PERFORM 0.0 4 0', 'RETURN 0.0 3 0', 'RETURN 0.0 4 0'],
];

it('names an event by unit, wave, instruction and position in its queue, regardless of the event order', () => {
  expect([...collectNames(false)].sort()).toEqual([...COMMON_NAMES].sort());
  // The second load is issued while the first is still pending, so it is second in the queue.
  expect([...collectNames(true)].sort()).toEqual([...COMMON_NAMES, 'PERFORM 0.0 4 1'].sort());
});
