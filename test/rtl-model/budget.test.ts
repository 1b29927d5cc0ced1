import { expect, it } from 'vitest';
import { usedUp } from '../../rtl-model/budget.js';
import type { Sequencer } from '../../rtl-model/sq/sequencer.js';

const BUDGET = { cycles: 100, instructions: 50, waveInstructions: 20 };

/** A run in that cycle, with these instructions executed in total and by the busiest wave. */
function used(now: number, instructions: number, mostExecuted: number) {
  return usedUp(BUDGET, now, { instructions, mostExecuted } as Sequencer);
}

it.each([
  ['cycles', [101, 0, 0], 100],
  ['instructions', [0, 51, 0], 50],
  ['wave-instructions', [0, 0, 21], 20],
] as const)('a run may reach its bound of %s, and is over beyond it', (budget, beyond, limit) => {
  const [now, instructions, mostExecuted] = beyond;
  expect(used(now, instructions, mostExecuted)).toEqual({ budget, limit });
  const last = (count: number): number => Math.max(count - 1, 0);
  expect(used(last(now), last(instructions), last(mostExecuted))).toBeUndefined();
});

it('a wave may execute as many instructions as the run if it has no limit of its own', () => {
  expect(
    usedUp({ cycles: 100, instructions: 50 }, 100, { instructions: 50, mostExecuted: 50 } as Sequencer),
  ).toBe(undefined);
});
