import { type DepthTested, QUAD_COLUMNS } from '../../../transactions/index.js';
import { DefaultMap } from '../basics/default-map.js';
import { extractFragmentMask, getFragmentKey } from '../geometry/fragments.js';
import { QUAD } from '../geometry/quad-columns.js';
import type { DepthLedger } from '../ledger/depth.js';
import type { WaveRecord } from '../ledger/wave-record.js';

/** The samples that passed the late tests, according to the stream. ORD-10 checks these results. */
export class LateSurvivors {
  /** The two mask columns of the samples that passed, by primitive and quad position. */
  private readonly passed = new DefaultMap<number, Map<number, [mask01: number, mask23: number]>>(
    () => new Map(),
  );

  constructor(private readonly depth: DepthLedger) {}

  /** Records the result of a test. */
  record({ stage, primitive, x, y, after01, after23 }: DepthTested): void {
    if (stage !== 'late') return;
    const quads = this.passed.getOrCreate(primitive);
    const position = getFragmentKey(x, y);
    const [mask01, mask23] = quads.get(position) ?? [0, 0];
    quads.set(position, [mask01 | after01, mask23 | after23]);
  }

  /**
   * Returns the samples of fragment `index` of a wave's quad at (x, y) that passed late tests, or all samples if
   * the wave is not tested late.
   */
  getSurvivors({ facts }: WaveRecord, primitive: number, x: number, y: number, index: number): number {
    if (!this.depth.isTestedLate(facts.index)) return -1;
    const masks = this.passed.get(primitive)?.get(getFragmentKey(x, y));
    return masks === undefined ? 0 : extractFragmentMask(masks[0], masks[1], index);
  }

  /** Discards a wave's test results once they are no longer needed. */
  forget(wave: WaveRecord): void {
    const { quads } = wave;
    for (let quad = 0; quad < wave.quadCount; quad++) {
      const row = quad * QUAD_COLUMNS;
      const positions = this.passed.get(wave.getPrimitive(quad));
      const position = getFragmentKey(quads[row + QUAD.X], quads[row + QUAD.Y]);
      const masks = positions?.get(position);
      if (positions === undefined || masks === undefined) continue;
      masks[0] &= ~quads[row + QUAD.MASK01];
      masks[1] &= ~quads[row + QUAD.MASK23];
      if ((masks[0] | masks[1]) === 0) positions.delete(position);
      if (positions.size === 0) this.passed.delete(wave.getPrimitive(quad));
    }
  }
}
