import type { Readable } from 'node:stream';
import { InfrastructureError } from '../../harness/basics/index.js';
import { getMaxBytes, makeTooLargeError } from '../../harness/input/index.js';
import type { BatchRunner, TestLimits } from '../../harness/workers/index.js';
import { encodeOutcome } from '../batches/batch-codec.js';
import { TaskServer } from '../batches/task-server.js';
import { type Frame, FrameReader, formatFrame } from './frames.js';
import { createGreeting, encodeGreeting } from './greeting.js';

/** The heartbeat interval of a busy worker, in milliseconds. */
const ALIVE_MS = 2000;

interface StdioOptions {
  readonly input: Readable;
  readonly send: (text: string) => void;
  readonly start: (limits: TestLimits) => BatchRunner;
  readonly onNote?: (line: string) => void;
}

/**
 * Runs tasks received as frames until the input ends, and returns the number of tests run. Throws
 * `InfrastructureError` if the input is corrupt, after which the run treats the worker as lost.
 */
export async function serveStdio(options: StdioOptions): Promise<number> {
  const { input, send, start, onNote } = options;
  const tasks = new TaskServer(start, 'the run', onNote);
  const runningTasks = new Set<number>();
  let corruption: string | undefined;
  const run = async ({ number, body }: Frame): Promise<void> => {
    runningTasks.add(number);
    const outcome = limitOutcome(encodeOutcome(await tasks.run(body)));
    runningTasks.delete(number);
    send(formatFrame({ kind: 'answer', number, body: outcome }));
  };
  const reader = new FrameReader({
    onFrame: (frame) => {
      if (frame.kind === 'task') void run(frame);
    },
    onStray: () => undefined,
    onCorrupt: (reason) => {
      corruption ??= reason;
      input.destroy();
    },
  });
  const timer = setInterval(() => {
    for (const number of runningTasks) send(formatFrame({ kind: 'alive', number, body: '' }));
  }, ALIVE_MS);
  send(formatFrame({ kind: 'hello', number: 0, body: encodeGreeting(createGreeting()) }));
  try {
    for await (const text of input.setEncoding('utf8')) reader.push(text as string);
  } catch (error) {
    if (corruption === undefined) throw error;
  } finally {
    clearInterval(timer);
    await tasks.close();
  }
  if (corruption !== undefined)
    throw new InfrastructureError(`Lost the connection to the run: it ${corruption}`);
  return tasks.tests;
}

/**
 * Returns the outcome if it is small enough to send to the run. Otherwise returns an outcome that reports a loss, so
 * that the run retries the batch's tests one by one.
 */
function limitOutcome(outcome: string): string {
  if (outcome.length <= getMaxBytes('queueText')) return outcome;
  const { name, message } = makeTooLargeError('queueText', outcome.length);
  return encodeOutcome({ lost: { name, message: `Result too large: ${message}` } });
}
