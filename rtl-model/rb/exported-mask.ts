import {
  EXPORT_TARGET,
  findRegisterField,
  getDepthExportPosition,
  getRegisterOrZero,
} from '../../arch/index.js';
import type { DeviceContext } from '../context.js';
import type { DrawPlan } from '../spi/draw-plan.js';
import { readsSource } from '../sx/export-data.js';
import type { PendingExport } from './exported-colours.js';

/** Returns a wave's exported sample masks, by lane, or undefined if the draw does not use them or there are none. */
export function findExportedMasks(
  { gfx, lanes }: DeviceContext,
  { draw: { registers } }: DrawPlan,
  exports: readonly PendingExport[],
): Int32Array | undefined {
  if (findRegisterField(gfx, registers, 'DB_SHADER_CONTROL.MASK_EXPORT_ENABLE') !== 1) return undefined;
  const position = getDepthExportPosition(getRegisterOrZero(registers, 'SPI_SHADER_Z_FORMAT'), 'mask');
  const maskExport = exports.find(({ target }) => target === EXPORT_TARGET.MRTZ);
  if (position === undefined || maskExport === undefined || !readsSource(maskExport, position.word))
    return undefined;
  const { word, bit } = position;
  return maskExport.data.subarray(word * lanes, (word + 1) * lanes).map((exported) => exported >>> bit);
}
