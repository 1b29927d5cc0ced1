import { createScoreboards } from '../checkers/index.js';
import { measureInterleaved, type Round, type Side, timedByProcessor } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { expectedSum } from './p2/mixing-loop.js';
import { MIXING_SCENE, runScalarUnit, sumInModel } from './p2/scalar-unit.js';
import { makeThumbCore } from './p2/thumb-core.js';

const FLOOR = 1;
const AIM = 2.5;

/** The model alone, with its counters. */
const bare: Side = { name: 'SQ', round: () => timedRound(() => runScalarUnit(null)) };

/** The model with the scoreboards, whose RACE rules track every register of an access in flight. */
const judged: Side = {
  name: 'SQ, hazards judged',
  round: () =>
    timedRound(() => {
      const scoreboards = createScoreboards(MIXING_SCENE);
      const instructions = runScalarUnit(scoreboards.observe);
      if (scoreboards.finish().violations.length > 0) throw new Error('the loop of P2 is not clean');
      return instructions;
    }),
};

/**
 * P2: scalar instructions per second in the SQ, compared with the instructions of a JavaScript
 * microcontroller simulator.
 */
export const p2Scalar: Metric = {
  id: 'P2',
  title: 'scalar instructions in the SQ beside rp2040js',
  unit: 'instructions/s',
  measure: async (rounds): Promise<Measurement> => {
    const thumb = checkedThumb();
    if (sumInModel() !== expectedSum()) throw new Error('the model has another sum');
    const [alone, withHazards, other] = await measureInterleaved([bare, judged, thumb] as const, rounds);
    return {
      comparisons: [compare(alone, other, FLOOR, AIM), compare(withHazards, other, FLOOR, AIM)],
      skipped: [],
    };
  },
};

function checkedThumb(): Side {
  const run = makeThumbCore();
  const round = () =>
    timedRound(() => {
      const { instructions, sum } = run();
      if (sum !== expectedSum()) throw new Error('rp2040js has another sum');
      return instructions;
    });
  return { name: 'rp2040js 1.4.1', round };
}

function timedRound(run: () => number): Round {
  const { value, seconds } = timedByProcessor(run);
  return { work: value, seconds };
}
