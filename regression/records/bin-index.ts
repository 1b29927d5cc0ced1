import { COVERAGE_MODEL } from '../../coverage/index.js';
import { unknownName } from '../basics/nearest-name.js';

/** Names of all bins, `GROUP/ITEM/BIN`, by their place among those of all covergroups. */
export function binNames(): string[] {
  return COVERAGE_MODEL.groups.flatMap(({ compiled }) =>
    compiled.items.flatMap((item) =>
      compiled.bins
        .slice(item.first, item.first + item.count)
        .map(({ name }) => `${compiled.definition.name}/${item.name}/${name}`),
    ),
  );
}

/** Place of a bin, named `GROUP/ITEM/BIN`, among those of all covergroups. Throws `UsageError` with the nearest name. */
export function binIndex(bin: string): number {
  const names = binNames();
  const index = names.indexOf(bin);
  if (index < 0) throw unknownName('bin', bin, names);
  return index;
}
