import { type Batch, openCorpus, runBatch } from '../../regression/index.js';

const corpus = openCorpus();

process.on('message', (batches: readonly Batch[]) => {
  for (const batch of batches) runBatch(batch, corpus);
  process.send?.('done');
});
process.send?.('ready');
