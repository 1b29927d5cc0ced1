import { openCorpus } from '../../harness/programs/index.js';
import { type Batch, runBatch } from '../../harness/workers/index.js';

const corpus = openCorpus();

process.on('message', (batches: readonly Batch[]) => {
  for (const batch of batches) runBatch(batch, corpus);
  process.send?.('done');
});
process.send?.('ready');
