import { getFailingFraction, type Tally, type Trials } from './trials.js';

/** Neighbouring answers to one choice with similar fractions of failing runs. */
export interface Band extends Tally {
  /** The smallest answer that was tried. */
  readonly from: number;
  /** The largest answer that was tried. */
  readonly to: number;
}

/** The maximum number of answers for which all are tried. */
const MAX_TRY_ALL = 12;
/** The minimum difference between the fractions for two answers that count as different. */
const MIN_FRACTION_DIFFERENCE = 0.4;

/**
 * Returns how the fraction of failing runs depends on the answer to one choice, when earlier choices are repeated and
 * later ones are random. If there are many answers, tries those at growing distances from the recorded one, then
 * bisects between two that differ.
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
 * Returns the recorded answer, then the others, nearest first. If there are many, only returns some at growing
 * distances and the two extremes.
 */
export function listAnswersToTry(answer: number, alternatives: number): number[] {
  const isAnswer = (value: number): boolean => value >= 0 && value < alternatives;
  if (alternatives <= MAX_TRY_ALL) {
    const answers = Array.from({ length: alternatives }, (_, value) => value);
    return answers.sort((a, b) => Math.abs(a - answer) - Math.abs(b - answer));
  }
  const tried = [answer];
  for (let distance = 1; distance < alternatives; distance *= 3)
    tried.push(...[answer - distance, answer + distance].filter(isAnswer));
  return [...new Set([...tried, 0, alternatives - 1])];
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
    fails: a.fails + b.fails,
    otherwise: a.otherwise + b.otherwise,
    runs: a.runs + b.runs,
  };
}

function areDifferent(a: Tally, b: Tally): boolean {
  return Math.abs(getFailingFraction(a) - getFailingFraction(b)) >= MIN_FRACTION_DIFFERENCE;
}
