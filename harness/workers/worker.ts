import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { openCorpus } from '../programs/corpus-files.js';
import { type BatchObserver, generateBatch, rerunBatch, runBatch } from './batch.js';
import type { Batch, BatchResult } from './batch-result.js';
import type { WithTicket } from './limited-pool.js';
import '../basics/thread-start.js';
import { CapturedOutput } from '../basics/index.js';
import { openBatchConfig } from '../extension/loaded-config.js';
import { openBatchSuite } from '../suite-files/opened-suites.js';
import { findCollector } from '../threads/heap.js';
import type { WorkerMessage } from './task-limit.js';

/** V8 rarely returns the memory of large tests by itself, so a worker would grow for hours. */
const TESTS_PER_COLLECTION = 500;

const corpus = openCorpus();
let testsUntilCollection = TESTS_PER_COLLECTION;
let collectGarbage: (() => void) | undefined;
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
  testsUntilCollection -= batch.tests.length;
  if (testsUntilCollection <= 0) {
    collectGarbage ??= findCollector();
    collectGarbage?.();
    if (collectGarbage !== undefined) testsUntilCollection = TESTS_PER_COLLECTION;
  }
  return result;
}

function execute(batch: Batch, observer: BatchObserver): BatchResult {
  if (batch.generateOnly === true) return generateBatch(batch, corpus);
  return batch.again === true ? rerunBatch(batch, corpus, observer) : runBatch(batch, corpus, observer);
}

function post(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}
