import { createHash } from 'node:crypto';
import type { Transaction } from '../../transactions/index.js';

/** Identifies a run's transaction stream by its length and a hash of every field of every transaction. */
export class StreamDigest {
  private readonly hash = createHash('sha1');
  private count = 0;

  /** Adds a transaction to the hash and returns the number added so far. */
  add(transaction: Transaction): number {
    this.hash.update(JSON.stringify(transaction));
    return ++this.count;
  }

  /** Returns the complete stream's length and digest. Nothing can be added afterwards. */
  end(): { readonly transactions: number; readonly digest: string } {
    return { transactions: this.count, digest: this.hash.digest('hex') };
  }
}
