import { factsOf, listMemoryRows, type MemoryRow } from '../../arch/index.js';
import type { Frame } from './frame.js';

/**
 * Where a drawn instruction goes. LDS instructions with the `gds` bit are listed again under `gds`, and buffer loads with
 * the `lds` bit under `fill`.
 */
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
  | 'scalar'
  | 'image'
  | 'fill';

/** Why no drawn body contains a row, although the model runs it; undefined if bodies contain it. */
export function findReason({ pairStep = 0, bytes }: MemoryRow): string | undefined {
  return pairStep > bytes / 2 ? 'runs only with adjacent elements, which its step excludes' : undefined;
}

/** Returns where a row's instructions go. */
export function getSpace(row: MemoryRow): DrawnSpace {
  if (row.format === 'ds') {
    if (row.usesStreamoutRegister === true) return 'streamout';
    return row.lanes === undefined ? 'lds' : 'lanes';
  }
  if (row.format === 'smem') return 'scalar';
  if (row.format === 'flat') return row.segment!;
  if (row.format === 'mimg') return 'image';
  if (row.fillsLds === true) return 'fill';
  return row.components === undefined ? 'buffer' : 'typed';
}

/** The widest access to GDS, in bytes. */
const MAX_GLOBAL_BYTES = 8;

/** Lists the instructions that bodies contain, by space. */
export function listDrawnRows(frame: Frame): ReadonlyMap<DrawnSpace, readonly MemoryRow[]> {
  const rows = new Map<DrawnSpace, MemoryRow[]>();
  const add = (space: DrawnSpace, row: MemoryRow): void => {
    if (isAvailable(space, row, frame)) (rows.get(space) ?? rows.set(space, []).get(space)!).push(row);
  };
  const { loadsParameters } = factsOf(frame.dialect.gfx);
  for (const row of listMemoryRows(frame.set)) {
    if (findReason(row) !== undefined) continue;
    const space = getSpace(row);
    add(space, row);
    if (space === 'lds' && row.bytes <= MAX_GLOBAL_BYTES && row.pairStep === undefined) add('gds', row);
    const isNarrowLoad = row.access === 'load' && row.bytes <= 4 && row.half === undefined;
    if (space === 'buffer' && isNarrowLoad && !loadsParameters) add('fill', row);
  }
  return rows;
}

function isAvailable(
  space: DrawnSpace,
  { gathers }: MemoryRow,
  { hasScratch, input, hasGlobalShare, localOffset }: Frame,
): boolean {
  if (space === 'scratch') return hasScratch;
  if (space === 'scalar' || gathers === 'fragments') return input !== undefined;
  if (space === 'fill') return localOffset !== undefined;
  return (space !== 'gds' && space !== 'streamout') || hasGlobalShare;
}
