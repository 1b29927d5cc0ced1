import { type Choices, PctChoices, RandomChoices } from '../../../../rtl-model/kernel/index.js';

/** A bug that only appears when the threads' steps interleave in certain orders. */
export interface PlantedBug {
  /** Bug depth: the number of steps whose order matters. */
  readonly depth: number;
  readonly threads: number;
  /** Number of steps in each thread. */
  readonly steps: number;
  /** Whether the bug appears in an interleaving, given as the thread number of each step. */
  readonly isTriggeredBy: (order: readonly number[]) => boolean;
}

/** One bug of each depth. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    // The last thread finishes before any other thread starts.
    ...{ depth: 1, threads: 3, steps: 10 },
    isTriggeredBy: (order) =>
      order.lastIndexOf(2) < order.indexOf(0) && order.lastIndexOf(2) < order.indexOf(1),
  },
  {
    // All of thread 1 runs between two consecutive steps of thread 0, the 7th and the 8th.
    ...{ depth: 2, threads: 2, steps: 10 },
    isTriggeredBy: (order) => order.join('') === '00000001111111111000',
  },
  {
    // Thread 1 takes its first 4 steps between the 3rd and 4th steps of thread 0, and the others after thread 0
    // has finished.
    ...{ depth: 3, threads: 2, steps: 10 },
    isTriggeredBy: (order) => order.join('') === '00011110000000111111',
  },
];

/** How often a bug is found. */
export interface Detection {
  /** Fraction of PCT runs that find it. */
  readonly pct: number;
  /** Fraction of random runs that find it. */
  readonly random: number;
  /**
   * The fraction of PCT runs that is guaranteed to find the bug, as proved by the authors of PCT:
   * 1 / (n k^(d - 1)) for n threads, k steps in total and depth d.
   */
  readonly bound: number;
}

/** Runs a bug's threads with PCT and with a random scheduler, for seeds starting at 0. */
export function measureDetection(bug: PlantedBug, seeds: number): Detection {
  const { depth, threads, steps } = bug;
  const totalSteps = threads * steps;
  return {
    pct: measureFraction(bug, seeds, (low) => new PctChoices({ high: depth, low }, depth, totalSteps)),
    random: measureFraction(bug, seeds, (low) => new RandomChoices({ high: depth, low })),
    bound: 1 / (threads * totalSteps ** (depth - 1)),
  };
}

function measureFraction(
  { threads, steps, isTriggeredBy }: PlantedBug,
  seeds: number,
  createChoices: (low: number) => Choices,
): number {
  let hits = 0;
  for (let low = 0; low < seeds; low++)
    if (isTriggeredBy(interleave(createChoices(low), threads, steps))) hits++;
  return hits / seeds;
}

/** Runs threads with `steps` steps each to completion and returns which thread took each step. */
export function interleave(choices: Choices, threads: number, steps: number): number[] {
  const remaining = new Array<number>(threads).fill(steps);
  const order: number[] = [];
  for (;;) {
    const ready = remaining.flatMap((count, thread) => (count > 0 ? [thread] : []));
    if (ready.length === 0) return order;
    const thread = ready[choices.choose(0, ready.length, Int32Array.from(ready))]!;
    remaining[thread] = remaining[thread]! - 1;
    order.push(thread);
  }
}
