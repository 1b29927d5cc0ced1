import type { Scenario } from '../../transactions/index.js';
import { runScenarioTest } from '../one-test/run-test.js';

/**
 * What a shrunk failure shows, free of numbers: the rules that fire in it and what the first one observed. Two failures with one
 * signature and different forms count as two bugs until shown otherwise. Undefined when it does not fail any more.
 */
export function shrunkForm(scenario: Scenario): string | undefined {
  const { finding, verdict } = runScenarioTest(scenario);
  if (finding === undefined) return undefined;
  const errors = verdict.violations.filter(({ severity }) => severity === 'error');
  const rules = [...new Set(errors.map(({ rule }) => rule))].sort();
  const observed = errors[0]?.observed ?? finding.message ?? finding.signature;
  return `${rules.join(', ') || finding.rule}: ${withoutNumbers(observed)}`;
}

/** Names of waves and primitives differ from seed to seed as their numbers do. */
function withoutNumbers(text: string): string {
  return text
    .split('\n', 1)[0]!
    .replace(/\([^()]*\)/g, '')
    .replace(/0x[0-9a-f]+|\d+/gi, 'N')
    .replace(/ +/g, ' ');
}
