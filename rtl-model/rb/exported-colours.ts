import {
  type DepthExportValue,
  EXPORT_TARGET,
  type Gfx,
  getDepthExportPosition,
  readExportedColour,
} from '../../arch/index.js';
import { assert } from '../kernel/assert.js';
import { type DrivenExport, readsSource } from '../sx/export-data.js';
import { FORMAT_BITS } from './spec.js';

/** The number of words per lane in an export. */
export const WORDS_PER_LANE = 4;

/** An export that is waiting to be merged, with its own copy of the data. */
export interface PendingExport {
  readonly target: number;
  readonly enabled: number;
  readonly compressed: boolean;
  readonly data: Int32Array;
}

/** Copies an export, including its data. */
export function copyExport({ operation, data }: DrivenExport): PendingExport {
  const { target, enabled, compressed } = operation;
  return { target, enabled, compressed, data: data.slice() };
}

/** Returns a value that an export to MRTZ carries, for every lane, or undefined if it does not carry that value. */
export function readDepthExport(
  operation: Pick<PendingExport, 'enabled' | 'compressed'>,
  data: Int32Array,
  format: number,
  value: DepthExportValue,
): Int32Array | undefined {
  const position = getDepthExportPosition(format, value);
  if (position === undefined || !readsSource(operation, position.word)) return undefined;
  const { word, bit } = position;
  assert(data.length % WORDS_PER_LANE === 0, 'an export consists of whole lanes');
  const lanes = data.length / WORDS_PER_LANE;
  return data.subarray(word * lanes, (word + 1) * lanes).map((exported) => exported >>> bit);
}

/** Reads the colour that a lane exports to a target into `colour`. Returns false if there is none. */
export function readLaneColour(
  gfx: Gfx,
  exports: readonly PendingExport[],
  formats: number,
  target: number,
  lanes: number,
  lane: number,
  colour: Float64Array,
): boolean {
  const format = (formats >>> (FORMAT_BITS * target)) & 0xf;
  const singleExport = exports.find((candidate) => candidate.target === target);
  if (singleExport !== undefined) {
    readExportedColour(gfx, format, singleExport.data, lanes, lane, colour);
    return true;
  }
  // The two sources of a pixel share an export: even lanes carry the first source and odd lanes the second.
  const dualExport = exports.find((candidate) => candidate.target === EXPORT_TARGET.DUAL0 + (lane & 1));
  if (dualExport === undefined || target > 1) return false;
  readExportedColour(gfx, format, dualExport.data, lanes, (lane & ~1) | target, colour);
  return true;
}
