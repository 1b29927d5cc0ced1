import { present } from '../../arch/index.js';
import { getErrorSummary, isCommandError, readSeed } from '../../harness/basics/index.js';
import {
  generateTest,
  makeFaultFreeRequest,
  runScenarioTest,
  runTest,
  type TestRequest,
  type TestResult,
} from '../../harness/one-test/index.js';
import {
  findSequence,
  findSuite,
  formatReproLine,
  formatTestName,
  NO_OVERRIDES,
  type PlannedTest,
  parseTestName,
  planTests,
  scenarioHash,
  selectSequences,
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
function hasFaultClass(faults: readonly FaultId[], rule: RuleId): boolean {
  return faults.some((id) => countsAsFinding(id, rule));
}

/** The default suite for drawing tests. It contains all sequences except the nightly ones, with equal weights. */
const SMOKE_SUITE = 'smoke';

/**
 * Returns the suite whose tests can detect a fault: `litmus` if the fault makes the device too strong, `nightly` if
 * nightly sequences can trigger it, and `smoke` otherwise.
 */
function chooseSuite(id: FaultId): string {
  if (findFault(id)!.classes.includes('WEAK')) return LITMUS_SUITE;
  return NIGHTLY_SEQUENCES.some(({ faults }) => faults.includes(id)) ? NIGHTLY_SUITE : SMOKE_SUITE;
}

function createFaultRequest(
  id: FaultId,
  { sequence, seed }: Pick<PlannedTest, 'sequence' | 'seed'>,
  corpus: Corpus,
): TestRequest {
  return { sequence: findSequence(sequence), seed, overrides: { ...NO_OVERRIDES, faults: [id] }, corpus };
}

/** Returns the name of a killing test and the command that replays it. */
function formatKiller(
  id: FaultId,
  { sequence, seed }: Pick<PlannedTest, 'sequence' | 'seed'>,
  scenario: Scenario,
): { readonly killer: string; readonly repro: string } {
  const name = { suite: chooseSuite(id), sequence, seed, hash: scenarioHash(encodeScenario(scenario)) };
  return { killer: formatTestName(name), repro: formatReproLine(name, { ...NO_OVERRIDES, faults: [id] }) };
}

/** The part of a kill matrix row needed to rerun its killer. */
interface StoredKill {
  readonly killer: string;
  readonly tests: number;
  readonly rules: Readonly<ByRule<number>>;
}

/**
 * Reruns the killing test of a fault. Returns undefined if no rule detects the fault, or if the first rule to do so
 * belongs to none of the classes that faults.md lists for the fault.
 */
function replayKill(id: FaultId, killer: string, corpus: Corpus) {
  const test = parseTestName(killer);
  const request = createFaultRequest(id, test, corpus);
  const scenario = generateTest(request);
  const result = runScenarioTest(scenario);
  const [rule] = findKillingRules(request, result);
  if (rule === undefined || !hasFaultClass([id], rule)) return undefined;
  return { rule, waves: result.run.waves, ...formatKiller(id, test, scenario) };
}

/**
 * Minimum number of tests to run with a fault, even if it is killed earlier, so that the kill matrix shows which other
 * rules detect it.
 */
const MATRIX_TESTS = 10;

/** How to search for a test that kills a fault. */
export interface FaultPlan {
  /** The root seed. */
  readonly seed: string;
  /** Number of tests to try before the fault is considered to have survived. */
  readonly count: number;
  /** The fault's previous killer, which runs first. The search runs only if it no longer kills the fault. */
  readonly stored?: StoredKill;
}

/** The result for one fault. */
export interface FaultVerdict {
  readonly id: FaultId;
  readonly title: string;
  readonly killed: boolean;
  /** The rule that kills the fault in the killing test. */
  readonly rule?: RuleId;
  /** Whether that rule is in the expected class: one that faults.md lists for the fault. */
  readonly ofClass: boolean;
  /** How many tests ran until the fault was killed or the search gave up. */
  readonly tests: number;
  /** The total number of waves in those tests. */
  readonly waves: number;
  readonly seconds: number;
  /** The name of the killing test. */
  readonly killer?: string;
  readonly repro?: string;
  /**
   * The number of tests after which each rule first fired. A warning counts only if it appears in the killing test but
   * not in the same test without the fault.
   */
  readonly rules: Readonly<ByRule<number>>;
  /**
   * The first exception thrown by its tests, if any, as one line. This indicates a testbench bug, since a broken device
   * never causes one.
   */
  readonly error?: string;
}

interface Kill {
  readonly rule: RuleId;
  readonly tests: number;
  readonly waves: number;
  readonly test: PlannedTest;
}

/** Qualifies one fault: replays its stored killer, and searches for a new one if that fails or none is stored. */
export function qualifyFault(id: FaultId, plan: FaultPlan, corpus: Corpus): FaultVerdict {
  const startedAt = performance.now();
  const elapsedSeconds = (): number => (performance.now() - startedAt) / 1000;
  const { title } = findFault(id)!;
  const { stored } = plan;
  const replay = stored && replayKill(id, stored.killer, corpus);
  if (replay !== undefined) {
    const { tests, rules } = stored!;
    return { id, title, killed: true, ofClass: true, tests, rules, ...replay, seconds: elapsedSeconds() };
  }
  return { id, title, ...searchForKill(id, plan, corpus), seconds: elapsedSeconds() };
}

/**
 * Runs tests with the fault until one kills it, but at least `MATRIX_TESTS` if the plan allows that many. The same plan
 * always gives the same verdict.
 */
function searchForKill(
  id: FaultId,
  plan: FaultPlan,
  corpus: Corpus,
): Omit<FaultVerdict, 'id' | 'title' | 'seconds'> {
  const overrides = { ...NO_OVERRIDES, faults: [id] };
  const plannedTests = planTests(
    readSeed(plan.seed),
    selectSequences(findSuite(chooseSuite(id)), undefined, overrides),
  );
  const rules: ByRule<number> = {};
  let kill: Kill | undefined;
  let otherKill: Kill | undefined;
  let waves = 0;
  let error: string | undefined;
  for (let tests = 1; tests <= plan.count && (kill === undefined || tests <= MATRIX_TESTS); tests++) {
    const test = plannedTests.next().value;
    const outcome = runWithFault(createFaultRequest(id, test, corpus), kill === undefined);
    if ('error' in outcome) {
      error ??= `${test.sequence}@${test.seed}: ${outcome.error}`;
      continue;
    }
    waves += outcome.waves;
    for (const rule of outcome.errors) rules[rule] ??= tests;
    const [rule] = outcome.killingRules;
    if (rule === undefined) continue;
    for (const killer of outcome.killingRules) rules[killer] ??= tests;
    if (hasFaultClass([id], rule)) kill = { rule, tests, waves, test };
    else otherKill ??= { rule, tests, waves, test };
  }
  const found = kill ?? otherKill;
  return {
    killed: found !== undefined,
    ofClass: kill !== undefined,
    tests: found?.tests ?? plan.count,
    waves: found?.waves ?? waves,
    ...(found === undefined ? {} : describeKill(id, found, corpus)),
    rules,
    ...present({ error }),
  };
}

/** The result of running one test with a fault. */
type TestOutcome =
  | { readonly waves: number; readonly errors: readonly RuleId[]; readonly killingRules: readonly RuleId[] }
  | { readonly error: string };

/** @param needsKill whether to find the rules that kill the fault, which takes another run without the fault. */
function runWithFault(request: TestRequest, needsKill: boolean): TestOutcome {
  try {
    const result = runScenarioTest(generateTest(request));
    const errors = result.verdict.violations.filter(({ severity }) => severity === 'error');
    return {
      waves: result.run.waves,
      errors: errors.map(({ rule }) => rule),
      killingRules: needsKill ? findKillingRules(request, result) : [],
    };
  } catch (error) {
    if (isCommandError(error)) throw error;
    return { error: getErrorSummary(error) };
  }
}

function describeKill(id: FaultId, { rule, test }: Kill, corpus: Corpus) {
  const scenario = generateTest(createFaultRequest(id, test, corpus));
  return { rule, ...formatKiller(id, test, scenario) };
}
