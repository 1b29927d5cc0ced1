import type { ExportOperation, WaveState } from '../../../arch/index.js';
import { EXPORT_TARGET, getExportTargetRow, SCALAR } from '../../../arch/index.js';
import type { ExportGranted } from '../../../transactions/index.js';
import { formatWords } from '../../evidence/basics/words.js';
import { getSources } from '../../evidence/program/export-sources.js';
import { hasLane } from '../../kit.js';

/** Describes an export's contents and target, phrased to end a sentence: "channels 0xf to colour 0". */
export function describeExport(
  operation: Pick<ExportOperation, 'target' | 'enabled' | 'compressed'> | undefined,
): string {
  if (operation === undefined) return 'nothing more';
  const { target, enabled, compressed } = operation;
  const row = getExportTargetRow(target);
  const number = row === undefined ? target : target - row.first;
  const name = row?.count === 1 ? row.text : `${row?.text ?? 'target'} ${number}`;
  return `${compressed ? 'compressed ' : ''}channels 0x${enabled.toString(16)} to ${name}`;
}

/** Whether two exports have the same channels and target, in which case `describeExport` describes them identically. */
export function isSameExport(
  a: Pick<ExportOperation, 'target' | 'enabled' | 'compressed'>,
  b: Pick<ExportOperation, 'target' | 'enabled' | 'compressed'>,
): boolean {
  return a.target === b.target && a.enabled === b.enabled && a.compressed === b.compressed;
}

const EVEN_LANES = 0x55555555;

/**
 * Returns the lane that owns the words exported by `lane`. GFX11 exports dual-source blends in two parts: the
 * first contains both colours of the even lane in each pair, and the second contains both colours of the odd lane
 * (corpus README, "Exports").
 */
export function getOwnerLane(target: number, lane: number): number {
  if (target === EXPORT_TARGET.DUAL0) return lane & ~1;
  return target === EXPORT_TARGET.DUAL1 ? lane | 1 : lane;
}

/** Returns a mask of the lanes, out of 32, whose words belong to lanes in `owners`. */
export function getLaneMask(target: number, owners: number): number {
  const even = owners & EVEN_LANES;
  const odd = owners & ~EVEN_LANES;
  if (target === EXPORT_TARGET.DUAL0) return even | (even << 1);
  return target === EXPORT_TARGET.DUAL1 ? odd | (odd >>> 1) : owners;
}

/** What a lane exports: the words of the export's sources, or `undefined` if the lane is inactive. */
export type LaneWords = readonly number[] | undefined;

/** Returns the words that a lane exported according to the stream. */
export function getObservedLane(
  granted: Omit<ExportGranted, 'kind'>,
  lanes: number,
  lane: number,
): LaneWords {
  if (!hasLane(granted.lanesLo, granted.lanesHi, getOwnerLane(granted.target, lane))) return undefined;
  return getSources(granted).map((source) => granted.data[source * lanes + lane]);
}

/** Returns the words that a lane exports in the reference run. */
export function getReferenceLane(
  operation: ExportOperation,
  { s, v, lanes }: WaveState,
  lane: number,
): LaneWords {
  const owner = getOwnerLane(operation.target, lane);
  if (!hasLane(s[SCALAR.EXEC_LO], s[SCALAR.EXEC_HI], owner)) return undefined;
  return getSources(operation).map((source) => v[operation.sources[source] * lanes + lane]);
}

/** Describes what a lane exports, phrased to end a sentence. */
export function formatLaneWords(words: LaneWords): string {
  if (words === undefined) return 'nothing';
  return formatWords(words);
}
