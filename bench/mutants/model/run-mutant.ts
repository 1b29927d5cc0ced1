import { type Collector, createCollector } from '../../../coverage/index.js';
import { StreamDigest } from '../../../regression/basics/stream-digest.js';
import { DEVICE, type Model, runScenarioTest } from '../../../regression/index.js';
import { isRuleId, type RuleId } from '../../../transactions/index.js';
import { type PoolTest, scenarioOf } from './pool.js';

/** Outcome of a test of a mutant. */
export interface TestOutcome {
  /**
   * Why the test fails; absent if it passes. `rule`: a rule fired. `unchecked`, `illegal-bin`, `structure`: it failed for that
   * reason without a rule. `unit-tests`: a test of the project failed. `crash`: the model or a judge threw. `hung`: it did not end.
   */
  readonly by?: string;
  /** Rules of errors that fired. */
  readonly rules: readonly RuleId[];
  /** Only the model's own invariants saw it: no kill. */
  readonly device?: true;
  /** The stream differs from that of the model, so the change had an effect. */
  readonly differs: boolean;
}

/** A mutant's run counts as endless once it is this many times as long as the model's. */
const TIMES_MAX = 8;
const CYCLES_MORE = 2_000_000;
const TRANSACTIONS_MORE = 20_000;

class Runaway extends Error {}

const collector: Collector = createCollector('mutants');

/** Tests that the collector has begun: each has a place of its own. */
let begun = 0;

/** Runs a test of the pool on a mutant, under all scoreboards and covergroups. */
export function runOnMutant(model: Model, test: PoolTest): TestOutcome {
  const stream = new StreamDigest();
  const most = test.transactions * TIMES_MAX + TRANSACTIONS_MORE;
  const cycles = test.cycles * TIMES_MAX + CYCLES_MORE;
  try {
    const { run, verdict, finding } = runScenarioTest(scenarioOf(test), {
      cover: { collector, id: test.seed, position: begun++ },
      sink: (transaction) => {
        if (stream.take(transaction) > most) throw new Runaway();
      },
      cycles,
      model,
    });
    const errors = verdict.violations.filter(({ severity }) => severity === 'error');
    const rules = [...new Set(errors.map(({ rule }) => rule as RuleId))];
    const differs =
      stream.end().digest !== test.digest ||
      run.cycles !== test.cycles ||
      run.instructions !== test.instructions;
    if (finding === undefined) return { rules, differs };
    // A broken invariant is evidence, and no kill: a rule has to see the mutant.
    if (finding.rule === DEVICE) return { rules, differs, device: true };
    return { by: reasonOf(finding.rule), rules, differs };
  } catch (error) {
    return { by: error instanceof Runaway ? 'hung' : 'crash', rules: [], differs: true };
  }
}

function reasonOf(word: string): string {
  if (word === 'inconclusive') return 'hung';
  return isRuleId(word) ? 'rule' : word;
}
