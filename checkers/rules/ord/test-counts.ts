import { QUAD_COLUMNS } from '../../../transactions/index.js';
import type { DepthState } from '../../evidence/geometry/depth-state.js';
import { DrawCoverage } from '../../evidence/geometry/draw-coverage.js';
import { countSamples, getFragmentMask } from '../../evidence/geometry/fragments.js';
import type { Judge, Ledgers, WaveRecord } from '../../kit.js';

/**
 * Checks, once all draws have ended, that every covered sample of every primitive was tested early, in draws that
 * request early tests.
 */
export function checkEarlyTests({ depth, draws, gfx }: Ledgers, judge: Judge, end: number): void {
  for (const { index, draw, firstPrimitive } of draws) {
    if (!isTestedEarly(depth.states[index])) continue;
    const coverage = new DrawCoverage(gfx, draw);
    for (let primitiveIndex = 0; primitiveIndex < draw.depths.length; primitiveIndex++) {
      let coveredCount = 0;
      coverage.visit(primitiveIndex, (_x, _y, mask) => {
        coveredCount += countSamples(mask);
      });
      const primitive = firstPrimitive + primitiveIndex;
      const testedCount = depth.testedEarly.get(primitive) ?? 0;
      judge.armed++;
      if (testedCount !== coveredCount && judge.fires())
        judge.report({
          cycle: end,
          unit: 'db',
          place: { draw: index, primitive },
          allowed: `Primitive ${primitive} covers ${coveredCount} samples, which are tested before its shader runs.`,
          observed: `${testedCount} samples are tested early.`,
          hint: 'Check which fields of DB_SHADER_CONTROL allow early tests, and which comparisons can be decided early when depth export is conservative.',
        });
    }
  }
}

/**
 * Whether a draw must be tested early. The contract does not say whether failing the early depth test is final when
 * there is also a stencil test.
 */
function isTestedEarly({ early, testsDepth, testsStencil, exportsDepth }: DepthState): boolean {
  if (early === 'lossy' && exportsDepth && testsStencil) return false;
  return (early === 'final' || early === 'lossy') && (testsDepth || testsStencil);
}

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
