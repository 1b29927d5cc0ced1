import { type Arbitrary, constantFrom, integer, Random, record, tuple } from 'fast-check';
import { CHIP_NAMES, type ChipName, chipOf } from '../arch/index.js';
import { createScoreboards } from '../checkers/index.js';
import { type Collector, createCollector } from '../coverage/index.js';
import { runScenario } from '../rtl-model/index.js';
import { drawFreedoms, drawFrom, listScenario, SCENE_SHAPES, StreamGenerator } from '../stimulus/index.js';
import { formatSeed, KNOBS, RandomStream, type Scenario } from '../transactions/index.js';
import { measureInterleaved, type Round, timed } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';

const FLOOR = 0.05;
const AIM = 0.3;

/** Tests of a round, and descriptors that fast-check makes in one. */
const TESTS = 300;
const DESCRIPTORS = 5000;

/** The smallest scene: one or two primitives that meet in one quad. */
const AREA = { width: 8, height: 8 };
const MOST = 2;

const PRIMITIVES = SCENE_SHAPES['hot-pixels'].primitives(AREA, MOST);

/** P8: whole randomized tests a second on the smallest scene, over what fast-check takes to make as much random data. */
export const p8Randomized: Metric = {
  id: 'P8',
  title: 'whole randomized tests beside bare generation of an equal descriptor',
  unit: 'tests/s',
  measure: async (rounds): Promise<Measurement> => {
    const [tests, bare] = await measureInterleaved(
      [
        { name: 'generate, run, check, cover', round: testRound },
        { name: 'fast-check, one descriptor', round: descriptorRound },
      ] as const,
      rounds,
    );
    return { comparisons: [compare(tests, bare, FLOOR, AIM)], skipped: [] };
  },
};

function testRound(): Round {
  const collector = createCollector('bench');
  const { seconds } = timed(() => {
    for (let test = 0; test < TESTS; test++) runTest(randomScenario(test), collector, test);
  });
  return { work: TESTS, seconds };
}

/** A chip, a wave size, every knob, and the primitives of the smallest scene. */
function randomScenario(test: number): Scenario {
  const seed = formatSeed({ high: 0x98, low: test });
  const stream = new RandomStream(seed);
  const chip = CHIP_NAMES[stream.below(CHIP_NAMES.length)] as ChipName;
  const { waveSizes } = chipOf(chip);
  const wave = waveSizes[stream.below(waveSizes.length)];
  const freedoms = drawFreedoms(stream, chipOf(chip), {});
  const scenario = listScenario([drawFrom(stream, PRIMITIVES)], { area: AREA, chip, wave, seed });
  return { ...scenario, freedoms };
}

function runTest(scenario: Scenario, collector: Collector, position: number): void {
  const scoreboards = createScoreboards(scenario);
  collector.begin(scenario, scenario.name, position);
  runScenario(scenario, (transaction) => {
    scoreboards.observe(transaction);
    collector.observe(transaction);
  });
  if (scoreboards.finish().violations.some(({ severity }) => severity === 'error')) {
    throw new Error('the smallest scene is not clean');
  }
  collector.end(true);
}

/** What is random about such a test, as anybody would write it for fast-check. */
function equalDescriptor(): Arbitrary<unknown> {
  const knobs = Object.entries(KNOBS).map(([name, { kind, min, max }]) => {
    const one = integer({ min, max });
    return [name, kind === 'value' ? one : tuple(one, one)];
  });
  return record({
    chip: constantFrom(...CHIP_NAMES),
    wave: constantFrom(32, 64),
    knobs: record(Object.fromEntries(knobs)),
    primitives: PRIMITIVES,
    seed: tuple(integer(), integer()),
  });
}

function descriptorRound(): Round {
  const descriptor = equalDescriptor();
  const random = new Random(StreamGenerator.of({ high: 0x98, low: 0 }));
  const { seconds } = timed(() => {
    for (let made = 0; made < DESCRIPTORS; made++) descriptor.generate(random, undefined);
  });
  return { work: DESCRIPTORS, seconds };
}
