import { DEPTH_SAMPLES, type DepthDumped, type DepthTested } from '../../../transactions/index.js';
import { formatHex } from '../../evidence/basics/words.js';
import type { StoredSample } from '../../evidence/geometry/depth-test.js';
import type { DepthProblem } from '../../evidence/ledger/depth.js';
import { defineRule, type Ledgers, type Problem } from '../../kit.js';
import { checkEarlyTests, LateTests } from './test-counts.js';

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
    const lateTests = new LateTests(ledgers);
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
            observed: `It ends with ${formatSample(dumped)}.`,
            hint: HINT,
          });
        }
      },
      finish: (end) => {
        if (!depth.lacksTestData) {
          lateTests.check(judge, end);
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
        observed: `Its ${t.stage} test runs after a test of primitive ${expected}.`,
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
