import { getFailureRate, type Tally, type Trials } from './trials.js';

/** A range of answers to one choice that have similar failure rates. */
export interface Band extends Tally {
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
export function listAnswersToTry(answer: number, alternatives: number): number[] {
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
