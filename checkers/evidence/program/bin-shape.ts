import type { Gfx } from '../../../arch/index.js';
import { getFieldOrZero } from '../../../arch/index.js';
import type { Draw, Freedoms } from '../../../transactions/index.js';
import { setting } from '../../../transactions/index.js';

/** The width and height of a draw's bins in pixels; infinite if it has no bins. */
export interface BinShape {
  readonly width: number;
  readonly height: number;
}

/** The BINNING_MODE value that uses bins if the driver allows them. */
const ALLOWED = 0;
/** The BINNING_MODE value that always uses bins. */
const FORCED = 1;

const WHOLE_SCREEN: BinShape = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };

/**
 * Returns the shape of the bins in which a draw's primitives are replayed, according to PA_SC_BINNER_CNTL_0, `binning`
 * and `binSize` (P-009).
 */
export function computeBinShape(gfx: Gfx, { registers }: Draw, freedoms: Freedoms): BinShape {
  const field = (name: string): number => getFieldOrZero(gfx, registers, `PA_SC_BINNER_CNTL_0.${name}`);
  const mode = field('BINNING_MODE');
  const isBinned = mode === FORCED || (mode === ALLOWED && freedoms.binning === setting('binning', 'on'));
  if (!isBinned) return WHOLE_SCREEN;
  if (freedoms.binSize > 0) return { width: freedoms.binSize, height: freedoms.binSize };
  // Mesa's encoding: 16 pixels, or 32 pixels doubled EXTEND times.
  const getEdge = (axis: string): number =>
    field(`BIN_SIZE_${axis}`) === 1 ? 16 : 2 ** (5 + field(`BIN_SIZE_${axis}_EXTEND`));
  return { width: getEdge('X'), height: getEdge('Y') };
}
