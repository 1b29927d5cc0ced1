import { runScenarioTest } from '../../harness/one-test/index.js';
import type { Explanation, ExplanationFindings, NearestPass } from '../../harness/triage-findings/index.js';
import { type Scenario, scenarioToJson } from '../../transactions/index.js';
import { explainFailure } from './explain-failure.js';
import type { ExplanationTexts } from './why-files.js';

/** Limits on an explanation. */
export interface ExplanationBudget {
  /** The maximum number of choices across all runs. */
  readonly work: number;
  /** Called before each run. If it returns true, the explanation is abandoned. */
  readonly hasExpired: () => boolean;
}

class OutOfTime extends Error {}

/** Explains a failing scenario. Returns undefined if the budget runs out first. */
export function explainWithinBudget(
  scenario: Scenario,
  { work, hasExpired }: ExplanationBudget,
): ExplanationTexts | undefined {
  const beforeRun = (): void => {
    if (hasExpired()) throw new OutOfTime();
  };
  try {
    return toTexts(explainFailure(runScenarioTest(scenario, { record: true }), { work, beforeRun }));
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    return undefined;
  }
}

function toTexts({ nearestPass, ...explanation }: Explanation): ExplanationTexts {
  const document: ExplanationFindings = {
    ...explanation,
    nearestPass: nearestPass && withoutScenario(nearestPass),
  };
  return {
    why: `${JSON.stringify(document, undefined, 2)}\n`,
    ...(nearestPass === null ? {} : { nearestPass: scenarioToJson(nearestPass.scenario) }),
  };
}

function withoutScenario({ scenario: _, ...rest }: NearestPass): ExplanationFindings['nearestPass'] {
  return rest;
}
