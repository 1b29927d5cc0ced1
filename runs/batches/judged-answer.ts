import { oneLine } from '../../base/basics/index.js';
import { misfitOfCase } from '../../failures/triage/index.js';
import { decodeOutcome, type TaskOutcome, type Work } from './batch-codec.js';
import { misfitOf } from './fitting-result.js';

/** A worker's answer to its work, or why it is not one, in the words after "returned". */
export type JudgedAnswer = TaskOutcome | { readonly wrong: string };

/** Judges a worker's answer to its work; never throws. */
export function judgedAnswer(work: Work, text: string): JudgedAnswer {
  let outcome: TaskOutcome;
  try {
    outcome = decodeOutcome(text);
  } catch (error) {
    return { wrong: `an invalid result: ${oneLine(error)}` };
  }
  const misfit = misfitOfOutcome(work, outcome);
  return misfit === undefined ? outcome : { wrong: `a result that does not match its batch: ${misfit}` };
}

function misfitOfOutcome(work: Work, outcome: TaskOutcome): string | undefined {
  if ('lost' in outcome) return undefined;
  if ('batch' in work && 'result' in outcome) return misfitOf(work.batch, outcome.result);
  if ('about' in work && 'found' in outcome) return misfitOfCase(work.about.job, outcome.found);
  return 'it answers other work';
}

/** The error of a lost worker thread, as its pool threw it. */
export function errorOfLost({ name, message }: { readonly name: string; readonly message: string }): Error {
  return Object.assign(new Error(message), { name });
}
