import {
  EXPORT_TARGET,
  getCoverageAlphaTarget,
  getRegisterOrZero,
  usesAlphaToCoverage,
} from '../../arch/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { DrawPlan } from '../spi/draw-plan.js';
import { getAlphaMask } from './alpha-to-mask.js';
import { type PendingExport, readLaneColour } from './exported-colours.js';

const SCRATCH_COLOUR = new Float64Array(4);

/**
 * Returns the coverage mask of the samples kept by a lane's alpha, or all ones if alpha is not used or not exported.
 * In a coarse fragment, each pixel uses its own position within its 2x2 block of screen pixels.
 */
export function computeAlphaCoverage(
  context: Pick<DeviceContext, 'gfx' | 'lanes'>,
  { draw: { registers }, sampling: { samples } }: DrawPlan,
  exports: readonly PendingExport[],
  quads: Int32Array,
  lane: number,
): number {
  if (!usesAlphaToCoverage(context.gfx, registers)) return -1;
  const alpha = findAlpha(context, registers, exports, lane);
  if (alpha === undefined) return -1;
  const register = getRegisterOrZero(registers, 'DB_ALPHA_TO_MASK');
  const rate = quads[(lane >> 2) * QUAD_COLUMNS + QUAD_COLUMN.RATE];
  const pixels = 1 << ((rate & 3) + (rate >> 2));
  assert(pixels * samples <= 16, 'the mask has a bit for every sample of the fragment');
  let mask = 0;
  for (let pixel = 0; pixel < pixels; pixel++)
    mask |= getAlphaMask(register, alpha, samples, getIndexInBlock(rate, lane, pixel)) << (pixel * samples);
  return mask;
}

/** Returns the alpha that determines a lane's coverage, or undefined if its target is not exported. */
function findAlpha(
  { gfx, lanes }: Pick<DeviceContext, 'gfx' | 'lanes'>,
  registers: DrawPlan['draw']['registers'],
  exports: readonly PendingExport[],
  lane: number,
): number | undefined {
  const { MRTZ } = EXPORT_TARGET;
  const depth = exports.find(({ target }) => target === MRTZ);
  const usesDepth = depth !== undefined && getCoverageAlphaTarget(gfx, registers, true) === MRTZ;
  const used = usesDepth ? [{ ...depth, target: 0 }] : exports;
  const formats = getRegisterOrZero(registers, usesDepth ? 'SPI_SHADER_Z_FORMAT' : 'SPI_SHADER_COL_FORMAT');
  return readLaneColour(gfx, used, formats, 0, lanes, lane, SCRATCH_COLOUR) ? SCRATCH_COLOUR[3] : undefined;
}

/**
 * Returns the index of a fragment's pixel within its 2x2 block of screen pixels. For single-pixel fragments, this
 * follows from the lane.
 */
function getIndexInBlock(rate: number, lane: number, pixel: number): number {
  const rateX = rate & 3;
  const column = rateX === 0 ? lane & 1 : pixel & 1;
  const row = rate >> 2 === 0 ? (lane >> 1) & 1 : (pixel >> rateX) & 1;
  return column | (row << 1);
}
