import { type Batch, type BatchResult, generateBatch, runBatch } from './batch.js';
import { openCorpus } from './corpus-files.js';
import { openSuite } from './suite-files/opened-suites.js';

const corpus = openCorpus();

/** Task of the worker pool: one batch of tests. */
export default async function runBatchTask(batch: Batch): Promise<BatchResult> {
  await openSuite(batch.suite, batch.suiteFile);
  return batch.generateOnly === true ? generateBatch(batch, corpus) : runBatch(batch, corpus);
}
