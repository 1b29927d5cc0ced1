import type { MutantOperator } from './operator.js';
import { accessAboveEntry, storeBelowExit } from './operators/accesses.js';
import { branchSkipped, branchTaken } from './operators/branches.js';
import { coherenceCleared } from './operators/coherence.js';
import { ENTRY_MUTANTS } from './operators/entries.js';
import { exitAtEntry, exitBeforeWait, exitDoubled, exitDropped } from './operators/messages.js';
import { waitDropped, waitWeakened } from './operators/waits.js';

export { decodeRecord, replaceWords } from './mutate-record.js';
export type { MutantOperator, ProgramMutant } from './operator.js';

/** All mutation operators for real programs (goals.md, C1). */
export const MUTANT_OPERATORS: readonly MutantOperator[] = [
  waitDropped,
  waitWeakened,
  exitDropped,
  exitDoubled,
  exitBeforeWait,
  exitAtEntry,
  accessAboveEntry,
  storeBelowExit,
  coherenceCleared,
  ...ENTRY_MUTANTS,
  branchTaken,
  branchSkipped,
];
