import { UsageError } from '../../transactions/index.js';

const SETS_MAX = 65536;

/** Every choice of indices of a `for`, the last one fastest: `{i: 2, j: 2}` gives (0, 0), (0, 1), (1, 0), (1, 1). */
export function indexSets(ranges: Readonly<Record<string, number>> = {}): ReadonlyMap<string, number>[] {
  const sets = Object.values(ranges).reduce((product, count) => product * count, 1);
  if (sets > SETS_MAX) throw new UsageError(`"for" stands for ${sets} records; expected at most ${SETS_MAX}`);
  let found: ReadonlyMap<string, number>[] = [new Map()];
  for (const [name, count] of Object.entries(ranges))
    found = found.flatMap((set) =>
      Array.from({ length: count }, (_, index) => new Map([...set, [name, index]])),
    );
  return found;
}
