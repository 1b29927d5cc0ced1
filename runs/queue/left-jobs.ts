import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { decodeTask } from '../batches/batch-codec.js';
import type { QueueSeal } from './queue-key.js';

/** A job left in the queue by an earlier session of a run; its result is or will be there. */
export interface LeftJob {
  readonly id: string;
  /** The sealed task. */
  readonly task: string;
  /** The plan position of its first test. */
  readonly first: number;
  /** The number of its tests. */
  readonly count: number;
}

/**
 * Job states, in search order. This order finds every job even if its state changes meanwhile. If two jobs have
 * the same task, the more advanced one counts.
 */
const STATES = ['waiting', 'active', 'completed'] as const;

/**
 * Finds the jobs whose names start with `prefix`, keyed by task text. Skips jobs that this run did not write,
 * according to the seal.
 */
export async function leftJobs(
  queue: Queue,
  connection: Redis,
  prefix: string,
  seal: QueueSeal,
): Promise<Map<string, LeftJob>> {
  const left = new Map<string, LeftJob>();
  for (const state of STATES) {
    for (const id of await queue.getRanges([state], 0, -1)) {
      if (!id.startsWith(prefix)) continue;
      // Fetch only the task, since a result may be large.
      const task = taskOf(await connection.hget(queue.toKey(id), 'data'));
      const text = task === undefined ? undefined : openTask(seal, id, task);
      if (text !== undefined) left.set(text, { id, task: task!, ...placeOf(text) });
    }
  }
  return left;
}

function taskOf(data: string | null): string | undefined {
  try {
    const { task } = JSON.parse(data ?? '');
    return typeof task === 'string' ? task : undefined;
  } catch {
    return undefined;
  }
}

/** The task without its signature; undefined if it is not from this run. */
function openTask(seal: QueueSeal, job: string, task: string): string | undefined {
  try {
    const text = seal.open({ kind: 'task', job }, task);
    placeOf(text);
    return text;
  } catch {
    return undefined;
  }
}

function placeOf(text: string): Pick<LeftJob, 'first' | 'count'> {
  const task = decodeTask(text);
  if (!('batch' in task)) throw new Error('A queue holds only batches');
  const { first, tests } = task.batch;
  return { first, count: tests.length };
}
