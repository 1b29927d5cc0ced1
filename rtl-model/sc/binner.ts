import { findRegisterField, type Gfx, getFieldOrZero } from '../../arch/index.js';
import { type Draw, type KnobValues, setting } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { DrawPlan } from '../spi/draw-plan.js';
import { getQuadAlignment } from './footprint.js';
import { Outlines, PRIMITIVE_VALUES } from './outlines.js';
import { CLEAN_SCAN } from './outputs.js';
import type { PixelRect } from './rasterise.js';
import { SUBPIXELS } from './spec.js';

/** BINNING_MODE values. */
const MODE = { ALLOWED: 0, FORCED: 1 } as const;

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
export function getBins(gfx: Gfx, { registers }: Draw, freedoms: KnobValues) {
  const field0 = (name: string): number => getFieldOrZero(gfx, registers, `PA_SC_BINNER_CNTL_0.${name}`);
  const field1 = (name: string): number => getFieldOrZero(gfx, registers, `PA_SC_BINNER_CNTL_1.${name}`);
  const mode = field0('BINNING_MODE');
  const getEdge = (axis: 'X' | 'Y'): number => {
    if (freedoms.binSize !== 0) return freedoms.binSize;
    return field0(`BIN_SIZE_${axis}`) === 1 ? SMALL_BIN : EXTENDED_BIN << field0(`BIN_SIZE_${axis}_EXTEND`);
  };
  return {
    /** Whether primitives are replayed bin by bin. If not, the whole area is a single bin. */
    enabled: mode === MODE.FORCED || (mode === MODE.ALLOWED && freedoms.binning === setting('binning', 'on')),
    width: getEdge('X'),
    /** Height of a bin in pixels. */
    height: getEdge('Y'),
    /** Maximum number of primitives per batch. */
    batchPrimitives: Math.min(
      freedoms.batchPrimitives,
      limitOrInfinity(field1('MAX_PRIM_PER_BATCH')),
      limitOrInfinity(field0('FPOVS_PER_BATCH') * ALLOCATION_PRIMITIVES),
      limitOrInfinity(field1('MAX_ALLOC_COUNT') * ALLOCATION_PRIMITIVES),
    ),
    /** Whether the bins of a batch may be visited out of order. */
    reordersBins: field0('OPTIMAL_BIN_SELECTION') === 1,
  };
}

function limitOrInfinity(primitives: number): number {
  return primitives === 0 ? Number.POSITIVE_INFINITY : primitives;
}

/** A primitive, and the rectangle to which its rasterisation is clipped. */
interface BinnedPrimitive {
  /** The primitive's index within its draw. */
  primitive: number;
  clip: PixelRect;
}

/**
 * The primitive batch binner. It takes the primitives of a draw in batches and replays each batch bin by bin. A
 * primitive is emitted once for each bin it may touch (P-009). Each pixel is in one bin, and primitives keep their
 * order within a bin, so each pixel sees them in draw order, regardless of the order of the bins. If binning is
 * disabled by a knob or by the draw's registers (`getBins`), the whole area is a single bin. With out-of-order
 * rasterisation enabled, adjacent primitives may be swapped.
 */
export class Binner {
  /** The primitive found by `next`. */
  readonly current: BinnedPrimitive = { primitive: 0, clip: { left: 0, top: 0, right: 0, bottom: 0 } };
  /** The first primitive of the current batch. */
  first = 0;
  /** The first primitive of the next batch. */
  end = 0;
  private bin = 0;
  private position = 0;
  /** Whether the bins of the current batch are visited in reverse order. */
  private isReversed = false;
  private readonly primitiveCount: number;
  private readonly columnCount: number;
  readonly binCount: number;
  readonly ordered: boolean;
  private readonly shape: Readonly<ReturnType<typeof getBins>>;
  private readonly width: number;
  private readonly height: number;
  /** Whether adjacent primitives in a batch may be swapped (PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE). */
  private readonly mayReorder: boolean;
  private isSwapped = false;
  private readonly outputs: typeof CLEAN_SCAN;
  private readonly outlines: Outlines;

  constructor(
    private readonly context: DeviceContext,
    plan: DrawPlan,
    private readonly area: PixelRect,
    /** Called for each primitive that is added to a batch. */
    private readonly onPrimitiveBatched: (primitive: number) => void,
  ) {
    const { freedoms, gfx } = context;
    const { draw } = plan;
    this.ordered = draw.interlock.endsWith('-ordered');
    this.shape = getBins(gfx, draw, freedoms);
    this.outputs = context.outputs(CLEAN_SCAN);
    const { enabled } = this.shape;
    const [width, height] = this.outputs.binSize(this.shape.width, this.shape.height);
    this.primitiveCount = this.outputs.countEntering(draw.vertices.length / PRIMITIVE_VALUES);
    assert(this.shape.batchPrimitives > 0 && width > 0 && height > 0, 'bins and batches are not empty');
    assert(Number.isInteger(this.primitiveCount), 'every primitive has all its corners');
    this.outlines = new Outlines(draw.vertices, plan.shape);
    // Bins contain whole coarse quads, so each fragment occurs once.
    const alignment = getQuadAlignment(plan.sampling.footprint);
    this.width = enabled ? Math.ceil(width / alignment) * alignment : Math.max(area.right, 1);
    this.height = enabled ? Math.ceil(height / alignment) * alignment : Math.max(area.bottom, 1);
    this.columnCount = Math.max(1, Math.ceil(area.right / this.width));
    this.mayReorder =
      findRegisterField(gfx, draw.registers, 'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE') === 1;
    this.binCount = this.columnCount * Math.max(1, Math.ceil(area.bottom / this.height));
  }

  /** Advances to the next primitive of the current bin or of a later one. Returns false at the end of the draw. */
  next(): boolean {
    for (;;) {
      while (this.bin < this.binCount) {
        const clip = this.binRect();
        while (this.position < this.end) {
          const primitive = this.getPrimitive(this.position++);
          if (!this.touches(primitive, clip)) continue;
          assert(primitive >= this.first && primitive < this.end, 'the primitive is in its batch');
          this.current.primitive = primitive;
          this.current.clip = clip;
          return true;
        }
        this.bin++;
        this.position = this.first;
      }
      if (!this.startBatch()) return false;
    }
  }

  private getPrimitive(position: number): number {
    if (this.isSwapped) {
      const neighbour = this.first + ((position - this.first) ^ 1);
      if (neighbour < this.end) return neighbour;
    }
    return this.outputs.getReplayed(position, this);
  }

  private startBatch(): boolean {
    if (this.end >= this.primitiveCount) return false;
    const { binCount, primitiveCount, shape } = this;
    const { choices } = this.context;
    // Without bins, a batch is a single primitive, so nothing is replayed or delayed.
    const size = binCount === 1 && !this.mayReorder ? 1 : shape.batchPrimitives;
    this.first = this.end;
    this.end = Math.min(primitiveCount, this.first + size);
    this.position = this.first;
    this.bin = 0;
    this.isReversed = binCount > 1 && shape.reordersBins && choices.choose(CHOICE.BIN_ORDER, 2) === 1;
    this.isSwapped = this.mayReorder && choices.choose(CHOICE.OUT_OF_ORDER, 2) === 1;
    assert(this.end > this.first && this.end <= primitiveCount, 'a batch is within its draw');
    for (let primitive = this.first; primitive < this.end; primitive++) this.onPrimitiveBatched(primitive);
    return true;
  }

  private binRect(): PixelRect {
    const bin = this.isReversed ? this.binCount - 1 - this.bin : this.bin;
    assert(bin >= 0 && bin < this.binCount, 'the bin is on the screen');
    const x = (bin % this.columnCount) * this.width;
    const y = Math.floor(bin / this.columnCount) * this.height;
    return {
      left: Math.max(x, this.area.left),
      top: Math.max(y, this.area.top),
      right: Math.min(x + this.width, this.area.right),
      bottom: Math.min(y + this.height, this.area.bottom),
    };
  }

  private touches(primitive: number, { left, top, right, bottom }: PixelRect): boolean {
    if (this.binCount === 1) return true;
    const { outlines } = this;
    outlines.select(primitive);
    const { corners, firstCorner: from, count } = outlines;
    let [west, north, east, south] = [corners[from], corners[from + 1], corners[from], corners[from + 1]];
    for (let i = from + 2; i < from + 2 * count; i += 2) {
      west = Math.min(west, corners[i]);
      east = Math.max(east, corners[i]);
      north = Math.min(north, corners[i + 1]);
      south = Math.max(south, corners[i + 1]);
    }
    return (
      east >= left * SUBPIXELS &&
      west < right * SUBPIXELS &&
      south >= top * SUBPIXELS &&
      north < bottom * SUBPIXELS
    );
  }
}
