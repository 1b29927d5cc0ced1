import { isCommandError, withStrategy } from '../../harness/basics/index.js';
import { mapStack } from '../../harness/built/index.js';
import {
  type ChoicesByRule,
  findRelevantChoices,
  type ReplayResult,
  replayScenario,
  runScenarioTest,
  type TracedLine,
  TraceLines,
} from '../../harness/one-test/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { makeErrorFinding } from '../../harness/records/index.js';
import type { Overrides } from '../../harness/selection/index.js';
import type { Explanation } from '../../harness/triage-findings/index.js';
import { type RuleId, UsageError } from '../../transactions/index.js';
import { openReplaySuite, type ReplaySource, resolveReplay } from '../stored/replay-source.js';
import { explainFailure } from '../why/explain-failure.js';

/** The part of the run to trace. */
interface TraceScope {
  readonly breakOn?: RuleId | undefined;
  readonly waves?: readonly number[] | undefined;
  readonly lastCycle?: number | undefined;
}

/** The test to replay, as given on the command line, and what to report. */
export interface ReplayRequest {
  /** A failure directory, scenario file, RUN_DIR#TEST_ID or SUITE:TEST@0xSEED. */
  readonly reference: string;
  readonly suiteFile: string | undefined;
  readonly overrides: Overrides;
  readonly strategy: string | undefined;
  /** The last cycle to run. */
  readonly until: number | undefined;
  /** Whether to report which of the test's errors depend on unknown hardware behaviour. */
  readonly unknowns: boolean;
  /** Whether to report what decided the failure. */
  readonly why: boolean;
  /** What to trace, up to the last cycle of the window, or undefined for no trace. */
  readonly trace: TraceScope | undefined;
}

/** The result of a replay, or the failure of the testbench itself. */
export type ReplayOutcome =
  | {
      readonly result: ReplayResult;
      /** The command that replays the test. */
      readonly repro: string;
      /**
       * The result of `--unknowns`: for each rule that depends on unknown behaviour, the choices that would stop it
       * from firing.
       */
      readonly dependsOn?: ChoicesByRule | undefined;
      /** The result of `--why`. Absent for a test that passes. */
      readonly why?: Explanation | undefined;
      /** The folder for related files. */
      readonly folder: string;
      readonly trace?: { readonly transactions: readonly TracedLine[] } | undefined;
    }
  | TestbenchFailure;

interface TestbenchFailure {
  readonly signature: string;
  readonly message: string;
}

/**
 * Replays and traces a test. Calls `begin` before generating the test and before each run, because the time limit
 * applies to each. Throws errors caused by invalid arguments or by the environment.
 */
export async function replayTest(request: ReplayRequest, begin: () => void): Promise<ReplayOutcome> {
  const { reference, suiteFile, overrides } = request;
  await openReplaySuite(reference, suiteFile);
  begin();
  try {
    const source = resolveReplay(reference, overrides, openCorpus());
    return runAndTrace(applyStrategy(source, request.strategy), request, begin);
  } catch (error) {
    if (isCommandError(error)) throw error;
    const { message, stack = message } = error as Error;
    const { signature } = makeErrorFinding(error);
    return { signature, message: mapStack(stack) };
  }
}

function runAndTrace(
  { scenario, repro, folder = '.' }: ReplaySource,
  request: ReplayRequest,
  begin: () => void,
): ReplayOutcome {
  const { until, trace } = request;
  const lines = new TraceLines();
  const { run, ...result } = replayScenario(scenario, {
    beforeRun: begin,
    until,
    ...trace,
    trace: trace && lines.sinkUpTo(trace.lastCycle ?? Infinity),
  });
  const missingWave = trace?.waves?.find((wave) => !lines.involvesWave(wave));
  if (missingWave !== undefined)
    throw new UsageError(`Unknown wave ${missingWave}: not in the replay; waves are numbered from 0`);
  // There are many choices, so report only their number.
  const { choices: _, ...rest } = run;
  const failed = result.finding !== undefined;
  const dependsOn =
    failed && request.unknowns ? findRelevantChoices(scenario, { beforeRun: begin }) : undefined;
  const why =
    failed && request.why
      ? explainFailure(runScenarioTest(scenario, { record: true }), { beforeRun: begin })
      : undefined;
  return {
    result: { ...result, run: rest },
    repro,
    dependsOn,
    why,
    folder,
    trace: trace && { transactions: lines.entries },
  };
}

function applyStrategy(source: ReplaySource, strategy: string | undefined): ReplaySource {
  if (strategy === undefined) return source;
  const scenario = withStrategy(source.scenario, strategy);
  return { ...source, scenario, repro: `${source.repro} --strategy ${strategy}` };
}
