import { formatOneLine } from '../../base/basics/index.js';
import type { Batch } from '../../harness/workers/index.js';
import { UsageError } from '../../transactions/index.js';
import { decodeTask } from './batch-codec.js';
import { checkAnswer } from './checked-answer.js';

/** Decodes a task as a worker would. Throws `UsageError` if the worker would reject it. */
export function checkTaskText(text: string): void {
  try {
    decodeTask(text);
  } catch (error) {
    throw new UsageError(formatOneLine(error));
  }
}

/** Checks an outcome as the coordinator would. Throws `UsageError` if the coordinator would treat the task as lost. */
export function checkOutcomeText(text: string, batch: Batch): void {
  const answer = checkAnswer({ batch }, text);
  if ('problem' in answer) throw new UsageError(`returned ${answer.problem}`);
}
