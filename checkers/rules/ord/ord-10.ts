import {
  DEPTH_SAMPLES,
  type DepthDumped,
  type DepthTested,
  QUAD_COLUMNS,
} from '../../../transactions/index.js';
import { formatHex } from '../../evidence/basics/words.js';
import type { DepthState } from '../../evidence/geometry/depth-state.js';
import type { StoredSample } from '../../evidence/geometry/depth-test.js';
import { DrawCoverage } from '../../evidence/geometry/draw-coverage.js';
import { countSamples, getFragmentMask } from '../../evidence/geometry/fragments.js';
import type { DepthProblem } from '../../evidence/ledger/depth.js';
import { defineRule, type Judge, type Ledgers, type Problem } from '../../kit.js';

/**
 * Checks, once all draws have ended, that every covered sample of every primitive was tested early, in draws that
 * request early tests.
 */
function checkEarlyTests({ depth, draws, gfx }: Ledgers, judge: Judge, end: number): void {
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
function createLateCheck(ledgers: Ledgers, judge: Judge): (end: number) => void {
  const { waves, depth } = ledgers;
  /** Number of shaded samples to be tested late, by primitive. */
  const shadedCounts = new Map<number, number>();
  const addRemaining = waves.onEachWave((wave) => {
    if (!depth.isTestedLate(wave.facts.index)) return;
    for (let quad = 0; quad < wave.quadCount; quad++) {
      const primitive = wave.getPrimitive(quad);
      let sampleCount = 0;
      for (let index = 0; index < 4; index++)
        sampleCount += countSamples(getFragmentMask(wave.quads, quad * QUAD_COLUMNS, index));
      shadedCounts.set(primitive, (shadedCounts.get(primitive) ?? 0) + sampleCount);
    }
  });
  return (end) => {
    addRemaining();
    if (waves.unknownWave !== undefined) return;
    if (waves.endedCount < waves.formed.length || waves.haltedCount > 0) return;
    const missing = depth.countMissingTests();
    for (const [primitive, shaded] of shadedCounts) {
      const tested = depth.testedLate.get(primitive) ?? 0;
      const draw = findDraw(ledgers, primitive);
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
  };
}

function findDraw({ draws }: Ledgers, primitive: number): number {
  return draws.findLastIndex(({ firstPrimitive }) => firstPrimitive <= primitive);
}

/**
 * The registers specify whether tests run before or after the shader. Early tests cover every sample that a primitive
 * covers. Late tests cover the samples that remain once the last export's lane mask, any exported mask and
 * alpha-to-coverage have been applied. Exports are taken from the stream; EXP-06 checks them. Anything that depends
 * on values that are missing from the stream or ambiguous is skipped. So are the stencil values of samples that early
 * tests drop without writing.
 */
export const ORD_10 = defineRule({
  id: 'ORD-10',
  text: 'Depth and stencil tests of a sample run in primitive order; their results and the final buffer equal those of the sequential reference.',
  statements: ['P-003', 'P-016', 'P-014'],
  reads: () => ['wave-formed', 'wave-ended', 'depth-tested'],
  unarmedReason: 'no draw tests depth or stencil',
  create(ledgers, judge) {
    const { depth } = ledgers;
    if (!depth.isActive) return {};
    const checkLateTests = createLateCheck(ledgers, judge);
    const endedDraws = new Set<number>();
    return {
      'depth-tested': (t) => {
        judge.armed++;
        for (const problem of depth.currentProblems.at(t) ?? [])
          if (judge.fires()) {
            const { x, y, before, after } = problem;
            judge.report({
              cycle: t.cycle,
              unit: 'db',
              place: { draw: ledgers.draws[t.draw].index, primitive: t.primitive, pixel: [x, y] },
              ...describeProblem(t, problem),
              steps: [
                `cycle ${t.cycle}: ${t.stage} test of primitive ${t.primitive} at pixel (${x}, ${y}): samples ${formatHex(before)} are tested, ${formatHex(after)} pass`,
              ],
              hint: HINT,
            });
          }
      },
      'draw-end': (t) => endedDraws.add(t.draw),
      'depth-dumped': (t) => {
        judge.armed++;
        const entry = findDifference(ledgers, t);
        if (entry >= 0 && judge.fires()) {
          const stored = ledgers.depth.image.get(entry);
          const dumped = getDumpedSample(ledgers, t, entry)!;
          const pixel = ledgers.grid.getCoordinates(Math.floor(entry / DEPTH_SAMPLES));
          const formatSample = ({ depth, stencil }: StoredSample): string =>
            `depth ${depth ?? 'from the shader'} and stencil ${stencil ?? 'from the shader'}`;
          judge.report({
            cycle: t.cycle,
            unit: 'db',
            place: { pixel, sample: entry % DEPTH_SAMPLES },
            allowed: `Sample ${entry % DEPTH_SAMPLES} of pixel (${pixel.join(', ')}) ends with ${formatSample(stored)}.`,
            observed: `Sample ${entry % DEPTH_SAMPLES} of pixel (${pixel.join(', ')}) ends with ${formatSample(dumped)}.`,
            hint: HINT,
          });
        }
      },
      finish: (end) => {
        if (!depth.lacksTestData) {
          checkLateTests(end);
          if (endedDraws.size === ledgers.draws.length) checkEarlyTests(ledgers, judge, end);
        } else if (ledgers.waves.formed.length > 0) judge.lacks('depth-tested');
      },
    };
  },
});

/** Returns a dump's sample for a reference buffer entry, or undefined if the dump is too small to contain it. */
function getDumpedSample({ grid }: Ledgers, t: DepthDumped, entry: number): StoredSample | undefined {
  const [x, y] = grid.getCoordinates(Math.floor(entry / DEPTH_SAMPLES));
  if (x >= t.width || y >= t.height) return undefined;
  const index = (y * t.width + x) * DEPTH_SAMPLES + (entry % DEPTH_SAMPLES);
  return { depth: t.depth[index], stencil: t.stencil[index] };
}

/** Returns the first entry at which a dump differs from the reference buffer, or -1. */
function findDifference(ledgers: Ledgers, t: DepthDumped): number {
  const { image } = ledgers.depth;
  for (let entry = 0; entry < image.entryCount; entry++)
    if (differs(image.get(entry), getDumpedSample(ledgers, t, entry))) return entry;
  return -1;
}

function differs(stored: StoredSample, dumped: StoredSample | undefined): boolean {
  if (dumped === undefined) return false;
  const isDepthDifferent = stored.depth !== undefined && Math.fround(stored.depth) !== dumped.depth;
  return isDepthDifferent || (stored.stencil !== undefined && stored.stencil !== dumped.stencil);
}

const HINT =
  'Check the order in which DB tests quads, whether early tests wait for late writes, and the compare functions and masks.';

function describeProblem(t: DepthTested, { kind, before, after, expected }: DepthProblem): Problem {
  switch (kind) {
    case 'result':
      return {
        allowed: `Samples ${formatHex(expected)} pass once all older primitives have been tested; ${t.stage} tests drop only samples that the draw's registers allow them to drop.`,
        observed: `Samples ${formatHex(after)} remain after the ${t.stage} test.`,
      };
    case 'order':
      return {
        allowed: `Primitive ${t.primitive} is tested at a sample before younger ones, and once at each stage.`,
        observed: `The ${t.stage} test of primitive ${t.primitive} runs after a test of primitive ${expected}.`,
      };
    case 'mask':
      return {
        allowed: `The late test covers exactly the samples the shader kept: ${formatHex(expected)}.`,
        observed: `Samples ${formatHex(before)} are tested.`,
      };
    case 'stage':
      return {
        allowed: 'A sample that was tested and written before the shader is not tested again.',
        observed: `Primitive ${t.primitive} is tested late.`,
      };
  }
}
