import { expect, it } from 'vitest';
import { runTrial } from '../../../bench/groups/pair-trial.js';
import type { FaultId } from '../../../transactions/index.js';

/** Faults that make the device violate the model's invariants, then faults from every unit. */
const FAULTS: readonly FaultId[] = [
  ...(['F15', 'F41', 'F62', 'F154', 'F158'] as const),
  ...(['F04', 'F19', 'F46', 'F93', 'F131'] as const),
];

it('reports each fault without testbench errors and puts at least 90% of them in at most two groups', async () => {
  const groupCounts: number[] = [];
  for (const fault of FAULTS) {
    const trial = await runTrial([fault], { seed: '0x71', tests: 8, triageMs: 0 });
    // Eight tests do not expose every fault; which ones they expose depends on the suite.
    const { groupsByCause } =
      trial.groupsByCause.length > 0
        ? trial
        : await runTrial([fault], { seed: '0x71', tests: 64, triageMs: 0 });
    expect(
      groupsByCause.filter((group) => /^error /.test(group)),
      fault,
    ).toEqual([]);
    expect(groupsByCause.length, fault).toBeGreaterThan(0);
    groupCounts.push(groupsByCause.length);
  }
  expect(groupCounts.filter((count) => count <= 2).length).toBeGreaterThanOrEqual(0.9 * FAULTS.length);
});
