import { type Batch, type BatchResult, generateBatch, runBatch } from './batch.js';
import { openCorpus } from './corpus-files.js';

const corpus = openCorpus();

/** Task of the worker pool: one batch of tests. */
export default function runBatchTask(batch: Batch): BatchResult {
  return batch.generateOnly === true ? generateBatch(batch, corpus) : runBatch(batch, corpus);
}
