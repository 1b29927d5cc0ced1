import { createScoreboards } from '../checkers/index.js';
import { createCollector } from '../coverage/index.js';
import { openCorpus } from '../harness/programs/index.js';
import { runScenario } from '../rtl-model/index.js';
import { SEQUENCES } from '../stimulus/index.js';
import { formatSeed, type Scenario, type Transaction, type TransactionSink } from '../transactions/index.js';

/** The last stage that each test goes through. */
export type Depth = 'generate' | 'run' | 'check' | 'cover';

/** Totals for one pass over the workload. */
export interface WorkTotals {
  readonly tests: number;
  readonly waves: number;
  readonly instructions: number;
}

/** Opened only once, as it is in a worker of a real run. */
const corpus = openCorpus();

/** Number of test seeds. Each seed produces one test of every sequence. */
const SEED_COUNT = 12;

/**
 * Generates the scenarios for measuring throughput (the "mixed corpus"): every sequence, on randomly chosen
 * chips. Each `variant` uses different seeds.
 */
export function makeWorkload(variant = 0): readonly Scenario[] {
  return Array.from({ length: SEED_COUNT }, (_, index) => {
    const seed = createSeed(variant * SEED_COUNT + index);
    return SEQUENCES.map((sequence) => sequence.generate({ seed, corpus, knobs: {}, faults: [] }));
  }).flat();
}

/** Generates the scenarios without running them, to measure generation alone. */
export function generateWorkload(): WorkTotals {
  return { tests: makeWorkload().length, waves: 0, instructions: 0 };
}

/** Runs every scenario. `check` adds scoreboards, and `cover` also samples coverage. */
export function runWorkload(scenarios: readonly Scenario[], depth: 'run' | 'check' | 'cover'): WorkTotals {
  const collector = createCollector('bench');
  let waves = 0;
  let instructions = 0;
  scenarios.forEach((scenario, index) => {
    const scoreboards = depth === 'run' ? undefined : createScoreboards(scenario);
    if (depth === 'cover') collector.begin(scenario, scenario.name, index);
    const sinks = [scoreboards?.observe, depth === 'cover' ? collector.observe : undefined];
    const outcome = runScenario(scenario, fanOut(sinks));
    const verdict = scoreboards?.finish();
    const violation = verdict?.violations.find(({ severity }) => severity === 'error');
    if (violation !== undefined)
      throw new Error(
        `the workload should have no violations, but ${scenario.name} violates ${violation.rule}`,
      );
    if (depth === 'cover') collector.end(true);
    waves += outcome.waves;
    instructions += outcome.instructions;
  });
  return { tests: scenarios.length, waves, instructions };
}

function fanOut(sinks: readonly (TransactionSink | undefined)[]): TransactionSink | null {
  const [first, second] = sinks.filter((sink) => sink !== undefined);
  if (first === undefined) return null;
  if (second === undefined) return first;
  return (transaction: Transaction) => {
    first(transaction);
    second(transaction);
  };
}

function createSeed(index: number): string {
  return formatSeed({ high: 0xbe4c, low: index });
}
