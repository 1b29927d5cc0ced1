import { oneLine } from '../../base/basics/index.js';
import type { Batch } from '../../harness/workers/index.js';
import { decodeOutcome, type TaskOutcome } from './batch-codec.js';
import { misfitOf } from './fitting-result.js';

/** A worker's answer to a batch, or why it is not one, in the words after "returned". */
export type JudgedAnswer = TaskOutcome | { readonly wrong: string };

/** Judges a worker's answer to a batch; never throws. */
export function judgedAnswer(batch: Batch, text: string): JudgedAnswer {
  let outcome: TaskOutcome;
  try {
    outcome = decodeOutcome(text);
  } catch (error) {
    return { wrong: `an invalid result: ${oneLine(error)}` };
  }
  const misfit = 'result' in outcome ? misfitOf(batch, outcome.result) : undefined;
  return misfit === undefined ? outcome : { wrong: `a result that does not match its batch: ${misfit}` };
}

/** The error of a lost worker thread, as its pool threw it. */
export function errorOfLost({ name, message }: { readonly name: string; readonly message: string }): Error {
  return Object.assign(new Error(message), { name });
}
