import '../../harness/basics/thread-start.js';
import { openCorpus } from '../../harness/programs/index.js';
import { makeLimitedTask } from '../../harness/workers/index.js';
import { type ExecRequest, type ExecResult, execScene } from './exec.js';

/** The worker task of `exec`, which runs one program in one scene. */
export const runTask = makeLimitedTask(
  (request: Omit<ExecRequest, 'corpus'>): ExecResult => execScene({ ...request, corpus: openCorpus() }),
);
