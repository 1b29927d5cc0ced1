import { createScoreboards } from '../../../checkers/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import type { Scenario, Transaction, Verdict } from '../../../transactions/index.js';

/** Checks a run as reported by a faulty monitor. `change` replaces a transaction, or returns undefined to drop it. */
export function checkRun(
  scenario: Scenario,
  change: (t: Transaction) => Transaction | undefined = (t) => t,
): Verdict {
  const scoreboards = createScoreboards(scenario);
  runScenario(scenario, (t) => {
    const reported = change(t);
    if (reported !== undefined) scoreboards.observe(reported);
  });
  return scoreboards.finish();
}
