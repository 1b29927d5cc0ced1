import { randomBytes } from 'node:crypto';
import type { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { formatOneLine, InfrastructureError, loadOptional } from '../../harness/basics/index.js';
import {
  type Batch,
  type BatchResult,
  type BatchRunner,
  getAnswerTimeout,
  type TestLimits,
} from '../../harness/workers/index.js';
import { encodeTask } from '../batches/batch-codec.js';
import { checkAnswer, makeLossError } from '../batches/checked-answer.js';
import { SHUTDOWN_TIMEOUT_MS, withTimeout } from '../batches/task-server.js';
import { connectQueue, limitReplies, waitUntilReady } from './connection.js';
import { getQueueName, parseQueueAddress } from './queue-address.js';
import { type QueueKey, QueueSeal } from './queue-key.js';

/** How often to check every batch in flight, because a server crash loses events. */
const SWEEP_MS = 1000;
/** How long a run waits for a server or for workers. */
const DEFAULT_TIMEOUT_MS = 120_000;
/** Number of events to keep. They contain full results, and old ones are never read. */
const MAX_EVENTS = 100;
/** Number of consecutive unsigned answers after which the run may abandon the queue. */
const MAX_UNSIGNED = 10;
/** How long the results of a killed run are kept, in seconds. */
const RETENTION_SECONDS = 3600;

/** Queue settings for a run. */
export interface QueueOptions {
  readonly url: string;
  /**
   * The secret that signs messages in the queue. Without it, results are accepted from any user of the server.
   */
  readonly key?: QueueKey | undefined;
  readonly limits: TestLimits;
  readonly sweepMs?: number;
  /** How long to wait for a worker that takes tests, and for signed answers. */
  readonly workerTimeoutMs?: number;
  /** How long a worker may take to answer a batch, no matter what it reports. */
  readonly answerTimeoutMs?: number;
  /** How long to wait for an unreachable server. */
  readonly unreachableTimeoutMs?: number;
  /** Stops the run. Tests in progress get a few seconds to finish. */
  readonly signal?: AbortSignal | undefined;
  readonly shutdownTimeoutMs?: number;
  /** Called once if no worker picks up the tests, and when unsigned answers are ignored. */
  readonly onNote?: ((line: string) => void) | undefined;
}

interface PendingBatch {
  readonly batch: Batch;
  readonly task: string;
  readonly resolve: (result: BatchResult) => void;
  readonly reject: (error: Error) => void;
  /** When a worker took the job, by its own clock and by this process's, in milliseconds. */
  taken?: { readonly on: number; readonly seenAt: number };
}

/**
 * Creates a runner that hands batches to workers through a queue. If a worker or the server is lost, its batches are
 * rerun, and the first result is used, since results do not depend on the worker. Throws `UsageError` for an
 * invalid address and `InfrastructureError` if the server cannot be reached.
 */
export async function connectQueueRunner(options: QueueOptions): Promise<BatchRunner> {
  const address = parseQueueAddress(options.url);
  let runner: QueueRunner | undefined;
  const connect = async (): Promise<Redis> =>
    limitReplies(await connectQueue(address), (reason) => runner?.abandon(reason));
  const connections = [await connect(), await connect()] as const;
  const [connection, eventConnection] = connections;
  const { Queue, QueueEvents } = await loadOptional('bullmq', 'A queue', () => import('bullmq'));
  const name = getQueueName();
  const queue = new Queue(name, { connection, streams: { events: { maxLen: MAX_EVENTS } } });
  const events = new QueueEvents(name, { connection: eventConnection });
  // Connections reconnect automatically; the sweep reports long outages.
  queue.on('error', () => undefined);
  events.on('error', () => undefined);
  await waitUntilReady(events, address.safeUrl, connections);
  const seal = new QueueSeal(name, options.key);
  runner = new QueueRunner(options, address.safeUrl, { queue, events, seal, connections });
  return runner;
}

interface QueueHandles {
  readonly queue: Queue;
  readonly events: QueueEvents;
  readonly seal: QueueSeal;
  readonly connections: readonly Redis[];
}

class QueueRunner implements BatchRunner {
  private readonly pending = new Map<string, PendingBatch>();
  /** The start of this session's job names; the server may also hold other runs' jobs. */
  private readonly prefix = randomBytes(12).toString('hex');
  private nextJob = 0;
  /** Why no more batches can run. */
  private endReason: Error | undefined;
  private readonly timer: NodeJS.Timeout;
  private isSweeping = false;
  private lastReachedAt = performance.now();
  private lastSeenWorkerAt = performance.now();
  /** When a worker last took or finished a job, as far as is known. */
  private lastTakenAt = performance.now();
  /** The jobs in progress on the queue when last checked, those of other runs included. */
  private activeJobs = '';
  private answeredAt = performance.now();
  /** The time of the last sweep before an interrupt. */
  private interruptedAt = performance.now();
  private hasReportedNoWorkers = false;
  /** Jobs whose answers were not signed with the key. */
  private readonly ignoredJobs = new Set<string>();
  /** The number of unsigned answers since the last signed one. */
  private consecutiveUnsigned = 0;

  constructor(
    private readonly options: QueueOptions,
    private readonly safeUrl: string,
    private readonly handles: QueueHandles,
  ) {
    const { events } = handles;
    events.on('completed', ({ jobId, returnvalue }) => this.receive(jobId, returnvalue));
    events.on('failed', ({ jobId, failedReason }) => this.handleFailure(jobId, failedReason));
    this.timer = setInterval(() => void this.sweep(), options.sweepMs ?? SWEEP_MS);
  }

  get closed(): boolean {
    return this.endReason !== undefined;
  }

  run(batch: Batch): Promise<BatchResult> {
    if (this.endReason !== undefined) return Promise.reject(this.endReason);
    return new Promise((resolve, reject) => this.enqueue({ batch, resolve, reject }));
  }

  async close(): Promise<void> {
    if (!this.closed) this.end(new Error('The run has ended'));
    if (this.ignoredJobs.size > 1) this.reportIgnored();
    const { queue, events, connections } = this.handles;
    // Close both, or they would retry forever. Do not wait for a dead server.
    const closed = Promise.all([queue.close(), events.close()]);
    if (this.isReady())
      await withTimeout(SHUTDOWN_TIMEOUT_MS, closed, () => new Error()).catch(() => undefined);
    closed.catch(() => undefined);
    for (const connection of connections) connection.disconnect();
  }

  /** Queues a batch as a job with a unique name. */
  private enqueue(batch: Omit<PendingBatch, 'task'>): void {
    const text = encodeTask({ batch: batch.batch, limits: this.options.limits });
    const job = `${this.prefix}-${this.nextJob++}`;
    const task = this.handles.seal.seal({ kind: 'task', job }, text);
    this.pending.set(job, { ...batch, task });
    this.add(job, task);
  }

  /** Adds a job to the queue. If that fails, the next sweep tries again. */
  private add(id: string, task: string): void {
    const keep = { age: RETENTION_SECONDS };
    const options = { jobId: id, removeOnComplete: keep, removeOnFail: keep };
    this.handles.queue.add('batch', { task }, options).catch(() => undefined);
  }

  /**
   * Handles an answer and returns whether it was accepted. With a key, unsigned answers are ignored.
   */
  private receive(id: string, value: unknown): boolean {
    const pending = this.pending.get(id);
    if (pending === undefined) return true;
    let text: string;
    try {
      text = this.handles.seal.open({ kind: 'outcome', job: id, answers: pending.task }, String(value));
    } catch (error) {
      if (this.handles.seal.hasKey) return this.ignore(id);
      this.forget(id);
      pending.reject(new Error(`The queue returned an invalid result: ${formatOneLine(error)}`));
      return true;
    }
    this.answeredAt = performance.now();
    this.consecutiveUnsigned = 0;
    try {
      pending.resolve(readResult(pending.batch, text));
      this.forget(id);
    } catch (error) {
      this.forget(id);
      pending.reject(error as Error);
    }
    return true;
  }

  /**
   * Handles a failed job and returns whether the failure was accepted. With a key, it never is, since failures are
   * unsigned.
   */
  private handleFailure(id: string, reason: string): boolean {
    if (this.handles.seal.hasKey) return this.pending.has(id) ? this.ignore(id) : true;
    this.forget(id)?.reject(new Error(reason));
    return true;
  }

  private ignore(id: string): false {
    if (this.ignoredJobs.has(id)) return false;
    this.ignoredJobs.add(id);
    this.consecutiveUnsigned++;
    if (this.ignoredJobs.size === 1) this.reportIgnored();
    return false;
  }

  private forget(id: string): PendingBatch | undefined {
    const pending = this.pending.get(id);
    if (this.pending.delete(id)) this.drop(id);
    return pending;
  }

  private drop(job: string): void {
    this.handles.queue.remove(job).catch(() => undefined);
  }

  private async sweep(): Promise<void> {
    const now = performance.now();
    const isInterrupted = this.options.signal?.aborted === true;
    if (!isInterrupted) this.interruptedAt = now;
    // Checked first, because a server that seems unreachable may only be slow.
    if (this.isReady() && now - Math.max(this.interruptedAt, this.answeredAt) > this.getWorkerTimeout())
      return this.abandon(`no result arrived within ${this.getWorkerTimeout() / 1000} s`);
    const limit = this.getLimit(this.options.unreachableTimeoutMs);
    if (now - (isInterrupted ? Math.max(this.lastReachedAt, this.interruptedAt) : this.lastReachedAt) > limit)
      return this.abandon(`the server has been unreachable for ${limit / 1000} s`);
    if (this.isSweeping || !this.isReady()) return;
    this.isSweeping = true;
    try {
      await this.checkWorkers();
      for (const id of [...this.pending.keys()]) await this.check(id).catch(() => undefined);
      this.lastReachedAt = performance.now();
    } catch {
      // The connection was lost in the meantime. A later sweep reports long outages.
    } finally {
      this.isSweeping = false;
    }
  }

  private getWorkerTimeout(): number {
    return this.getLimit(this.options.workerTimeoutMs);
  }

  /** Returns a time limit in milliseconds, capped at the shutdown timeout after an interrupt. */
  private getLimit(limitMs = DEFAULT_TIMEOUT_MS): number {
    const { signal, shutdownTimeoutMs = SHUTDOWN_TIMEOUT_MS } = this.options;
    return signal?.aborted === true ? Math.min(limitMs, shutdownTimeoutMs) : limitMs;
  }

  private isReady(): boolean {
    return this.handles.connections.every(({ status }) => status === 'ready');
  }

  private async checkWorkers(): Promise<void> {
    const now = performance.now();
    const timeout = this.getWorkerTimeout();
    if (now - this.answeredAt > timeout && this.consecutiveUnsigned >= MAX_UNSIGNED)
      return this.abandon(`no answer in the last ${timeout / 1000} s was signed with --queue-key-file`);
    if (this.pending.size === 0) {
      this.lastSeenWorkerAt = this.lastTakenAt = now;
      return;
    }
    const active = (await this.handles.queue.getRanges(['active'])).join();
    if (active !== this.activeJobs) this.lastTakenAt = now;
    this.activeJobs = active;
    if ((await this.handles.queue.getWorkersCount()) > 0) {
      this.lastSeenWorkerAt = now;
      // Workers may be busy with other tests, for as long as those may take.
      const limit = timeout + (active === '' ? 0 : this.getAnswerLimit());
      if (now - Math.max(this.lastTakenAt, this.answeredAt) > limit)
        this.abandon(`its workers took no test within ${limit / 1000} s`);
      return;
    }
    const line = `no worker running this version is taking tests from it; start "pops-tb worker --queue URL"`;
    if (!this.hasReportedNoWorkers) this.options.onNote?.(`Waiting for the queue ${this.safeUrl}: ${line}`);
    this.hasReportedNoWorkers = true;
    if (now - this.lastSeenWorkerAt > timeout) this.abandon(line);
  }

  private getAnswerLimit(): number {
    return this.options.answerTimeoutMs ?? getAnswerTimeout(this.options.limits.ms);
  }

  /** Looks up a batch whose event may have been lost, and requeues it if the server has lost the job. */
  private async check(id: string): Promise<void> {
    const job = await this.handles.queue.getJob(id);
    const pending = this.pending.get(id);
    if (pending === undefined) return;
    if (job === undefined) return this.add(id, pending.task);
    if (job.finishedOn === undefined) {
      if (job.processedOn !== undefined) this.limitAnswer(id, pending, job.processedOn);
      return;
    }
    const wasAccepted = job.failedReason
      ? this.handleFailure(id, job.failedReason)
      : this.receive(id, job.returnvalue);
    if (!wasAccepted && this.forget(id) !== undefined) this.enqueue(pending);
  }

  /** Gives up on a job whose worker has had enough time for it, since a worker that hangs may go on renewing its lock. */
  private limitAnswer(id: string, pending: PendingBatch, takenOn: number): void {
    const limit = this.getAnswerLimit();
    if (pending.taken?.on !== takenOn) pending.taken = { on: takenOn, seenAt: performance.now() };
    if (performance.now() - pending.taken.seenAt > limit)
      this.forget(id)?.reject(new Error(`The worker did not finish its tests within ${limit / 1000} s`));
  }

  private reportIgnored(): void {
    const { size } = this.ignoredJobs;
    const answers = size === 1 ? 'an answer' : `${size} answers`;
    this.options.onNote?.(
      `Ignored ${answers} from the queue ${this.safeUrl}: not signed with --queue-key-file`,
    );
  }

  /** Ends the run because the queue can no longer be used. */
  abandon(reason: string): void {
    this.end(
      new InfrastructureError(
        `Lost the queue ${this.safeUrl}: ${reason}; use "run --resume" to continue the run later`,
      ),
    );
  }

  private end(error: Error): void {
    this.endReason = error;
    clearInterval(this.timer);
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
  }
}

/** Reads a batch's result. Throws if its worker was lost or the result is invalid, which is treated as a loss. */
function readResult(batch: Batch, text: string): BatchResult {
  const answer = checkAnswer(batch, text);
  if ('lost' in answer) throw makeLossError(answer.lost);
  if ('result' in answer) return answer.result;
  throw new Error(`The queue returned ${answer.problem}`);
}
