import { shrinkScenario } from '../../failures/shrink/index.js';
import { getErrorSummary, isCommandError, readSeed } from '../../harness/basics/index.js';
import { generateTest, runScenarioTest, type TestRequest } from '../../harness/one-test/index.js';
import {
  findSuite,
  NO_OVERRIDES,
  type PlannedTest,
  planTests,
  selectSequences,
} from '../../harness/selection/index.js';
import type { Corpus } from '../../stimulus/index.js';
import { type ByRule, type FaultId, findFault, type RuleId } from '../../transactions/index.js';
import {
  chooseSuite,
  createFaultRequest,
  findKillingRules,
  formatKiller,
  hasFaultClass,
  replayKill,
  type StoredKill,
} from './killers.js';

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
  /** Time budget for shrinking the killing test, in milliseconds. */
  readonly shrinkMs: number;
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
  /** The size of the killing test after shrinking. */
  readonly shrunk?: { readonly waves: number; readonly primitives: number };
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
export async function qualifyFault(id: FaultId, plan: FaultPlan, corpus: Corpus): Promise<FaultVerdict> {
  const startedAt = performance.now();
  const elapsedSeconds = (): number => (performance.now() - startedAt) / 1000;
  const { title } = findFault(id)!;
  const { stored } = plan;
  const replay = stored && replayKill(id, stored.killer, corpus);
  if (replay !== undefined) {
    const { tests, rules } = stored!;
    return { id, title, killed: true, ofClass: true, tests, rules, ...replay, seconds: elapsedSeconds() };
  }
  return { id, title, ...(await searchForKill(id, plan, corpus)), seconds: elapsedSeconds() };
}

/**
 * Runs tests with the fault until one kills it, but at least `MATRIX_TESTS` if the plan allows that many. The same plan
 * always gives the same verdict, apart from the shrunk size.
 */
async function searchForKill(
  id: FaultId,
  plan: FaultPlan,
  corpus: Corpus,
): Promise<Omit<FaultVerdict, 'id' | 'title' | 'seconds'>> {
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
    ...(found === undefined ? {} : await describeKill(id, found, plan, corpus)),
    rules,
    ...(error === undefined ? {} : { error }),
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

type KillDetails = Pick<FaultVerdict, 'rule' | 'shrunk' | 'killer' | 'repro'>;

async function describeKill(
  id: FaultId,
  { rule, test }: Kill,
  { shrinkMs }: FaultPlan,
  corpus: Corpus,
): Promise<KillDetails> {
  const scenario = generateTest(createFaultRequest(id, test, corpus));
  const shrunk = (await shrinkScenario(scenario, { budgetMs: shrinkMs, warning: rule }))?.shrunk;
  return {
    rule,
    ...formatKiller(id, test, scenario),
    ...(shrunk === undefined ? {} : { shrunk: { waves: shrunk.waves, primitives: shrunk.primitives } }),
  };
}
