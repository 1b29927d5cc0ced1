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

/** A range of answers to one choice that have similar failure rates. */
interface Band extends Tally {
  /** The smallest answer that was tried. */
  readonly from: number;
  /** The largest answer that was tried. */
  readonly to: number;
}

/** Every answer is tried if there are at most this many. */
const MAX_EXHAUSTIVE_ALTERNATIVES = 12;
/** Two answers count as different if their failure rates differ by at least this much. */
const MIN_RATE_DIFFERENCE = 0.4;

/**
 * Returns how the failure rate depends on the answer to one choice, replaying the earlier choices and randomising the
 * later ones. If there are many answers, samples them at increasing distances from the recorded one, then bisects
 * between two that differ.
 *
 * @param repeated number of choices before this one.
 */
export function findValueBands(
  trials: Trials,
  repeated: number,
  { answer, alternatives }: { readonly answer: number; readonly alternatives: number },
): readonly Band[] {
  const tallies = new Map<number, Tally>();
  const measure = (replacement: number): void => {
    if (!tallies.has(replacement)) tallies.set(replacement, trials.tally({ repeated, replacement }));
  };
  for (const value of listAnswersToTry(answer, alternatives))
    if (!trials.exhausted || value === answer) measure(value);
  for (
    let value = findNextAnswer(tallies);
    value !== undefined && !trials.exhausted;
    value = findNextAnswer(tallies)
  )
    measure(value);
  return mergeNeighbours(sortBands(tallies));
}

/**
 * Returns the recorded answer, then the others, nearest first. If there are many, returns only samples at increasing
 * distances and the two extremes.
 */
function listAnswersToTry(answer: number, alternatives: number): number[] {
  const isInRange = (value: number): boolean => value >= 0 && value < alternatives;
  if (alternatives <= MAX_EXHAUSTIVE_ALTERNATIVES) {
    const answers = Array.from({ length: alternatives }, (_, value) => value);
    return answers.sort((a, b) => Math.abs(a - answer) - Math.abs(b - answer));
  }
  const samples = [answer];
  for (let distance = 1; distance < alternatives; distance *= 3)
    samples.push(...[answer - distance, answer + distance].filter(isInRange));
  return [...new Set([...samples, 0, alternatives - 1])];
}

function findNextAnswer(tallies: ReadonlyMap<number, Tally>): number | undefined {
  const values = sortBands(tallies);
  const gap = values.findIndex(({ to }, index) => {
    const next = values[index + 1];
    return next !== undefined && next.from - to > 1 && areDifferent(values[index]!, next);
  });
  return gap < 0 ? undefined : Math.floor((values[gap]!.to + values[gap + 1]!.from) / 2);
}

function sortBands(tallies: ReadonlyMap<number, Tally>): Band[] {
  return Array.from(tallies, ([value, tally]) => ({ from: value, to: value, ...tally })).sort(
    (a, b) => a.from - b.from,
  );
}

function mergeNeighbours(values: readonly Band[]): Band[] {
  const bands: Band[] = [];
  for (const value of values) {
    const last = bands.at(-1);
    if (last === undefined || areDifferent(last, value)) bands.push(value);
    else bands[bands.length - 1] = joinBands(last, value);
  }
  return bands;
}

function joinBands(a: Band, b: Band): Band {
  return {
    from: a.from,
    to: b.to,
    failures: a.failures + b.failures,
    otherFailures: a.otherFailures + b.otherFailures,
    runs: a.runs + b.runs,
  };
}

function areDifferent(a: Tally, b: Tally): boolean {
  return Math.abs(getFailureRate(a) - getFailureRate(b)) >= MIN_RATE_DIFFERENCE;
}

/** The number of random continuations to try at each choice. */
const CONTINUATIONS = 8;

/**
 * Searches for the passing trial that stays with the failing run the longest. If changing a single answer is enough,
 * only that answer differs, and it is the passing one nearest to the recorded answer. Returns undefined if none of
 * `trials` passed.
 *
 * @param choices choices of the failing run up to its failure.
 */
export function searchNearestPass(
  trials: Trials,
  choices: readonly { readonly answer: number; readonly alternatives: number }[],
): Trial | undefined {
  if (trials.nearest === undefined) return undefined;
  let failing = choices.length;
  while (failing - trials.nearest.repeated > 1 && !trials.exhausted) {
    const middle = Math.floor((trials.nearest.repeated + failing) / 2);
    if (!canPass(trials, middle)) failing = middle;
  }
  const { repeated } = trials.nearest;
  const { answer, alternatives } = choices[repeated]!;
  const replacement = findNearestAnswer(trials, repeated, answer, alternatives);
  return replacement === undefined ? trials.nearest : { repeated, replacement, rest: 'recorded' };
}

/**
 * Returns the passing answer nearest to the recorded one, with all other choices unchanged, or undefined if none of the
 * answers tried passes.
 */
function findNearestAnswer(
  trials: Trials,
  repeated: number,
  answer: number,
  alternatives: number,
): number | undefined {
  const isPassing = (replacement: number): boolean =>
    trials.run({ repeated, replacement, rest: 'recorded' }) === 'passes';
  let passing = listAnswersToTry(answer, alternatives).find((value) => value !== answer && isPassing(value));
  if (passing === undefined) return undefined;
  for (let failing = answer; Math.abs(passing - failing) > 1; ) {
    const middle = Math.trunc((failing + passing) / 2);
    if (isPassing(middle)) passing = middle;
    else failing = middle;
  }
  return passing;
}

function canPass(trials: Trials, repeated: number): boolean {
  for (let rest = 0; rest < CONTINUATIONS; rest++)
    if (trials.run({ repeated, rest }) === 'passes') return true;
  return false;
}

/** The outcomes of the runs that replay the same number of choices. */
interface CurvePoint extends Tally {
  /** How many of the recorded choices were replayed: numbers 1 to `choice`. */
  readonly choice: number;
}

/** A rise in the fraction of failing runs between two neighbouring points. */
export interface Jump {
  readonly before: CurvePoint;
  readonly after: CurvePoint;
}

/** The fraction of failing runs as a function of the number of replayed choices, and where it jumps. */
export interface Curve {
  /** The points in ascending order of `choice`, always including 0 and the last choice. */
  readonly points: readonly CurvePoint[];
  /** The jumps in choice order. If the two points of a jump differ by one choice, that choice is decisive. */
  readonly jumps: readonly Jump[];
}

const INITIAL_INTERVALS = 4;
/**
 * The smallest significant difference between two fractions: at least three standard errors if each comes from 72
 * runs.
 */
const MIN_FRACTION_DIFFERENCE = 0.25;
const CONFIRMING_RUNS = 72;

/**
 * Measures the fraction of failing runs as a function of the number of replayed choices. Starts with a coarse grid and
 * keeps halving the interval with the largest change until it is down to single choices or no significant difference is
 * left. Stops early once the run budget is used up.
 *
 * Example: if a run of 100 choices fails whenever choice 46 is 3, the curve shows 10% up to 45 and 100% from 46, with
 * one jump between them.
 *
 * @param length number of choices that the failing run made before it failed.
 */
export function measureFailureCurve(trials: Trials, length: number): Curve {
  const points = new Map<number, Tally>();
  const measure = (choice: number): void => {
    if (!points.has(choice)) points.set(choice, trials.tally({ repeated: choice }));
  };
  points.set(length, tallyOnce(trials, length));
  measure(0);
  if (getFailureRate(points.get(0)!) < 1) {
    for (let interval = 1; interval < INITIAL_INTERVALS && !trials.exhausted; interval++)
      measure(Math.floor((interval * length) / INITIAL_INTERVALS));
  }
  for (
    let midpoint = findMidpointOfSteepestInterval(points);
    midpoint !== undefined && !trials.exhausted;
    midpoint = findMidpointOfSteepestInterval(points)
  )
    measure(midpoint);
  confirmJumps(trials, points);
  const sortedPoints = sortPoints(points);
  return { points: sortedPoints, jumps: pairNeighbours(sortedPoints).filter(isJump) };
}

/** Tallies a single run, which is enough because it replays every choice. */
function tallyOnce(trials: Trials, length: number): Tally {
  const ending = trials.run({ repeated: length, rest: 'recorded' });
  return {
    failures: ending === 'fails' ? 1 : 0,
    otherFailures: ending === 'fails-differently' ? 1 : 0,
    runs: 1,
  };
}

/**
 * Returns the midpoint of the interval with the largest difference among those that can still be split, or undefined
 * if none of them has a significant difference.
 */
function findMidpointOfSteepestInterval(points: ReadonlyMap<number, Tally>): number | undefined {
  let best: Jump | undefined;
  for (const pair of pairNeighbours(sortPoints(points))) {
    if (pair.after.choice - pair.before.choice < 2 || Math.abs(computeRise(pair)) < MIN_FRACTION_DIFFERENCE)
      continue;
    if (best === undefined || Math.abs(computeRise(pair)) > Math.abs(computeRise(best))) best = pair;
  }
  return best && Math.floor((best.before.choice + best.after.choice) / 2);
}

/** Adds runs on both sides of each jump to rule out chance. */
function confirmJumps(trials: Trials, points: Map<number, Tally>): void {
  for (const { before, after } of pairNeighbours(sortPoints(points)).filter(isJump)) {
    for (const { choice } of [before, after]) {
      const tally = points.get(choice)!;
      if (tally.runs > 1 && !trials.exhausted)
        points.set(choice, trials.extendTally({ repeated: choice }, tally, CONFIRMING_RUNS));
    }
  }
}

function sortPoints(points: ReadonlyMap<number, Tally>): CurvePoint[] {
  return Array.from(points, ([choice, tally]) => ({ choice, ...tally })).sort((a, b) => a.choice - b.choice);
}

function pairNeighbours(points: readonly CurvePoint[]): Jump[] {
  return points.slice(1).map((after, index) => ({ before: points[index]!, after }));
}

function computeRise({ before, after }: Jump): number {
  return getFailureRate(after) - getFailureRate(before);
}

function isJump(jump: Jump): boolean {
  return computeRise(jump) >= MIN_FRACTION_DIFFERENCE;
}
