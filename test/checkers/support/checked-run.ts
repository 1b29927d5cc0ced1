import { createScoreboards, type ScoreboardOptions } from '../../../checkers/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import type { Scenario, Transaction, Verdict } from '../../../transactions/index.js';

/**
 * Checks a run, by default as the device reports it. `change` returns what a faulty monitor reports of a transaction:
 * one, several or, if undefined, none.
 */
export function checkRun(
  scenario: Scenario,
  change: (t: Transaction) => Transaction | readonly Transaction[] | undefined = (t) => t,
  options?: ScoreboardOptions,
): Verdict {
  const scoreboards = createScoreboards(scenario, options);
  runScenario(scenario, (t) => {
    for (const reported of [change(t) ?? []].flat()) scoreboards.observe(reported);
  });
  return scoreboards.finish();
}
