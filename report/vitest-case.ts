import type { Scenario } from '../transactions/index.js';

/** A vitest file that fails as long as the scenario does, to paste into a project that has this package. */
export function vitestCase(scenario: Scenario, signature: string): string {
  return `import { runScenarioTest } from 'pops-testbench/dist/regression/index.js';
import { parseScenario } from 'pops-testbench/dist/transactions/index.js';
import { expect, it } from 'vitest';

const SCENARIO = ${JSON.stringify(scenario)};

it(${JSON.stringify(`no longer fails by ${signature}`)}, () => {
  const { finding, verdict } = runScenarioTest(parseScenario(SCENARIO, 'this test'));
  expect({ finding, first: verdict.violations[0] }).toEqual({ finding: undefined, first: undefined });
});
`;
}
