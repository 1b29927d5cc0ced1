import type { Coverpoint, Cross, GroupDefinition } from '../../../coverage/index.js';
import { compileGroup, Sampler } from '../../../coverage/index.js';

/** Creates the definition of a covergroup with only the given coverpoints and crosses. */
export function group<const P extends string>(
  points: Readonly<Record<P, Coverpoint>>,
  crosses: readonly Cross<NoInfer<P>>[] = [],
): GroupDefinition<P> {
  return { name: 'example', version: 1, text: '', statements: [], points, crosses };
}

/** Samples rows of values, in coverpoint order, and returns the hit counts of all bins that were hit, by name. */
export function countHits(
  definition: GroupDefinition,
  rows: readonly (readonly number[])[],
): Record<string, number> {
  const compiled = compileGroup(definition);
  const hits = new Uint32Array(compiled.bins.length);
  const sampler = new Sampler(compiled, hits);
  for (const row of rows) {
    sampler.values.set(row);
    sampler.sample();
  }
  const hitsByName = compiled.items.flatMap((item) =>
    compiled.bins
      .slice(item.first, item.first + item.count)
      .map((bin, i) => [`${item.name}: ${bin.name}`, hits[item.first + i]!] as const),
  );
  return Object.fromEntries(hitsByName.filter(([, count]) => count > 0));
}
