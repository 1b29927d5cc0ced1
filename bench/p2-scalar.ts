import { createScoreboards } from '../checkers/index.js';
import { measureCpuTime, measureInterleaved, type Round, type Side } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { computeExpectedSum } from './p2/mixing-loop.js';
import { computeSumInModel, MIXING_SCENARIO, runScalarUnit } from './p2/scalar-unit.js';
import { makeThumbCore } from './p2/thumb-core.js';

const FLOOR = 1;
const TARGET = 2.5;

/** The model on its own, without scoreboards. Counts instructions. */
const bareSide: Side = { name: 'SQ', round: () => measureRound(() => runScalarUnit(null)) };

/** The model with scoreboards, whose RACE rules track all registers with accesses in flight. */
const checkedSide: Side = {
  name: 'SQ, hazards judged',
  round: () =>
    measureRound(() => {
      const scoreboards = createScoreboards(MIXING_SCENARIO);
      const instructions = runScalarUnit(scoreboards.observe);
      if (scoreboards.finish().violations.length > 0)
        throw new Error('Expected no violations in the P2 loop');
      return instructions;
    }),
};

/** P2: scalar instructions per second in the SQ, compared with a JavaScript microcontroller simulator. */
export const p2Scalar: Metric = {
  id: 'P2',
  title: 'scalar instructions in the SQ compared with rp2040js',
  unit: 'instructions/s',
  measure: async (rounds): Promise<Measurement> => {
    const thumbSide = createThumbSide();
    if (computeSumInModel() !== computeExpectedSum()) throw new Error('The model computed the wrong sum');
    const [bareResult, checkedResult, thumbResult] = await measureInterleaved(
      [bareSide, checkedSide, thumbSide] as const,
      rounds,
    );
    return {
      comparisons: [
        compare(bareResult, thumbResult, FLOOR, TARGET),
        compare(checkedResult, thumbResult, FLOOR, TARGET),
      ],
      skipped: [],
    };
  },
};

function createThumbSide(): Side {
  const run = makeThumbCore();
  const round = () =>
    measureRound(() => {
      const { instructions, sum } = run();
      if (sum !== computeExpectedSum()) throw new Error('rp2040js computed the wrong sum');
      return instructions;
    });
  return { name: 'rp2040js 1.4.1', round };
}

function measureRound(run: () => number): Round {
  const { value, seconds } = measureCpuTime(run);
  return { work: value, seconds };
}
