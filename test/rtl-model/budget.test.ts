import { expect, it } from 'vitest';
import { exceededLimit } from '../../rtl-model/budget.js';
import type { Sequencer } from '../../rtl-model/sq/sequencer.js';

const BUDGET = { cycles: 100, instructions: 50, waveInstructions: 20 };

/** A run in this cycle, with these numbers of instructions executed in total and by the busiest wave. */
function runWithUsage(now: number, instructions: number, longestExecuted: number) {
  return exceededLimit(BUDGET, now, { instructions, longestExecuted } as Sequencer);
}

it.each([
  ['cycles', [101, 0, 0], 100],
  ['instructions', [0, 51, 0], 50],
  ['wave-instructions', [0, 0, 21], 20],
] as const)('a run may reach its limit of %s but stops beyond it', (budget, exceeding, limit) => {
  const [now, instructions, longestExecuted] = exceeding;
  expect(runWithUsage(now, instructions, longestExecuted)).toEqual({ budget, limit });
  const last = (count: number): number => Math.max(count - 1, 0);
  expect(runWithUsage(last(now), last(instructions), last(longestExecuted))).toBeUndefined();
});

it('without a limit per wave, one wave may execute all instructions of the run', () => {
  expect(
    exceededLimit({ cycles: 100, instructions: 50 }, 100, {
      instructions: 50,
      longestExecuted: 50,
    } as Sequencer),
  ).toBe(undefined);
});
