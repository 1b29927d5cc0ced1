import type { CoverageData, CoverageModel } from '../../coverage/index.js';
import { holesInOrder } from '../aim/index.js';
import { STAGES, type Testplan } from '../testplan/index.js';

/**
 * Returns the names of the holes, most valuable first: holes in coverpoints of unverified statements, by stage; then
 * those of verified statements; then the rest. Ties are broken by cost, cheapest first.
 */
export function holesByValue(data: CoverageData, model: CoverageModel, plan: Testplan): string[] {
  const rankOf = new Map<string, number>();
  for (const { status, stage, coverpoints } of plan.statements) {
    if (status === 'informative') continue;
    const rank = STAGES.indexOf(stage) + (status === 'verified' ? STAGES.length : 0);
    for (const point of coverpoints) rankOf.set(point, Math.min(rank, rankOf.get(point) ?? Infinity));
  }
  const rank = (bin: string): number => rankOf.get(pointOf(bin)) ?? 2 * STAGES.length;
  return holesInOrder(data, model).sort((a, b) => rank(a) - rank(b));
}

/** Returns `covergroup/item` for `covergroup/item/bin`; bin names may contain slashes too. */
function pointOf(bin: string): string {
  return bin.split('/').slice(0, 2).join('/');
}
