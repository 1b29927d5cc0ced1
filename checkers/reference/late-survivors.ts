import type { DepthTested } from '../../transactions/index.js';
import type { DepthLedger } from '../ledger/depth.js';
import type { WaveRecord } from '../ledger/wave-record.js';

const MASK_BITS = 16;

/** Places of quads that a primitive may have along x, to number them. */
const QUAD_STRIDE = 1 << 16;

/** Samples that passed the tests after the shader, as the stream tells; ORD-10 judges whether they had to. */
export class LateSurvivors {
  /** By primitive and quad, both mask columns of what passed. */
  private readonly passed = new Map<number, Map<number, [mask01: number, mask23: number]>>();

  constructor(private readonly depth: DepthLedger) {}

  /** Takes in a test. */
  take({ stage, primitive, x, y, after01, after23 }: DepthTested): void {
    if (stage !== 'late') return;
    const quads = this.passed.get(primitive) ?? new Map<number, [number, number]>();
    this.passed.set(primitive, quads);
    const place = y * QUAD_STRIDE + x;
    const [mask01, mask23] = quads.get(place) ?? [0, 0];
    quads.set(place, [mask01 | after01, mask23 | after23]);
  }

  /** Samples of fragment `index` of a wave's quad at (x, y) that its tests left; all where none is tested late. */
  of({ facts }: WaveRecord, primitive: number, x: number, y: number, index: number): number {
    if (!this.isTestedLate(facts.index)) return -1;
    const columns = this.passed.get(primitive)?.get(y * QUAD_STRIDE + x);
    return columns === undefined ? 0 : (columns[index >> 1] >>> ((index & 1) * MASK_BITS)) & 0xffff;
  }

  /** Whether the samples of a draw are tested after its shader. */
  private isTestedLate(draw: number): boolean {
    const { early, testsDepth, testsStencil } = this.depth.states[draw];
    return this.depth.isActive && early !== 'final' && (testsDepth || testsStencil);
  }
}
