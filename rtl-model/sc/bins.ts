import type { Gfx } from '../../arch/index.js';
import { getFieldOrZero } from '../../arch/index.js';
import type { Draw, Freedoms } from '../../transactions/index.js';
import { setting } from '../../transactions/index.js';

/** How the binner divides the screen and the primitives of a draw. */
export interface Bins {
  /** Whether primitives are replayed bin by bin. If not, the whole area is a single bin. */
  readonly enabled: boolean;
  /** Width of a bin in pixels. */
  readonly width: number;
  /** Height of a bin in pixels. */
  readonly height: number;
  /** Maximum number of primitives per batch. */
  readonly batchPrimitives: number;
  /** Whether the bins of a batch may be visited out of order. */
  readonly reordersBins: boolean;
}

/** BINNING_MODE values. */
const MODE = { ALLOWED: 0, FORCED: 1 } as const;

/** Edge length of a bin in pixels if BIN_SIZE is set. */
const SMALL_BIN = 16;
/**
 * A bin's edge length in pixels if BIN_SIZE is clear and BIN_SIZE_EXTEND is 0. Each
 * increment of BIN_SIZE_EXTEND doubles it.
 */
const EXTENDED_BIN = 32;

/**
 * Number of primitives per parameter allocation: the number of whole triangles in a 64-vertex wave with no shared
 * vertices.
 */
const ALLOCATION_PRIMITIVES = 21;

/**
 * Returns how a draw is binned, according to PA_SC_BINNER_CNTL_0 and _1. If the registers allow but do not force
 * binning, the `binning` knob decides. A non-zero `binSize` overrides the registers' bin size, and `batchPrimitives` is
 * an additional limit on the size of a batch. A limit of 0 in a register means no limit. FPOVS_PER_BATCH and
 * MAX_ALLOC_COUNT count vertex waves (inferred). A batch never spans draws. Since that is already the strictest limit
 * that CONTEXT_STATES_PER_BIN and PERSISTENT_STATES_PER_BIN could impose, state transitions never need a flush.
 * BIN_MAPPING_MODE has no effect (U17).
 */
export function getBins(gfx: Gfx, { registers }: Draw, freedoms: Freedoms): Bins {
  const field0 = (name: string): number => getFieldOrZero(gfx, registers, `PA_SC_BINNER_CNTL_0.${name}`);
  const field1 = (name: string): number => getFieldOrZero(gfx, registers, `PA_SC_BINNER_CNTL_1.${name}`);
  const mode = field0('BINNING_MODE');
  const getEdge = (axis: 'X' | 'Y'): number => {
    if (freedoms.binSize !== 0) return freedoms.binSize;
    return field0(`BIN_SIZE_${axis}`) === 1 ? SMALL_BIN : EXTENDED_BIN << field0(`BIN_SIZE_${axis}_EXTEND`);
  };
  return {
    enabled: mode === MODE.FORCED || (mode === MODE.ALLOWED && freedoms.binning === setting('binning', 'on')),
    width: getEdge('X'),
    height: getEdge('Y'),
    batchPrimitives: Math.min(
      freedoms.batchPrimitives,
      limitOrInfinity(field1('MAX_PRIM_PER_BATCH')),
      limitOrInfinity(field0('FPOVS_PER_BATCH') * ALLOCATION_PRIMITIVES),
      limitOrInfinity(field1('MAX_ALLOC_COUNT') * ALLOCATION_PRIMITIVES),
    ),
    reordersBins: field0('OPTIMAL_BIN_SELECTION') === 1,
  };
}

function limitOrInfinity(primitives: number): number {
  return primitives === 0 ? Number.POSITIVE_INFINITY : primitives;
}
