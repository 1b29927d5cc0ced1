import { runScenario, structureOf } from '../../rtl-model/index.js';
import { DesignError, type RecordedDesign, type Scenario } from '../../transactions/index.js';
import { errorText } from '../basics/error-text.js';
import { within } from '../basics/time-limit.js';
import { type RunOptions, runScenarioTest, type TestResult } from '../one-test/run-test.js';
import { errorFinding, type Finding } from '../records/finding.js';
import type { Model } from '../records/model.js';
import type { LiveDesign, LiveTest } from './live-design.js';

/** What came of one test with a design. */
export interface CosimResult {
  /** The scenario with the answers of the design: it replays without it. */
  readonly scenario: Scenario;
  /** Absent where the design broke the test off. */
  readonly result?: TestResult;
  /** Why it did not pass; undefined when it did. */
  readonly finding: Finding | undefined;
  /** The same in a sentence, where no rule says it. */
  readonly message?: string;
}

/** The model with a design in place of one of its units. */
export function modelWith(design: LiveDesign, began: (test: LiveTest) => void = () => undefined): Model {
  return {
    structureOf,
    runScenario: (scenario, sink, options) => {
      const test = design.begin();
      began(test);
      return runScenario(scenario, sink, { ...options, design: test });
    },
  };
}

/**
 * Runs one test with a design and judges it. What the design does wrong at its border is a failure of the test; a run that takes more
 * than this many milliseconds is one too.
 */
export async function cosimTest(
  scenario: Scenario,
  design: LiveDesign,
  ms: number,
  options: Pick<RunOptions, 'cover' | 'sink'> = {},
): Promise<CosimResult> {
  let recorded: RecordedDesign | undefined;
  const model = modelWith(design, (test) => {
    recorded = test.recorded;
  });
  const withAnswers = (): Scenario => (recorded === undefined ? scenario : { ...scenario, design: recorded });
  try {
    const result = within(ms, () => runScenarioTest(scenario, { ...options, model }));
    await design.end(false);
    return { scenario: withAnswers(), result, finding: result.finding };
  } catch (error) {
    await design.end(true);
    const isTimeout = error instanceof Error && error.message.startsWith('timeout: ');
    if (!(error instanceof DesignError) && !isTimeout) throw error;
    const message = errorText(error).split('\n')[0]!;
    return { scenario: withAnswers(), finding: errorFinding(error), message };
  }
}
