import { unknownName } from '../../base/basics/index.js';
import { COVERAGE_MODEL } from '../../coverage/index.js';
import { nearestNames, UsageError } from '../../transactions/index.js';

/** Names of all bins, `GROUP/ITEM/BIN`, by their position among all covergroups'. */
export function binNames(): string[] {
  return COVERAGE_MODEL.groups.flatMap(({ compiled }) =>
    compiled.items.flatMap((item) =>
      compiled.bins
        .slice(item.first, item.first + item.count)
        .map(({ name }) => `${compiled.definition.name}/${item.name}/${name}`),
    ),
  );
}

/** Number of nearest bins named in an error. */
const NEAREST = 3;

/** Position of a bin, named `GROUP/ITEM/BIN`, among all covergroups'. Throws `UsageError` with the nearest names. */
export function binIndex(bin: string): number {
  const names = binNames();
  const index = names.indexOf(bin);
  if (index < 0) throw unknownBin(bin, names);
  return index;
}

/** The nearest bins: of its covergroup if that exists, else of the nearest covergroup. */
function unknownBin(bin: string, names: readonly string[]): UsageError {
  const groups = COVERAGE_MODEL.groups.map(({ covergroup }) => covergroup.name);
  const [group = ''] = bin.split('/');
  if (!groups.includes(group)) {
    const { message } = unknownName('covergroup', group, groups);
    return new UsageError(`Unknown bin "${bin}": expected GROUP/ITEM/BIN. ${message}`);
  }
  const groupBins = names.filter((name) => name.startsWith(`${group}/`));
  const extensions = groupBins.filter((name) => name.startsWith(bin));
  const nearest =
    extensions.length > 0 ? extensions.slice(0, NEAREST) : nearestNames(bin, groupBins, NEAREST);
  return new UsageError(
    `Unknown bin "${bin}": the nearest are ${nearest.join(', ')}; "pops-tb coverage show RUN --group ${group}" lists all of ${group}`,
  );
}
