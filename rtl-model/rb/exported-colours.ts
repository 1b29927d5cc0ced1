import { EXPORT_TARGET, type Gfx, readExportedColour } from '../../arch/index.js';
import type { DrivenExport } from '../sx/export-data.js';
import { FORMAT_BITS } from './spec.js';

/** An export that is waiting to be merged, with its own copy of the data. */
export interface KeptExport {
  readonly target: number;
  readonly enabled: number;
  readonly compressed: boolean;
  readonly data: Int32Array;
}

/** Copies an export, including its data. */
export function copyExport({ operation, data }: DrivenExport): KeptExport {
  const { target, enabled, compressed } = operation;
  return { target, enabled, compressed, data: data.slice() };
}

/** Stores the colour that a lane exports for a target in `colour`. Returns false if it exports none. */
export function colourOf(
  gfx: Gfx,
  exports: readonly KeptExport[],
  formats: number,
  target: number,
  lanes: number,
  lane: number,
  colour: Float64Array,
): boolean {
  const format = (formats >>> (FORMAT_BITS * target)) & 0xf;
  const plain = exports.find((kept) => kept.target === target);
  if (plain !== undefined) {
    readExportedColour(gfx, format, plain.data, lanes, lane, colour);
    return true;
  }
  // The two sources of a pixel share an export: even lanes carry the first source, and the odd lane of a pair carries
  // the second.
  const dual = exports.find((kept) => kept.target === EXPORT_TARGET.DUAL0 + (lane & 1));
  if (dual === undefined || target > 1) return false;
  readExportedColour(gfx, format, dual.data, lanes, (lane & ~1) | target, colour);
  return true;
}
