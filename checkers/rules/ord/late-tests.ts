import { QUAD_COLUMNS } from '../../../transactions/index.js';
import { countSamples, getFragmentMask } from '../../evidence/geometry/fragments.js';
import type { Judge, Ledgers, WaveRecord } from '../../kit.js';

/**
 * The part of ORD-10 that can only be checked at the end of the stream: in draws with late tests, every shaded sample
 * must have been tested, except for samples dropped by a shader that is allowed to drop them. Skipped if any wave was
 * halted or did not end.
 */
export class LateTests {
  /** Number of shaded samples to be tested late, by primitive. */
  private readonly shaded = new Map<number, number>();
  private readonly addRemaining: () => void;

  constructor(private readonly ledgers: Ledgers) {
    this.addRemaining = ledgers.waves.onEachWave((wave) => this.add(wave));
  }

  /** Checks the whole stream, which ended in cycle `end`. Must only be called once. */
  check(judge: Judge, end: number): void {
    const { waves, depth } = this.ledgers;
    this.addRemaining();
    if (waves.unknownWave !== undefined) return;
    if (waves.endedCount < waves.formed.length || waves.haltedCount > 0) return;
    const missing = depth.countMissingTests();
    for (const [primitive, shaded] of this.shaded) {
      const tested = depth.testedLate.get(primitive) ?? 0;
      const draw = findDraw(this.ledgers, primitive);
      const expected = depth.states[draw].mayDrop
        ? Math.min(tested + (missing.get(primitive) ?? 0), shaded)
        : shaded;
      judge.armed++;
      if (tested !== expected && judge.fires())
        judge.report({
          cycle: end,
          unit: 'db',
          place: { draw, primitive },
          allowed: `${expected} samples of primitive ${primitive} are tested after its shader runs.`,
          observed: `${tested} samples are tested after it runs.`,
          hint: 'Check what happens to exported quads on their way to the depth test.',
        });
    }
  }

  private add(wave: WaveRecord): void {
    if (!this.ledgers.depth.isTestedLate(wave.facts.index)) return;
    for (let quad = 0; quad < wave.quadCount; quad++) {
      const primitive = wave.getPrimitive(quad);
      let sampleCount = 0;
      for (let index = 0; index < 4; index++)
        sampleCount += countSamples(getFragmentMask(wave.quads, quad * QUAD_COLUMNS, index));
      this.shaded.set(primitive, (this.shaded.get(primitive) ?? 0) + sampleCount);
    }
  }
}

function findDraw({ draws }: Ledgers, primitive: number): number {
  return draws.findLastIndex(({ firstPrimitive }) => firstPrimitive <= primitive);
}
