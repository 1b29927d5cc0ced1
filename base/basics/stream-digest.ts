import { createHash } from 'node:crypto';
import type { Transaction } from '../../transactions/index.js';

/** The identity of a run's stream: its length and a hash over every field of every transaction. */
export class StreamDigest {
  private readonly hash = createHash('sha1');
  private count = 0;

  /** Adds the next transaction; returns the count so far. */
  take(transaction: Transaction): number {
    this.hash.update(JSON.stringify(transaction));
    return ++this.count;
  }

  /** The identity of the whole stream; nothing can be added afterwards. */
  end(): { readonly transactions: number; readonly digest: string } {
    return { transactions: this.count, digest: this.hash.digest('hex') };
  }
}
