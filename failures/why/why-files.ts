import { join } from 'node:path';
import { FAILURE_FILES } from '../../base/basics/index.js';
import { writeWhole } from '../../base/output/index.js';
import { runScenarioTest } from '../../harness/one-test/index.js';
import { writeLogged } from '../../harness/run-directory/index.js';
import type { NearestPass, Why, WhyFindings } from '../../harness/triage-findings/index.js';
import { type Scenario, scenarioToJson } from '../../transactions/index.js';
import { explainFailure } from './explain-failure.js';

/** Writes an explanation's picture, and the passing test as a scenario, into a folder; returns their names. */
export function writeWhy(
  folder: string,
  { nearestPass }: Why,
  picture: string,
): { readonly svg: string; readonly nearestPass?: string } {
  const svg = join(folder, FAILURE_FILES.whyPicture);
  writeWhole(svg, picture);
  const file = writeNearestPass(folder, nearestPass);
  return file === undefined ? { svg } : { svg, nearestPass: file };
}

/** An explanation's budget. */
export interface WhyBudget {
  /** Number of choices of all its runs together. */
  readonly work: number;
  /** Called before each run; true ends the explanation and discards it. */
  readonly isOver: () => boolean;
}

class OutOfTime extends Error {}

/** A stored explanation: the contents of its files. */
export interface WhyTexts {
  readonly why: string;
  /** The passing test as a scenario, if there is one. */
  readonly nearestPass?: string;
}

/** Explains a failing scenario; undefined if the budget ends first. */
export function whyTexts(scenario: Scenario, { work, isOver }: WhyBudget): WhyTexts | undefined {
  const beforeRun = (): void => {
    if (isOver()) throw new OutOfTime();
  };
  try {
    return textsOf(explainFailure(runScenarioTest(scenario, { record: true }), { work, beforeRun }));
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    return undefined;
  }
}

/** Stores an explanation in its failure's folder. */
export function keepWhy(folder: string, { why, nearestPass }: WhyTexts): void {
  if (nearestPass !== undefined) writeLogged(join(folder, FAILURE_FILES.nearestPass), nearestPass);
  writeLogged(join(folder, FAILURE_FILES.why), why);
}

function textsOf({ nearestPass, ...why }: Why): WhyTexts {
  const document: WhyFindings = { ...why, nearestPass: nearestPass && withoutScenario(nearestPass) };
  return {
    why: `${JSON.stringify(document, undefined, 2)}\n`,
    ...(nearestPass === null ? {} : { nearestPass: scenarioToJson(nearestPass.scenario) }),
  };
}

function withoutScenario({ scenario: _, ...rest }: NearestPass): WhyFindings['nearestPass'] {
  return rest;
}

function writeNearestPass(folder: string, pass: NearestPass | null): string | undefined {
  if (pass === null) return undefined;
  const file = join(folder, FAILURE_FILES.nearestPass);
  writeLogged(file, scenarioToJson(pass.scenario));
  return file;
}
