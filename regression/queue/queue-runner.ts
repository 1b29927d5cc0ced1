import { randomBytes } from 'node:crypto';
import type { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { InfrastructureError } from '../basics/infrastructure-error.js';
import { oneLine } from '../basics/one-line.js';
import { loadOptional } from '../basics/optional-package.js';
import type { Batch, BatchResult } from '../workers/batch-result.js';
import type { BatchRunner, TestLimits } from '../workers/pool.js';
import { decodeOutcome, encodeTask, type TaskOutcome } from './batch-codec.js';
import { connectQueue } from './connection.js';
import { misfitOf } from './fitting-result.js';
import { parseQueueAddress } from './queue-address.js';
import { type QueueKey, QueueSeal } from './queue-key.js';
import { queueName } from './queue-name.js';

/** How often every batch under way is looked for: events of a server that crashed are lost. */
const SWEEP_MS = 1000;
/** How long a run waits without server or workers. */
const PATIENCE_MS = 120_000;
/** Events hold whole results; old ones are not read. */
const EVENTS_MAX = 100;
/** Unfetched results, whose run was killed, are deleted after this many seconds. */
const KEPT_SECONDS = 3600;

/** A queue and what is asked of it. */
export interface QueueOptions {
  readonly url: string;
  /** Secret that signs messages in the queue; without one, results of any user of the server are accepted. */
  readonly key?: QueueKey | undefined;
  readonly limits: TestLimits;
  readonly sweepMs?: number;
  readonly patienceMs?: number;
  /** Called once if no worker takes the tests. */
  readonly onIdle?: (line: string) => void;
}

interface Pending {
  readonly batch: Batch;
  readonly task: string;
  readonly resolve: (result: BatchResult) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Runs batches on whatever workers take them from a queue. A batch that was lost with its worker, or with its server, is run
 * again, and the first of two results counts: a test gives the same anywhere. Throws `UsageError` for a wrong address and
 * `InfrastructureError` when the server is not there.
 */
export async function connectQueueRunner(options: QueueOptions): Promise<BatchRunner> {
  const address = parseQueueAddress(options.url);
  const connection = await connectQueue(address);
  const listening = await connectQueue(address);
  const { Queue, QueueEvents } = await loadOptional('bullmq', 'A queue', () => import('bullmq'));
  const name = queueName();
  const queue = new Queue(name, { connection, streams: { events: { maxLen: EVENTS_MAX } } });
  const events = new QueueEvents(name, { connection: listening });
  // Connections come back by themselves; the sweep says when one has been away for too long.
  queue.on('error', () => undefined);
  events.on('error', () => undefined);
  await attached(events, address.shown, [connection, listening]);
  const seal = new QueueSeal(name, options.key);
  return new QueueRunner(options, address.shown, {
    queue,
    events,
    seal,
    connections: [connection, listening],
  });
}

/** Throws `InfrastructureError` when the server goes away before the first test: BullMQ gives up then, for good. */
async function attached(events: QueueEvents, shown: string, connections: readonly Redis[]): Promise<void> {
  try {
    await events.waitUntilReady();
  } catch (error) {
    for (const connection of connections) connection.disconnect();
    throw new InfrastructureError(`Lost the queue ${shown} at the start: ${oneLine(error)}`);
  }
}

interface Ends {
  readonly queue: Queue;
  readonly events: QueueEvents;
  readonly seal: QueueSeal;
  readonly connections: readonly Redis[];
}

class QueueRunner implements BatchRunner {
  closed = false;
  private readonly pending = new Map<string, Pending>();
  /** Names the jobs of this run, of which the server may hold others. */
  private readonly nonce = randomBytes(6).toString('hex');
  private nextJob = 0;
  private readonly timer: NodeJS.Timeout;
  private sweeping = false;
  private reachedAt = performance.now();
  private servedAt = performance.now();
  private toldIdle = false;

  constructor(
    private readonly options: QueueOptions,
    private readonly shown: string,
    private readonly ends: Ends,
  ) {
    const { events } = ends;
    events.on('completed', ({ jobId, returnvalue }) => this.take(jobId, returnvalue));
    events.on('failed', ({ jobId, failedReason }) => this.refuse(jobId, failedReason));
    this.timer = setInterval(() => void this.sweep(), options.sweepMs ?? SWEEP_MS);
  }

  run(batch: Batch): Promise<BatchResult> {
    const id = `${this.nonce}-${this.nextJob++}`;
    const task = this.ends.seal.seal('task', id, encodeTask({ batch, limits: this.options.limits }));
    return new Promise((resolve, reject) => {
      this.pending.set(id, { batch, task, resolve, reject });
      this.add(id, task);
    });
  }

  async close(): Promise<void> {
    if (!this.closed) this.end(new Error('The run is over'));
    const { queue, events, connections } = this.ends;
    if (connections.every(({ status }) => status === 'ready'))
      await Promise.all([queue.close(), events.close()]);
    for (const connection of connections) connection.disconnect();
  }

  /** The next sweep repeats a failed attempt. */
  private add(id: string, task: string): void {
    const keep = { age: KEPT_SECONDS };
    const options = { jobId: id, removeOnComplete: keep, removeOnFail: keep };
    this.ends.queue.add('batch', { task }, options).catch(() => undefined);
  }

  private take(id: string, value: unknown): void {
    const pending = this.forget(id);
    if (pending === undefined) return;
    this.servedAt = performance.now();
    try {
      pending.resolve(this.resultOf(pending.batch, id, value));
    } catch (error) {
      pending.reject(error as Error);
    }
  }

  /** Throws the reason of a lost worker, or why this is not a result of the batch: then its worker counts as lost. */
  private resultOf(batch: Batch, id: string, value: unknown): BatchResult {
    const outcome = this.outcomeOf(id, value);
    if ('lost' in outcome) throw Object.assign(new Error(outcome.lost.message), { name: outcome.lost.name });
    const misfit = misfitOf(batch, outcome.result);
    if (misfit === undefined) return outcome.result;
    throw new Error(`The queue returned a result that does not match its batch: ${misfit}`);
  }

  private outcomeOf(id: string, value: unknown): TaskOutcome {
    try {
      return decodeOutcome(this.ends.seal.open('outcome', id, String(value)));
    } catch (error) {
      throw new Error(`The queue returned an invalid result: ${oneLine(error)}`);
    }
  }

  private refuse(id: string, reason: string): void {
    this.forget(id)?.reject(new Error(reason));
  }

  private forget(id: string): Pending | undefined {
    const pending = this.pending.get(id);
    if (this.pending.delete(id)) this.ends.queue.remove(id).catch(() => undefined);
    return pending;
  }

  private async sweep(): Promise<void> {
    const now = performance.now();
    const patience = this.options.patienceMs ?? PATIENCE_MS;
    if (this.isReady()) this.reachedAt = now;
    else if (now - this.reachedAt > patience)
      return this.lose(`the server has been unreachable for ${patience / 1000} s`);
    if (this.sweeping || !this.isReady()) return;
    this.sweeping = true;
    try {
      await this.checkWorkers(patience);
      for (const id of [...this.pending.keys()]) await this.check(id);
    } catch {
      // The server went away in between; the next sweep says for how long.
    } finally {
      this.sweeping = false;
    }
  }

  private isReady(): boolean {
    return this.ends.connections.every(({ status }) => status === 'ready');
  }

  private async checkWorkers(patience: number): Promise<void> {
    const now = performance.now();
    if (this.pending.size === 0 || (await this.ends.queue.getWorkersCount()) > 0) {
      this.servedAt = now;
      return;
    }
    const line = `no worker of this version takes tests from it; start "pops-tb worker --queue URL"`;
    if (now - this.servedAt > patience) return this.lose(line);
    if (!this.toldIdle) this.options.onIdle?.(`Waiting for the queue ${this.shown}: ${line}`);
    this.toldIdle = true;
  }

  /** Finds what became of a batch whose event was lost, and queues it again when the server lost all of it. */
  private async check(id: string): Promise<void> {
    const job = await this.ends.queue.getJob(id);
    const pending = this.pending.get(id);
    if (pending === undefined) return;
    if (job === undefined) this.add(id, pending.task);
    else if (job.finishedOn !== undefined && job.failedReason) this.refuse(id, job.failedReason);
    else if (job.finishedOn !== undefined) this.take(id, job.returnvalue);
  }

  private lose(why: string): void {
    this.end(
      new InfrastructureError(`Lost the queue ${this.shown}: ${why}; "run --resume" continues the run later`),
    );
  }

  private end(error: Error): void {
    this.closed = true;
    clearInterval(this.timer);
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
  }
}
