import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Batch } from '../../harness/workers/index.js';
import { decodeTask } from '../batches/batch-codec.js';
import type { QueueSeal } from './queue-key.js';

/**
 * Jobs whose results are in memory but not yet stored. If the run dies before they are stored, the next session
 * fetches them from the queue again.
 */
export class FinishedJobs {
  private jobs: { readonly job: string; readonly end: number }[] = [];
  private storedUntil = 0;

  /** @param removeJob called for each job that is no longer needed */
  constructor(private readonly removeJob: (job: string) => void) {}

  add(job: string, { first, tests }: Batch): void {
    this.jobs.push({ job, end: first + tests.length });
    this.markStored(this.storedUntil);
  }

  /** Records that all results before the given plan position have been stored. */
  markStored(position: number): void {
    this.storedUntil = position;
    const isStored = ({ end }: { readonly end: number }): boolean => end <= position;
    for (const { job } of this.jobs.filter(isStored)) this.removeJob(job);
    this.jobs = this.jobs.filter((job) => !isStored(job));
  }
}

/** A job that an earlier session of a run left in the queue. Its result is in the queue, or will be. */
export interface LeftoverJob {
  readonly id: string;
  /** The sealed task. */
  readonly task: string;
  /** The plan position of the job's first test. */
  readonly first: number;
  readonly count: number;
}

/**
 * Job states, in search order, which ensures that every job is found even if its state changes during the search.
 * If two jobs have the same task, the more advanced one is used.
 */
const STATES = ['waiting', 'active', 'completed'] as const;

/**
 * Finds the jobs whose names start with `prefix`, keyed by task text. Skips jobs whose seal shows that this run
 * did not write them.
 */
export async function findLeftoverJobs(
  queue: Queue,
  connection: Redis,
  prefix: string,
  seal: QueueSeal,
): Promise<Map<string, LeftoverJob>> {
  const jobs = new Map<string, LeftoverJob>();
  for (const state of STATES) {
    for (const id of await queue.getRanges([state], 0, -1)) {
      if (!id.startsWith(prefix)) continue;
      // Fetch only the task, since a result may be large.
      const task = parseTask(await connection.hget(queue.toKey(id), 'data'));
      const text = task === undefined ? undefined : openTask(seal, id, task);
      if (text !== undefined) jobs.set(text, { id, task: task!, ...readPosition(text) });
    }
  }
  return jobs;
}

function parseTask(data: string | null): string | undefined {
  try {
    const { task } = JSON.parse(data ?? '');
    return typeof task === 'string' ? task : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the task without its signature, or undefined if the task is not from this run. */
function openTask(seal: QueueSeal, job: string, task: string): string | undefined {
  try {
    const text = seal.open({ kind: 'task', job }, task);
    readPosition(text);
    return text;
  } catch {
    return undefined;
  }
}

function readPosition(text: string): Pick<LeftoverJob, 'first' | 'count'> {
  const task = decodeTask(text);
  if (!('batch' in task)) throw new Error('A queue can only hold batches');
  const { first, tests } = task.batch;
  return { first, count: tests.length };
}
