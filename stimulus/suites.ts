import { lookup } from '../arch/index.js';
import { LAWFUL_SEQUENCES } from './lawful.js';
import { LITMUS_SEQUENCES } from './litmus/sequence.js';
import { listMatrixTests } from './matrix/sequence.js';
import type { Sequence, Suite, SuiteTest } from './sequence.js';
import { CORPUS_SEQUENCES } from './sequences/corpus-rows.js';
import { NIGHTLY_SEQUENCES, SEQUENCES } from './sequences/index.js';

/** The weights of sequences whose programs vary between tests. They need more tests than single-shader sequences. */
const WEIGHTS: Readonly<Record<string, number>> = lookup({ generated: 4, newer_chips: 4 });

/**
 * The weights in nightly runs. Sequences that are the only ones to catch certain bugs, and catch them rarely, get more
 * tests; corpus shaders get fewer.
 */
const NIGHTLY_WEIGHTS: Readonly<Record<string, number>> = lookup({
  binned_kinds: 6,
  brimful_counters: 3,
  plain_draws: 3,
  coarse_rates: 3,
  coarse_depth: 4,
  coarse_dots: 4,
  coarse_tests: 6,
  depth_exports: 4,
  drawn_accesses: 10,
  event_immediates: 3,
  lost_samples: 4,
  memory_corners: 8,
  mixed_reads: 4,
  neighbours: 3,
  held_lines: 2,
  plain_colours: 2,
  slow_exits: 6,
  stale_programs: 3,
  uneven_groups: 2,
  wide_windows: 3,
});

const CORPUS_NIGHTLY_WEIGHT = 0.5;
const CORPUS_NAMES: ReadonlySet<string> = new Set(CORPUS_SEQUENCES.map(({ name }) => name));

/** Returns the weight of a test in a nightly run. */
const getNightlyWeight = ({ sequence, weight }: SuiteTest): number =>
  NIGHTLY_WEIGHTS[sequence] ?? (CORPUS_NAMES.has(sequence) ? CORPUS_NIGHTLY_WEIGHT : weight);

const toWeightedTests = (sequences: readonly Sequence[]): SuiteTest[] =>
  sequences.map(({ name }) => ({ sequence: name, weight: WEIGHTS[name] ?? 1 }));

/** Returns the tests with their nightly weights. */
const withNightlyWeights = (tests: readonly SuiteTest[]): SuiteTest[] =>
  tests.map((test) => ({ ...test, weight: getNightlyWeight(test) }));

const regularTests = toWeightedTests(SEQUENCES.filter((sequence) => !NIGHTLY_SEQUENCES.includes(sequence)));

/** The weight of a litmus cell in the nightly suite: about ten litmus tests a night, with hundreds of waves each. */
const LITMUS_WEIGHT = 0.02;

const listLitmusTests = (weight: number): readonly SuiteTest[] =>
  LITMUS_SEQUENCES.map(({ name }) => ({ sequence: name, weight }));

/** The suite of litmus cells. */
export const LITMUS_SUITE = 'litmus';

/** The nightly suite, with a fresh seed for each run and a time limit. */
export const NIGHTLY_SUITE = 'nightly';

/** The suite of scenario matrix cells. */
export const MATRIX_SUITE = 'matrix';

/** All suites by name. */
export const SUITES: Readonly<Record<string, Suite>> = lookup({
  smoke: {
    name: 'smoke',
    text: '500 tests: stored tests that give most of the coverage, then tests from a fixed seed; about 20 s on two cores',
    seed: '0x5eed',
    count: 500,
    tests: regularTests,
  },
  [NIGHTLY_SUITE]: {
    name: NIGHTLY_SUITE,
    text: 'tests with a fresh seed for each run: about twenty minutes on two cores, unless --count or --time is given',
    count: 24_000,
    tests: [
      ...withNightlyWeights([...regularTests, ...toWeightedTests(NIGHTLY_SEQUENCES)]),
      ...listLitmusTests(LITMUS_WEIGHT),
    ],
  },
  soak: {
    name: 'soak',
    text: 'ten million clean waves from a fresh seed, to check for false alarms: about 40 minutes on two cores, unless --count or --time is given',
    count: 145_000,
    tests: regularTests,
  },
  [LITMUS_SUITE]: {
    name: LITMUS_SUITE,
    text: 'weak behaviour that hardware must be able to exhibit, with one test per litmus cell',
    seed: '0x5eed',
    tests: listLitmusTests(1),
  },
  lawful: {
    name: 'lawful',
    text: 'devices that the documents allow, each unlike the usual model in one way: no rule may accuse them',
    count: 200 * LAWFUL_SEQUENCES.length,
    tests: LAWFUL_SEQUENCES.map(({ name }) => ({ sequence: name, weight: 1 })),
  },
  [MATRIX_SUITE]: {
    name: MATRIX_SUITE,
    text: 'every cell of the scenario matrix on one chip of each generation that allows it, unless --chip is given',
    seed: '0x5eed',
    get tests() {
      // They are created on first use, because there are many of them.
      matrixTests ??= listMatrixTests();
      return matrixTests;
    },
  },
});

let matrixTests: readonly SuiteTest[] | undefined;
