import type { DepthState } from '../../evidence/geometry/depth-state.js';
import { DrawCoverage } from '../../evidence/geometry/draw-coverage.js';
import { countSamples } from '../../evidence/geometry/fragments.js';
import type { Judge, Ledgers } from '../../kit.js';

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
