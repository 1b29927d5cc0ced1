import '../basics/load-by-import.js';
import { openCorpus } from '../programs/corpus-files.js';
import { limitedTask } from '../workers/limited-task.js';
import { type ExecRequest, type ExecResult, execScene } from './exec.js';

/** Task of the worker of `exec`: one program in one scene. */
export const runTask = limitedTask(
  (request: Omit<ExecRequest, 'corpus'>): ExecResult => execScene({ ...request, corpus: openCorpus() }),
);
