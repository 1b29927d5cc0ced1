import type { Sequence } from '../../stimulus/index.js';

/**
 * The order in which a steered run tries sequences for the first time: those first that promise what few others do, since what they alone
 * reach no other test would show. A claimed bin counts one over the number of sequences that claim it. Sequences that promise
 * equally rare things keep their order.
 */
export function firstRound<T>(all: readonly T[], sequenceOf: (each: T) => Sequence): T[] {
  const claimed = new Map<string, number>();
  for (const each of all)
    for (const bin of claimedBins(sequenceOf(each))) claimed.set(bin, (claimed.get(bin) ?? 0) + 1);
  const rarity = new Map(
    all.map((each) => {
      const bins = [...claimedBins(sequenceOf(each))];
      return [each, bins.reduce((sum, bin) => sum + 1 / claimed.get(bin)!, 0)] as const;
    }),
  );
  return all.toSorted((a, b) => rarity.get(b)! - rarity.get(a)!);
}

function claimedBins({ claims = [] }: Sequence): ReadonlySet<string> {
  return new Set(claims.flatMap(({ bins }) => bins));
}
