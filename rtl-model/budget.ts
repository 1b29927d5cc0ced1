import type { Stopped } from '../transactions/index.js';
import type { Sequencer } from './sq/sequencer.js';

/**
 * The limits on a run. A run that exceeds any of them is inconclusive. The caller may lower the limits while the run is
 * in progress.
 */
export interface Budget {
  /** The last cycle to run. */
  cycles: number;
  /** The maximum number of instructions executed in total. */
  instructions: number;
  /** The maximum number of instructions per wave. If absent, only the limit on the total applies. */
  waveInstructions?: number;
}

/** Returns the limit that a run has exceeded, or undefined if it is within its budget. */
export function findExceededLimit(
  budget: Budget,
  now: number,
  { instructions, maxExecutedPerWave: longestExecuted }: Sequencer,
): Pick<Stopped, 'budget' | 'limit'> | undefined {
  if (now > budget.cycles) return { budget: 'cycles', limit: budget.cycles };
  if (instructions > budget.instructions) return { budget: 'instructions', limit: budget.instructions };
  const { waveInstructions = Number.POSITIVE_INFINITY } = budget;
  if (longestExecuted <= waveInstructions) return undefined;
  return { budget: 'wave-instructions', limit: waveInstructions };
}
