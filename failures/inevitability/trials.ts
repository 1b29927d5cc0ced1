/** How a run ended: with the failure that is being explained, without a failure, or with a different one. */
export type Ending = 'fails' | 'passes' | 'fails-differently';

/** A run that repeats the first choices of the failing run and then diverges. */
export interface Trial {
  /** The number of choices to repeat, starting with the first. */
  readonly repeated: number;
  /** The answer to the next choice. Absent if `rest` supplies this answer too. */
  readonly replacement?: number;
  /** Where all later answers come from: the random continuation with this number, or the failing run. */
  readonly rest: number | 'recorded';
}

/** Runs a trial. The same trial always ends in the same way. */
export type Runner = (trial: Trial) => Ending;

/** Outcome counts for trials with the same start. */
export interface Tally {
  readonly failures: number;
  readonly otherFailures: number;
  readonly runs: number;
}

/** The number of runs before deciding whether more are needed. */
const INITIAL_RUNS = 12;
/** The total number of runs if only some of the initial ones fail. */
const MIXED_RUNS = 24;

/** Runs and counts trials, and remembers the passing one that repeats the most choices. */
export class Trials {
  /** The number of runs so far. */
  runCount = 0;
  /** The passing trial that repeats the most choices, or undefined if none passed. */
  nearest: Trial | undefined;

  /**
   * @param maxRuns number of runs after which `exhausted` is true. The caller may raise it. A tally in progress is
   * always completed.
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

  /** Runs trials with the given start: only a few if all or none of them fail, more otherwise. */
  tally(start: Omit<Trial, 'rest'>): Tally {
    const first = this.extendTally(start, { failures: 0, otherFailures: 0, runs: 0 }, INITIAL_RUNS);
    if (first.failures === 0 || first.failures === first.runs) return first;
    return this.extendTally(start, first, MIXED_RUNS);
  }

  /** Extends a tally to a total of `runs` runs, using random continuations. */
  extendTally(start: Omit<Trial, 'rest'>, tally: Tally, runs: number): Tally {
    let { failures, otherFailures } = tally;
    for (let rest = tally.runs; rest < runs; rest++) {
      const ending = this.run({ ...start, rest });
      if (ending === 'fails') failures++;
      if (ending === 'fails-differently') otherFailures++;
    }
    return { failures, otherFailures, runs: Math.max(runs, tally.runs) };
  }
}

/** Returns the fraction of failing runs, from 0 to 1. */
export function getFailureRate({ failures, runs }: Tally): number {
  return failures / runs;
}
