import type { Stopped } from '../transactions/index.js';
import type { Sequencer } from './sq/sequencer.js';

/** Limits of a run. Exceeding one ends the run as inconclusive. The caller may tighten them during the run. */
export interface Budget {
  /** Last cycle that runs. */
  cycles: number;
  /** Instructions that may be executed. */
  instructions: number;
  /** Maximum number of instructions per wave; if absent, only the total limit applies. */
  waveInstructions?: number;
}

/** The limit that a run has exceeded, if any. */
export function exceededLimit(
  budget: Budget,
  now: number,
  { instructions, longestExecuted }: Sequencer,
): Pick<Stopped, 'budget' | 'limit'> | undefined {
  if (now > budget.cycles) return { budget: 'cycles', limit: budget.cycles };
  if (instructions > budget.instructions) return { budget: 'instructions', limit: budget.instructions };
  const { waveInstructions = Number.POSITIVE_INFINITY } = budget;
  if (longestExecuted <= waveInstructions) return undefined;
  return { budget: 'wave-instructions', limit: waveInstructions };
}
