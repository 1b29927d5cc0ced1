import { getFailureRate, type Tally, type Trials } from './trials.js';

/** The outcomes of the runs that replay the same number of choices. */
export interface CurvePoint extends Tally {
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

/** The number of intervals in the initial grid. */
const INITIAL_INTERVALS = 4;
/**
 * The smallest significant difference between two fractions: at least three standard errors if each comes from 72
 * runs.
 */
const MIN_FRACTION_DIFFERENCE = 0.25;
/** The number of runs needed on each side of a jump to confirm it. */
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
