import { type LeftOutBin, readLeftOutBins } from '../../regression/index.js';
import { counted } from '../counted.js';

let known: ReadonlyMap<string, LeftOutBin> | undefined;

/** What shows that a left-out bin is not hit by legal tests, in words; empty for a bin without a row, such as a user's own. */
export function leftOutText(group: string, item: string, bin: string): string {
  known ??= new Map(readLeftOutBins().map((row) => [row.bin, row]));
  const row = known.get(`${group}/${item}/${bin}`);
  return row === undefined ? '' : textOf(row);
}

function textOf({ proof, tests, hit }: LeftOutBin): string {
  const tried = `${hit === 0 ? 'no' : hit} hit in ${counted(tests, 'passing test')}`;
  switch (proof?.by) {
    case 'facts':
      return `Proof: ${proof.of}.`;
    case 'descriptors':
      return `Proof: none of ${proof.legal.toLocaleString('en-US')} legal descriptors has it.`;
    case 'rule':
      return `Proof: ${proof.rule} fires (tried on ${proof.chip}); ${tried}.`;
    case undefined:
      return `Tried: ${tried}.`;
    default:
      return proof satisfies never;
  }
}
