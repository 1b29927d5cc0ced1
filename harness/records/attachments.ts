import { findMax } from '../../arch/index.js';
import { DEPTH_SAMPLES, type Scenario, type Transaction } from '../../transactions/index.js';

/** Stores the final bytes of an attachment that a transaction dumps: row by row, with each pixel's samples adjacent. */
export function storeAttachment(
  attachments: Map<string, Uint8Array>,
  { draws }: Scenario,
  transaction: Transaction,
): void {
  if (transaction.kind === 'colour-dumped') {
    attachments.set(`color${transaction.target}`, new Uint8Array(transaction.words.slice().buffer));
  }
  if (transaction.kind !== 'depth-dumped') return;
  const { depth } = transaction;
  const samples = findMax(draws.map((draw) => draw.samples));
  const values = depth.filter((_, index) => index % DEPTH_SAMPLES < samples);
  attachments.set('depth', new Uint8Array(values.buffer));
}
