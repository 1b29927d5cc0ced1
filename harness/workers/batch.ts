import { pathToFileURL } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { CHIP_NAMES } from '../../arch/index.js';
import { createCollector } from '../../coverage/index.js';
import { ConstraintError, type Corpus } from '../../stimulus/index.js';
import { decodeScenario, encodeScenario, type Scenario } from '../../transactions/index.js';
import { appendOutput, findPackageRoot, getErrorSummary, getFirstLine } from '../basics/index.js';
import { mapStack } from '../built/index.js';
import { UnknownNameError } from '../extension/index.js';
import { readInput } from '../input/index.js';
import type { Failure, TestOutcome } from '../one-test/one-test.js';
import { generateTest, type RunOptions, runScenarioTest } from '../one-test/run-test.js';
import {
  computeDigest,
  describeDifference,
  shouldGenerateTwice,
  shouldRunAgain,
  shouldRunTwice,
} from '../one-test/run-twice.js';
import { listErrors } from '../records/cause-order.js';
import { countChecks, makeEmptyCheckCounts } from '../records/check-counts.js';
import { type ClaimCounts, countClaims } from '../records/claim-counts.js';
import {
  findNamingViolation,
  formatDeviceFinding,
  listDeviceErrors,
  makeErrorFinding,
  NONDETERMINISM,
  OUTCOMES,
} from '../records/finding.js';
import { countVerdict, type RuleTotals } from '../records/rule-counts.js';
import { countWarnings, type WarningCounts } from '../records/warning-counts.js';
import { formatTestId, scenarioHash } from '../selection/plan.js';
import { findSequence, hasNoOverrides } from '../selection/selection.js';
import {
  type Batch,
  type BatchResult,
  type BatchTest,
  type MemoryUsage,
  makeEmptyResult,
  NO_CHIP,
  pickLargerMemory,
  type TestDigest,
  type TestOutput,
} from './batch-result.js';
import { fingerprintScenario, TestBehaviours } from './test-behaviours.js';

/** Observes a batch while it runs. */
export interface BatchObserver {
  /** Returns the output since the last call. */
  readonly takeOutput?: () => string;
  /** Called as each test starts, with its index in the batch. */
  readonly onTest?: (row: number) => void;
}

/** Runs a batch's tests one after another. If a test throws, only that test fails, not the whole batch. */
export function runBatch(batch: Batch, corpus: Corpus, observer: BatchObserver = {}): BatchResult {
  try {
    return runTests(batch, corpus, observer);
  } catch (error) {
    // Covergroups are set up before the first test, so this error can be thrown before any test runs.
    if (error instanceof UnknownNameError) return { ...makeEmptyResult(batch.first), refusal: error.message };
    throw error;
  }
}

function runTests(
  batch: Batch,
  corpus: Corpus,
  { takeOutput = () => '', onTest }: BatchObserver,
): BatchResult {
  const collector = createCollector(batch.coverageRun);
  const columns = makeColumns(batch.tests.length);
  let peakMemory: MemoryUsage | undefined;
  const fingerprints: number[] = [];
  const failures: Failure[] = [];
  const digests: TestDigest[] = [];
  const passingOutput: TestOutput[] = [];
  const fatalErrors: string[] = [];
  const testMs: number[] = [];
  const rules: RuleTotals = {};
  const checks = makeEmptyCheckCounts();
  const claims: ClaimCounts = {};
  const warnings: WarningCounts = {};
  const behaviours = batch.reportsBehaviours === true ? new TestBehaviours() : undefined;
  const countsClaims = batch.suiteHash === undefined && hasNoOverrides(batch.overrides);
  const sequences: Record<string, number> = {};
  batch.tests.forEach((test, row) => {
    onTest?.(row);
    const startedAt = performance.now();
    const cover = { collector, id: formatTestId(test), position: batch.first + row };
    sequences[test.sequence] = (sequences[test.sequence] ?? 0) + 1;
    const isRunTwice = shouldRunTwice(cover.position);
    const record = isRunTwice || shouldRunAgain(cover.position);
    const options = { cover, record, ...behaviours?.begin() };
    const { first, failure, text } = runPlannedTest(test, batch, options, corpus, takeOutput);
    const { result, refusal } = first;
    behaviours?.end(result?.verdict.armed);
    fatalErrors.push(...(refusal === undefined ? [] : [refusal]));
    if (isRunTwice) digests.push({ row, digest: computeDigest(result, first.failure) });
    if (result !== undefined) {
      fillColumns(columns, row, result);
      fingerprints.push(fingerprintScenario(result.scenario));
      countVerdict(rules, result.verdict, result.scenario.expects);
      countChecks(checks, test.sequence, result.verdict);
      const { scenario: _, ...planned } = test;
      countWarnings(warnings, result.scenario, result.verdict, planned);
      if (countsClaims && failure === undefined) countClaims(claims, test.sequence, collector.hits());
    }
    columns.outcomes[row] = OUTCOMES.indexOf(failure?.outcome ?? 'passed');
    if (failure !== undefined) failures.push(withOutput(failure, text));
    else if (text !== '') passingOutput.push({ test: cover.id, text });
    testMs.push(performance.now() - startedAt);
    peakMemory = pickLargerMemory(peakMemory, { test: cover.id, bytes: measureMemoryUse() });
  });
  return {
    first: batch.first,
    ...columns,
    fingerprints,
    failures,
    rules,
    checks,
    claims,
    warnings,
    ...(behaviours === undefined ? {} : { behaviours: behaviours.collected }),
    sequences,
    coverage: collector.snapshot(),
    testMs,
    digests,
    prints: passingOutput,
    ...(peakMemory === undefined ? {} : { held: peakMemory }),
    ...(passingOutput.length === 0 ? {} : { printed: passingOutput.length }),
    ...(fatalErrors.length === 0 ? {} : { refusal: fatalErrors[0]! }),
  };
}

/** Creates the columns, with one entry for each test. */
function makeColumns(count: number) {
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

function fillColumns(
  columns: ReturnType<typeof makeColumns>,
  row: number,
  { scenario, run, verdict }: NonNullable<TestOutcome['result']>,
): void {
  columns.chips[row] = CHIP_NAMES.indexOf(scenario.chip);
  columns.waves[row] = run.waves;
  columns.cycles[row] = run.cycles;
  columns.instructions[row] = run.instructions;
  columns.armed[row] = Object.values(verdict.armed).filter((count) => count > 0).length;
  columns.fired[row] = new Set(verdict.violations.map(({ rule }) => rule)).size;
}

/** Returns the number of bytes of memory that this thread currently uses. */
function measureMemoryUse(): number {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory;
}

function withOutput(failure: Failure, text: string): Failure {
  const message = appendOutput(failure.message, text);
  return message === undefined ? failure : { ...failure, message };
}

/** Reruns a batch's tests only to compute their digests. Discards their output. */
export function rerunBatch(
  batch: Batch,
  corpus: Corpus,
  { takeOutput, onTest }: BatchObserver = {},
): BatchResult {
  const collector = createCollector(batch.coverageRun);
  const digests = batch.tests.map((test, row) => {
    onTest?.(row);
    const cover = { collector, id: formatTestId(test), position: batch.first + row };
    const { result, failure } = runSingleTest(test, batch, { cover, record: true }, corpus);
    takeOutput?.();
    return { row, digest: computeDigest(result, failure) };
  });
  return { ...makeEmptyResult(batch.first), digests };
}

/** Generates a batch's scenarios without running them. Throws if a generator throws. */
export function generateBatch({ first, tests, overrides, suite }: Batch, corpus: Corpus): BatchResult {
  const scenarios = tests.map((test) => encodeScenario(getScenario(test, { suite, overrides }, corpus)));
  return { ...makeEmptyResult(first), scenarios };
}

/** Returns the test's stored scenario or, if it has none, generates one from its sequence and seed. */
function getScenario(
  { sequence, seed, scenario }: BatchTest,
  { overrides, suite }: Pick<Batch, 'overrides' | 'suite'>,
  corpus: Corpus,
): Scenario {
  if (scenario !== undefined) return decodeScenario(scenario, sequence);
  return generateTest({ sequence: findSequence(sequence, suite), seed, overrides, corpus });
}

/** Runs a test and, to look for changes, some again. Returns the first outcome, its output, and the failure if any. */
function runPlannedTest(
  test: BatchTest,
  batch: Batch,
  options: RunOptions & Required<Pick<RunOptions, 'cover'>>,
  corpus: Corpus,
  takeOutput: () => string,
): { readonly first: TestOutcome; readonly failure: Failure | undefined; readonly text: string } {
  const first = runSingleTest(test, batch, options, corpus);
  const text = takeOutput();
  const failure = findChange(test, first, batch, options.cover, corpus) ?? first.failure;
  takeOutput();
  return { first, failure, text };
}

/** Returns a failure if a test is not the same when it is generated or run again, for the tests that are. */
function findChange(
  test: BatchTest,
  first: TestOutcome,
  batch: Batch,
  cover: NonNullable<RunOptions['cover']>,
  corpus: Corpus,
): Failure | undefined {
  const { result } = first;
  if (result === undefined) return undefined;
  if (shouldGenerateTwice(cover.position) && test.scenario === undefined) {
    const difference = describeRegeneration(test, result.scenario, batch, corpus);
    const summary = `Generated again from its seed, it is another test: ${difference}.`;
    const place = batch.suiteHash === undefined ? '' : ` in ${findSuitePlace(batch.suite, test.sequence)}`;
    const message = `${summary} The constraint or generator of ${test.sequence}${place} depends on more than the seed: an unseeded generator, the clock, a global, or the order of a set.`;
    if (difference !== undefined) return makeChangeFailure(test, result, summary, message);
  }
  if (!shouldRunAgain(cover.position)) return undefined;
  const options = { cover: { ...cover, collector: createCollector(batch.coverageRun) }, record: true };
  const second = runSingleTest(test, batch, options, corpus);
  const digests = [first, second].map((outcome) => computeDigest(outcome.result, outcome.failure));
  const summary = 'A second run produced a different result.';
  const message = `${summary.slice(0, -1)}: digest ${digests.join(', then ')}`;
  return digests[0] === digests[1] ? undefined : makeChangeFailure(test, result, summary, message);
}

/** Generates a test again. Returns how it differs, or why there was none, or undefined if it is the same. */
function describeRegeneration(
  test: BatchTest,
  scenario: Scenario,
  batch: Batch,
  corpus: Corpus,
): string | undefined {
  try {
    return describeDifference(scenario, getScenario(test, batch, corpus));
  } catch (error) {
    return `none was found (${getErrorSummary(error)})`;
  }
}

function makeChangeFailure(
  { scenario: _, ...test }: BatchTest,
  { scenario, run: { waves } }: NonNullable<TestOutcome['result']>,
  summary: string,
  message: string,
): Failure {
  const finding = { signature: `${NONDETERMINISM} ${test.sequence}`, rule: NONDETERMINISM } as const;
  const fields = makeScenarioFields(encodeScenario(scenario));
  return { test, outcome: 'failed', ...finding, violations: [], waves, ...fields, summary, message };
}

/** Returns a suite file with the line of a sequence's constraint or, without one, of its name, if it can be read here. */
function findSuitePlace(file: string, sequence: string): string {
  let lines: string[];
  try {
    lines = readInput('suite', file).toString('utf8').split('\n');
  } catch {
    return file;
  }
  const line = lines.findIndex((text) => text.includes(sequence));
  const where = lines.findIndex((text, i) => i >= line && /\bwhere\b/.test(text));
  const found = line < 0 || where < 0 ? line : where;
  return found < 0 ? file : `${file}:${found + 1}`;
}

function runSingleTest(
  { scenario: stored, ...test }: BatchTest,
  batch: Batch,
  options: RunOptions,
  corpus: Corpus,
): TestOutcome {
  let encode: (() => Pick<Failure, 'hash' | 'scenario'>) | undefined;
  try {
    const scenario = getScenario(
      { ...test, ...(stored === undefined ? {} : { scenario: stored }) },
      batch,
      corpus,
    );
    encode = () => makeScenarioFields(encodeScenario(scenario));
    const result = runScenarioTest(scenario, options);
    if (result.finding === undefined) return { result };
    const { violations } = result.verdict;
    const { device } = result;
    const message = result.finding.message ?? device?.map(formatDeviceFinding).join('\n');
    const observed = findNamingViolation(result.finding, violations)?.observed;
    const summary = observed ?? (message && getFirstLine(message)) ?? result.finding.signature;
    const { waves } = result.run;
    const fired = [...listErrors(violations), ...listDeviceErrors(device)];
    const collected = { violations, waves, summary, ...(fired.length === 0 ? {} : { fired }) };
    const explanation = message === undefined ? {} : { message };
    return { result, failure: { test, ...result.finding, ...explanation, ...encode(), ...collected } };
  } catch (error) {
    if (error instanceof ConstraintError || error instanceof UnknownNameError)
      return { refusal: error.message };
    const message = formatError(error);
    const collected = { violations: [], waves: 0, message, summary: getFirstLine(message) };
    return { failure: { test, ...makeErrorFinding(error), ...encode?.(), ...collected } };
  }
}

/**
 * Returns an error's message and stack with paths relative to the package, so that the text is the same wherever the
 * package is installed.
 */
function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return mapStack(error.stack ?? error.message).replaceAll(`${pathToFileURL(findPackageRoot()).href}/`, '');
}

function makeScenarioFields(scenario: Uint8Array): Pick<Failure, 'hash' | 'scenario'> {
  return { scenario, hash: scenarioHash(scenario) };
}
