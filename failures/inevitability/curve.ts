import { getFailingFraction, type Tally, type Trials } from './trials.js';

/** The outcomes of runs that repeat a given number of choices. */
export interface CurvePoint extends Tally {
  /** The number of repeated choices. The last of them is number `choice`, counted from 1. */
  readonly choice: number;
}

/** A rise in the fraction of failing runs between two neighbouring points. */
export interface Jump {
  readonly before: CurvePoint;
  readonly after: CurvePoint;
}

/** The fraction of failing runs against the number of repeated choices, and where it rises. */
export interface Curve {
  /** The points in ascending order of `choice`, including 0 and the last one. */
  readonly points: readonly CurvePoint[];
  /** The jumps in choice order. If the two points of a jump differ by one choice, that choice is decisive. */
  readonly jumps: readonly Jump[];
}

/** The number of intervals to start with. */
const INITIAL_INTERVALS = 4;
/**
 * The smallest significant difference between two fractions: at least three standard errors if each comes from 72
 * runs.
 */
const MIN_FRACTION_DIFFERENCE = 0.25;
/** The number of runs needed on each side of a jump to confirm it. */
const CONFIRMING_RUNS = 72;

/**
 * Measures the fraction of failing runs as a function of the number of repeated choices. Starts with a coarse grid and
 * keeps halving the interval with the largest change until single choices remain or no difference is significant.
 * Stops early when the runs are used up.
 *
 * Example: a run of 100 choices that fails whenever choice 46 is 3 has 10% up to 45, 100% from 46, and one jump there.
 *
 * @param length number of choices in the failing run up to its failure.
 */
export function measureInevitability(trials: Trials, length: number): Curve {
  const points = new Map<number, Tally>();
  const measure = (choice: number): void => {
    if (!points.has(choice)) points.set(choice, trials.tally({ repeated: choice }));
  };
  points.set(length, tallyOnce(trials, length));
  measure(0);
  if (getFailingFraction(points.get(0)!) < 1) {
    for (let interval = 1; interval < INITIAL_INTERVALS && !trials.exhausted; interval++)
      measure(Math.floor((interval * length) / INITIAL_INTERVALS));
  }
  for (
    let middle = findSteepestMiddle(points);
    middle !== undefined && !trials.exhausted;
    middle = findSteepestMiddle(points)
  )
    measure(middle);
  confirmJumps(trials, points);
  const all = sortPoints(points);
  return { points: all, jumps: pairNeighbours(all).filter(isJump) };
}

/** Tallies a single run, which is enough if every choice is repeated. */
function tallyOnce(trials: Trials, length: number): Tally {
  const ending = trials.run({ repeated: length, rest: 'recorded' });
  return { fails: ending === 'fails' ? 1 : 0, otherwise: ending === 'otherwise' ? 1 : 0, runs: 1 };
}

/**
 * Returns the middle of the divisible interval with the largest difference, or undefined if no difference is
 * significant.
 */
function findSteepestMiddle(points: ReadonlyMap<number, Tally>): number | undefined {
  let best: Jump | undefined;
  for (const pair of pairNeighbours(sortPoints(points))) {
    if (pair.after.choice - pair.before.choice < 2 || Math.abs(computeRise(pair)) < MIN_FRACTION_DIFFERENCE)
      continue;
    if (best === undefined || Math.abs(computeRise(pair)) > Math.abs(computeRise(best))) best = pair;
  }
  return best && Math.floor((best.before.choice + best.after.choice) / 2);
}

/** Adds runs on both sides of each jump so that no jump is due to chance. */
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
  return getFailingFraction(after) - getFailingFraction(before);
}

function isJump(jump: Jump): boolean {
  return computeRise(jump) >= MIN_FRACTION_DIFFERENCE;
}
