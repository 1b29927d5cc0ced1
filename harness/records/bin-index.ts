import { type BinRow, COVERAGE_MODEL } from '../../coverage/index.js';
import { findNearestNames, UsageError } from '../../transactions/index.js';
import { makeUnknownNameError } from '../basics/index.js';

/** Returns the name of a bin: `GROUP/ITEM/BIN`. */
export function formatBinName({ group, item, bin }: Pick<BinRow, 'group' | 'item' | 'bin'>): string {
  return `${group}/${item}/${bin}`;
}

/** Lists the names of all bins, as `GROUP/ITEM/BIN`, in covergroup order. */
export function listBinNames(): string[] {
  return COVERAGE_MODEL.groups.flatMap(({ compiled }) =>
    compiled.items.flatMap((item) =>
      compiled.bins
        .slice(item.first, item.first + item.count)
        .map(({ name }) => `${compiled.definition.name}/${item.name}/${name}`),
    ),
  );
}

/** The number of similar bins to suggest in an error. */
const MAX_SUGGESTIONS = 3;

/**
 * Returns the index of the bin `GROUP/ITEM/BIN` among the bins of all covergroups. Throws `UsageError`, suggesting the
 * nearest names, if there is no such bin.
 */
export function findBinIndex(bin: string): number {
  const names = listBinNames();
  const index = names.indexOf(bin);
  if (index < 0) throw makeUnknownBinError(bin, names);
  return index;
}

/** Creates the error for an unknown bin. Suggests similar bins or, for an unknown covergroup, similar covergroups. */
function makeUnknownBinError(bin: string, names: readonly string[]): UsageError {
  const groups = COVERAGE_MODEL.groups.map(({ covergroup }) => covergroup.name);
  const [group = ''] = bin.split('/');
  if (!groups.includes(group)) {
    const { message } = makeUnknownNameError('covergroup', group, groups);
    return new UsageError(`Unknown bin "${bin}": expected GROUP/ITEM/BIN. ${message}`);
  }
  const groupBins = names.filter((name) => name.startsWith(`${group}/`));
  const prefixMatches = groupBins.filter((name) => name.startsWith(bin));
  const nearest =
    prefixMatches.length > 0
      ? prefixMatches.slice(0, MAX_SUGGESTIONS)
      : findNearestNames(bin, groupBins, MAX_SUGGESTIONS);
  return new UsageError(
    `Unknown bin "${bin}": did you mean one of ${nearest.join(', ')}? "pops-tb coverage show RUN --group ${group}" lists every bin in ${group}`,
  );
}
