import '../../harness/basics/thread-start.js';
import { openCorpus } from '../../harness/programs/index.js';
import { makeLimitedTask } from '../../harness/workers/index.js';
import { type ExecRequest, type ExecResult, execScene } from './exec.js';

export const runTask = makeLimitedTask(
  (request: Omit<ExecRequest, 'corpus'>): ExecResult => execScene({ ...request, corpus: openCorpus() }),
);
