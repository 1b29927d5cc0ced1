import { type CoverageData, getBinRows, PAIR_SLOTS } from '../../coverage/index.js';
import type { Sequence } from '../../stimulus/index.js';
import { parseTestId } from '../selection/plan.js';

/**
 * Sorts sequences into the order in which a steered run first tries them. Those with claims that few others share come
 * first, since perhaps no other test would cover those claims. Each claimed bin is weighted by one over the number of
 * sequences that claim it. Ties keep their order.
 */
export function orderFirstRound<T>(all: readonly T[], getSequence: (item: T) => Sequence): T[] {
  const counts = new Map<string, number>();
  for (const item of all)
    for (const bin of listClaimedBins(getSequence(item))) counts.set(bin, (counts.get(bin) ?? 0) + 1);
  const rarity = new Map(
    all.map((item) => {
      const bins = [...listClaimedBins(getSequence(item))];
      return [item, bins.reduce((sum, bin) => sum + 1 / counts.get(bin)!, 0)] as const;
    }),
  );
  return all.toSorted((a, b) => rarity.get(b)! - rarity.get(a)!);
}

function listClaimedBins({ claims = [] }: Sequence): ReadonlySet<string> {
  return new Set(claims.flatMap(({ bins }) => bins));
}

/** The value of an event pair seen in only one test, where a bin hit by only one test counts as 1. */
const PAIR_VALUE = 0.1;
/** The value of a rule checked in only one test, where a bin hit by only one test counts as 1. */
const RULE_VALUE = 1;

/** Tracks behaviour shown by only one of a run's tests. */
export class BehaviourNovelty {
  /** For each behaviour number, the sequence of the only test that showed it; undefined once a second test has. */
  private readonly owners = new Map<number, string | undefined>();

  /** Records the behaviour of a test from the given sequence. */
  add(sequence: string, behaviour: readonly number[]): void {
    for (const number of behaviour) this.owners.set(number, this.owners.has(number) ? undefined : sequence);
  }

  /** Returns the total value of behaviour seen in only one test, keyed by that test's sequence. */
  valueBySequence(): ReadonlyMap<string, number> {
    const values = new Map<string, number>();
    for (const [number, sequence] of this.owners)
      if (sequence !== undefined)
        values.set(sequence, (values.get(sequence) ?? 0) + (number < PAIR_SLOTS ? PAIR_VALUE : RULE_VALUE));
    return values;
  }
}

/** The minimum share of every sequence, as a fraction of its share without steering. */
export const SHARE_FLOOR = 0.15;
/** The cost of forming, launching and checking a wave, in instructions. */
const WAVE_WORK = 50;
/** The number of rare bins that each sequence is credited with in advance, so that those without any are tried too. */
const PRIOR_RARE_BINS = 0.2;

/** Computes the cost of a test in instructions. Unlike time, it is the same on every machine. */
export function computeWork(instructions: number, waves: number): number {
  return instructions + WAVE_WORK * waves;
}

/** The cost of a sequence's tests so far, according to `computeWork`. */
export class Work {
  tests = 0;
  total = 0;

  add(instructions: number, waves: number): void {
    this.tests++;
    this.total += computeWork(instructions, waves);
  }
}

/** The data about a sequence from which its share is computed. */
interface SequenceYield {
  /** The share without steering. All sequences' shares add up to 1. */
  readonly baseShare: number;
  /** The number of bins hit so far by exactly one test, where that test came from this sequence. */
  readonly rareBins: number;
  /** The value, in bins, of behaviour seen in exactly one test, where that test came from this sequence. */
  readonly novelty: number;
  readonly work: Work;
}

/**
 * Computes the sequences' shares of the next tests, which add up to 1. By the Good-Turing estimate, the chance that a
 * sequence's next test hits a new bin is about the number of bins that only one test has hit, divided by the number of
 * tests. Here, we divide by the cost of those tests instead, and also count other behaviour seen in only one test.
 * Shares grow faster than linearly with this yield, which favours the sequences that fill coverage gaps. The floor
 * keeps the others running.
 */
export function computeShares(sequences: readonly SequenceYield[]): number[] {
  const tests = sum(sequences, ({ work }) => work.tests);
  const meanWork = sum(sequences, ({ work }) => work.total) / Math.max(1, tests);
  const scores = sequences.map(({ rareBins, novelty, work }) => {
    const gain = (rareBins + novelty + PRIOR_RARE_BINS) / (work.total + meanWork + 1);
    return gain * Math.sqrt(gain);
  });
  const totalScore = sum(scores, (score) => score);
  return sequences.map(
    ({ baseShare }, index) => SHARE_FLOOR * baseShare + (1 - SHARE_FLOOR) * (scores[index]! / totalScore),
  );
}

/**
 * Counts the bins hit by exactly one test, grouped by that test's sequence. Coverage from tests with faults is ignored
 * unless every test has faults (`faulty`).
 */
export function countRareBinsBySequence(
  coverage: CoverageData,
  faulty: boolean,
): ReadonlyMap<string, number> {
  const rareBinCounts = new Map<string, number>();
  for (const { kind, passed, failed } of getBinRows(coverage)) {
    const hits = faulty ? failed : passed;
    if (kind !== 'count' || hits.tests !== 1 || !hits.first?.name) continue;
    const { sequence } = parseTestId(hits.first.name);
    rareBinCounts.set(sequence, (rareBinCounts.get(sequence) ?? 0) + 1);
  }
  return rareBinCounts;
}

function sum<T>(values: readonly T[], getValue: (value: T) => number): number {
  return values.reduce((total, value) => total + getValue(value), 0);
}
