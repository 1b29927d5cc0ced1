import { formatOneLine } from '../../harness/basics/index.js';
import type { Batch } from '../../harness/workers/index.js';
import { UsageError } from '../../transactions/index.js';
import { decodeOutcome, decodeTask, type TaskOutcome } from './batch-codec.js';
import { findResultMismatch } from './result-mismatch.js';

/** A valid outcome from a worker, or a description of an invalid one, worded to follow "returned". */
export type CheckedAnswer = TaskOutcome | { readonly problem: string };

/** Decodes a worker's answer and checks that it matches the batch. Never throws. */
export function checkAnswer(batch: Batch, text: string): CheckedAnswer {
  let outcome: TaskOutcome;
  try {
    outcome = decodeOutcome(text);
  } catch (error) {
    return { problem: `an invalid result: ${formatOneLine(error)}` };
  }
  const reason = 'lost' in outcome ? undefined : findResultMismatch(batch, outcome.result);
  return reason === undefined ? outcome : { problem: `a result that does not match its batch: ${reason}` };
}

/** Recreates the error that a pool threw for a lost worker thread. */
export function makeLossError({ name, message }: { readonly name: string; readonly message: string }): Error {
  return Object.assign(new Error(message), { name });
}

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
  const answer = checkAnswer(batch, text);
  if ('problem' in answer) throw new UsageError(`returned ${answer.problem}`);
}
