/** How a run ended, relative to the failure being explained: the same way, without failure, or with another one. */
export type Ending = 'fails' | 'passes' | 'otherwise';

/** A run that repeats the failing one's first choices and then diverges. */
export interface Trial {
  /** How many choices to repeat, starting with the first. */
  readonly repeated: number;
  /** The answer to the next choice; absent if it is treated like the rest. */
  readonly replacement?: number;
  /** Source of all later answers: the random continuation with this number, or the failing run. */
  readonly rest: number | 'recorded';
}

/** Runs a trial; the same trial always ends the same way. */
export type Runner = (trial: Trial) => Ending;

/** Counts of runs with the same start. */
export interface Tally {
  readonly fails: number;
  readonly otherwise: number;
  readonly runs: number;
}

/** Number of initial runs, and of all runs if only some of the initial ones fail. */
const RUNS_FIRST = 12;
const RUNS_MIXED = 24;

/** Makes and counts trials, and remembers the passing one with the most choices repeated. */
export class Trials {
  /** Number of runs so far. */
  made = 0;
  /** The passing trial with the most choices repeated; undefined if none passed. */
  nearest: Trial | undefined;

  /** @param runsMax number of runs after which `exhausted` is true; the caller may raise it. A started tally is finished. */
  constructor(
    private readonly runner: Runner,
    public runsMax: number,
  ) {}

  get exhausted(): boolean {
    return this.made >= this.runsMax;
  }

  run(trial: Trial): Ending {
    this.made++;
    const ending = this.runner(trial);
    if (ending === 'passes' && trial.repeated > (this.nearest?.repeated ?? -1)) this.nearest = trial;
    return ending;
  }

  /** Makes runs with this start: few if all or none fail, more otherwise. */
  tally(start: Omit<Trial, 'rest'>): Tally {
    const first = this.extendTally(start, { fails: 0, otherwise: 0, runs: 0 }, RUNS_FIRST);
    if (first.fails === 0 || first.fails === first.runs) return first;
    return this.extendTally(start, first, RUNS_MIXED);
  }

  /** A tally extended to this many runs with random continuations. */
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

/** Share of failing runs, from 0 to 1. */
export function shareOf({ fails, runs }: Tally): number {
  return fails / runs;
}
