import { readSeed } from '../../base/basics/index.js';
import { deriveSeed, RandomStream } from '../../transactions/index.js';
import type { OrderSource, SearchQuestion } from './judged-run.js';
import { MarksTable } from './marks.js';

/** Root of the random orders; a search has no seed. */
const SEED = '0x1';

/** One in this many orders takes each event with equal probability; the others provoke races. */
const ORDERS_PER_PLAIN_ONE = 3;

/**
 * Takes events at random. A search begins with some random orders. Without them, a search that runs out of time would
 * have covered only a small corner of the scene, and could miss a fault visible in every second order.
 *
 * Two of three orders delay events that do not commute with a pending one as long as other events remain. Racing events
 * then meet, and each outcome of the race is equally likely (RaceFuzzer: Sen, 2008).
 */
export class RandomOrder implements OrderSource {
  private readonly stream: RandomStream;
  private readonly table: MarksTable | undefined;

  /** @param index number of the order; each has its own stream. */
  constructor(index: number) {
    this.stream = new RandomStream(deriveSeed(readSeed(SEED), 'order', index));
    this.table = index % ORDERS_PER_PLAIN_ONE === 0 ? undefined : new MarksTable();
  }

  take(question: SearchQuestion): number {
    const { alternatives } = question;
    if (this.table === undefined || alternatives === 1) return this.stream.below(alternatives);
    const raceFree = withoutRaces(question, this.table);
    return raceFree.length === 0
      ? this.stream.below(alternatives)
      : raceFree[this.stream.below(raceFree.length)]!;
  }
}

/** Indices of the events that commute with all other possible next events. */
function withoutRaces(question: SearchQuestion, table: MarksTable): readonly number[] {
  const marks = question.steps().map(({ footprint }) => table.fromFootprint(footprint()));
  const commutes = (place: number): boolean =>
    marks.every((other, at) => at === place || !table.areInConflict(marks[place]!, other));
  return [...marks.keys()].filter(commutes);
}
