import { readSeed } from '../../harness/basics/index.js';
import { deriveSeed, RandomStream } from '../../transactions/index.js';
import type { OrderSource, SearchQuestion } from './checked-run.js';
import { MarksTable } from './marks.js';

/** Fixed root seed for the random orders; a search has no seed of its own. */
const SEED = '0x1';

/** Every third order picks events uniformly. The others provoke races. */
const UNIFORM_ORDER_INTERVAL = 3;

/**
 * Picks events at random. A search starts with some random orders. Without them, a search that runs out of time would
 * have covered only a small corner of the scene, and could miss a fault that half of all orders expose.
 *
 * As long as other events are available, two out of three orders delay events that do not commute with a pending one.
 * Racing events then meet, and each outcome of the race is equally likely (RaceFuzzer: Sen, 2008).
 */
export class RandomOrder implements OrderSource {
  private readonly stream: RandomStream;
  private readonly table: MarksTable | undefined;

  /** @param index index of the order; each order has its own random stream. */
  constructor(index: number) {
    this.stream = new RandomStream(deriveSeed(readSeed(SEED), 'order', index));
    this.table = index % UNIFORM_ORDER_INTERVAL === 0 ? undefined : new MarksTable();
  }

  choose(question: SearchQuestion): number {
    const { alternatives } = question;
    if (this.table === undefined || alternatives === 1) return this.stream.below(alternatives);
    const raceFreeIndices = findRaceFreeIndices(question, this.table);
    return raceFreeIndices.length === 0
      ? this.stream.below(alternatives)
      : raceFreeIndices[this.stream.below(raceFreeIndices.length)]!;
  }
}

/** Returns the indices of the events that commute with all other events that may occur next. */
function findRaceFreeIndices(question: SearchQuestion, table: MarksTable): readonly number[] {
  const marks = question.steps().map(({ footprint }) => table.fromFootprint(footprint()));
  const commutes = (index: number): boolean =>
    marks.every((other, i) => i === index || !table.mayConflict(marks[index]!, other));
  return [...marks.keys()].filter(commutes);
}
