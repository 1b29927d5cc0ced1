import type { CrossHole } from '../../coverage/index.js';

/** Cross holes with one explanation: a coverpoint's bin that none of them reached. */
export interface HoleCause {
  /** Such as `wrap = yes`. */
  readonly cause: string;
  /** Bins of all its holes. */
  readonly bins: number;
  /** Largest first. */
  readonly holes: readonly CrossHole[];
}

/**
 * Groups the uncovered sub-spaces of crosses by cause, most bins first. A space's cause is the one of its bins that
 * explains most. `wrap = yes` missing in six crosses is one line, not six.
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
  return Array.from(byCause, ([cause, own]) => ({
    cause,
    bins: own.reduce((sum, { bins }) => sum + bins, 0),
    holes: own.sort((a, b) => b.bins - a.bins),
  })).sort((a, b) => b.bins - a.bins || (a.cause < b.cause ? -1 : 1));
}

/** A cross without hits is its own cause. */
function causesOf({ group, cross, fixed }: CrossHole): string[] {
  return fixed.length === 0 ? [`${group} / ${cross}: never hit`] : fixed.map((each) => fixedText([each]));
}

/** A sub-space in words. */
export function fixedText(fixed: readonly (readonly [point: string, bin: string])[]): string {
  return fixed.length === 0 ? 'the whole cross' : fixed.map(([point, bin]) => `${point} = ${bin}`).join(', ');
}
