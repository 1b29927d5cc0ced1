import type { ValueBin, ValuePoint } from './definition.js';
import { buildValueMap, type MappedRange, toRanges, type ValueMap } from './value-map.js';

/**
 * Builds the lookup table for a coverpoint, whose targets are indices into its bins. Throws if a value belongs to two
 * bins, or if there are two catch-all bins.
 */
export function compileValuePoint(point: ValuePoint, owner: string): ValueMap {
  const ranges: MappedRange[] = [];
  let others = -1;
  point.bins.forEach((bin, target) => {
    if (bin.values === 'others') {
      if (others >= 0) throw new Error(`The ${owner} has two catch-all bins.`);
      others = target;
      return;
    }
    for (const range of toRanges(bin.values, `bin '${bin.name}' of ${owner}`))
      ranges.push({ ...range, target });
  });
  rejectSharedValues(ranges, point.bins, owner);
  return buildValueMap(ranges, others);
}

function rejectSharedValues(ranges: readonly MappedRange[], bins: readonly ValueBin[], owner: string): void {
  const sorted = [...ranges].sort((a, b) => a.low - b.low);
  for (let i = 1; i < sorted.length; i++) {
    const before = sorted[i - 1]!;
    const after = sorted[i]!;
    if (after.low > before.high) continue;
    const names = [before, after].map((range) => `'${bins[range.target]!.name}'`).join(' and ');
    throw new Error(`Value ${after.low} of ${owner} belongs to two bins: ${names}.`);
  }
}
