import { isCommandError } from '../../harness/basics/index.js';
import {
  generateTest,
  makeFaultFreeRequest,
  runScenarioTest,
  runTest,
  type TestRequest,
  type TestResult,
} from '../../harness/one-test/index.js';
import { type Finding, makeErrorFinding } from '../../harness/records/index.js';
import {
  findSequence,
  formatReproLine,
  formatTestName,
  NO_OVERRIDES,
  type PlannedTest,
  parseTestName,
  scenarioHash,
} from '../../harness/selection/index.js';
import { type Corpus, LITMUS_SUITE, NIGHTLY_SEQUENCES, NIGHTLY_SUITE } from '../../stimulus/index.js';
import {
  type ByRule,
  countsAsFinding,
  encodeScenario,
  type FaultId,
  findFault,
  type RuleId,
  type Scenario,
} from '../../transactions/index.js';

/**
 * Returns the rules that detect the faults of a test: the rule of its first error or, if there are no errors, the
 * rules of any warnings in the classes that faults.md lists for those faults. A warning does not count if its rule also
 * fires in the same test without the faults. An error does not count if the test also fails without the faults.
 */
export function findKillingRules(request: TestRequest, { verdict }: TestResult): readonly RuleId[] {
  const { violations } = verdict;
  const error = violations.find(({ severity }) => severity === 'error');
  const warnings = violations.filter(({ rule }) => hasFaultClass(request.overrides.faults, rule));
  if (error === undefined && warnings.length === 0) return [];
  const cleanTest = runTest(makeFaultFreeRequest(request));
  if (error !== undefined) return cleanTest.finding === undefined ? [error.rule] : [];
  const cleanRules = new Set(cleanTest.verdict.violations.map(({ rule }) => rule));
  return [...new Set(warnings.map(({ rule }) => rule))].filter((rule) => !cleanRules.has(rule));
}

/** Returns whether faults.md expects rules of this class to detect one of the faults. */
export function hasFaultClass(faults: readonly FaultId[], rule: RuleId): boolean {
  return faults.some((id) => countsAsFinding(id, rule));
}

/** A test that failed although no fault was injected. */
interface FalsePositive {
  readonly signature: string;
  readonly rule: string;
  readonly repro: string;
}

/** The results of tests with no injected fault. */
export interface CleanResults {
  readonly tests: number;
  readonly waves: number;
  readonly failures: readonly FalsePositive[];
}

/** Runs a scenario and checks the result. As in a normal run, an exception fails only the test that threw it. */
function checkScenario(scenario: Scenario): {
  readonly waves: number;
  readonly finding: Finding | undefined;
} {
  try {
    const { run, finding } = runScenarioTest(scenario);
    return { waves: run.waves, finding };
  } catch (error) {
    if (isCommandError(error)) throw error;
    return { waves: 0, finding: makeErrorFinding(error) };
  }
}

/** Runs tests with no injected fault, all of which should pass. */
export function runCleanTests(tests: readonly PlannedTest[], corpus: Corpus): CleanResults {
  let waves = 0;
  const failures = tests.flatMap(({ sequence, seed }) => {
    const scenario = generateTest({
      sequence: findSequence(sequence),
      seed,
      overrides: NO_OVERRIDES,
      corpus,
    });
    const { waves: testWaves, finding } = checkScenario(scenario);
    waves += testWaves;
    if (finding === undefined) return [];
    const hash = scenarioHash(encodeScenario(scenario));
    const repro = formatReproLine({ suite: SMOKE_SUITE, sequence, seed, hash }, NO_OVERRIDES);
    return [{ signature: finding.signature, rule: finding.rule, repro }];
  });
  return { tests: tests.length, waves, failures };
}

/** The default suite for drawing tests. It contains all sequences except the nightly ones, with equal weights. */
export const SMOKE_SUITE = 'smoke';

/**
 * Returns the suite whose tests can detect a fault: `litmus` if the fault makes the device too strong, `nightly` if
 * nightly sequences can trigger it, and `smoke` otherwise.
 */
export function chooseSuite(id: FaultId): string {
  if (findFault(id)!.classes.includes('WEAK')) return LITMUS_SUITE;
  return NIGHTLY_SEQUENCES.some(({ faults }) => faults.includes(id)) ? NIGHTLY_SUITE : SMOKE_SUITE;
}

/** Creates a request to run a test with the fault injected. */
export function createFaultRequest(
  id: FaultId,
  { sequence, seed }: Pick<PlannedTest, 'sequence' | 'seed'>,
  corpus: Corpus,
): TestRequest {
  return { sequence: findSequence(sequence), seed, overrides: { ...NO_OVERRIDES, faults: [id] }, corpus };
}

/** Returns the name of a killing test and the command that replays it. */
export function formatKiller(
  id: FaultId,
  { sequence, seed }: Pick<PlannedTest, 'sequence' | 'seed'>,
  scenario: Scenario,
): { readonly killer: string; readonly repro: string } {
  const name = { suite: chooseSuite(id), sequence, seed, hash: scenarioHash(encodeScenario(scenario)) };
  return { killer: formatTestName(name), repro: formatReproLine(name, { ...NO_OVERRIDES, faults: [id] }) };
}

/** The part of a kill matrix row needed to rerun its killer. */
export interface StoredKill {
  readonly killer: string;
  readonly tests: number;
  readonly rules: Readonly<ByRule<number>>;
}

/** The result of rerunning a killing test from the kill matrix. */
interface RepeatedKill {
  readonly rule: RuleId;
  readonly waves: number;
  readonly killer: string;
  readonly repro: string;
}

/**
 * Reruns the killing test of a fault. Returns undefined if no rule detects the fault, or if the first rule to do so
 * belongs to none of the classes that faults.md lists for the fault.
 */
export function replayKill(id: FaultId, killer: string, corpus: Corpus): RepeatedKill | undefined {
  const test = parseTestName(killer);
  const request = createFaultRequest(id, test, corpus);
  const scenario = generateTest(request);
  const result = runScenarioTest(scenario);
  const [rule] = findKillingRules(request, result);
  if (rule === undefined || !hasFaultClass([id], rule)) return undefined;
  return { rule, waves: result.run.waves, ...formatKiller(id, test, scenario) };
}
