import type { LongestLoop } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';

/** The number of instructions that every wave may execute, whatever the program's size. */
const BASE_BUDGET = 250_000;
/** The number of additional instructions for each program word. */
const BUDGET_PER_WORD = 2000;

/**
 * Returns the number of instructions per wave after which a run is considered an infinite loop. It grows with the size
 * of the largest program.
 */
export function computeWaveBudget({ programs }: Scenario): number {
  const words = programs.reduce(
    (max, program) => Math.max(max, program.words.length + (program.epilog?.words.length ?? 0)),
    0,
  );
  return BASE_BUDGET + BUDGET_PER_WORD * words;
}

/** Describes, in one line, what a wave was executing when a limit stopped the run. */
export function describeInconclusive(loop: LongestLoop | undefined): string {
  if (loop === undefined) return 'inconclusive: a run did not end within its budget';
  const { wave, first, last, rounds, executed } = loop;
  return `inconclusive: wave ${wave} executed ${executed} instructions without ending and branched back ${rounds} times, last from pc 0x${last.toString(16)} to 0x${first.toString(16)}; this is not proof of a hang, since its state differs each time`;
}
