import { pathToFileURL } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { CHIP_NAMES } from '../../arch/index.js';
import { originalStack } from '../../bundle/index.js';
import { type CoverageData, createCollector } from '../../coverage/index.js';
import { type Corpus, ImpossibleConstraints } from '../../stimulus/index.js';
import { encodeScenario } from '../../transactions/index.js';
import { firstLine } from '../basics/one-line.js';
import { packageRoot } from '../basics/package-root.js';
import { withPrinted } from '../basics/printed-text.js';
import type { Failure, FailureSummary, OneTest } from '../one-test/one-test.js';
import { generateTest, type RunOptions, runScenarioTest } from '../one-test/run-test.js';
import { digestOf, runsTwice } from '../one-test/run-twice.js';
import { firedErrors } from '../records/cause-order.js';
import { type CheckCounts, countChecks, emptyCheckCounts } from '../records/check-counts.js';
import { type ClaimCounts, countClaims } from '../records/claim-counts.js';
import { errorFinding, OUTCOMES } from '../records/finding.js';
import type { PlannedTest } from '../records/plan.js';
import { countVerdict, type RuleTotals } from '../records/rule-counts.js';
import { scenarioFingerprint } from '../records/scenario-fingerprint.js';
import { scenarioHash } from '../records/scenario-hash.js';
import { findSequence, isAsDrawn, type Overrides } from '../records/selection.js';
import { testId } from '../records/test-name.js';
import { TestBehaviours } from './test-behaviours.js';

/** Consecutive tests of a plan as one task of the pool. */
export interface Batch {
  /** Position of the first test in the plan. */
  readonly first: number;
  readonly tests: readonly PlannedTest[];
  readonly overrides: Overrides;
  /** Name of the suite. */
  readonly suite: string;
  /** Hash of the suite's file, where it has one: a worker takes the file that its own command line names. */
  readonly suiteHash?: string;
  /** Hash of the run's configuration, where it has one: a worker takes its own, which has to be the same. */
  readonly configHash?: string;
  /** Names the run in coverage data, so that merging the same part twice counts once. */
  readonly coverageRun: string;
  /** Says what happened in each test, for a run that is steered. */
  readonly tellsBehaviours?: true;
  /** Makes the scenarios and runs none; for tests that took their worker down. */
  readonly generateOnly?: true;
}

/** Results of a batch: a column per fact with one entry per test, and the failures in full. */
export interface BatchResult extends LoggedResult {
  readonly failures: readonly Failure[];
  /** Why the whole run cannot continue: its suite is impossible. */
  readonly refusal?: string;
  readonly testMs: readonly number[];
  /** Digests of the tests that run twice. */
  readonly digests: readonly TestDigest[];
  /** What passing tests printed; that of the others stands in their message. */
  readonly prints: readonly TestPrint[];
  /** The encoded scenarios, where only those were asked for. */
  readonly scenarios?: readonly Uint8Array[];
}

/** What a test printed. */
export interface TestPrint {
  /** Id of the test. */
  readonly test: string;
  readonly text: string;
}

/** Digest of all results of a test. */
export interface TestDigest {
  readonly row: number;
  readonly digest: string;
}

/** Tests whose worker was lost once, and which it was not when they ran again. */
export interface Incident {
  /** Position of the first of these tests in the plan. */
  readonly first: number;
  readonly tests: number;
  readonly cause: string;
}

/** What the log of a run keeps of a batch: all that counts and reports are made of. */
export interface LoggedResult {
  /** Position of the first test in the plan. */
  readonly first: number;
  /** Index into `OUTCOMES`. */
  readonly outcomes: Uint8Array;
  /** Index into `CHIP_NAMES`; `NO_CHIP` where no scenario was generated. */
  readonly chips: Uint8Array;
  readonly waves: Uint32Array;
  readonly cycles: Float64Array;
  readonly instructions: Float64Array;
  /** Host time of each test in milliseconds; absent in logs of earlier versions, empty where a worker was lost. */
  readonly testMs?: readonly number[];
  /** How many rules had something to judge in each test, and how many fired; absent where a worker was lost. */
  readonly armed?: Uint8Array;
  readonly fired?: Uint8Array;
  /** The ids of the tests; absent in what a worker says, for the coordinator knows them. */
  readonly tests?: readonly string[];
  /** The most that the worker held after a test of the batch; absent where a worker was lost. */
  readonly held?: HeldMemory;
  /** What each test ran (`scenarioFingerprint`); shorter than the columns by tests without a scenario. */
  readonly fingerprints?: readonly number[];
  readonly failures: readonly FailureSummary[];
  readonly rules: Readonly<RuleTotals>;
  readonly checks: Readonly<CheckCounts>;
  /** What tests showed of the claims of their sequences; absent where a worker was lost, and in earlier logs. */
  readonly claims?: ClaimCounts;
  /** What happened in each test (`behaviourOf`), where the batch says so. */
  readonly behaviours?: readonly (readonly number[])[];
  /** Tests by the name of their sequence. */
  readonly sequences: Readonly<Record<string, number>>;
  /** Absent when the worker was lost. */
  readonly coverage?: CoverageData;
  readonly incidents?: readonly Incident[];
  /** Passing tests that printed something; absent where none did. */
  readonly printed?: number;
  /** Time that the run had taken when the batch was logged, earlier sessions included; absent before that. */
  readonly elapsedMs?: number;
}

/** Memory that a worker held after a test. */
export interface HeldMemory {
  /** Id of the test. */
  readonly test: string;
  /** V8's heap and the buffers outside it. */
  readonly bytes: number;
}

/** Stands in `BatchResult.chips` for a test without a scenario. */
export const NO_CHIP = 255;

/** Who follows a batch while it runs. */
export interface BatchWatch {
  /** What was printed since it was last asked. */
  readonly printed?: () => string;
  /** Called as each test begins, with its place in the batch. */
  readonly onTest?: (row: number) => void;
}

/** Runs the tests of a batch one after the other; a test that throws is a failure of its own, not of the batch. */
export function runBatch(
  batch: Batch,
  corpus: Corpus,
  { printed = () => '', onTest }: BatchWatch = {},
): BatchResult {
  const collector = createCollector(batch.coverageRun);
  const columns = emptyColumns(batch.tests.length);
  let held: HeldMemory | undefined;
  const fingerprints: number[] = [];
  const failures: Failure[] = [];
  const digests: TestDigest[] = [];
  const prints: TestPrint[] = [];
  const refusals: string[] = [];
  const testMs: number[] = [];
  const rules: RuleTotals = {};
  const checks = emptyCheckCounts();
  const claims: ClaimCounts = {};
  const behaviours = batch.tellsBehaviours === true ? new TestBehaviours() : undefined;
  const areClaimsJudged = batch.suiteHash === undefined && isAsDrawn(batch.overrides);
  const sequences: Record<string, number> = {};
  batch.tests.forEach((test, row) => {
    onTest?.(row);
    const began = performance.now();
    const cover = { collector, id: testId(test), position: batch.first + row };
    sequences[test.sequence] = (sequences[test.sequence] ?? 0) + 1;
    const twice = runsTwice(cover.position);
    const watched = { cover, record: twice, ...behaviours?.begin() };
    const { result, failure, refusal } = runOne(test, batch, watched, corpus);
    behaviours?.end(result?.verdict.armed);
    refusals.push(...(refusal === undefined ? [] : [refusal]));
    if (twice) digests.push({ row, digest: digestOf(result, failure) });
    if (result !== undefined) {
      columns.chips[row] = CHIP_NAMES.indexOf(result.scenario.chip);
      fingerprints.push(scenarioFingerprint(result.scenario));
      columns.waves[row] = result.run.waves;
      columns.cycles[row] = result.run.cycles;
      columns.instructions[row] = result.run.instructions;
      columns.armed[row] = Object.values(result.verdict.armed).filter((count) => count > 0).length;
      columns.fired[row] = new Set(result.verdict.violations.map(({ rule }) => rule)).size;
      countVerdict(rules, result.verdict, result.scenario.expects);
      countChecks(checks, test.sequence, result.verdict);
      if (areClaimsJudged && failure === undefined) countClaims(claims, test.sequence, collector.hits());
    }
    columns.outcomes[row] = OUTCOMES.indexOf(failure?.outcome ?? 'passed');
    const text = printed();
    if (failure !== undefined) failures.push(havingPrinted(failure, text));
    else if (text !== '') prints.push({ test: cover.id, text });
    testMs.push(performance.now() - began);
    held = largerOf(held, { test: cover.id, bytes: heldBytes() });
  });
  return {
    first: batch.first,
    ...columns,
    fingerprints,
    failures,
    rules,
    checks,
    claims,
    ...(behaviours === undefined ? {} : { behaviours: behaviours.told }),
    sequences,
    coverage: collector.snapshot(),
    testMs,
    digests,
    prints,
    ...(held === undefined ? {} : { held }),
    ...(prints.length === 0 ? {} : { printed: prints.length }),
    ...(refusals.length === 0 ? {} : { refusal: refusals[0]! }),
  };
}

/** A column per fact with one entry per test. */
function emptyColumns(count: number) {
  return {
    outcomes: new Uint8Array(count),
    chips: new Uint8Array(count).fill(NO_CHIP),
    waves: new Uint32Array(count),
    cycles: new Float64Array(count),
    instructions: new Float64Array(count),
    armed: new Uint8Array(count),
    fired: new Uint8Array(count),
  };
}

/** The larger amount; of equal ones the earlier. */
export function largerOf(before: HeldMemory | undefined, after: HeldMemory): HeldMemory {
  return before !== undefined && before.bytes >= after.bytes ? before : after;
}

/** What this thread holds now. */
function heldBytes(): number {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory;
}

function havingPrinted(failure: Failure, text: string): Failure {
  const message = withPrinted(failure.message, text);
  return message === undefined ? failure : { ...failure, message };
}

/** Makes the scenarios of a batch without running them; throws where a generator does. */
export function generateBatch({ first, tests, overrides, suite }: Batch, corpus: Corpus): BatchResult {
  const scenarios = tests.map(({ sequence, seed }) =>
    encodeScenario(generateTest({ sequence: findSequence(sequence, suite), seed, overrides, corpus })),
  );
  return { ...emptyResult(first), scenarios };
}

/** The result of no test. */
export function emptyResult(first: number): BatchResult {
  return {
    first,
    outcomes: new Uint8Array(),
    chips: new Uint8Array(),
    waves: new Uint32Array(),
    cycles: new Float64Array(),
    instructions: new Float64Array(),
    failures: [],
    rules: {},
    checks: emptyCheckCounts(),
    sequences: {},
    testMs: [],
    digests: [],
    prints: [],
  };
}

function runOne(
  test: PlannedTest,
  { overrides, suite }: Batch,
  options: RunOptions,
  corpus: Corpus,
): OneTest {
  let encode: (() => Pick<Failure, 'hash' | 'scenario'>) | undefined;
  try {
    const sequence = findSequence(test.sequence, suite);
    const scenario = generateTest({ sequence, seed: test.seed, overrides, corpus });
    encode = () => encoded(encodeScenario(scenario));
    const result = runScenarioTest(scenario, options);
    if (result.finding === undefined) return { result };
    const { violations } = result.verdict;
    const summary = violations[0]?.observed ?? result.finding.message ?? result.finding.signature;
    const { waves } = result.run;
    const fired = firedErrors(violations);
    const told = { violations, waves, summary, ...(fired.length === 0 ? {} : { fired }) };
    return { result, failure: { test, ...result.finding, ...encode(), ...told } };
  } catch (error) {
    if (error instanceof ImpossibleConstraints) return { refusal: error.message };
    const message = errorText(error);
    const what = { violations: [], waves: 0, message, summary: firstLine(message) };
    return { failure: { test, ...errorFinding(error), ...encode?.(), ...what } };
  }
}

/** Message and stack; paths are those of the package, so that the text is the same wherever it lies. */
function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return originalStack(error.stack ?? error.message).replaceAll(`${pathToFileURL(packageRoot()).href}/`, '');
}

function encoded(scenario: Uint8Array): Pick<Failure, 'hash' | 'scenario'> {
  return { scenario, hash: scenarioHash(scenario) };
}
