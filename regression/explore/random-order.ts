import { deriveSeed, RandomStream } from '../../transactions/index.js';
import { readSeed } from '../basics/seeds.js';
import type { OrderSource, SearchQuestion } from './judged-run.js';

/** Root of the random orders; a search has no seed of its own. */
const SEED = '0x1';

/**
 * Takes events at random. A search begins with some such orders: if it runs out of time, it has otherwise followed only a small corner of
 * the scene, and may have missed a fault that shows in every second order.
 */
export class RandomOrder implements OrderSource {
  readonly keepsHistory = false;
  private readonly stream: RandomStream;

  /** @param index number of the order; each has a stream of its own. */
  constructor(index: number) {
    this.stream = new RandomStream(deriveSeed(readSeed(SEED), 'order', index));
  }

  take({ alternatives }: SearchQuestion): number {
    return this.stream.below(alternatives);
  }
}
