import type { ValueBin, ValuePoint } from './definition.js';
import { buildValueMap, type MappedRange, toRanges, type ValueMap } from './value-map.js';

/**
 * Builds a lookup table from a coverpoint's values to the indices of its bins. Throws if a value belongs to two bins,
 * or if there are two catch-all bins.
 */
export function compileValuePoint(point: ValuePoint, owner: string): ValueMap {
  const ranges: MappedRange[] = [];
  let catchAll = -1;
  point.bins.forEach((bin, target) => {
    if (bin.values === 'others') {
      if (catchAll >= 0) throw new Error(`The ${owner} has two catch-all bins.`);
      catchAll = target;
      return;
    }
    for (const range of toRanges(bin.values, `bin '${bin.name}' of ${owner}`))
      ranges.push({ ...range, target });
  });
  rejectSharedValues(ranges, point.bins, owner);
  return buildValueMap(ranges, catchAll);
}

function rejectSharedValues(ranges: readonly MappedRange[], bins: readonly ValueBin[], owner: string): void {
  const sorted = [...ranges].sort((a, b) => a.low - b.low);
  for (let i = 1; i < sorted.length; i++) {
    const previous = sorted[i - 1]!;
    const current = sorted[i]!;
    if (current.low > previous.high) continue;
    const names = [previous, current].map((range) => `'${bins[range.target]!.name}'`).join(' and ');
    throw new Error(`Value ${current.low} of ${owner} belongs to two bins: ${names}.`);
  }
}
