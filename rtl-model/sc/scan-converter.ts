import { type Draw, type KnobValues, QUAD_COLUMN, QUAD_COLUMNS, setting } from '../../transactions/index.js';
import { type DeviceContext, makeEvent, UNIT } from '../context.js';
import { type DepthBlock, MUST_WAIT } from '../db/depth/depth-block.js';
import { assert } from '../kernel/assert.js';
import type { DrawPlan } from '../spi/draw-plan.js';
import { Binner } from './binner.js';
import { getQuadAlignment } from './footprint.js';
import { Outlines } from './outlines.js';
import { CLEAN_SCAN } from './outputs.js';
import type { Packer } from './packer.js';
import { type PixelRect, Rasteriser } from './rasterise.js';
import { computeIterationMask, type Sampling } from './sampling.js';
import { MASK_BITS, PACKER_QUADS_PER_CYCLE } from './spec.js';

/**
 * Returns the packer that owns a pixel. This depends only on the pixel's position, so all fragments of a pixel go to
 * the same packer (P-059).
 */
type RegionMap = (x: number, y: number) => number;

/**
 * Creates the map described by the knobs `packers`, `regionSize` and `regionMap`. Regions contain whole coarse quads,
 * so their size is a multiple of `granule`.
 */
export function makeRegionMap(freedoms: KnobValues, granule: number): RegionMap {
  const { packers, regionMap } = freedoms;
  const regionSize = Math.ceil(freedoms.regionSize / granule) * granule;
  if (regionMap === setting('regionMap', 'stripes')) return (_x, y) => Math.floor(y / regionSize) % packers;
  return (x, y) => (Math.floor(x / regionSize) + Math.floor(y / regionSize)) % packers;
}

/** Scissor register names, minus the `_TL`/`_BR` suffix. Only the intersection of the rectangles is visible. */
const SCISSORS = ['PA_SC_SCREEN_SCISSOR', 'PA_SC_GENERIC_SCISSOR', 'PA_SC_VPORT_SCISSOR_0'] as const;

/** A coordinate field: x is in bits [14:0] and y in [30:16]. */
const COORDINATE_MASK = 0x7fff;

/** Returns the pixels that a draw can cover: its render area clipped to its scissors. */
export function getScissor({ width, height, registers }: Draw): PixelRect {
  let [left, top, right, bottom] = [0, 0, width, height];
  for (const name of SCISSORS) {
    const topLeft = registers[`${name}_TL`];
    const bottomRight = registers[`${name}_BR`];
    if (topLeft !== undefined) {
      left = Math.max(left, topLeft & COORDINATE_MASK);
      top = Math.max(top, (topLeft >>> 16) & COORDINATE_MASK);
    }
    if (bottomRight !== undefined) {
      right = Math.min(right, bottomRight & COORDINATE_MASK);
      bottom = Math.min(bottom, (bottomRight >>> 16) & COORDINATE_MASK);
    }
  }
  return { left, top, right, bottom };
}

/**
 * Turns quads of covered samples into quads of invocations. At pixel rate, quads remain unchanged. At sample rate,
 * each iteration with a covered sample yields a quad that contains only its own samples.
 */
export class SampleIterator {
  /** The quad produced by the last call to `next`. */
  readonly quad = new Int32Array(QUAD_COLUMNS);
  private readonly iterations: number;
  /** The samples that belong to iteration 0, in both halves of a mask column. */
  private readonly firstMask: number;
  private iteration = 0;
  private source: Int32Array = this.quad;
  private offset = 0;

  constructor(sampling: Pick<Sampling, 'footprint' | 'iterations'>) {
    const mask = computeIterationMask(sampling.footprint.points, sampling.iterations);
    this.iterations = sampling.iterations;
    assert(
      sampling.footprint.points % this.iterations === 0,
      'the samples divide evenly among the iterations',
    );
    this.firstMask = mask | (mask << MASK_BITS);
  }

  /** Starts iterating over the quad at `quads[offset]`, which must not change until `next` returns false. */
  begin(quads: Int32Array, offset: number): void {
    assert(offset + QUAD_COLUMNS <= quads.length, 'the quad is inside its list');
    assert(this.iteration === 0 || this.iteration >= this.iterations, 'the previous quad is finished');
    this.source = quads;
    this.offset = offset;
    this.iteration = 0;
  }

  /** Stores the next quad of invocations in `quad`. Returns false if there are none left. */
  next(): boolean {
    const { source, offset, quad } = this;
    while (this.iteration < this.iterations) {
      const mask = this.firstMask << this.iteration;
      const sample = this.iteration++;
      const mask01 = source[offset + QUAD_COLUMN.MASK01] & mask;
      const mask23 = source[offset + QUAD_COLUMN.MASK23] & mask;
      if ((mask01 | mask23) === 0) continue;
      for (let column = 0; column < QUAD_COLUMNS; column++) quad[column] = source[offset + column];
      quad[QUAD_COLUMN.MASK01] = mask01;
      quad[QUAD_COLUMN.MASK23] = mask23;
      quad[QUAD_COLUMN.SAMPLE] = sample;
      return true;
    }
    return false;
  }
}

/** Visits draws and primitives in API order and sends their quads to the packers that own them (P-016, P-059). */
export class ScanConverter {
  private drawIndex = 0;
  private quad = 0;
  /** Whether the quad in `invocations` is waiting for its packer. */
  private isHeld = false;
  /** Whether the primitive in `rasteriser` is waiting for late tests of earlier primitives. */
  private isAwaitingTests = false;
  /** Whether the current draw has started. */
  private isStarted = false;
  /** Whether a `SCAN` event is pending. */
  private isScheduled = false;
  private binner!: Binner;
  private outlines!: Outlines;
  private rasteriser!: Rasteriser;
  private invocations!: SampleIterator;
  private readonly region: RegionMap;
  /** Number of quads accepted by each packer in this cycle. */
  private readonly accepted: Uint8Array;
  private readonly outputs: typeof CLEAN_SCAN;

  constructor(
    private readonly context: DeviceContext,
    readonly plans: readonly DrawPlan[],
    readonly packers: readonly Packer[],
    private readonly depth: DepthBlock | undefined,
    private readonly invalidateCaches: () => void = () => {},
  ) {
    this.outputs = context.outputs(CLEAN_SCAN);
    this.region = makeRegionMap(context.freedoms, getMaxQuadSize(plans));
    this.accepted = new Uint8Array(packers.length);
    context.inject(this);
  }

  /** Whether all draws are done. */
  get finished(): boolean {
    return this.drawIndex >= this.plans.length;
  }

  /** Schedules a step for the next cycle, unless one is already scheduled. */
  resume(): void {
    if (this.isScheduled || this.finished) return;
    this.isScheduled = true;
    this.context.wheel.schedule(1, makeEvent(UNIT.SCAN));
  }

  /** Called when a wave has ended, since a draw may have been waiting for it. */
  waveEnded(): void {
    if (!this.isStarted) this.resume();
  }

  /**
   * Handles a `SCAN` event: sends as many quads as this cycle's budget and the packers allow. Stops if a packer
   * cannot accept its quad.
   */
  step(): void {
    assert(this.isScheduled, 'the step was scheduled');
    this.isScheduled = false;
    let budget = this.context.freedoms.quadsPerCycle;
    this.accepted.fill(0);
    assert(budget > 0, 'the number of quads per cycle is positive');
    while (budget > 0 && !this.finished) {
      const plan = this.plans[this.drawIndex];
      if (!this.isStarted && this.waitsForWaves(plan)) return;
      if (!this.isStarted) this.beginDraw(plan);
      assert(this.isStarted, 'only a started draw sends quads');
      if (this.isAwaitingTests && !this.runEarlyTests(plan)) return;
      if (this.isHeld || this.nextQuad()) {
        const packer = this.findPacker(plan);
        if (this.accepted[packer] === PACKER_QUADS_PER_CYCLE) break;
        if (!this.offerQuad(plan, packer)) return;
        budget--;
      } else if (this.binner.next()) {
        this.beginPrimitive(plan);
      } else {
        this.endDraw(plan);
      }
    }
    this.resume();
  }

  /** Advances to the next quad of invocations. Returns false if the primitive has none left. */
  private nextQuad(): boolean {
    while (!this.invocations.next()) {
      assert(this.quad <= this.rasteriser.quadCount, 'only existing quads are read');
      if (this.quad === this.rasteriser.quadCount) return false;
      this.invocations.begin(this.rasteriser.quads, this.quad++ * QUAD_COLUMNS);
    }
    this.isHeld = true;
    return true;
  }

  private findPacker(plan: DrawPlan): number {
    const { quad } = this.invocations;
    assert(this.isHeld, 'a quad is held');
    const mapped = this.region(quad[QUAD_COLUMN.X], quad[QUAD_COLUMN.Y]);
    return this.outputs.getOwner(mapped, plan.index, this.packers.length);
  }

  private offerQuad(plan: DrawPlan, packer: number): boolean {
    assert(packer >= 0 && packer < this.packers.length, "the quad's packer exists");
    const { quad } = this.invocations;
    this.isHeld = !this.packers[packer].accept(plan, quad, 0);
    if (this.isHeld) return false;
    this.accepted[packer]++;
    assert(this.accepted[packer] <= PACKER_QUADS_PER_CYCLE, 'a packer never exceeds its rate');
    this.depth?.onPacked(plan, quad);
    return true;
  }

  /**
   * Whether the draw must wait until the packers are idle: its boundary says so, or `sampleChange` requires it when the
   * sample count changes (U26).
   */
  private waitsForWaves({ index, draw }: DrawPlan): boolean {
    const previous = this.plans[index - 1]?.draw.samples ?? draw.samples;
    const changesSamples =
      draw.samples !== previous && this.context.freedoms.sampleChange !== setting('sampleChange', 'goes-on');
    if (!changesSamples && draw.boundary?.includes('wait') !== true) return false;
    return !this.packers.every((packer) => packer.isIdle);
  }

  private beginDraw(plan: DrawPlan): void {
    assert(!this.isHeld && !this.isAwaitingTests, 'the previous draw has no pending quad or test');
    this.isStarted = true;
    const { draw, sampling, shape } = plan;
    if (draw.boundary?.includes('invalidate')) this.invalidateCaches();
    this.quad = 0;
    this.outlines = new Outlines(draw.vertices, shape);
    this.rasteriser = new Rasteriser(sampling.footprint);
    this.binner = new Binner(this.context, plan, getScissor(draw), (primitive) =>
      this.reportPrimitive(plan, primitive),
    );
    this.invocations = new SampleIterator(plan.sampling);
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'draw-begin', cycle: now, draw: plan.index });
  }

  private reportPrimitive(plan: DrawPlan, primitive: number): void {
    const { sink, now } = this.context;
    if (sink)
      sink({ kind: 'primitive', cycle: now, draw: plan.index, primitive: plan.firstPrimitive + primitive });
  }

  private beginPrimitive(plan: DrawPlan): void {
    const { primitive, clip } = this.binner.current;
    assert(
      clip.right <= plan.draw.width && clip.bottom <= plan.draw.height,
      'a bin is within the render area',
    );
    const { outlines } = this;
    outlines.select(primitive);
    const number = plan.firstPrimitive + primitive;
    assert(primitive >= 0, 'the primitive number is valid');
    this.rasteriser.rasterise(outlines.corners, outlines.firstCorner, number, clip, outlines.count);
    this.quad = 0;
    this.isAwaitingTests = plan.tests !== undefined;
  }

  /** Runs the early tests of the rasterised primitive. Returns false if they must wait. */
  private runEarlyTests(plan: DrawPlan): boolean {
    const { rasteriser, depth, binner } = this;
    const { quads, quadCount } = rasteriser;
    const count = depth?.admit(plan, quads, quadCount, binner.current.primitive) ?? quadCount;
    if (count === MUST_WAIT) return false;
    assert(count <= quadCount, 'tests never add quads');
    rasteriser.quadCount = count;
    this.isAwaitingTests = false;
    return true;
  }

  private endDraw(plan: DrawPlan): void {
    assert(this.isStarted && !this.isHeld, 'a draw ends only after its last quad');
    assert(!this.isAwaitingTests, 'a draw ends only after its last early test');
    for (const packer of this.packers) packer.endDraw();
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'draw-end', cycle: now, draw: plan.index });
    this.isStarted = false;
    this.drawIndex++;
    assert(this.drawIndex <= this.plans.length, 'every draw ends once');
  }
}

/** Edge length, in fine pixels, of the largest quad in the given draws. */
function getMaxQuadSize(plans: readonly DrawPlan[]): number {
  return plans.reduce((edge, { sampling }) => Math.max(edge, getQuadAlignment(sampling.footprint)), 1);
}
