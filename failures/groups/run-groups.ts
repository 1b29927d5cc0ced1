import { findMax } from '../../arch/index.js';
import type { Bucket, FailureExample, RunReport } from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import type { ObservedKinds } from '../../harness/triage-findings/index.js';
import { type FailureGroup, groupFailures, sortBySize } from './failure-groups.js';
import { getFamily, hasFamily, mayBeSameBug } from './one-bug-rules.js';

/** Buckets whose shrunk failures have an observation in common. */
interface Cluster {
  readonly observations: ReadonlySet<string>;
  readonly buckets: readonly Bucket[];
}

/**
 * Regroups failures after shrinking. Merges two groups if each one's shrunk failures show the other's cause under at
 * least one schedule. Splits a group if, within one generation, its shrunk failures have no observation of the group's
 * rule in common.
 *
 * For example, a bug that fires either ORD-06 or ORD-01 in one small scene is one group. If, under every schedule,
 * ORD-06 reports an id that is too high in one scene but a duplicate id in another, they become two groups.
 */
function regroupByObservations(
  groups: readonly FailureGroup[],
  forms: readonly ObservedKinds[],
): FailureGroup[] {
  if (forms.length === 0) return [...groups];
  const observations = new Map<string, Set<string>>();
  for (const form of forms) {
    const bucketObservations = observations.get(form.signature) ?? new Set();
    for (const observation of form.kinds) bucketObservations.add(observation);
    observations.set(form.signature, bucketObservations);
  }
  const getObserved = (buckets: readonly Bucket[]): ReadonlySet<string> =>
    new Set(buckets.flatMap(({ signature }) => [...(observations.get(signature) ?? [])]));
  return mergeGroups(groups, getObserved).flatMap((group) => splitGroup(group, getObserved));
}

/** The minimum number of failures to split off as another bug. A single failure may just have an unusual message. */
const MIN_SEPARATE_FAILURES = 2;

type GetObserved = (buckets: readonly Bucket[]) => ReadonlySet<string>;

function mergeGroups(groups: readonly FailureGroup[], getObserved: GetObserved): FailureGroup[] {
  const result: FailureGroup[] = [];
  for (const group of groups) {
    const index = result.findIndex(
      (other) =>
        showBothCauses(group, other, getObserved) && mayBeSameBug(getGroupName(group), getGroupName(other)),
    );
    if (index < 0) result.push(group);
    else result[index] = mergePair(result[index]!, group);
  }
  return result;
}

/**
 * Returns whether each group shows the other's cause. A masked bug is never merged, because it was already found to be
 * a separate one.
 */
function showBothCauses(a: FailureGroup, b: FailureGroup, getObserved: GetObserved): boolean {
  if (a.maskedBy !== undefined || b.maskedBy !== undefined) return false;
  return showsCause(getObserved(a.buckets), b) && showsCause(getObserved(b.buckets), a);
}

function showsCause(observations: ReadonlySet<string>, { rule }: FailureGroup): boolean {
  return [...observations].some((observation) => getFamily(getRule(observation)) === getFamily(rule));
}

function getRule(observation: string): string {
  return observation.slice(0, observation.indexOf(': '));
}

/** Merges two groups into one with the name and position of the larger one. */
function mergePair(large: FailureGroup, small: FailureGroup): FailureGroup {
  const buckets = [...large.buckets, ...small.buckets];
  return { ...large, count: large.count + small.count, buckets: sortBySize(buckets) };
}

/**
 * Splits a group whose shrunk failures have no observation in common, unless its rule belongs to a family, in which
 * different rules can report the same bug.
 */
function splitGroup(group: FailureGroup, getObserved: GetObserved): FailureGroup[] {
  if (group.maskedBy !== undefined || hasFamily(group.rule)) return [group];
  const [main, ...others] = findClusters(group, getObserved);
  const separateClusters = others.filter(
    (other) => sumCounts(other.buckets) >= MIN_SEPARATE_FAILURES && sharesGeneration(main!, other),
  );
  if (separateClusters.length === 0) return [group];
  const separated = new Set(separateClusters.flatMap(({ buckets }) => buckets));
  const kept = group.buckets.filter((bucket) => !separated.has(bucket));
  return [
    { ...group, count: sumCounts(kept), buckets: kept },
    ...separateClusters.map(({ observations, buckets }) => ({
      ...group,
      signature: `${group.signature}: ${truncateObservation([...observations].sort()[0]!)}`,
      count: sumCounts(buckets),
      buckets,
    })),
  ];
}

/**
 * Clusters buckets whose shrunk failures have an observation in common, most failures first. Skips buckets without one.
 */
function findClusters({ rule, buckets }: FailureGroup, getObserved: GetObserved): Cluster[] {
  let clusters: Cluster[] = [];
  for (const bucket of buckets) {
    const shown = new Set([...getObserved([bucket])].filter((text) => getRule(text) === rule));
    if (shown.size === 0) continue;
    const overlapping = clusters.filter((other) => [...shown].some((text) => other.observations.has(text)));
    const merged = {
      observations: new Set([...shown, ...overlapping.flatMap((cluster) => [...cluster.observations])]),
      buckets: sortBySize([bucket, ...overlapping.flatMap((cluster) => cluster.buckets)]),
    };
    clusters = [...clusters.filter((cluster) => !overlapping.includes(cluster)), merged];
  }
  return clusters.sort(
    (a, b) =>
      sumCounts(b.buckets) - sumCounts(a.buckets) ||
      (a.buckets[0]!.signature < b.buckets[0]!.signature ? -1 : 1),
  );
}

function sumCounts(buckets: readonly Bucket[]): number {
  return buckets.reduce((sum, { count }) => sum + count, 0);
}

/** Returns whether two clusters share a generation. Some observations are worded differently on each generation. */
function sharesGeneration(a: Cluster, b: Cluster): boolean {
  const generations = new Set(a.buckets.map(getGeneration));
  return b.buckets.some((bucket) => generations.has(getGeneration(bucket)));
}

function getGeneration({ signature }: Bucket): string {
  return signature.split(' ')[2] ?? '';
}

const MAX_NAME_LENGTH = 60;

/** Returns the observation without its rule, truncated for use in a name. */
function truncateObservation(observation: string): string {
  const text = observation.slice(observation.indexOf(': ') + 2);
  return text.length <= MAX_NAME_LENGTH ? text : `${text.slice(0, MAX_NAME_LENGTH - 1)}…`;
}

/** Returns the failure groups of a run, based on its log and its triage results. */
export function findFailureGroups({ tally, kinds = [] }: Pick<RunReport, 'tally' | 'kinds'>): FailureGroup[] {
  return regroupByObservations(groupFailures(tally.buckets.values()), kinds);
}

function getGroupName({ rule, unit }: FailureGroup): string {
  return `${rule} ${unit}`;
}

/**
 * Returns the failure in a group to read first: the one with the fewest waves or, for a masked bug, the failure in
 * which the bug was seen, because the others may not exhibit it.
 */
export function findSmallestFailure({ maskedBy, buckets }: FailureGroup): Bucket['smallest'] {
  const examples = buckets.find(({ signature }) => signature === maskedBy?.signature)?.examples ?? [];
  const example = examples.find(({ test }) => formatTestId(test) === maskedBy?.test);
  if (example !== undefined)
    return { test: formatTestId(example.test), repro: example.repro, waves: example.waves };
  return buckets
    .map(({ smallest }) => smallest)
    .reduce((best, candidate) => (candidate.waves < best.waves ? candidate : best));
}

/** A stored failure and its bucket. */
export interface Example {
  readonly bucket: Bucket;
  readonly failure: FailureExample;
}

/** Returns a group's stored failures: the first of each bucket, then the second of each, and so on. */
export function listExamples({ buckets }: FailureGroup): Example[] {
  const maxExamples = findMax(
    buckets.map(({ examples }) => examples.length),
    0,
  );
  return Array.from({ length: maxExamples }, (_, index) => index).flatMap((index) =>
    buckets.flatMap((bucket) => {
      const failure = bucket.examples[index];
      return failure === undefined ? [] : [{ bucket, failure }];
    }),
  );
}
