import { originalStack } from '../../bundle/index.js';
import type { RuleId, Scenario } from '../../transactions/index.js';
import { UsageError } from '../../transactions/index.js';
import { isOfCommand } from '../basics/error-text.js';
import { withStrategy } from '../basics/strategy.js';
import { type ReplayResult, replayScenario } from '../one-test/replay.js';
import { runScenarioTest } from '../one-test/run-test.js';
import { type TracedLine, TraceLines } from '../one-test/trace-lines.js';
import { type ChoicesOfRules, choicesThatMatter } from '../one-test/unknown-choices.js';
import { openCorpus } from '../programs/corpus-files.js';
import { errorFinding } from '../records/finding.js';
import type { Overrides } from '../records/selection.js';
import { openSuiteOfReplay, type ReplaySource, resolveReplay } from '../stored/replay-source.js';
import { explainFailure } from '../why/explain-failure.js';
import type { Why } from '../why/why.js';

/** A test to replay, as the command line names it, and what is looked at. */
export interface ReplayRequest {
  /** Failure directory, scenario file, RUN_DIR#TEST_ID or SUITE:TEST@0xSEED. */
  readonly what: string;
  readonly suiteFile: string | undefined;
  readonly overrides: Overrides;
  readonly strategy: string | undefined;
  /** Last cycle to run. */
  readonly until: number | undefined;
  /** Whether the result says what its errors depend on among the unknowns of the hardware. */
  readonly unknowns: boolean;
  /** Whether the result says what decided the failure. */
  readonly why: boolean;
  /** The trace that is wanted, up to the last cycle of its window; undefined for none. */
  readonly trace:
    | { readonly breakOn?: RuleId; readonly waves?: readonly number[]; readonly lastCycle?: number }
    | undefined;
}

/** Result of a replay, or how the testbench failed in it. */
export type Replayed =
  | {
      readonly result: ReplayResult;
      /** The line that replays it. */
      readonly repro: string;
      /** What was asked for about the unknowns: each rule that depends on some, with its other choices. */
      readonly dependsOn?: ChoicesOfRules;
      /** What was asked for about its cause; absent for a test that passes. */
      readonly why?: Why;
      /** Where files about it belong. */
      readonly folder: string;
      /** The trace that was asked for. */
      readonly trace?: { readonly transactions: readonly TracedLine[] };
    }
  | { readonly signature: string; readonly message: string };

/**
 * Replays a test and traces it. `begin` is called before the test is drawn and before each of its two runs, since the
 * limit of time holds for one of them. Throws what is wrong with the command or the machine.
 */
export async function replayTest(request: ReplayRequest, begin: () => void): Promise<Replayed> {
  const { what, suiteFile, overrides } = request;
  await openSuiteOfReplay(what, suiteFile);
  begin();
  try {
    const source = resolveReplay(what, overrides, openCorpus());
    return runAgain(withChoices(source, request.strategy), request, begin);
  } catch (error) {
    if (isOfCommand(error)) throw error;
    const { message, stack } = error as Error;
    return { signature: errorFinding(error).signature, message: originalStack(stack ?? message) };
  }
}

function runAgain(
  { scenario, repro, folder }: ReplaySource,
  { until, trace, unknowns, why }: ReplayRequest,
  begin: () => void,
): Replayed {
  const lines = new TraceLines();
  const { run, ...result } = replayScenario(scenario, {
    beforeRun: begin,
    ...(until === undefined ? {} : { until }),
    ...(trace === undefined ? {} : { ...trace, trace: lines.takeUpTo(trace.lastCycle ?? Infinity) }),
  });
  // Choices are many, and only their number is told.
  const { choices: _, ...told } = run;
  const dependsOn =
    unknowns && result.finding !== undefined ? choicesThatMatter(scenario, { beforeRun: begin }) : undefined;
  const replayed = {
    result: { ...result, run: told },
    repro,
    ...(dependsOn === undefined ? {} : { dependsOn }),
    ...(why && result.finding !== undefined ? { why: whyOf(scenario, begin) } : {}),
    folder: folder ?? '.',
  };
  if (trace === undefined) return replayed;
  const missing = trace.waves?.find((wave) => !lines.tellsOf(wave));
  if (missing !== undefined)
    throw new UsageError(`Unknown wave ${missing}: the replay forms no such wave; waves count from 0`);
  return { ...replayed, trace: { transactions: lines.kept } };
}

function whyOf(scenario: Scenario, beforeRun: () => void): Why {
  beforeRun();
  return explainFailure(runScenarioTest(scenario, { record: true }), { beforeRun });
}

/** The same test under other choices, which its line then asks for. */
function withChoices(source: ReplaySource, strategy: string | undefined): ReplaySource {
  if (strategy === undefined) return source;
  const scenario = withStrategy(source.scenario, strategy);
  return { ...source, scenario, repro: `${source.repro} --strategy ${strategy}` };
}
