import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { openCorpus } from '../programs/corpus-files.js';
import { type BatchObserver, generateBatch, rerunBatch, runBatch } from './batch.js';
import type { Batch, BatchResult } from './batch-result.js';
import '../basics/thread-start.js';
import { CapturedOutput } from '../basics/index.js';
import { openBatchConfig } from '../extension/loaded-config.js';
import { openBatchSuite } from '../suite-files/opened-suites.js';
import type { WorkerMessage } from './task-limit.js';
import type { PoolTask } from './threads.js';

/**
 * The heap size in bytes at which a worker collects its garbage. V8 alone lets the heap reach twice what is in use, and
 * caches fill for hours.
 */
const COLLECTION_BYTES = 240 * 2 ** 20;
/** How much the heap grows at least between two collections, so that a worker that needs more has few of them. */
const MIN_GROWTH = 1.5;

const corpus = openCorpus();
let collectionBytes = COLLECTION_BYTES;
let currentTicket = 0;
const printed = new CapturedOutput((text) => post({ ticket: currentTicket, printed: text }));
if (parentPort !== null) printed.capture([process.stdout, process.stderr]);

/** Runs one batch of tests. Pools call this as the worker's task. */
export async function runTask({ ticket, ...batch }: PoolTask): Promise<BatchResult> {
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
  if (getHeapStatistics().used_heap_size > collectionBytes) {
    collectGarbage();
    collectionBytes = Math.max(COLLECTION_BYTES, MIN_GROWTH * getHeapStatistics().used_heap_size);
  }
  return result;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-expose-gc');
}

function execute(batch: Batch, observer: BatchObserver): BatchResult {
  if (batch.generateOnly === true) return generateBatch(batch, corpus);
  return batch.again === true ? rerunBatch(batch, corpus, observer) : runBatch(batch, corpus, observer);
}

function post(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}
