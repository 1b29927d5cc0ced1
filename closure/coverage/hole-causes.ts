import type { CrossHole } from '../../coverage/index.js';

/** Cross holes with a common explanation: all of them contain the same bin of a coverpoint. */
export interface HoleCause {
  /** Such as `wrap = yes`. */
  readonly cause: string;
  /** The total number of bins in its holes. */
  readonly bins: number;
  /** Largest first. */
  readonly holes: readonly CrossHole[];
}

/**
 * Groups the uncovered sub-spaces of crosses by cause, starting with the cause of the most bins. A sub-space's cause is
 * whichever of its fixed bins explains the most uncovered bins. If `wrap = yes` is uncovered in six crosses, that makes
 * one line, not six.
 */
export function holesByCause(holes: readonly CrossHole[]): HoleCause[] {
  const explained = new Map<string, number>();
  for (const hole of holes)
    for (const cause of causesOf(hole)) explained.set(cause, (explained.get(cause) ?? 0) + hole.bins);
  const byCause = new Map<string, CrossHole[]>();
  for (const hole of holes) {
    const [best] = causesOf(hole).sort((a, b) => explained.get(b)! - explained.get(a)! || (a < b ? -1 : 1));
    byCause.set(best!, [...(byCause.get(best!) ?? []), hole]);
  }
  return Array.from(byCause, ([cause, causeHoles]) => ({
    cause,
    bins: causeHoles.reduce((sum, { bins }) => sum + bins, 0),
    holes: causeHoles.sort((a, b) => b.bins - a.bins),
  })).sort((a, b) => b.bins - a.bins || (a.cause < b.cause ? -1 : 1));
}

/** Returns a hole's possible causes; for a cross without hits, the cross itself. */
function causesOf({ group, cross, fixed }: CrossHole): string[] {
  return fixed.length === 0 ? [`${group} / ${cross}: never hit`] : fixed.map((part) => fixedText([part]));
}

/** Describes a sub-space in words. */
export function fixedText(fixed: readonly (readonly [point: string, bin: string])[]): string {
  return fixed.length === 0 ? 'the whole cross' : fixed.map(([point, bin]) => `${point} = ${bin}`).join(', ');
}
