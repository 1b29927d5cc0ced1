import type { RunReport } from '../../harness/run-directory/index.js';
import type { Separation, SimilarFault } from '../../harness/triage-findings/index.js';
import { findFault } from '../../transactions/index.js';
import type { FailureGroup } from '../groups/failure-groups.js';
import {
  type GroupRule,
  getErrorRule,
  getFamily,
  isInFamily,
  mayBeSameBug,
} from '../groups/one-bug-rules.js';
import { findFailureGroups } from '../groups/run-groups.js';
import {
  addCount,
  type FaultFingerprint,
  type Fingerprint,
  isProjectRule,
  makeFingerprint,
  readFaultFingerprints,
} from './fault-prints.js';

/** The maximum number of faults to list per group. */
const MAX_FAULTS = 3;
const MIN_SIMILARITY = 0.3;
/** The pseudo-count of unseen failing tests, used for smoothing. */
const UNSEEN_TESTS = 0.5;

/** The assumed fraction of unseen tests that show a given error, cause, generation or program. */
const UNSEEN_FRACTIONS = { fired: 0.1, caused: 0.05, generations: 1 / 6, programs: 0.03 } as const;

type Kind = keyof typeof UNSEEN_FRACTIONS;
const KINDS = Object.keys(UNSEEN_FRACTIONS) as Kind[];

/** The library's faults, prepared for comparison with many groups. */
export class FaultLibrary {
  private readonly faults: readonly FaultFingerprint[];
  /** For each error, the number of faults that show it. */
  private readonly faultCounts = new Map<string, number>();

  /** Ignores faults that have no failing tests. */
  constructor(fingerprints: readonly FaultFingerprint[]) {
    this.faults = fingerprints.filter(({ fingerprint }) => fingerprint.tests > 0);
    for (const { fingerprint } of this.faults)
      for (const error of fingerprint.fired.keys()) addCount(this.faultCounts, error, 1);
  }

  /** Returns the faults that a group resembles, most likely first, or an empty list if none is similar enough. */
  findNearest(group: Fingerprint): readonly SimilarFault[] {
    if (group.tests === 0) return [];
    return this.faults
      .map((fault) => ({ ...fault, likelihood: this.computeLikelihood(fault.fingerprint, group) }))
      .sort((a, b) => b.likelihood - a.likelihood)
      .slice(0, MAX_FAULTS)
      .map(({ fault, fingerprint }) => ({
        fault,
        nearness: Math.round(100 * this.computeSimilarity(group, fingerprint)) / 100,
      }))
      .filter(({ nearness }) => nearness >= MIN_SIMILARITY);
  }

  /**
   * Returns the mean log-likelihood of a group's tests under a fault. A missing error costs little if few of the
   * fault's tests show it. An extra error costs a lot if none of them does.
   */
  private computeLikelihood(fault: Fingerprint, group: Fingerprint): number {
    let sum = 0;
    for (const error of this.faultCounts.keys()) sum += Math.log(1 - computeFraction(fault, 'fired', error));
    for (const kind of KINDS) {
      for (const [name, count] of group[kind]) {
        const fraction = computeFraction(fault, kind, name);
        const absent = kind === 'fired' ? Math.log(1 - fraction) : 0;
        sum += (count / group.tests) * (Math.log(fraction) - absent);
      }
    }
    return sum;
  }

  /**
   * Returns the weighted Jaccard similarity of the errors in two fingerprints, where errors that few faults show have
   * more weight: 1 if all rates are equal, 0 if they have no error in common.
   */
  private computeSimilarity(a: Fingerprint, b: Fingerprint): number {
    let common = 0;
    let total = 0;
    for (const error of new Set([...a.fired.keys(), ...b.fired.keys()])) {
      const weight = Math.log((this.faults.length + 1) / ((this.faultCounts.get(error) ?? 0) + 0.5));
      const [rateA, rateB] = [a, b].map(({ fired, tests }) => (fired.get(error) ?? 0) / tests) as [
        number,
        number,
      ];
      common += weight * Math.min(rateA, rateB);
      total += weight * Math.max(rateA, rateB);
    }
    return total === 0 ? 0 : common / total;
  }
}

/** Returns the smoothed fraction of a fault's tests that show `name`. It is never exactly 0 or 1. */
function computeFraction(fault: Fingerprint, kind: Kind, name: string): number {
  const tests = fault[kind].get(name) ?? 0;
  return (tests + UNSEEN_TESTS * UNSEEN_FRACTIONS[kind]) / (fault.tests + UNSEEN_TESTS);
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
