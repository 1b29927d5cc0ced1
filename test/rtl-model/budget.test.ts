import { findExceededLimit } from '../../rtl-model/budget.js';
import type { Sequencer } from '../../rtl-model/sq/sequencer.js';

const BUDGET = { cycles: 100, instructions: 50, waveInstructions: 20 };

/** Checks a budget in cycle `now`, given the number of instructions executed in total and by the busiest wave. */
function checkBudget(now: number, instructions: number, maxInstructions: number) {
  return findExceededLimit(BUDGET, now, { instructions, maxExecutedPerWave: maxInstructions } as Sequencer);
}

it.each([
  ['cycles', [101, 0, 0], 100],
  ['instructions', [0, 51, 0], 50],
  ['wave-instructions', [0, 0, 21], 20],
] as const)('a run may reach its %s limit but not exceed it', (budget, overLimit, limit) => {
  const [now, instructions, maxInstructions] = overLimit;
  expect(checkBudget(now, instructions, maxInstructions)).toEqual({ budget, limit });
  const decrement = (count: number): number => Math.max(count - 1, 0);
  expect(checkBudget(decrement(now), decrement(instructions), decrement(maxInstructions))).toBeUndefined();
});

it("without a per-wave limit, one wave may execute all of a run's instructions", () => {
  expect(
    findExceededLimit({ cycles: 100, instructions: 50 }, 100, {
      instructions: 50,
      maxExecutedPerWave: 50,
    } as Sequencer),
  ).toBe(undefined);
});
