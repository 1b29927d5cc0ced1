import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { openCorpus } from '../programs/corpus-files.js';
import { type BatchObserver, generateBatch, rerunBatch, runBatch } from './batch.js';
import type { Batch, BatchResult } from './batch-result.js';
import type { WithTicket } from './limited-pool.js';
import '../basics/thread-start.js';
import { CapturedOutput } from '../basics/index.js';
import { openBatchConfig } from '../extension/loaded-config.js';
import { openBatchSuite } from '../suite-files/opened-suites.js';
import type { WorkerMessage } from './task-limit.js';

/**
 * How large the heap may grow before it is collected between batches, relative to its size after the last time. V8 would
 * soon collect it within a test, and let it grow from the size of that test, so a worker would grow for hours.
 */
const MAX_GROWTH = 2.2;

const corpus = openCorpus();
let collectedBytes = getHeapStatistics().used_heap_size;
let currentTicket = 0;
const printed = new CapturedOutput((text) => post({ ticket: currentTicket, printed: text }));
if (parentPort !== null) printed.capture([process.stdout, process.stderr]);

/** Runs one batch of tests. Pools call this as the worker's task. */
export async function runTask({ ticket, ...batch }: WithTicket<Batch>): Promise<BatchResult> {
  currentTicket = ticket;
  await openBatchConfig(batch.configHash);
  await openBatchSuite(batch.suite, batch.suiteHash);
  post({ ticket, began: true });
  const result = execute(batch, {
    takeOutput: () => printed.takeText(),
    onTest: (test) => post({ ticket, test }),
  });
  // Let an unhandled rejection end the worker now, while the tests responsible for it are still known.
  await setImmediate();
  if (getHeapStatistics().used_heap_size > MAX_GROWTH * collectedBytes) collectGarbage();
  return result;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-expose-gc');
  collectedBytes = getHeapStatistics().used_heap_size;
}

function execute(batch: Batch, observer: BatchObserver): BatchResult {
  if (batch.generateOnly === true) return generateBatch(batch, corpus);
  return batch.again === true ? rerunBatch(batch, corpus, observer) : runBatch(batch, corpus, observer);
}

function post(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}
