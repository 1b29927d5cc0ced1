import { oneLine } from '../../base/basics/index.js';
import { caseMismatch } from '../../failures/triage/index.js';
import { decodeOutcome, type TaskOutcome, type Work } from './batch-codec.js';
import { resultMismatch } from './fitting-result.js';

/** A worker's answer to its work, or why it is invalid, phrased to follow "returned". */
export type CheckedAnswer = TaskOutcome | { readonly wrong: string };

/** Checks a worker's answer to its work. Never throws. */
export function checkAnswer(work: Work, text: string): CheckedAnswer {
  let outcome: TaskOutcome;
  try {
    outcome = decodeOutcome(text);
  } catch (error) {
    return { wrong: `an invalid result: ${oneLine(error)}` };
  }
  const mismatch = outcomeMismatch(work, outcome);
  return mismatch === undefined ? outcome : { wrong: `a result that does not match its batch: ${mismatch}` };
}

function outcomeMismatch(work: Work, outcome: TaskOutcome): string | undefined {
  if ('lost' in outcome) return undefined;
  if ('batch' in work && 'result' in outcome) return resultMismatch(work.batch, outcome.result);
  if ('about' in work && 'found' in outcome) return caseMismatch(work.about.job, outcome.found);
  return 'it answers other work';
}

/** Recreates the error that a pool threw for a lost worker thread. */
export function makeLossError({ name, message }: { readonly name: string; readonly message: string }): Error {
  return Object.assign(new Error(message), { name });
}
