import type { Bucket } from '../../harness/run-directory/index.js';
import type { ObservedKinds } from '../../harness/triage-findings/index.js';
import type { FailureGroup } from './failure-groups.js';
import { getFamily, hasFamily } from './one-bug-rules.js';

/** Returns whether the causes of two groups indicate two bugs, regardless of their shrunk failures. */
type SeparationTest = (a: FailureGroup, b: FailureGroup) => boolean;

/** Buckets whose shrunk failures share an observation. */
interface Cluster {
  readonly kinds: ReadonlySet<string>;
  readonly buckets: readonly Bucket[];
}

/**
 * Regroups failures after shrinking. Merges two groups if each one's shrunk failures show the other's cause under at
 * least one schedule. Splits a group if its shrunk failures on a generation share no observation by the group's rule.
 *
 * For example, a bug that fires either ORD-06 or ORD-01 in one small scene is one group. If ORD-06 reports an id that
 * is too high in one scene and an id shown twice in another, each under every schedule, these are two groups.
 */
export function regroupByForms(
  groups: readonly FailureGroup[],
  forms: readonly ObservedKinds[],
  areSeparate: SeparationTest,
): FailureGroup[] {
  if (forms.length === 0) return [...groups];
  const kinds = new Map<string, Set<string>>();
  for (const form of forms) {
    const bucketKinds = kinds.get(form.signature) ?? new Set();
    for (const kind of form.kinds) bucketKinds.add(kind);
    kinds.set(form.signature, bucketKinds);
  }
  const getKinds = (buckets: readonly Bucket[]): ReadonlySet<string> =>
    new Set(buckets.flatMap(({ signature }) => [...(kinds.get(signature) ?? [])]));
  return mergeGroups(groups, getKinds, areSeparate).flatMap((group) => splitGroup(group, getKinds));
}

/** The minimum number of failures to split off as another bug. A single failure may just have an unusual message. */
const MIN_SEPARATE_FAILURES = 2;

type GetKinds = (buckets: readonly Bucket[]) => ReadonlySet<string>;

function mergeGroups(
  groups: readonly FailureGroup[],
  getKinds: GetKinds,
  areSeparate: SeparationTest,
): FailureGroup[] {
  const result: FailureGroup[] = [];
  for (const group of groups) {
    const index = result.findIndex(
      (other) => showBothCauses(group, other, getKinds) && !areSeparate(group, other),
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
function showBothCauses(a: FailureGroup, b: FailureGroup, getKinds: GetKinds): boolean {
  if (a.maskedBy !== undefined || b.maskedBy !== undefined) return false;
  return showsCause(getKinds(a.buckets), b) && showsCause(getKinds(b.buckets), a);
}

function showsCause(kinds: ReadonlySet<string>, { rule }: FailureGroup): boolean {
  return [...kinds].some((kind) => getFamily(getRule(kind)) === getFamily(rule));
}

function getRule(kind: string): string {
  return kind.slice(0, kind.indexOf(': '));
}

/** Merges two groups into one with the name and position of the larger one. */
function mergePair(large: FailureGroup, small: FailureGroup): FailureGroup {
  const buckets = [...large.buckets, ...small.buckets];
  return { ...large, count: large.count + small.count, buckets: sortBySize(buckets) };
}

function sortBySize(buckets: readonly Bucket[]): Bucket[] {
  return [...buckets].sort((a, b) => b.count - a.count || (a.signature < b.signature ? -1 : 1));
}

/**
 * Splits a group whose shrunk failures share no observation, unless its rule has a family, whose rules describe the
 * same bug in different words.
 */
function splitGroup(group: FailureGroup, getKinds: GetKinds): FailureGroup[] {
  if (group.maskedBy !== undefined || hasFamily(group.rule)) return [group];
  const [main, ...others] = findClusters(group, getKinds);
  const separateClusters = others.filter(
    (other) => sumCounts(other.buckets) >= MIN_SEPARATE_FAILURES && sharesGeneration(main!, other),
  );
  if (separateClusters.length === 0) return [group];
  const separated = new Set(separateClusters.flatMap(({ buckets }) => buckets));
  const kept = group.buckets.filter((bucket) => !separated.has(bucket));
  return [
    { ...group, count: sumCounts(kept), buckets: kept },
    ...separateClusters.map(({ kinds, buckets }) => ({
      ...group,
      signature: `${group.signature}: ${truncateObservation([...kinds].sort()[0]!)}`,
      count: sumCounts(buckets),
      buckets,
    })),
  ];
}

/** Clusters buckets whose shrunk failures share an observation, most failures first. Skips buckets without one. */
function findClusters({ rule, buckets }: FailureGroup, getKinds: GetKinds): Cluster[] {
  let clusters: Cluster[] = [];
  for (const bucket of buckets) {
    const kinds = new Set([...getKinds([bucket])].filter((kind) => getRule(kind) === rule));
    if (kinds.size === 0) continue;
    const overlapping = clusters.filter((cluster) => [...kinds].some((kind) => cluster.kinds.has(kind)));
    const merged = {
      kinds: new Set([...kinds, ...overlapping.flatMap((cluster) => [...cluster.kinds])]),
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
function truncateObservation(kind: string): string {
  const text = kind.slice(kind.indexOf(': ') + 2);
  return text.length <= MAX_NAME_LENGTH ? text : `${text.slice(0, MAX_NAME_LENGTH - 1)}…`;
}
