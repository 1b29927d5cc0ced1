/** How a run ended, compared with the failure that is explained: in the same way, without a failure, or with another one. */
export type Ending = 'fails' | 'passes' | 'otherwise';

/** A run that repeats the first choices of the failing one and then leaves it. */
export interface Trial {
  /** How many choices are repeated, from the first on. */
  readonly repeated: number;
  /** The answer to the next one; absent where it comes like those after it. */
  readonly instead?: number;
  /** Where all others come from: the fresh draw of this number, or the failing run. */
  readonly rest: number | 'recorded';
}

/** Runs a trial; the same one always ends alike. */
export type Runner = (trial: Trial) => Ending;

/** Counts of runs that begin alike. */
export interface Tally {
  readonly fails: number;
  readonly otherwise: number;
  readonly runs: number;
}

/** Runs at first, and where they do not all end alike. */
const RUNS_FIRST = 12;
const RUNS_MIXED = 24;

/** Makes trials within a number of runs, and remembers the one that passed with the most choices repeated. */
export class Trials {
  /** Runs so far. */
  made = 0;
  /** The passing trial with the most choices repeated; undefined where none has passed. */
  nearest: Trial | undefined;

  /** @param most runs after which `over` holds, which the caller may raise; a tally that has begun is finished. */
  constructor(
    private readonly runner: Runner,
    public most: number,
  ) {}

  get over(): boolean {
    return this.made >= this.most;
  }

  run(trial: Trial): Ending {
    this.made++;
    const ending = this.runner(trial);
    if (ending === 'passes' && trial.repeated > (this.nearest?.repeated ?? -1)) this.nearest = trial;
    return ending;
  }

  /** Runs that begin like this: few where all of them fail or none does, more where it depends. */
  tally(start: Omit<Trial, 'rest'>): Tally {
    const first = this.extended(start, { fails: 0, otherwise: 0, runs: 0 }, RUNS_FIRST);
    if (first.fails === 0 || first.fails === first.runs) return first;
    return this.extended(start, first, RUNS_MIXED);
  }

  /** A tally with fresh draws added up to this many runs. */
  extended(start: Omit<Trial, 'rest'>, tally: Tally, runs: number): Tally {
    let { fails, otherwise } = tally;
    for (let draw = tally.runs; draw < runs; draw++) {
      const ending = this.run({ ...start, rest: draw });
      if (ending === 'fails') fails++;
      if (ending === 'otherwise') otherwise++;
    }
    return { fails, otherwise, runs: Math.max(runs, tally.runs) };
  }
}

/** Part of the runs that fail, from 0 to 1. */
export function shareOf({ fails, runs }: Tally): number {
  return fails / runs;
}
