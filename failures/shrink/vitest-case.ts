import { type Scenario, scenarioToJson, visibleLine } from '../../transactions/index.js';

/**
 * A vitest file that fails as long as the scenario does, with the picture of its violation as the message. It imports what the
 * package exports, so that it runs in any project that has the package and vitest.
 *
 * @param size the size of the scenario in words.
 */
export function vitestCase(scenario: Scenario, signature: string, size: string): string {
  const comment = visibleLine(`${signature}, shrunk to ${size}`).replaceAll('*/', '* /');
  return `import { explainScenario, readScenario, runScenario } from 'pops-testbench/harness';
import { expect, it } from 'vitest';

/** ${comment}. */
const SCENARIO = readScenario(${JSON.stringify(scenarioToJson(scenario).trimEnd())});

it(${JSON.stringify(`no longer fails by ${signature}`)}, () => {
  if (!runScenario(SCENARIO).passed) expect.fail(explainScenario(SCENARIO));
});
`;
}
