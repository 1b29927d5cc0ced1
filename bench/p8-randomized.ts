import type { Random } from 'fast-check';
import { createScoreboards } from '../checkers/index.js';
import { type Collector, createCollector } from '../coverage/index.js';
import { runScenario } from '../rtl-model/index.js';
import type { Scenario } from '../transactions/index.js';
import { measureInterleaved, type Round, timed } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { EQUAL_DESCRIPTOR, ownRandom, randomOfFastCheck } from './p8/equal-descriptor.js';
import { smallestTest } from './p8/smallest-test.js';

const FLOOR = 0.05;
const AIM = 0.3;

/** Tests of a round, and descriptors that fast-check makes in one. */
const TESTS = 500;
const DESCRIPTORS = 5000;

/** P8: whole randomized tests a second on the smallest scene, over what fast-check takes to make as much random data. */
export const p8Randomized: Metric = {
  id: 'P8',
  title: 'whole randomized tests beside bare generation of an equal descriptor',
  unit: 'tests/s',
  measure: async (rounds): Promise<Measurement> => {
    const [tests, ours, its] = await measureInterleaved(
      [
        { name: 'generate, run, check, cover', round: testRounds() },
        { name: 'fast-check, our stream', round: () => descriptorRound(ownRandom()) },
        { name: 'fast-check, its own generator', round: () => descriptorRound(randomOfFastCheck()) },
      ] as const,
      rounds,
    );
    const bare = ours.bestRate > its.bestRate ? ours : its;
    return { comparisons: [compare(tests, bare, FLOOR, AIM)], skipped: [] };
  },
};

/** Rounds of tests, none of which comes twice: what is kept of programs seen before is no help. */
function testRounds(): () => Round {
  let next = 0;
  return () => {
    const collector = createCollector('bench');
    const first = next;
    next += TESTS;
    const { seconds } = timed(() => {
      for (let test = first; test < next; test++) runTest(smallestTest(test), collector, test);
    });
    return { work: TESTS, seconds };
  };
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

function descriptorRound(random: Random): Round {
  const { seconds } = timed(() => {
    for (let made = 0; made < DESCRIPTORS; made++) EQUAL_DESCRIPTOR.generate(random, undefined);
  });
  return { work: DESCRIPTORS, seconds };
}
