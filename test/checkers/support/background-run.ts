import { createScoreboards } from '../../../checkers/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import type { Scenario, Transaction, Verdict } from '../../../transactions/index.js';

/** Checks a run as a faulty monitor reports it. `change` replaces a transaction, or drops it by returning undefined. */
export function checkRun(
  scenario: Scenario,
  change: (t: Transaction) => Transaction | undefined = (t) => t,
): Verdict {
  const scoreboards = createScoreboards(scenario);
  runScenario(scenario, (t) => {
    const changed = change(t);
    if (changed !== undefined) scoreboards.observe(changed);
  });
  return scoreboards.finish();
}
