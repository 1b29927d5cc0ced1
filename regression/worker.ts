import { type Batch, type BatchResult, runBatch } from './batch.js';
import { openCorpus } from './corpus-files.js';

const corpus = openCorpus();

/** Task of the worker pool: one batch of tests. */
export default function runBatchTask(batch: Batch): BatchResult {
  return runBatch(batch, corpus);
}
