import { EXPORT_TARGET, type Gfx, readExportedColour } from '../../arch/index.js';
import type { DrivenExport } from '../sx/export-data.js';
import { FORMAT_BITS } from './spec.js';

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
