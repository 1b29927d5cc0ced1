import { QUAD_COLUMNS } from '../../../transactions/index.js';
import type { IntegerArena } from '../basics/arena.js';
import { getFragmentMask, visitFinePixels } from './fragments.js';
import { QUAD } from './quad-columns.js';
import { type ScreenGrid, WHOLE_PIXEL } from './screen-grid.js';

const QUAD_LANES = 4;

/** The overlap units held by a wave's lanes. */
export interface LaneUnits {
  /** The first covered pixel of each lane; -1 for helper lanes and empty lanes. */
  readonly lanePixels: Int32Array;
  /** The index in `units` where each lane's entries start, followed by the end of the last lane's entries. */
  readonly unitStarts: Int32Array;
  /**
   * The overlap units, lane by lane. Within a lane they are sorted by fine pixel: first the pixel's samples, then the
   * whole pixel.
   */
  readonly units: Int32Array;
  /**
   * Mask of the samples and pixels held by each lane (`ScreenGrid.getHeldBits`). Empty if every invocation holds its
   * whole pixel.
   */
  readonly heldBits: Int32Array;
}

const NO_BITS = new Int32Array(0);

/** Whether a draw's invocations hold whole pixels or single samples. */
export interface HoldingMode {
  /** Number of samples per pixel. */
  readonly samples: number;
  /** Whether each sample is held separately. */
  readonly perSample: boolean;
}

/** Lists the overlap units of each lane of a wave. */
export class LaneUnitFinder {
  private readonly found: number[] = [];
  private mode: HoldingMode = { samples: 1, perSample: false };
  private firstPixel = -1;
  private laneBits = 0;

  constructor(
    private readonly grid: ScreenGrid,
    private readonly lanes: number,
    private readonly arena: IntegerArena,
  ) {}

  /** Lists the units held by a wave with the given quads. */
  list(quads: Int32Array, mode: HoldingMode): LaneUnits {
    const { found, lanes, arena, grid } = this;
    const lanePixels = arena.take(lanes).fill(-1);
    const unitStarts = arena.take(lanes + 1);
    const filledLanes = Math.min((quads.length / QUAD_COLUMNS) * QUAD_LANES, lanes);
    const heldBits = grid.hasSamples || grid.hasCoarseFragments ? arena.take(lanes) : NO_BITS;
    this.mode = mode;
    found.length = 0;
    for (let lane = 0; lane < lanes; lane++) {
      unitStarts[lane] = found.length;
      if (lane >= filledLanes) continue;
      this.addLane(quads, lane);
      lanePixels[lane] = this.firstPixel;
      if (heldBits.length > 0) heldBits[lane] = this.laneBits;
    }
    unitStarts[lanes] = found.length;
    const units = arena.take(found.length);
    for (let i = 0; i < units.length; i++) units[i] = found[i];
    return { lanePixels, unitStarts, units, heldBits };
  }

  /** Adds a lane's units, and sets `firstPixel` and `laneBits`. */
  private addLane(quads: Int32Array, lane: number): void {
    const row = (lane >> 2) * QUAD_COLUMNS;
    const index = lane & 3;
    this.firstPixel = -1;
    this.laneBits = 0;
    if (quads[row + QUAD.RATE] !== 0) {
      visitFinePixels(quads, row, index, this.mode.samples, this.add);
      return;
    }
    const mask = getFragmentMask(quads, row, index);
    if (mask !== 0) this.add(quads[row + QUAD.X] + (index & 1), quads[row + QUAD.Y] + (index >> 1), mask);
  }

  private readonly add = (x: number, y: number, mask: number): void => {
    const { grid, found, mode } = this;
    const pixel = grid.findPixel(x, y);
    if (pixel < 0) return;
    if (this.firstPixel < 0) this.firstPixel = pixel;
    const unitMask = mode.perSample ? mask : mask | WHOLE_PIXEL;
    this.laneBits |= grid.getHeldBits(x, y, unitMask, mode.samples);
    if (!grid.hasSamples) {
      found.push(pixel);
      return;
    }
    const first = pixel * grid.unitsPerPixel;
    for (let rest = unitMask; rest !== 0; rest &= rest - 1) found.push(first + 31 - Math.clz32(rest & -rest));
  };
}
