import type { LongestLoop } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';

/** Instructions that a wave may execute: a base, and a number per word of the program. */
const BASE = 250_000;
const PER_WORD = 2000;

/** Maximum number of instructions per wave before a run counts as endless: grows with the longest program. */
export function waveBudget({ programs }: Scenario): number {
  const words = programs.reduce(
    (most, program) => Math.max(most, program.words.length + (program.epilog?.words.length ?? 0)),
    0,
  );
  return BASE + PER_WORD * words;
}

/** Describes in one line where the waves were when a limit ended the run. */
export function inconclusiveText(loop: LongestLoop | undefined): string {
  if (loop === undefined) return 'inconclusive: a run did not end within its budget';
  const { wave, first, last, rounds, executed } = loop;
  return `inconclusive: wave ${wave} executed ${executed} instructions without ending and branched back ${rounds} times, last from pc 0x${last.toString(16)} to 0x${first.toString(16)}; its state differs each time, so a hang is not proved`;
}
