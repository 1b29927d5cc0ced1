import { EXPORT_TARGET } from '../../../arch/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../../transactions/index.js';
import type { DeviceContext } from '../../context.js';
import { assert } from '../../kernel/assert.js';
import type { DrawPlan } from '../../spi/draw-plan.js';
import type { DrivenExport } from '../../sx/export-data.js';
import type { Wave } from '../../wave.js';
import { DepthBuffer } from './depth-buffer.js';
import { type DepthPlan, EARLY, type EarlyMode } from './depth-plan.js';
import { getVisibleFace } from './depth-state.js';
import { testQuads } from './early-tests.js';
import { getRemainingSamples, type LateWave, recordExport, resolveQuad } from './late-tests.js';

/** The outputs of the depth block that faults can replace. */
export const CLEAN_DEPTH = {
  /** The early test mode to use when the registers select `requested`. */
  early: (requested: EarlyMode): EarlyMode => requested,
};

/** Counts the late tests that are outstanding at each 2x2 block of pixels. */
export class OutstandingTests {
  private readonly counts: Uint32Array;
  private readonly columnCount: number;
  private readonly rowCount: number;

  constructor(width: number, height: number) {
    this.columnCount = (width + 1) >> 1;
    this.rowCount = (height + 1) >> 1;
    this.counts = new Uint32Array(this.columnCount * this.rowCount);
  }

  /**
   * Adds (`step` 1) or removes (`step` -1) one outstanding test in every block that the quad starting at
   * `quads[offset]` covers.
   */
  count(quads: Int32Array, offset: number, step: 1 | -1): void {
    this.visit(quads, offset, (position) => {
      assert(step === 1 || this.counts[position] > 0, 'only an outstanding test can finish');
      this.counts[position] += step;
    });
  }

  /** Whether no tests are outstanding. */
  get isEmpty(): boolean {
    return this.counts.every((count) => count === 0);
  }

  /** Returns whether any tests are outstanding in a block that the quad starting at `quads[offset]` covers. */
  overlapsQuad(quads: Int32Array, offset: number): boolean {
    let found = false;
    this.visit(quads, offset, (position) => {
      found ||= this.counts[position] > 0;
    });
    return found;
  }

  /** Calls `callback` for each 2x2 block that the quad covers. Quads with coarse fragments cover several. */
  private visit(quads: Int32Array, offset: number, callback: (position: number) => void): void {
    const rate = quads[offset + QUAD_COLUMN.RATE];
    const [left, top] = [quads[offset + QUAD_COLUMN.X] >> 1, quads[offset + QUAD_COLUMN.Y] >> 1];
    const right = Math.min(left + (1 << (rate & 3)), this.columnCount);
    assert(left < this.columnCount && top < this.rowCount, 'the tested quad is on the screen');
    for (let row = top; row < Math.min(top + (1 << (rate >> 2)), this.rowCount); row++) {
      for (let column = left; column < right; column++) callback(row * this.columnCount + column);
    }
  }
}

/** Returned by `admit` while tests of older primitives are outstanding at the primitive's pixels. */
export const MUST_WAIT = -1;

/**
 * Runs the depth and stencil tests. Early tests decide which samples are packed. Late tests run in each packer's
 * formation order, so the tests at each pixel happen in primitive order.
 */
export class DepthBlock {
  private readonly buffer: DepthBuffer;
  private readonly outstanding: OutstandingTests;
  /** The waves with pending late tests, by packer, oldest first. */
  private readonly queues: LateWave[][];
  private readonly byWave = new Map<number, LateWave>();
  private readonly outputs: typeof CLEAN_DEPTH;

  constructor(
    private readonly context: DeviceContext,
    size: { readonly width: number; readonly height: number },
    clear: { readonly depth: number; readonly stencil: number },
    /** Called when a wave with late tests has finished, which may unblock waiting primitives. */
    private readonly onProgress: () => void,
    /** Called when the late tests of a wave are done, with quads containing only the samples that passed. */
    private readonly onResolved: (number: number, packer: number, quads: Int32Array) => void,
  ) {
    this.buffer = new DepthBuffer(size.width, size.height, clear);
    this.outstanding = new OutstandingTests(size.width, size.height);
    this.queues = Array.from({ length: context.freedoms.packers }, () => []);
    this.outputs = context.outputs(CLEAN_DEPTH);
  }

  /**
   * Runs the early tests on one primitive's quads: removes failing samples from `quads`, compacts the remaining quads
   * to the front, and returns how many remain. If older tests are outstanding, returns `MUST_WAIT` and changes nothing.
   */
  admit(plan: DrawPlan, quads: Int32Array, count: number, primitive: number): number {
    const { tests } = plan;
    if (tests === undefined) return count;
    const mode = this.outputs.early(tests.early);
    assert(count * QUAD_COLUMNS <= quads.length, 'the quad count is within bounds');
    assert(primitive < plan.draw.depths.length, 'a tested primitive has a depth');
    if (mode === EARLY.NONE) return count;
    for (let quad = 0; quad < count; quad++) {
      if (this.outstanding.overlapsQuad(quads, quad * QUAD_COLUMNS)) return MUST_WAIT;
    }
    const { draw } = plan;
    const testedPrimitive = {
      mode,
      state: tests.state,
      samples: draw.samples,
      face: getVisibleFace(tests.state, draw, primitive),
      z: Math.fround(draw.depths[primitive]),
    };
    return testQuads(this.buffer, quads, count, testedPrimitive, (offset, before01, before23) =>
      this.report('early', plan, quads, offset, before01, before23),
    );
  }

  /** Called when a quad of the draw has been packed. */
  onPacked({ tests }: DrawPlan, quad: Int32Array): void {
    if (this.isLate(tests)) this.outstanding.count(quad, 0, 1);
  }

  /** Called when a wave has been formed. */
  onFormed({ plan, quads, quadCount, packer, number }: Wave): void {
    if (!this.isLate(plan.tests)) return;
    assert(!this.byWave.has(number), 'a wave is formed only once');
    assert(
      quadCount > 0 && 4 * quadCount <= this.context.lanes,
      'every wave has at least one quad and a lane for each fragment',
    );
    const late: LateWave = {
      number,
      plan,
      tests: plan.tests,
      quads: quads.slice(0, quadCount * QUAD_COLUMNS),
      activeLanes: new Int32Array(2),
      depth: undefined,
      stencil: undefined,
      mask: undefined,
      exports: [],
      ready: false,
    };
    this.queues[packer].push(late);
    this.byWave.set(number, late);
  }

  /** Called when an export from the wave is driven onto the bus. */
  onExported(wave: Wave, driven: DrivenExport): void {
    const late = this.byWave.get(wave.number);
    assert(late === undefined || !late.ready, 'a wave exports nothing after its late tests');
    if (late === undefined) return;
    recordExport(this.context.gfx, late, driven, driven.operation.target === EXPORT_TARGET.MRTZ);
  }

  /**
   * Called when a wave with pending late tests has ended and finished its exports. Runs the late tests of its packer's
   * waves, oldest first, up to the first wave that has not finished.
   */
  onFinished({ number, packer, drained }: Wave): void {
    const late = this.byWave.get(number);
    assert(late !== undefined, 'the wave has late tests pending');
    assert(drained, 'late tests run only once the wave has drained');
    this.byWave.delete(number);
    assert(!late.ready, 'a wave finishes only once');
    late.ready = true;
    const queue = this.queues[packer];
    assert(queue.includes(late), "the wave is in its packer's queue");
    while (queue.length > 0 && queue[0].ready) {
      const resolved = queue.shift()!;
      assert(!this.byWave.has(resolved.number), 'late tests run only after the wave has ended');
      this.resolve(resolved);
      this.onResolved(resolved.number, packer, resolved.quads);
    }
    this.onProgress();
  }

  /** Whether no late tests are pending. */
  get isIdle(): boolean {
    return this.queues.every((queue) => queue.length === 0) && this.outstanding.isEmpty;
  }

  /** Whether the wave has late tests pending. */
  awaits({ number }: Wave): boolean {
    return this.byWave.has(number);
  }

  /** Reports the final contents of the depth buffer. */
  dump(): void {
    const { sink, now } = this.context;
    const { width, height, depth, stencil } = this.buffer;
    if (sink) sink({ kind: 'depth-dumped', cycle: now, width, height, depth, stencil });
  }

  private isLate(tests: DepthPlan | undefined): tests is DepthPlan {
    return tests !== undefined && tests.early !== EARLY.WRITE;
  }

  private resolve(late: LateWave): void {
    const { quads, plan } = late;
    for (let offset = 0; offset < quads.length; offset += QUAD_COLUMNS) {
      const [before01, before23] = getRemainingSamples(this.context, late, offset / QUAD_COLUMNS);
      quads[offset + QUAD_COLUMN.MASK01] = before01;
      quads[offset + QUAD_COLUMN.MASK23] = before23;
      const [after01, after23] = resolveQuad(this.buffer, late, offset / QUAD_COLUMNS);
      quads[offset + QUAD_COLUMN.MASK01] = after01;
      quads[offset + QUAD_COLUMN.MASK23] = after23;
      this.outstanding.count(quads, offset, -1);
      this.report('late', plan, quads, offset, before01, before23);
    }
  }

  private report(
    stage: 'early' | 'late',
    plan: DrawPlan,
    quads: Int32Array,
    offset: number,
    before01: number,
    before23: number,
  ): void {
    const { sink, now } = this.context;
    const added01 = quads[offset + QUAD_COLUMN.MASK01] & ~before01;
    assert((added01 | (quads[offset + QUAD_COLUMN.MASK23] & ~before23)) === 0, 'a test never adds samples');
    if (!sink) return;
    sink({
      kind: 'depth-tested',
      cycle: now,
      stage,
      draw: plan.index,
      primitive: quads[offset + QUAD_COLUMN.PRIMITIVE],
      x: quads[offset + QUAD_COLUMN.X],
      y: quads[offset + QUAD_COLUMN.Y],
      before01,
      before23,
      after01: quads[offset + QUAD_COLUMN.MASK01],
      after23: quads[offset + QUAD_COLUMN.MASK23],
    });
  }
}
