import { runScenarioTest } from '../../harness/one-test/index.js';
import type { NearestPass, Why, WhyFindings } from '../../harness/triage-findings/index.js';
import { type Scenario, scenarioToJson } from '../../transactions/index.js';
import { explainFailure } from './explain-failure.js';
import type { WhyTexts } from './why-files.js';

/** Limits on an explanation. */
export interface WhyBudget {
  /** The number of choices across all runs. */
  readonly work: number;
  /** Called before each run. If it returns true, the explanation is abandoned. */
  readonly isOver: () => boolean;
}

class OutOfTime extends Error {}

/** Explains a failing scenario; undefined if the budget runs out first. */
export function whyTexts(scenario: Scenario, { work, isOver }: WhyBudget): WhyTexts | undefined {
  const beforeRun = (): void => {
    if (isOver()) throw new OutOfTime();
  };
  try {
    return toTexts(explainFailure(runScenarioTest(scenario, { record: true }), { work, beforeRun }));
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    return undefined;
  }
}

function toTexts({ nearestPass, ...why }: Why): WhyTexts {
  const document: WhyFindings = { ...why, nearestPass: nearestPass && withoutScenario(nearestPass) };
  return {
    why: `${JSON.stringify(document, undefined, 2)}\n`,
    ...(nearestPass === null ? {} : { nearestPass: scenarioToJson(nearestPass.scenario) }),
  };
}

function withoutScenario({ scenario: _, ...rest }: NearestPass): WhyFindings['nearestPass'] {
  return rest;
}
