import { type Choices, PctChoices, RandomChoices } from '../../rtl-model/kernel/index.js';

/** A bug that only appears when the threads' steps interleave in certain orders. */
export interface PlantedBug {
  /** Bug depth: the number of steps whose order matters. */
  readonly depth: number;
  readonly threads: number;
  /** Number of steps per thread. */
  readonly steps: number;
  /** Whether the bug appears in an interleaving, given as thread numbers. */
  readonly shows: (order: readonly number[]) => boolean;
}

/** One bug of each depth. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    // The last thread finishes before any other thread starts.
    ...{ depth: 1, threads: 3, steps: 10 },
    shows: (order) => order.lastIndexOf(2) < order.indexOf(0) && order.lastIndexOf(2) < order.indexOf(1),
  },
  {
    // All of thread 1 runs between two consecutive steps of thread 0, the 7th and the 8th.
    ...{ depth: 2, threads: 2, steps: 10 },
    shows: (order) => order.join('') === '00000001111111111000',
  },
  {
    // Thread 1 takes its first 4 steps between the 3rd and the 4th step of thread 0, and its other steps
    // after thread 0 is done.
    ...{ depth: 3, threads: 2, steps: 10 },
    shows: (order) => order.join('') === '00011110000000111111',
  },
];

/** How often runs find a bug. */
export interface Detection {
  /** Fraction of PCT runs that find it. */
  readonly pct: number;
  /** Fraction of random runs that find it. */
  readonly random: number;
  /**
   * The guaranteed minimum fraction of PCT runs, as proved by the authors of PCT: 1 / (n k^(d - 1)) for n
   * threads, k steps in total and depth d.
   */
  readonly bound: number;
}

/** Runs a bug's threads under PCT and under a random scheduler, with seeds counting up from 0. */
export function detectionOf(bug: PlantedBug, seeds: number): Detection {
  const { depth, threads, steps } = bug;
  const all = threads * steps;
  return {
    pct: shareOf(bug, seeds, (low) => new PctChoices({ high: depth, low }, depth, all)),
    random: shareOf(bug, seeds, (low) => new RandomChoices({ high: depth, low })),
    bound: 1 / (threads * all ** (depth - 1)),
  };
}

function shareOf(
  { threads, steps, shows }: PlantedBug,
  seeds: number,
  make: (low: number) => Choices,
): number {
  let hits = 0;
  for (let low = 0; low < seeds; low++) if (shows(interleave(make(low), threads, steps))) hits++;
  return hits / seeds;
}

/** Runs threads of `steps` steps each to completion, and returns which thread took each step. */
export function interleave(choices: Choices, threads: number, steps: number): number[] {
  const left = new Array<number>(threads).fill(steps);
  const order: number[] = [];
  for (;;) {
    const ready = left.flatMap((count, thread) => (count > 0 ? [thread] : []));
    if (ready.length === 0) return order;
    const thread = ready[choices.choose(0, ready.length, Int32Array.from(ready))]!;
    left[thread] = left[thread]! - 1;
    order.push(thread);
  }
}
