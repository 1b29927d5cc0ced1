import { SLACK_CYCLES } from '../../../../checkers/rules/idle/entry-bound.js';
import type { Transaction } from '../../../../transactions/index.js';
import { EMPTY_EXPORT } from '../../support/empty-export.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/** Maximum export latency in the scene, in cycles. */
const LATENCY = 30;

/**
 * Returns whether IDLE-02 fires if one wave's exports are granted in the given cycles, and its space is freed in
 * cycle `freedCycle`.
 */
function fires(grants: readonly number[], freedCycle: number, ...extras: readonly Transaction[]): boolean {
  const stream = new Stream(scene({ freedoms: { exportLatency: [2, LATENCY], ldsLatency: [2, 40] } }));
  stream.form([{ x: 0, y: 0, primitive: 0 }]);
  for (const cycle of grants) {
    const commonFields = { cycle, wave: 0, pc: stream.at.exit, type: 'colour' as const, index: 0 };
    stream.add({ kind: 'export-requested', ...commonFields });
    stream.add({ kind: 'export-granted', ...commonFields, ...EMPTY_EXPORT });
  }
  stream.export(0);
  for (const transaction of extras) stream.add(transaction);
  stream.add({ kind: 'sx-freed', cycle: freedCycle, wave: 0, packer: 0 });
  return listFiredRules(stream.judge()).includes('IDLE-02');
}

test("fires when an export's data leaves later than the export latency allows", () => {
  expect([fires([100], 100 + LATENCY), fires([100], 101 + LATENCY)]).toEqual([false, true]);
});

test('allows data to wait one cycle for older data from the same wave', () => {
  expect([fires([100, 100], 101 + LATENCY), fires([100, 100], 102 + LATENCY)]).toEqual([false, true]);
});

test('allows the space to stay allocated while the wave is still reading parameters', () => {
  const parameterRead: Transaction = {
    kind: 'direct-read-served',
    cycle: 100,
    wave: 0,
    pc: 0,
    asked: 99,
    banks: 1,
  };
  const limit = 100 + 40 + SLACK_CYCLES;
  expect([fires([100], limit, parameterRead), fires([100], limit + 1, parameterRead)]).toEqual([false, true]);
});
