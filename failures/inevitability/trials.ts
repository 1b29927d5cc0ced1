/** How a run ended: with the failure that is being explained, without a failure, or with a different one. */
export type Ending = 'fails' | 'passes' | 'otherwise';

/** A run that repeats the first choices of the failing one and then diverges. */
export interface Trial {
  /** The number of choices to repeat, starting with the first. */
  readonly repeated: number;
  /** The answer to the next choice. Absent if it is treated like the rest. */
  readonly replacement?: number;
  /** Where all later answers come from: the random continuation with this number, or the failing run. */
  readonly rest: number | 'recorded';
}

/** Runs a trial. The same trial always ends in the same way. */
export type Runner = (trial: Trial) => Ending;

/** The outcomes of runs with the same start. */
export interface Tally {
  readonly fails: number;
  readonly otherwise: number;
  readonly runs: number;
}

/** The number of initial runs. */
const INITIAL_RUNS = 12;
/** The total number of runs if only some of the initial ones fail. */
const MIXED_RUNS = 24;

/** Makes and counts trials, and remembers the passing one that repeats the most choices. */
export class Trials {
  /** The number of runs so far. */
  runCount = 0;
  /** The passing trial that repeats the most choices, or undefined if none passed. */
  nearest: Trial | undefined;

  /**
   * @param maxRuns number of runs after which `exhausted` is true. The caller may raise it. A tally that has been
   * started is always finished.
   */
  constructor(
    private readonly runner: Runner,
    public maxRuns: number,
  ) {}

  get exhausted(): boolean {
    return this.runCount >= this.maxRuns;
  }

  run(trial: Trial): Ending {
    this.runCount++;
    const ending = this.runner(trial);
    if (ending === 'passes' && trial.repeated > (this.nearest?.repeated ?? -1)) this.nearest = trial;
    return ending;
  }

  /** Runs trials with the given start: only a few if all or none of them fail, otherwise more. */
  tally(start: Omit<Trial, 'rest'>): Tally {
    const first = this.extendTally(start, { fails: 0, otherwise: 0, runs: 0 }, INITIAL_RUNS);
    if (first.fails === 0 || first.fails === first.runs) return first;
    return this.extendTally(start, first, MIXED_RUNS);
  }

  /** Extends a tally to `runs` runs, using random continuations. */
  extendTally(start: Omit<Trial, 'rest'>, tally: Tally, runs: number): Tally {
    let { fails, otherwise } = tally;
    for (let rest = tally.runs; rest < runs; rest++) {
      const ending = this.run({ ...start, rest });
      if (ending === 'fails') fails++;
      if (ending === 'otherwise') otherwise++;
    }
    return { fails, otherwise, runs: Math.max(runs, tally.runs) };
  }
}

/** Returns the fraction of failing runs, from 0 to 1. */
export function getFailingFraction({ fails, runs }: Tally): number {
  return fails / runs;
}
