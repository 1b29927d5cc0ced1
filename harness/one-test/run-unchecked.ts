import { makeDefaultBudget, runScenario } from '../../rtl-model/index.js';
import type { Scenario, TransactionSink } from '../../transactions/index.js';
import { computeWaveBudget } from './wave-budget.js';

/** Runs a scenario on the model without scoreboards, and returns whether every wave ended. */
export function runWithoutChecks(scenario: Scenario, sink: TransactionSink): boolean {
  let allEnded = true;
  runScenario(
    scenario,
    (t) => {
      if (t.kind === 'stopped' || (t.kind === 'quiesced' && t.waiting.length > 0)) allEnded = false;
      if (t.kind === 'wave-ended' && t.by === 'halt') allEnded = false;
      sink(t);
    },
    { budget: Object.assign(makeDefaultBudget(), { waveInstructions: computeWaveBudget(scenario) }) },
  );
  return allEnded;
}
