import { measureInterleaved, measureTime, type Side } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { runBareLoops } from './p3/bare-loops.js';
import {
  buildVectorScenario,
  computeLanesInModel,
  type LaneMask,
  ROUND_LENGTH,
  runVectorScenario,
} from './p3/vector-loop.js';

const FLOOR = 0.5;
const TARGET = 0.85;

const LONG_ROUNDS = 40_000;
const SHORT_ROUNDS = 100;

const FULL: LaneMask = { lo: -1, hi: -1 };
/** 30 of 64 lanes, in the kind of groups that triangle edges and branches produce. */
const PARTIAL: LaneMask = { lo: 0x0f0ff0f3, hi: 0x00ff3c00 };

/** P3: wave64 vector instructions per second in the SQ, compared with equivalent typed-array loops. */
export const p3Vector: Metric = {
  id: 'P3',
  title: 'wave64 vector instructions compared with bare typed-array loops',
  unit: 'instructions/s',
  measure: async (rounds): Promise<Measurement> => {
    const masks = [FULL, PARTIAL];
    masks.forEach(checkSameLanes);
    const sides = [...createSides('full mask', FULL), ...createSides('partly masked', PARTIAL)] as const;
    const [full, fullBare, partial, partialBare] = await measureInterleaved(sides, rounds);
    return {
      comparisons: [compare(full, fullBare, FLOOR, TARGET), compare(partial, partialBare, FLOOR, TARGET)],
      skipped: [],
    };
  },
};

function checkSameLanes(mask: LaneMask): void {
  const model = computeLanesInModel(buildVectorScenario(SHORT_ROUNDS, mask));
  const bare = runBareLoops(SHORT_ROUNDS, mask);
  if (bare.some((value, lane) => model[lane] !== value)) throw new Error('The model and bare loops differ');
}

function createSides(name: string, mask: LaneMask): [Side, Side] {
  const scenario = buildVectorScenario(LONG_ROUNDS, mask);
  return [
    createSide(`SQ, ${name}`, () => runVectorScenario(scenario)),
    createSide(`bare loops, ${name}`, () => runBareLoops(LONG_ROUNDS, mask)),
  ];
}

function createSide(name: string, run: () => unknown): Side {
  return {
    name,
    round: () => ({ work: LONG_ROUNDS * ROUND_LENGTH, seconds: measureTime(run).seconds }),
  };
}
