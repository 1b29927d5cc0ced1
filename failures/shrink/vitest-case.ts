import { type Scenario, scenarioToJson, visibleLine } from '../../transactions/index.js';

/**
 * A vitest file that fails while the scenario does, with the picture of its violation as the message. It imports only package
 * exports, so it runs in any project with the package and vitest.
 *
 * @param size the scenario's size in words.
 */
export function vitestCase(scenario: Scenario, signature: string, size: string): string {
  const comment = visibleLine(`${signature}, shrunk to ${size}`).replaceAll('*/', '* /');
  return `import { explainScenario, readScenario, runScenario } from 'pops-testbench/harness';
import { expect, it } from 'vitest';

/** ${comment}. */
const SCENARIO = readScenario(${JSON.stringify(scenarioToJson(scenario).trimEnd())});

it(${JSON.stringify(`no longer fails with ${signature}`)}, () => {
  if (!runScenario(SCENARIO).passed) expect.fail(explainScenario(SCENARIO));
});
`;
}
