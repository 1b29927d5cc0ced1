import { oneLine } from '../../base/basics/index.js';
import type { Batch } from '../../harness/workers/index.js';
import { UsageError } from '../../transactions/index.js';
import { decodeOutcome, decodeTask } from './batch-codec.js';
import { misfitOf } from './fitting-result.js';

/** Reads a task as a worker does. Throws `UsageError` if a worker would reject it. */
export function readTaskText(text: string): void {
  rejecting(() => decodeTask(text));
}

/** Reads an outcome as the coordinator does. Throws `UsageError` if the coordinator would count a loss. */
export function readOutcomeText(text: string, batch: Batch): void {
  const outcome = rejecting(() => decodeOutcome(text));
  const misfit = 'result' in outcome ? misfitOf(batch, outcome.result) : undefined;
  if (misfit !== undefined) throw new UsageError(misfit);
}

function rejecting<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw new UsageError(oneLine(error));
  }
}
