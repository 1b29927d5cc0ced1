import { escapeLine, type Scenario, scenarioToJson } from '../../transactions/index.js';

/**
 * Generates a Vitest file that fails as long as the scenario does, with a picture of the violation as its message. It
 * imports only what the package exports, so it runs in any project that has the package and Vitest.
 *
 * @param size description of the scenario's size.
 */
export function generateVitestCase(scenario: Scenario, signature: string, size: string): string {
  const comment = escapeLine(`${signature}, shrunk to ${size}`).replaceAll('*/', '* /');
  return `import { explainScenario, readScenario, runScenario } from 'pops-testbench/harness';
import { expect, it } from 'vitest';

/** ${comment}. */
const SCENARIO = readScenario(${JSON.stringify(scenarioToJson(scenario).trimEnd())});

it(${JSON.stringify(`no longer fails with ${signature}`)}, () => {
  if (!runScenario(SCENARIO).passed) expect.fail(explainScenario(SCENARIO));
});
`;
}
