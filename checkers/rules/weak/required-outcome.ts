import type { LitmusName, Scenario } from '../../../transactions/index.js';
import { countLitmusRuns, getLitmusKnobValues } from '../../../transactions/index.js';
import type { WeakOutcome } from '../../evidence/rule/weak-outcome.js';
import type { Judge, Ledgers, Rule, RuleCheck } from '../../kit.js';
import { OutcomeCounter } from './outcome-counter.js';

/** Why foreign traces are not checked: the bound was measured on our own model. */
const FOREIGN_TRACE = 'a bound for this device: outcome rates have only been measured on our own model';

/**
 * Returns the part of a rule that expects the outcome to show up in at least one run of a litmus test. Only complete
 * tests that use the cell's knobs are checked, since the bound does not apply to others.
 */
export function expectOutcome(litmus: WeakOutcome): Pick<Rule, 'litmus' | 'create'> {
  return {
    litmus,
    create: (ledgers, judge) =>
      usesCell(litmus.cell, ledgers.scenario) ? checkOutcome(litmus, ledgers, judge) : {},
  };
}

function usesCell(name: LitmusName, { litmus, freedoms }: Scenario): boolean {
  if (litmus !== name) return false;
  const cellFreedoms = Object.entries(getLitmusKnobValues(name)) as [keyof typeof freedoms, unknown][];
  return cellFreedoms.every(([knob, value]) => JSON.stringify(freedoms[knob]) === JSON.stringify(value));
}

function checkOutcome(outcome: WeakOutcome, ledgers: Ledgers, judge: Judge): RuleCheck {
  const bound = countLitmusRuns(outcome.cell);
  const counter = new OutcomeCounter(outcome);
  return {
    ...counter.on,
    finish: (end) => {
      const { runCount, seenCount } = counter;
      if (judge.lacks(ledgers.isForeign ? FOREIGN_TRACE : undefined) || runCount < bound) return;
      judge.armed += runCount;
      if (seenCount <= 0 && judge.fires())
        judge.report({
          cycle: end,
          unit: 'litmus',
          place: {},
          allowed: `At least one of ${bound} runs shows the weak outcome; the chance that a device capable of it never shows it is below 1e-9.`,
          observed: `None of ${runCount} runs shows it: ${outcome.missing} is missing.`,
          hint: outcome.hint,
        });
    },
  };
}
