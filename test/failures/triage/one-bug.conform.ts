import { expect, it } from 'vitest';
import { trial } from '../../../bench/groups/pair-trial.js';
import type { FaultId } from '../../../transactions/index.js';

/** Faults whose devices break the model's invariants, then others from all units. */
const FAULTS: readonly FaultId[] = [
  ...(['F15', 'F41', 'F62', 'F154', 'F158'] as const),
  ...(['F04', 'F19', 'F46', 'F93', 'F131'] as const),
];

it('a nightly with one fault has no testbench error, and for nine in ten faults at most two groups', async () => {
  const groups: number[] = [];
  for (const fault of FAULTS) {
    const few = await trial([fault], { seed: '0x71', tests: 8, triageMs: 0 });
    // Which faults eight tests reach depends on the suite's draws.
    const { byCause } =
      few.byCause.length > 0 ? few : await trial([fault], { seed: '0x71', tests: 64, triageMs: 0 });
    expect(
      byCause.filter((group) => /^error /.test(group)),
      fault,
    ).toEqual([]);
    expect(byCause.length, fault).toBeGreaterThan(0);
    groups.push(byCause.length);
  }
  expect(groups.filter((count) => count <= 2).length).toBeGreaterThanOrEqual(0.9 * FAULTS.length);
});
