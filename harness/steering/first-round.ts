import type { Sequence } from '../../stimulus/index.js';

/**
 * Sorts sequences into the order in which a steered run first tries them. Those with claims that few others share come
 * first, since perhaps no other test would cover those claims. Each claimed bin is weighted by one over the number of
 * sequences that claim it. Ties keep their order.
 */
export function orderFirstRound<T>(all: readonly T[], getSequence: (item: T) => Sequence): T[] {
  const counts = new Map<string, number>();
  for (const item of all)
    for (const bin of listClaimedBins(getSequence(item))) counts.set(bin, (counts.get(bin) ?? 0) + 1);
  const rarity = new Map(
    all.map((item) => {
      const bins = [...listClaimedBins(getSequence(item))];
      return [item, bins.reduce((sum, bin) => sum + 1 / counts.get(bin)!, 0)] as const;
    }),
  );
  return all.toSorted((a, b) => rarity.get(b)! - rarity.get(a)!);
}

function listClaimedBins({ claims = [] }: Sequence): ReadonlySet<string> {
  return new Set(claims.flatMap(({ bins }) => bins));
}
