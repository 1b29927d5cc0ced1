import type { CoverageData, CoverageModel } from '../../coverage/index.js';
import { listHolesByCost } from '../aim/index.js';
import { STAGES, type Testplan } from '../testplan/index.js';

/**
 * Returns the names of the holes, most valuable first: holes in coverpoints of unverified statements, by stage; then
 * holes in coverpoints of verified statements; then the rest. Ties are broken by cost, cheapest first.
 */
export function listHolesByValue(data: CoverageData, model: CoverageModel, plan: Testplan): string[] {
  const ranks = new Map<string, number>();
  for (const { status, stage, coverpoints } of plan.statements) {
    if (status === 'informative') continue;
    const rank = STAGES.indexOf(stage) + (status === 'verified' ? STAGES.length : 0);
    for (const point of coverpoints) ranks.set(point, Math.min(rank, ranks.get(point) ?? Infinity));
  }
  const getRank = (bin: string): number => ranks.get(getPointName(bin)) ?? 2 * STAGES.length;
  return listHolesByCost(data, model).sort((a, b) => getRank(a) - getRank(b));
}

/** Returns `covergroup/item` for `covergroup/item/bin`. Bin names may contain slashes too. */
function getPointName(bin: string): string {
  return bin.split('/').slice(0, 2).join('/');
}
