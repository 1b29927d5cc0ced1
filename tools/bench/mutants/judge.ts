import { availableParallelism } from 'node:os';
import type { MutantTask } from './job.js';
import type { TestOutcome } from './pool.js';
import { runInThread } from './thread.js';

/** Number of mutants per thread. Small because a thread never unloads modules. */
const BATCH = 40;

/** A test counts as hung after this much CPU time. */
const HANG_SECONDS = 8;

/**
 * Runs the tests of each mutant on all cores, and reports the outcomes of its tests as soon as they are known. They
 * are deterministic, except for hangs.
 */
export async function judgeMutants(
  tasks: readonly MutantTask[],
  folder: string,
  report: (task: MutantTask, outcomes: readonly TestOutcome[]) => void,
): Promise<void> {
  const threads = Math.min(availableParallelism(), tasks.length);
  const size = Math.min(BATCH, Math.ceil(tasks.length / threads));
  let next = 0;
  const judgeBatches = async (): Promise<void> => {
    while (next < tasks.length) {
      const batch = tasks.slice(next, next + size);
      next += size;
      await judgeBatch(batch, { folder, threads }, report);
    }
  };
  await Promise.all(Array.from({ length: threads }, judgeBatches));
}

/** Tests mutants in order, starting a new thread after each hang. */
async function judgeBatch(
  batch: readonly MutantTask[],
  { folder, threads }: { readonly folder: string; readonly threads: number },
  report: (task: MutantTask, outcomes: readonly TestOutcome[]) => void,
): Promise<void> {
  let position = 0;
  let outcomes: TestOutcome[] = [];
  const finishMutant = (): void => {
    report(batch[position++]!, outcomes);
    outcomes = [];
  };
  while (position < batch.length) {
    const first = position;
    const tasks = batch.slice(position);
    const seconds = HANG_SECONDS * threads;
    const result = await runInThread({ kind: 'judge', tasks }, folder, seconds, (message) => {
      if (message === 'judged') finishMutant();
      else if (typeof message === 'object' && 'outcome' in message) outcomes.push(message.outcome);
    });
    if (result === 'done') continue;
    // If a thread fails before its first test, the mutant is not to blame.
    if (result instanceof Error && position === first && outcomes.length === 0) throw result;
    outcomes.push('failed');
    finishMutant();
  }
}
