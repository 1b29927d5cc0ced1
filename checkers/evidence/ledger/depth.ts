import type { Gfx } from '../../../arch/index.js';
import { DEPTH_SAMPLES, type DepthTested, type Scenario } from '../../../transactions/index.js';
import { CurrentResult } from '../basics/current-result.js';
import { DefaultMap } from '../basics/default-map.js';
import type { Handlers } from '../basics/handlers.js';
import { Barycentrics } from '../geometry/barycentrics.js';
import { DepthImage } from '../geometry/depth-image.js';
import { type DepthState, decodeDepthState } from '../geometry/depth-state.js';
import { mayWriteStencilOnFailure, type NewSample, testSample, writeSample } from '../geometry/depth-test.js';
import {
  encodeRate,
  extractFragmentMask,
  getFragmentKey,
  getRateX,
  getRateY,
  MASK_BITS,
} from '../geometry/fragments.js';
import { getPrimitiveKind } from '../geometry/outlines.js';
import type { ScreenGrid } from '../geometry/screen-grid.js';
import { getShadingRate } from '../geometry/shading-rate.js';
import type { DrawFacts } from '../program/draws.js';
import type { PendingQuad, TestedSamples } from './late-exports.js';
import { applyExport, isTestedLate, LateExports } from './late-exports.js';
import type { WaveLedger } from './waves.js';

const FRAGMENTS = 4;

/** A problem found in a tested fragment. */
export interface DepthProblem {
  readonly kind: 'result' | 'order' | 'stage' | 'mask';
  /** Column of the fragment's top-left pixel. */
  readonly x: number;
  /** Row of the fragment's top-left pixel. */
  readonly y: number;
  /** Mask of the samples that were tested. */
  readonly before: number;
  /** Mask of the samples that passed. */
  readonly after: number;
  /**
   * For `result`, a mask of the samples that must pass. For `mask`, a mask of the samples that may be tested. For
   * `order`, the last primitive tested at that sample. Otherwise 0.
   */
  readonly expected: number;
}

interface TestedFragment {
  readonly x: number;
  readonly y: number;
  readonly before: number;
  readonly after: number;
  readonly index: number;
  /** The pending quad, if the test is late and the wave's exports are known. */
  readonly quad: PendingQuad | undefined;
}

/**
 * The checker's own depth buffer, on which every reported test is replayed in stream order. Checks that each sample is
 * tested in primitive order, so that the buffer matches the sequential reference.
 */
export class DepthLedger {
  /** The problems found in the current test. */
  readonly currentProblems = new CurrentResult<DepthTested, readonly DepthProblem[]>();
  private readonly problems: DepthProblem[] = [];
  /** Number of samples tested before the shader, by primitive. */
  readonly testedEarly = new Map<number, number>();
  /** Number of samples tested after the shader, by primitive. */
  readonly testedLate = new Map<number, number>();
  readonly image: DepthImage;
  readonly states: readonly DepthState[];
  private hasSeenTests = false;
  private readonly rates: readonly number[];
  private readonly lastTokens: Int32Array;
  /** Masks of the samples that failed before the shader, by primitive and fragment. */
  private readonly earlyFailures = new DefaultMap<number, Map<number, number>>(() => new Map());
  private readonly planes = new Barycentrics();
  private readonly exports: LateExports;
  private readonly forgetRemaining: () => void;

  constructor(
    scenario: Scenario,
    private readonly draws: readonly DrawFacts[],
    private readonly grid: ScreenGrid,
    private readonly gfx: Gfx,
    waves: WaveLedger,
  ) {
    this.states = scenario.draws.map((draw) => decodeDepthState(gfx, draw));
    this.exports = new LateExports(gfx, this.states, waves);
    this.forgetRemaining = waves.onEachWave((wave) => this.exports.forget(wave));
    this.rates = scenario.draws.map((draw) => encodeRate(getShadingRate(gfx, draw)));
    const { depthBuffer } = scenario;
    const pixelCount = depthBuffer === undefined ? 0 : grid.width * grid.height;
    this.image = new DepthImage(pixelCount, depthBuffer ?? { depth: 0, stencil: 0 });
    this.lastTokens = new Int32Array(this.image.entryCount).fill(-1);
  }

  /** Whether the scenario has a depth buffer. */
  get isActive(): boolean {
    return this.image.entryCount > 0;
  }

  /** Whether any draw has depth or stencil tests. */
  get hasTests(): boolean {
    return this.isActive && this.states.some(({ testsDepth, testsStencil }) => testsDepth || testsStencil);
  }

  /**
   * Whether any draw has tests but the stream reports neither their results nor the buffer, so we cannot tell which
   * samples failed.
   */
  get lacksTestData(): boolean {
    return this.hasTests && !this.hasSeenTests;
  }

  /** Returns a mask of the samples in a primitive's fragment that failed before the shader. */
  getEarlyFailures(primitive: number, x: number, y: number): number {
    return this.earlyFailures.get(primitive)?.get(getFragmentKey(x, y)) ?? 0;
  }

  /** Whether a draw's samples are tested after its shader. */
  isTestedLate(draw: number): boolean {
    return this.isActive && isTestedLate(this.states[draw]);
  }

  /**
   * Returns, by primitive, the number of samples that the shader kept but that no late test covered. Must only be
   * called once, at the end of the stream.
   */
  countMissingTests(): ReadonlyMap<number, number> {
    this.forgetRemaining();
    return this.exports.missing;
  }

  readonly on: Handlers = {
    'export-granted': (t) => {
      if (this.hasTests) this.exports.record(t);
    },
    'depth-dumped': () => {
      this.hasSeenTests = true;
    },
    'depth-tested': (t) => {
      this.hasSeenTests = true;
      this.problems.length = 0;
      this.currentProblems.set(t, this.problems);
      const facts = this.draws[t.draw];
      if (!this.isActive || facts === undefined) return;
      const rate = this.rates[t.draw];
      const quad = t.stage === 'late' ? this.exports.remove(t) : undefined;
      for (let index = 0; index < FRAGMENTS; index++) {
        const fragment = {
          x: t.x + ((index & 1) << getRateX(rate)),
          y: t.y + ((index >> 1) << getRateY(rate)),
          before: extractFragmentMask(t.before01, t.before23, index),
          after: extractFragmentMask(t.after01, t.after23, index),
          index,
          quad,
        };
        this.checkMask(fragment);
        if ((fragment.before | fragment.after) !== 0) this.testFragment(t, facts, fragment);
      }
      if (quad !== undefined) this.exports.recordTested(quad);
    },
  };

  private testFragment(t: DepthTested, facts: DrawFacts, fragment: TestedFragment): void {
    const state = this.states[t.draw];
    const { before, after, x, y } = fragment;
    const sample = this.createSample(t, facts, state, fragment);
    const entries = this.getEntries(t.draw, fragment);
    this.checkOrder(t, facts, fragment, entries);
    let passing = 0;
    let unknown = 0;
    for (const [bit, entry] of entries) {
      const passes = testSample(state, sample, this.image.get(entry));
      if (passes === true) passing |= 1 << bit;
      else if (passes === undefined) unknown |= 1 << bit;
    }
    if (t.stage === 'early') this.recordEarlyFailures(t.primitive, fragment);
    const tested = t.stage === 'early' ? this.testedEarly : this.testedLate;
    tested.set(t.primitive, (tested.get(t.primitive) ?? 0) + entries.length);
    const isAllowed = isResultAllowed(
      t.stage === 'late' ? 'final' : state.early,
      before,
      after,
      passing,
      unknown,
    );
    if (!isAllowed) this.problems.push({ kind: 'result', x, y, before, after, expected: passing });
    if (t.stage === 'late' && state.early === 'final')
      this.problems.push({ kind: 'stage', x, y, before, after, expected: 0 });
    const decided = passing | (unknown & after);
    const isWritten = t.stage === 'late' || state.early === 'final';
    for (const [bit, entry] of entries) {
      const stored = this.image.get(entry);
      if (isWritten) writeSample(state, sample, stored, ((decided >>> bit) & 1) === 1);
      // The contract does not say whether a sample that fails before its last test keeps its stencil value.
      else if (((after >>> bit) & 1) === 0 && mayWriteStencilOnFailure(state, sample))
        stored.stencil = undefined;
      this.image.set(entry, stored);
    }
  }

  private createSample(
    t: DepthTested,
    { draw, firstPrimitive }: DrawFacts,
    state: DepthState,
    { quad, index: fragment }: TestedFragment,
  ): NewSample {
    const index = t.primitive - firstPrimitive;
    this.planes.select(getPrimitiveKind(this.gfx, draw.registers), draw.vertices, index);
    const sample = {
      depth: Math.fround(draw.depths[index]),
      face: this.planes.isClockwise ? state.back : state.front,
      stencilKnown: true,
    };
    if (t.stage === 'early') return sample;
    return applyExport(sample, state, quad && this.exports.getValues(quad, fragment));
  }

  /**
   * Checks, if the exports are known, that a late test covers exactly the samples that remain after discards, the
   * exported mask and alpha. Samples that may or may not remain are optional.
   */
  private checkMask({ quad, index, x, y, before, after }: TestedFragment): void {
    if (quad === undefined) return;
    const { certain, possible }: TestedSamples = this.exports.getSamples(quad, index);
    if ((before & ~possible) === 0 && (certain & ~before) === 0) return;
    this.problems.push({ kind: 'mask', x, y, before, after, expected: possible });
  }

  /** Returns the tested bits of a fragment and the buffer entry for each. */
  private getEntries(draw: number, { x, y, before }: TestedFragment): [bit: number, entry: number][] {
    const { samples } = this.draws[draw].draw;
    const log2Width = getRateX(this.rates[draw]);
    const entries: [number, number][] = [];
    for (let bit = 0; bit < MASK_BITS; bit++) {
      if (((before >>> bit) & 1) === 0) continue;
      const finePixel = Math.floor(bit / samples);
      const pixel = this.grid.findPixel(
        x + (finePixel & ((1 << log2Width) - 1)),
        y + (finePixel >> log2Width),
      );
      if (pixel >= 0) entries.push([bit, pixel * DEPTH_SAMPLES + (bit % samples)]);
    }
    return entries;
  }

  /**
   * Checks that each sample is tested in primitive order and, for each primitive, at most once early and then once
   * late. With relaxed order, only an immediate repetition of the same test is an error.
   */
  private checkOrder(
    t: DepthTested,
    { draw }: DrawFacts,
    { x, y, before, after }: TestedFragment,
    entries: readonly [bit: number, entry: number][],
  ): void {
    const token = t.primitive * 2 + Number(t.stage === 'late');
    const conflict = entries.find(([, entry]) => this.lastTokens[entry] >= token);
    const last = conflict === undefined ? -1 : this.lastTokens[conflict[1]];
    const isExempt = draw.order === 'relaxed' && last !== token;
    if (conflict !== undefined && !isExempt)
      this.problems.push({ kind: 'order', x, y, before, after, expected: last >> 1 });
    for (const [, entry] of entries) this.lastTokens[entry] = token;
  }

  private recordEarlyFailures(primitive: number, { x, y, before, after }: TestedFragment): void {
    const failed = before & ~after;
    if (failed === 0) return;
    const fragments = this.earlyFailures.getOrCreate(primitive);
    fragments.set(getFragmentKey(x, y), (fragments.get(getFragmentKey(x, y)) ?? 0) | failed);
  }
}

/**
 * Whether tests of the given kind may reduce the mask `before` to `after`, where the samples in `passing` must pass and
 * those in `unknown` may pass.
 */
function isResultAllowed(
  kind: DepthState['early'],
  before: number,
  after: number,
  passing: number,
  unknown: number,
): boolean {
  switch (kind) {
    case 'final':
    case 'lossy':
      return ((after ^ passing) & ~unknown) === 0 && (after & ~before) === 0;
    case 'pixels':
      return after === before || (after === 0 && passing === 0);
    case 'none':
      return after === before;
  }
}
