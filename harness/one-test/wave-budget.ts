import type { LongestLoop } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';

/** Instructions that one wave of a program from outside may execute: a base, and a number for each word of the program. */
const BASE = 250_000;
const TIMES_EACH = 2000;

/** What one wave may execute before a run counts as one without an end: grows with the longest of the programs. */
export function waveBudget({ programs }: Scenario): number {
  const words = programs.reduce(
    (most, program) => Math.max(most, program.words.length + (program.epilog?.words.length ?? 0)),
    0,
  );
  return BASE + TIMES_EACH * words;
}

/** Says in one line where the waves were when a bound ended the run. */
export function inconclusiveText(loop: LongestLoop | undefined): string {
  if (loop === undefined) return 'inconclusive: a run did not end within its budget';
  const { wave, first, last, rounds, executed } = loop;
  return `inconclusive: wave ${wave} executed ${executed} instructions without ending and branched back ${rounds} times, last from pc 0x${last.toString(16)} to 0x${first.toString(16)}; its state differs each time, so a hang is not proved`;
}
