import { type DepthTested, QUAD_COLUMNS } from '../../../transactions/index.js';
import { maskOfColumns } from '../geometry/fragments.js';
import { QUAD } from '../geometry/quad-columns.js';
import type { DepthLedger } from '../ledger/depth.js';
import type { WaveRecord } from '../ledger/wave-record.js';

/** Numbers quads by position: more than the positions along x. */
const QUAD_STRIDE = 1 << 16;

/** Samples that passed the tests after the shader, according to the stream; ORD-10 judges whether they should. */
export class LateSurvivors {
  /** By primitive and quad, both mask columns of passing samples. */
  private readonly passed = new Map<number, Map<number, [mask01: number, mask23: number]>>();

  constructor(private readonly depth: DepthLedger) {}

  /** Records a test. */
  take({ stage, primitive, x, y, after01, after23 }: DepthTested): void {
    if (stage !== 'late') return;
    const quads = this.passed.get(primitive) ?? new Map<number, [number, number]>();
    this.passed.set(primitive, quads);
    const place = y * QUAD_STRIDE + x;
    const [mask01, mask23] = quads.get(place) ?? [0, 0];
    quads.set(place, [mask01 | after01, mask23 | after23]);
  }

  /** Samples of fragment `index` of a wave's quad at (x, y) that its late tests left; all if it is not tested late. */
  of({ facts }: WaveRecord, primitive: number, x: number, y: number, index: number): number {
    if (!this.depth.isTestedLate(facts.index)) return -1;
    const columns = this.passed.get(primitive)?.get(y * QUAD_STRIDE + x);
    return columns === undefined ? 0 : maskOfColumns(columns[0], columns[1], index);
  }

  /** Drops a wave's test results, which are no longer needed. */
  forget(wave: WaveRecord): void {
    const { quads } = wave;
    for (let quad = 0; quad < wave.quadCount; quad++) {
      const row = quad * QUAD_COLUMNS;
      const places = this.passed.get(wave.primitiveOf(quad));
      const place = quads[row + QUAD.Y] * QUAD_STRIDE + quads[row + QUAD.X];
      const columns = places?.get(place);
      if (places === undefined || columns === undefined) continue;
      columns[0] &= ~quads[row + QUAD.MASK01];
      columns[1] &= ~quads[row + QUAD.MASK23];
      if ((columns[0] | columns[1]) === 0) places.delete(place);
      if (places.size === 0) this.passed.delete(wave.primitiveOf(quad));
    }
  }
}
