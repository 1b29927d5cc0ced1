import { type InstructionSet, listMemoryRows, type MemoryRow } from '../../arch/index.js';
import type { Frame } from './frame.js';

/** Where a drawn instruction goes. LDS instructions with the `gds` bit are listed again under `gds`. */
export type DrawnSpace =
  | 'lds'
  | 'gds'
  | 'lanes'
  | 'streamout'
  | 'buffer'
  | 'typed'
  | 'global'
  | 'flat'
  | 'scratch'
  | 'scalar';

/** Why no drawn body contains a row, although the model runs it; undefined if bodies contain it. */
export function findReason(row: MemoryRow): string | undefined {
  return EXCEPTIONS.find(({ matches }) => matches(row))?.reason;
}

const EXCEPTIONS: readonly { readonly matches: (row: MemoryRow) => boolean; readonly reason: string }[] = [
  {
    matches: ({ format }) => format === 'mimg',
    reason: 'needs an image; `generated`, `mixed_reads` and corpus sequences access them',
  },
  {
    matches: ({ pairStep = 0, bytes }) => pairStep > bytes / 2,
    reason: 'runs only with adjacent elements, which its step excludes',
  },
  {
    matches: (row) => row.fillsLds === true,
    reason: 'writes the LDS of pixel waves only, which hold parameters; corpus programs contain it',
  },
];

/** Returns where a row's instructions go. */
export function getSpace(row: MemoryRow): DrawnSpace {
  if (row.format === 'ds') {
    if (row.usesStreamoutRegister === true) return 'streamout';
    return row.lanes === undefined ? 'lds' : 'lanes';
  }
  if (row.format === 'smem') return 'scalar';
  if (row.format === 'flat') return row.segment!;
  return row.components === undefined ? 'buffer' : 'typed';
}

/** The widest access to GDS, in bytes. */
const MAX_GLOBAL_BYTES = 8;

/** Lists the instructions that bodies contain, by space. */
export function listDrawnRows(
  set: InstructionSet,
  frame: Omit<Frame, 'dialect' | 'set' | 'buffer' | 'isPrivate'>,
) {
  const rows = new Map<DrawnSpace, MemoryRow[]>();
  const add = (space: DrawnSpace, row: MemoryRow): void => {
    rows.set(space, [...(rows.get(space) ?? []), row]);
  };
  for (const row of listMemoryRows(set)) {
    if (findReason(row) !== undefined) continue;
    const space = getSpace(row);
    if (isAvailable(space, frame)) add(space, row);
    if (
      space === 'lds' &&
      frame.hasGlobalShare &&
      row.bytes <= MAX_GLOBAL_BYTES &&
      row.pairStep === undefined
    )
      add('gds', row);
  }
  return rows;
}

function isAvailable(
  space: DrawnSpace,
  { hasScratch, hasInput, hasGlobalShare }: Pick<Frame, 'hasScratch' | 'hasInput' | 'hasGlobalShare'>,
): boolean {
  if (space === 'scratch') return hasScratch;
  if (space === 'scalar') return hasInput;
  return space !== 'streamout' || hasGlobalShare;
}
