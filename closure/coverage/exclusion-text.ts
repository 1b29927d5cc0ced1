import { formatNumber, formatQuantity } from '../../base/text/index.js';
import { type CoverageData, getBinRows } from '../../coverage/index.js';
import { type ExcludedBin, readExcludedBins } from '../reachability/excluded-bins.js';

let excludedBins: ReadonlyMap<string, ExcludedBin> | undefined;

/**
 * Describes the proof that legal tests cannot hit an excluded bin or, failing that, how many tests have tried to hit
 * it. Returns an empty string for a bin that is not in the stored list, such as a user-defined bin.
 */
export function describeExclusion(group: string, item: string, bin: string): string {
  const row = findExclusion(`${group}/${item}/${bin}`);
  return row === undefined ? '' : describeProof(row);
}

/**
 * Maximum number of wrongly excluded bins to list. Few users look up more, and one mistake usually affects many bins.
 */
const MAX_LISTED = 5;

/**
 * Returns a sentence for each excluded bin that passing tests hit, which disproves the reason for excluding it. Beyond
 * `MAX_LISTED` bins, only counts them. Ignores user-defined covergroups, where tests may hit excluded bins, as in
 * other tools.
 */
export function describeRefutedExclusions(data: CoverageData): string[] {
  const hitBins = getBinRows(data)
    .filter(({ kind, passed }) => kind !== 'count' && passed.tests > 0)
    .map((row) => ({ ...row, name: `${row.group}/${row.item}/${row.bin}` }))
    .filter(({ name }) => findExclusion(name) !== undefined);
  const sentences = hitBins.slice(0, MAX_LISTED).map(({ name, passed: { tests, first } }) => {
    const firstTest = first === undefined ? '' : `, first by ${first.name}`;
    return `${name} is excluded but was hit by ${formatQuantity(tests, 'passing test')}${firstTest}, so the reason is wrong`;
  });
  const more = hitBins.length - sentences.length;
  return more > 0
    ? [
        ...sentences,
        `${formatQuantity(more, 'more excluded bin')} ${more === 1 ? 'was' : 'were'} hit by passing tests`,
      ]
    : sentences;
}

function findExclusion(name: string): ExcludedBin | undefined {
  excludedBins ??= new Map(readExcludedBins().map((row) => [row.bin, row]));
  return excludedBins.get(name);
}

function describeProof({ proof, tests, hit, aimed: targeted, drawn: generated }: ExcludedBin): string {
  const searches = [
    ...(tests === 0 ? [] : [formatQuantity(tests, 'passing test')]),
    ...(targeted === undefined ? [] : [`${formatQuantity(targeted, 'test')} that targeted it`]),
    ...(generated === undefined ? [] : [`the draw calls in ${formatNumber(generated)} more scenarios`]),
  ];
  const tried = `${hit === 0 ? 'no hits' : formatQuantity(hit, 'hit')} in ${searches.join(' and ')}`;
  switch (proof?.by) {
    case 'facts':
      return `Proof: ${proof.of}.`;
    case 'descriptors':
      return `Proof: none of ${formatNumber(proof.legal)} legal descriptors hits it.`;
    case 'rule':
      return `Proof: ${proof.rule} fires (tried on ${proof.chip}); ${tried}.`;
    case undefined:
      return `Tried: ${tried}.`;
    default:
      return proof satisfies never;
  }
}
