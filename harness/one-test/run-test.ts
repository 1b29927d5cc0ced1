import { createScoreboards } from '../../checkers/index.js';
import type { Collector } from '../../coverage/index.js';
import {
  type HardwareChoice,
  type LongestLoop,
  makeDefaultBudget,
  type RunOutcome,
} from '../../rtl-model/index.js';
import type { Corpus, Sequence } from '../../stimulus/index.js';
import type { RuleId, Scenario, TransactionSink, Verdict } from '../../transactions/index.js';
import { createUserListener } from '../extension/user-extensions.js';
import { type DeviceFinding, type Finding, getFinding, getIllegalFinding } from '../records/finding.js';
import { type Model, PROJECT_MODEL } from '../records/model.js';
import { getApplicableOverrides, type Overrides, selectChips } from '../selection/selection.js';
import { InvariantRecorder, isDeviceUnderTest } from './broken-device.js';

/** The number of instructions that every wave may execute, whatever the program's size. */
const BASE_BUDGET = 250_000;
/** The number of additional instructions for each program word. */
const BUDGET_PER_WORD = 2000;

/**
 * Returns the number of instructions per wave after which a run is considered an infinite loop. It grows with the size
 * of the largest program.
 */
export function computeWaveBudget({ programs }: Scenario): number {
  const words = programs.reduce(
    (max, program) => Math.max(max, program.words.length + (program.epilog?.words.length ?? 0)),
    0,
  );
  return BASE_BUDGET + BUDGET_PER_WORD * words;
}

/** Describes, in one line, what a wave was executing when a limit stopped the run. */
export function describeInconclusive(loop: LongestLoop | undefined): string {
  if (loop === undefined) return 'inconclusive: a run did not end within its budget';
  const { wave, first, last, rounds, executed } = loop;
  return `inconclusive: wave ${wave} executed ${executed} instructions without ending and branched back ${rounds} times, last from pc 0x${last.toString(16)} to 0x${first.toString(16)}; this is not proof of a hang, since its state differs each time`;
}

/** A test that has not been generated yet. */
export interface TestRequest {
  readonly sequence: Sequence;
  /** The test seed. */
  readonly seed: string;
  readonly overrides: Overrides;
  readonly corpus: Corpus;
}

/** Options for a run, such as observers and limits. */
export interface RunOptions {
  /** The coverage collector, and the test's id and position in the run. */
  readonly cover?: { readonly collector: Collector; readonly id: string; readonly position: number };
  readonly sink?: TransactionSink;
  /** The maximum number of instructions per wave. Replaces the limit on the total number of instructions. */
  readonly waveInstructions?: number;
  /** Whether to record the list of choices. */
  readonly record?: boolean;
  /** Receives each hardware choice, in order relative to the transactions. */
  readonly onChoice?: (choice: HardwareChoice) => void;
  /** The last cycle to run. */
  readonly cycles?: number;
  /** The device under test; the project's model by default. */
  readonly model?: Model;
  /** The only rules to check; all by default. */
  readonly rules?: ReadonlySet<RuleId> | undefined;
  /** Whether to stop after the cycle of the first error. */
  readonly untilError?: boolean;
  /** Called for each error as soon as a rule reports it. Returns true to stop after that cycle. */
  readonly shouldStopAt?: (rule: RuleId) => boolean;
  /** The address of a memory word. Its accesses are listed if its final value is wrong. */
  readonly follow?: number;
}

/** The result of running a scenario. */
export interface TestResult {
  readonly scenario: Scenario;
  readonly run: RunOutcome;
  readonly verdict: Verdict;
  /** Why the test did not pass; undefined if it did. */
  readonly finding: Finding | undefined;
  /** The invariants that the device under test violated, in cycle order; absent if there are none. */
  readonly device?: readonly DeviceFinding[];
}

/** Runs a scenario and checks it. */
export type TestRunner = (scenario: Scenario, options?: RunOptions) => TestResult;

/** Generates a test's scenario. Identical requests produce identical scenarios on every machine. */
export function generateTest({ sequence, seed, overrides, corpus }: TestRequest): Scenario {
  const testOverrides = getApplicableOverrides(sequence, seed, overrides);
  const { knobs, faults } = testOverrides;
  return sequence.generate({ seed, corpus, chips: selectChips(sequence, testOverrides), knobs, faults });
}

/** Runs a scenario on the model and checks it with all scoreboards. Pure except for the collector. */
export function runScenarioTest(scenario: Scenario, options: RunOptions = {}): TestResult {
  const { cover, sink, record = false, cycles, waveInstructions, model = PROJECT_MODEL, onChoice } = options;
  const shouldStopAt = options.untilError === true ? () => true : options.shouldStopAt;
  const collector = cover?.collector;
  const budget = makeDefaultBudget();
  if (cycles !== undefined) budget.cycles = cycles;
  if (waveInstructions !== undefined)
    Object.assign(budget, { waveInstructions, instructions: Number.POSITIVE_INFINITY });
  const scoreboards = createScoreboards(scenario, {
    ...(options.follow === undefined ? {} : { follow: options.follow }),
    rules: options.rules,
    ...(shouldStopAt !== undefined && {
      onError: ({ cycle, rule }) => {
        if (shouldStopAt(rule)) budget.cycles = Math.min(budget.cycles, cycle);
      },
    }),
  });
  const listen = createUserListener(scenario);
  cover?.collector.begin(scenario, cover.id, cover.position);
  const observe: TransactionSink = (transaction) => {
    scoreboards.observe(transaction);
    collector?.observe(transaction);
    sink?.(transaction);
    listen?.(transaction);
  };
  const recorder = isDeviceUnderTest(scenario, model) ? new InvariantRecorder() : undefined;
  const run = model.runScenario(scenario, recorder?.guard(observe) ?? observe, {
    record,
    budget,
    ...(onChoice === undefined ? {} : { onChoice }),
    ...(recorder === undefined ? {} : { onViolation: recorder.record }),
  });
  const verdict = scoreboards.finish();
  const device = recorder?.findings ?? [];
  const finding =
    getFinding(scenario, verdict, device) ?? getIllegalFinding(scenario, collector?.listIllegalHits() ?? []);
  collector?.end(finding === undefined && !isDeliberatelyBroken(scenario));
  return { scenario, run, verdict, finding, ...(device.length === 0 ? {} : { device }) };
}

/**
 * Whether the design, program or registers are deliberately wrong, in which case the test proves nothing about the real
 * design.
 */
function isDeliberatelyBroken({ faults, expects }: Scenario): boolean {
  return faults.length > 0 || expects.length > 0;
}

/** Runs one test end to end: generation, run, verdict and coverage. */
export function runTest(request: TestRequest, options: RunOptions = {}): TestResult {
  return runScenarioTest(generateTest(request), options);
}
