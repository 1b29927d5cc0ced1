import { findUnanswered } from '../../failures/replay/index.js';
import { type ShrinkOptions, type ShrinkResult, shrinkTest } from '../../failures/shrink/index.js';
import { getErrorMessage, runWithTimeout } from '../../harness/basics/index.js';
import { runScenarioTest, type TestResult } from '../../harness/one-test/index.js';
import { type Finding, type Model, makeErrorFinding } from '../../harness/records/index.js';
import { runScenario } from '../../rtl-model/index.js';
import { getDesignSeed, type Scenario } from '../../transactions/index.js';
import type { DesignTest, LiveDesign, LiveTest } from './live-design.js';

/** The result of running a test against a design. */
export interface CosimResult {
  /** The scenario including the design's answers, so that it replays without the design. */
  readonly scenario: Scenario;
  /** The result of the run. Absent if the test took too long. */
  readonly result?: TestResult;
  /** Why the test did not pass, or undefined if it passed. */
  readonly finding: Finding | undefined;
  /** A one-sentence description of the finding, if the test took too long. */
  readonly message?: string;
  /** The messages that the design had not answered when the test failed, oldest first. */
  readonly owed?: readonly string[];
}

/** A test to run against a design, and how to run it. */
export interface CosimTest {
  /** The scenario. If a design is recorded in it, only its seed and hold are used. */
  readonly scenario: Scenario;
  /** The maximum number of cycles for which the host stalls an output. Defaults to the recorded value, if any. */
  readonly hold?: number;
  /** The cycle of a stored failure's first error, which the design marks in its dump. */
  readonly markCycle?: number;
}

function createCosimModel(
  design: LiveDesign,
  designTest: DesignTest,
  onBegin: (test: LiveTest) => void = () => undefined,
): Model {
  return {
    runScenario: (scenario, sink, options) => {
      const test = design.begin(designTest);
      onBegin(test);
      return runScenario(scenario, sink, { ...options, design: test });
    },
  };
}

/**
 * Returns the scenario without answers, and the design's settings. The scenario states whether the host stalls the
 * design, because rules depend on that.
 */
function prepareTest(
  { scenario, hold, markCycle }: CosimTest,
  { unit }: LiveDesign,
): { readonly unanswered: Scenario; readonly designTest: DesignTest } {
  const { design: recorded } = scenario;
  const maxHold = hold ?? recorded?.hold;
  const designTest = {
    seed: recorded?.seed ?? getDesignSeed(scenario.schedule),
    ...(maxHold === undefined ? {} : { hold: maxHold }),
  };
  return {
    unanswered: { ...scenario, design: { unit, ...designTest, answers: [] } },
    designTest: { ...designTest, ...(markCycle === undefined ? {} : { markCycle }) },
  };
}

/**
 * Runs a test against a design and checks it. The test fails if the design breaks the protocol, after all rules have
 * checked the run up to that point, or if the run takes more than `ms` milliseconds.
 */
export async function runCosimTest(test: CosimTest, design: LiveDesign, ms: number): Promise<CosimResult> {
  const { unanswered, designTest } = prepareTest(test, design);
  let live: LiveTest | undefined;
  const model = createCosimModel(design, designTest, (liveTest) => {
    live = liveTest;
  });
  const getScenario = (): Scenario =>
    live === undefined ? unanswered : { ...unanswered, design: live.recorded };
  const listOwed = (): readonly string[] =>
    live === undefined ? [] : findUnanswered(live.requests, live.recorded.answers);
  try {
    const result = runWithTimeout(ms, () => runScenarioTest(unanswered, { model }));
    await design.end(result.run.aborted === true);
    const { finding } = result;
    return { scenario: getScenario(), result, finding, ...(finding && { owed: listOwed() }) };
  } catch (error) {
    await design.end(true);
    if (!(error instanceof Error) || !error.message.startsWith('timeout: ')) throw error;
    const message = getErrorMessage(error).split('\n')[0]!;
    return { scenario: getScenario(), finding: makeErrorFinding(error), message, owed: listOwed() };
  }
}

/** A smaller test that fails in the same way. */
export interface ShrunkCosim extends ShrinkResult {
  /** The smaller scenario, with the design's answers. */
  readonly scenario: Scenario;
}

/**
 * Shrinks a test in which a rule fired, running every candidate with the design. Returns undefined if the design itself
 * failed, if the test took too long, or if the failure does not recur.
 */
export async function shrinkCosim(
  test: CosimTest,
  failed: CosimResult,
  design: LiveDesign,
  limits: Pick<ShrinkOptions, 'budgetMs' | 'signal' | 'onStep'> & { readonly ms: number },
): Promise<ShrunkCosim | undefined> {
  const { designTest } = prepareTest(test, design);
  const { result } = failed;
  if (result === undefined || result.run.aborted === true) return undefined;
  const model = createCosimModel(design, designTest);
  const shrunk = await shrinkTest(result, {
    ...limits,
    runner: (scenario, options) => runScenarioTest(scenario, { ...options, model }),
  });
  if (shrunk === undefined) return undefined;
  const finalRun = await runCosimTest({ ...test, scenario: shrunk.scenario }, design, limits.ms);
  return finalRun.finding?.signature === shrunk.signature
    ? { ...shrunk, scenario: finalRun.scenario }
    : undefined;
}
