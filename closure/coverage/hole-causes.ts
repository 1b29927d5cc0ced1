import type { CrossHole } from '../../coverage/index.js';

/** Cross holes with a common cause: the same bin of a coverpoint occurs in all of them. */
export interface HoleCause {
  /** For example, `wrap = yes`. */
  readonly cause: string;
  /** The total number of bins in these holes. */
  readonly bins: number;
  /** Largest first. */
  readonly holes: readonly CrossHole[];
}

/**
 * Groups the uncovered sub-spaces of crosses by cause, largest group first. A sub-space's cause is whichever of its
 * fixed bins is shared by the most uncovered bins. For example, if `wrap = yes` is uncovered in six crosses, they form
 * one group.
 */
export function groupHolesByCause(holes: readonly CrossHole[]): HoleCause[] {
  const binCounts = new Map<string, number>();
  for (const hole of holes)
    for (const cause of findCauses(hole)) binCounts.set(cause, (binCounts.get(cause) ?? 0) + hole.bins);
  const holesByCause = new Map<string, CrossHole[]>();
  for (const hole of holes) {
    const [best] = findCauses(hole).sort((a, b) => binCounts.get(b)! - binCounts.get(a)! || (a < b ? -1 : 1));
    holesByCause.set(best!, [...(holesByCause.get(best!) ?? []), hole]);
  }
  return Array.from(holesByCause, ([cause, causeHoles]) => ({
    cause,
    bins: causeHoles.reduce((sum, { bins }) => sum + bins, 0),
    holes: causeHoles.sort((a, b) => b.bins - a.bins),
  })).sort((a, b) => b.bins - a.bins || (a.cause < b.cause ? -1 : 1));
}

/** Returns the possible causes of a hole. For a cross without hits, that is the cross itself. */
function findCauses({ group, cross, fixed }: CrossHole): string[] {
  return fixed.length === 0
    ? [`${group} / ${cross}: never hit`]
    : fixed.map((part) => describeSubspace([part]));
}

/** Describes a sub-space in words. */
export function describeSubspace(fixed: readonly (readonly [point: string, bin: string])[]): string {
  return fixed.length === 0 ? 'the whole cross' : fixed.map(([point, bin]) => `${point} = ${bin}`).join(', ');
}
