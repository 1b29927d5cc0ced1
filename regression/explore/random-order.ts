import type { OrderQuestion } from '../../rtl-model/index.js';
import { deriveSeed, RandomStream } from '../../transactions/index.js';
import { readSeed } from '../basics/seeds.js';
import type { OrderSource } from './judged-run.js';

/** Root of the random orders; a search has no seed of its own. */
const SEED = '0x1';

/**
 * Takes events at random. A search begins with some such orders: one that its time ends has otherwise followed the orders of a small
 * corner of the scene alone, and a fault that shows in every other order may lie outside it.
 */
export class RandomOrder implements OrderSource {
  readonly keepsHistory = false;
  private readonly stream: RandomStream;

  /** @param index number of the order; each has a stream of its own. */
  constructor(index: number) {
    this.stream = new RandomStream(deriveSeed(readSeed(SEED), 'order', index));
  }

  take({ alternatives }: OrderQuestion): number {
    return this.stream.below(alternatives);
  }
}
