import { binRows, type CoverageData } from '../../coverage/index.js';
import { parseTestId } from '../selection/test-name.js';

/** Fraction of its unsteered share that each sequence keeps in any case. */
export const SHARE_FLOOR = 0.15;
/** Work of one wave besides its instructions, in instructions: forming, launching and judging it. */
const WAVE_WORK = 50;
/** Rare bins credited to each sequence in advance, so that one without any keeps being tried. */
const PRIOR_RARE = 0.2;

/** A test's cost in instructions: the same on every machine, unlike time. */
export function workOf(instructions: number, waves: number): number {
  return instructions + WAVE_WORK * waves;
}

/** Cost of a sequence's tests so far, by `workOf`. */
export class Work {
  tests = 0;
  total = 0;

  add(instructions: number, waves: number): void {
    this.tests++;
    this.total += workOf(instructions, waves);
  }
}

/** What is known about a sequence when the shares are set. */
export interface SequenceReturn {
  /** Share without steering; they add up to 1. */
  readonly unsteered: number;
  /** Number of bins hit by only one test so far, of this sequence. */
  readonly rareBins: number;
  /** Behaviour shown by only one test, of this sequence, in bins. */
  readonly novelty: number;
  readonly work: Work;
}

/**
 * Shares of the sequences in the upcoming tests, which add up to 1. By Good and Turing, the chance that a sequence's next test
 * hits a new bin is about the number of bins hit by only one test, over the number of tests. Here it is over their work, and
 * other behaviour of only one test counts too. Shares grow faster than that return, since the best-paying sequences fill the gaps
 * in coverage; the floor keeps the rest alive.
 */
export function sharesOf(sequences: readonly SequenceReturn[]): number[] {
  const tests = sum(sequences, ({ work }) => work.tests);
  const meanWork = sum(sequences, ({ work }) => work.total) / Math.max(1, tests);
  const scores = sequences.map(({ rareBins, novelty, work }) => {
    const gain = (rareBins + novelty + PRIOR_RARE) / (work.total + meanWork + 1);
    return gain * Math.sqrt(gain);
  });
  const totalScore = sum(scores, (score) => score);
  return sequences.map(
    ({ unsteered }, at) => SHARE_FLOOR * unsteered + (1 - SHARE_FLOOR) * (scores[at]! / totalScore),
  );
}

/**
 * By sequence, the number of bins hit by only one test. Tests with faults cover nothing, and count only if all tests have
 * faults (`faulty`).
 */
export function rareBinsBySequence(coverage: CoverageData, faulty: boolean): ReadonlyMap<string, number> {
  const rare = new Map<string, number>();
  for (const { kind, passed, failed } of binRows(coverage)) {
    const counted = faulty ? failed : passed;
    if (kind !== 'count' || counted.tests !== 1 || !counted.first?.name) continue;
    const { sequence } = parseTestId(counted.first.name);
    rare.set(sequence, (rare.get(sequence) ?? 0) + 1);
  }
  return rare;
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}
