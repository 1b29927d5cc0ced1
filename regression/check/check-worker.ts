import '../load-by-import.js';
import { openCorpus } from '../corpus-files.js';
import { checkProgram, type ProgramVerdict } from './check-program.js';
import type { CheckPlan } from './check-runs.js';
import type { CheckSubject } from './check-subjects.js';

const corpus = openCorpus();

/** One program for a worker. */
export interface CheckTask {
  readonly subject: CheckSubject;
  readonly plan: CheckPlan;
}

/** Task of the worker pool: one program with all its variants. */
export function runTask({ subject, plan }: CheckTask): ProgramVerdict {
  return checkProgram(subject, plan, corpus);
}
