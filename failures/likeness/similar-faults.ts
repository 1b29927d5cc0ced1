import type { Bucket, RunReport } from '../../harness/run-directory/index.js';
import type { Separation, SimilarFault } from '../../harness/triage-findings/index.js';
import { type FaultId, findFault, isUserDefinedId } from '../../transactions/index.js';
import type { FailureGroup } from '../groups/failure-groups.js';
import {
  type FiredError,
  type GroupRule,
  getErrorRule,
  getFamily,
  isError,
  isInFamily,
  mayBeSameBug,
} from '../groups/one-bug-rules.js';
import { findFailureGroups } from '../groups/run-groups.js';
import { readFaultFingerprints } from './fault-prints.js';

/** Counts of failing tests by name. */
export type Counts = ReadonlyMap<string, number>;

/** The fingerprint of a bug, derived from the tests that fail because of it. */
export interface Fingerprint {
  readonly tests: number;
  /** The number of tests in which each error fired, by rule and unit. */
  readonly fired: Counts;
  /** The number of tests in which each error was the cause, by rule and unit. */
  readonly caused: Counts;
  /** The number of tests by generation. */
  readonly generations: Counts;
  /** The number of tests by program. */
  readonly programs: Counts;
}

/**
 * Builds the fingerprint of the failures in the given buckets. Omits errors that `isFromBug` attributes to other bugs.
 */
export function makeFingerprint(
  buckets: Iterable<Pick<Bucket, 'signature' | 'causes'>>,
  isFromBug: (error: FiredError) => boolean = () => true,
): Fingerprint {
  const [fired, caused, generations, programs] = [makeCounter(), makeCounter(), makeCounter(), makeCounter()];
  let tests = 0;
  for (const { signature, causes } of buckets) {
    const [, , generation = '', program = ''] = signature.split(' ');
    for (const [text, count] of causes) {
      const errors = text.split(', ').filter((error) => isProjectRule(error) && isFromBug(error));
      const [cause] = errors;
      if (cause === undefined) continue;
      tests += count;
      addCount(caused, cause, count);
      for (const error of errors) addCount(fired, error, count);
      addCount(generations, generation, count);
      addCount(programs, program.split('/', 1)[0]!, count);
    }
  }
  return { tests, fired, caused, generations, programs };
}

/**
 * Returns whether an error comes from one of this project's rules. The fingerprints of library faults cover no other
 * rules.
 */
export function isProjectRule(error: FiredError): boolean {
  return isError(error) && !isUserDefinedId(getErrorRule(error));
}

const makeCounter = (): Map<string, number> => new Map();

function addCount(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

/** A library fault and its fingerprint. */
export interface FaultFingerprint {
  readonly fault: FaultId;
  readonly fingerprint: Fingerprint;
}

/** The pseudo-count of unseen failing tests, used for smoothing. */
const UNSEEN_TESTS = 0.5;

/** The assumed fraction of unseen tests that show a given error, cause, generation or program. */
const UNSEEN_FRACTIONS = {
  fired: 0.1,
  caused: 0.05,
  generations: 1 / 6,
  programs: 0.03,
} as const satisfies Partial<Record<keyof Fingerprint, number>>;

type Kind = keyof typeof UNSEEN_FRACTIONS;
const KINDS = Object.keys(UNSEEN_FRACTIONS) as Kind[];

/** For each name, the log-likelihood gain of each fault per test that shows the name. */
type Gains = ReadonlyMap<string, Float64Array>;

/**
 * Computes the mean log-likelihood of a group's tests under each fault. A missing error costs little if few of the
 * fault's tests show it. An extra error costs a lot if none of them does.
 */
export class Likelihoods {
  private readonly gains: Readonly<Record<Kind, Gains>>;
  /** Gains for names that no fault shows. They are lower for faults with more known tests. */
  private readonly unseenGains: Readonly<Record<Kind, Float64Array>>;
  /** The log-likelihood of a test that shows no error. */
  private readonly baseline: Float64Array;

  constructor(private readonly faults: readonly FaultFingerprint[]) {
    const makeGains = (kind: Kind): Gains => {
      const names = new Set(faults.flatMap(({ fingerprint }) => [...fingerprint[kind].keys()]));
      return new Map(Array.from(names, (name) => [name, this.computeGain(kind, name)]));
    };
    this.gains = mapKinds(makeGains);
    this.unseenGains = mapKinds((kind) => this.computeGain(kind, ''));
    const names = [...this.gains.fired.keys()];
    this.baseline = Float64Array.from(faults, ({ fingerprint }) =>
      names.reduce((sum, name) => sum + Math.log(1 - computeFraction(fingerprint, 'fired', name)), 0),
    );
  }

  /** Returns one log-likelihood per fault, in the same order as the faults. */
  compute(fingerprint: Fingerprint): Float64Array {
    const sums = this.baseline.slice();
    for (const kind of KINDS) {
      for (const [name, count] of fingerprint[kind]) {
        const gain = this.gains[kind].get(name) ?? this.unseenGains[kind];
        const fraction = count / fingerprint.tests;
        for (let i = 0; i < sums.length; i++) sums[i]! += fraction * gain[i]!;
      }
    }
    return sums;
  }

  private computeGain(kind: Kind, name: string): Float64Array {
    return Float64Array.from(this.faults, ({ fingerprint }) => {
      const fraction = computeFraction(fingerprint, kind, name);
      const absentLogProbability = kind === 'fired' ? Math.log(1 - fraction) : 0;
      return Math.log(fraction) - absentLogProbability;
    });
  }
}

function mapKinds<T>(make: (kind: Kind) => T): Readonly<Record<Kind, T>> {
  return {
    fired: make('fired'),
    caused: make('caused'),
    generations: make('generations'),
    programs: make('programs'),
  };
}

/** Returns the smoothed fraction of a fault's tests that show `name`. It is never exactly 0 or 1. */
function computeFraction(fingerprint: Fingerprint, kind: Kind, name: string): number {
  const testCount = fingerprint[kind].get(name) ?? 0;
  return (testCount + UNSEEN_TESTS * UNSEEN_FRACTIONS[kind]) / (fingerprint.tests + UNSEEN_TESTS);
}

/** Weights errors: the fewer the faults that show an error, the higher its weight. */
export class Rarity {
  private readonly faultCounts = new Map<string, number>();

  constructor(private readonly faults: readonly FaultFingerprint[]) {
    for (const { fingerprint } of faults)
      for (const error of fingerprint.fired.keys())
        this.faultCounts.set(error, (this.faultCounts.get(error) ?? 0) + 1);
  }

  getWeight(error: string): number {
    return Math.log((this.faults.length + 1) / ((this.faultCounts.get(error) ?? 0) + 0.5));
  }
}

/**
 * Returns the weighted Jaccard similarity of the errors in two fingerprints, with rare errors given more weight: 1 if
 * all rates are equal, 0 if they have no error in common.
 */
export function computeSimilarity(a: Fingerprint, b: Fingerprint, rarity: Rarity): number {
  let common = 0;
  let total = 0;
  for (const error of new Set([...a.fired.keys(), ...b.fired.keys()])) {
    const weight = rarity.getWeight(error);
    const [rateA, rateB] = [
      computeErrorRate(a.fired, error, a.tests),
      computeErrorRate(b.fired, error, b.tests),
    ];
    common += weight * Math.min(rateA, rateB);
    total += weight * Math.max(rateA, rateB);
  }
  return total === 0 ? 0 : common / total;
}

function computeErrorRate(counts: Counts, name: string, tests: number): number {
  return (counts.get(name) ?? 0) / tests;
}

/** The maximum number of faults to list per group. */
const MAX_FAULTS = 3;
/** The minimum similarity of a listed fault. */
const MIN_SIMILARITY = 0.3;

/** The library's faults, prepared for comparison with many groups. */
export class FaultLibrary {
  private readonly faults: readonly FaultFingerprint[];
  private readonly likelihoods: Likelihoods;
  private readonly rarity: Rarity;

  /** Ignores faults that have no failing tests. */
  constructor(fingerprints: readonly FaultFingerprint[]) {
    this.faults = fingerprints.filter(({ fingerprint }) => fingerprint.tests > 0);
    this.likelihoods = new Likelihoods(this.faults);
    this.rarity = new Rarity(this.faults);
  }

  /** Returns the faults that a group resembles, most likely first, or an empty list if none is similar enough. */
  findNearest(fingerprint: Fingerprint): readonly SimilarFault[] {
    if (fingerprint.tests === 0) return [];
    const likelihoods = this.likelihoods.compute(fingerprint);
    return findTopIndices(likelihoods, MAX_FAULTS)
      .map((index) => this.faults[index]!)
      .map(({ fault, fingerprint: faultFingerprint }) => ({
        fault,
        nearness: roundFraction(computeSimilarity(fingerprint, faultFingerprint, this.rarity)),
      }))
      .filter((fault) => fault.nearness >= MIN_SIMILARITY);
  }
}

/** Returns the indices of the `count` largest numbers, largest first. Ties are sorted by index. */
function findTopIndices(numbers: Float64Array, count: number): number[] {
  const best: number[] = [];
  for (let index = 0; index < numbers.length; index++) {
    let rank = best.length;
    while (rank > 0 && numbers[best[rank - 1]!]! < numbers[index]!) rank--;
    if (rank >= count) continue;
    best.splice(rank, 0, index);
    best.length = Math.min(best.length, count);
  }
  return best;
}

function roundFraction(fraction: number): number {
  return Math.round(100 * fraction) / 100;
}

/** A group's rules, and the faults that the group resembles. */
interface ComparedGroup {
  readonly rule: string;
  readonly unit: string;
  readonly rules: readonly GroupRule[];
  /** Absent if the group was not compared, for example because no rule fired. */
  readonly likeness?: readonly SimilarFault[];
}

/** The maximum number of rules to list at the start of a line. */
const MAX_RULES = 3;

/**
 * Returns a line such as `RACE-01, PROTO-05: looks like F132 (done is on an export before the last one)`, followed by
 * one with the runners-up, if any. Returns no lines if no fault is similar enough.
 */
export function formatSimilarFaults({ rule, unit, rules, likeness: similar = [] }: ComparedGroup): string[] {
  const [first, ...others] = similar.map(({ fault }) => `${fault} (${findFault(fault)!.title})`);
  if (first === undefined) return [];
  const sameBugRules = rules.filter(
    ({ error }) => isProjectRule(error) && mayBeSameBug(error, `${rule} ${unit}`),
  );
  const ruleNames = [...new Set([rule, ...sameBugRules.map(({ error }) => getErrorRule(error))])].slice(
    0,
    MAX_RULES,
  );
  return [
    `${ruleNames.join(', ')}: looks like ${first}`,
    ...(others.length === 0 ? [] : [`or possibly ${others.join('; or ')}`]),
  ];
}

/** Like `formatSimilarFaults`, but for reports, which also say when no fault is similar enough. */
export function formatSimilarFaultReport(group: ComparedGroup): string[] {
  const lines = formatSimilarFaults(group);
  if (group.likeness === undefined || lines.length > 0) return lines;
  return ['does not resemble any fault in the library'];
}

/**
 * Returns the faults that resemble each failure group in a run, keyed by group signature. The list is empty if no fault
 * is similar enough. Groups in which no rule fired have no entry.
 */
export function findSimilarFaults(
  report: Pick<RunReport, 'tally' | 'separations' | 'kinds'>,
): ReadonlyMap<string, readonly SimilarFault[]> {
  if (report.tally.buckets.size === 0) return new Map();
  const library = new FaultLibrary(readFaultFingerprints());
  const groups = findFailureGroups(report);
  const allSeparations = [...(report.separations ?? []), ...groups.flatMap(({ maskedBy }) => maskedBy ?? [])];
  return new Map(
    groups.flatMap((group) => {
      const print = makeGroupFingerprint(group, allSeparations);
      return print.tests === 0 ? [] : [[group.signature, library.findNearest(print)]];
    }),
  );
}

/** Returns a group's fingerprint, excluding errors attributed to other bugs. */
export function makeGroupFingerprint(
  { rule, buckets }: FailureGroup,
  separations: readonly Separation[] = [],
): Fingerprint {
  const otherRules = separations.flatMap(({ cause, other }) => {
    if (getFamily(cause) === getFamily(rule)) return [other];
    return getFamily(other) === getFamily(rule) ? [cause] : [];
  });
  return makeFingerprint(buckets, (error) => !otherRules.some((otherRule) => isInFamily(error, otherRule)));
}
