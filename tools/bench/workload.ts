import { createScoreboards } from '../../checkers/index.js';
import { createCollector } from '../../coverage/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { runScenario } from '../../rtl-model/index.js';
import { SEQUENCES } from '../../stimulus/index.js';
import { formatSeed, type Scenario, type Verdict } from '../../transactions/index.js';

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
    const seed = formatSeed({ high: 0xbe4c, low: variant * SEED_COUNT + index });
    return SEQUENCES.map((sequence) => sequence.generate({ seed, corpus, knobs: {}, faults: [] }));
  }).flat();
}

/** Runs every scenario with scoreboards and coverage. Returns the number of waves. `onVerdict` receives each verdict. */
export function runWorkload(scenarios: readonly Scenario[], onVerdict?: (verdict: Verdict) => void): number {
  const collector = createCollector('bench');
  let waves = 0;
  scenarios.forEach((scenario, index) => {
    const scoreboards = createScoreboards(scenario);
    collector.begin(scenario, scenario.name, index);
    const outcome = runScenario(scenario, (transaction) => {
      scoreboards.observe(transaction);
      collector.observe(transaction);
    });
    const verdict = scoreboards.finish();
    onVerdict?.(verdict);
    const violation = verdict.violations.find(({ severity }) => severity === 'error');
    if (violation !== undefined)
      throw new Error(
        `the workload should have no violations, but ${scenario.name} violates ${violation.rule}`,
      );
    collector.end(true);
    waves += outcome.waves;
  });
  return waves;
}
