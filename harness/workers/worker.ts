import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { openCorpus } from '../programs/corpus-files.js';
import { type BatchObserver, generateBatch, rerunBatch, runBatch } from './batch.js';
import type { Batch, BatchResult } from './batch-result.js';
import '../../base/basics/thread-start.js';
import { CapturedOutput } from '../../base/basics/index.js';
import { openBatchConfig } from '../extension/opened-config.js';
import { openBatchSuite } from '../suite-files/opened-suites.js';
import type { WorkerMessage } from './task-limit.js';
import type { PoolTask } from './threads.js';

const corpus = openCorpus();
let current = 0;
const printed = new CapturedOutput((text) => post({ ticket: current, printed: text }));
if (parentPort !== null) printed.capture([process.stdout, process.stderr]);

/** The worker's task, which runs one batch of tests. */
export async function runTask({ ticket, ...batch }: PoolTask): Promise<BatchResult> {
  current = ticket;
  await openBatchConfig(batch.configHash);
  await openBatchSuite(batch.suite, batch.suiteHash);
  post({ ticket, began: true });
  const result = execute(batch, {
    printed: () => printed.takeText(),
    onTest: (test) => post({ ticket, test }),
  });
  // Let an unhandled rejection end the worker now, while it is still known which tests are responsible.
  await setImmediate();
  return result;
}

function execute(batch: Batch, watch: BatchObserver): BatchResult {
  if (batch.generateOnly === true) return generateBatch(batch, corpus);
  return batch.again === true ? rerunBatch(batch, corpus, watch) : runBatch(batch, corpus, watch);
}

function post(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}
