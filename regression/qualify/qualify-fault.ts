import { type Corpus, LITMUS_SUITE } from '../../stimulus/index.js';
import {
  type ByRule,
  encodeScenario,
  type FaultId,
  findFault,
  type RuleId,
} from '../../transactions/index.js';
import { readSeed } from '../basics/seeds.js';
import { generateTest, runScenarioTest } from '../one-test/run-test.js';
import { type PlannedTest, planTests } from '../records/plan.js';
import { scenarioHash } from '../records/scenario-hash.js';
import { findSequence, findSuite, NO_OVERRIDES, selectSequences } from '../records/selection.js';
import { formatTestName, reproLine } from '../records/test-name.js';
import { shrinkScenario } from '../shrink/shrink.js';
import { isOfClass, killingRules } from './killing-rules.js';

/** Suite that tests are drawn from: it holds every sequence with the same weight. */
export const SUITE = 'smoke';

/** Tests to run with a fault even after it is killed, so that the kill matrix shows which other rules see it. */
const MATRIX_TESTS = 10;

/** Suite whose tests can see a fault: one that makes the device too strong shows in litmus cells alone. */
function suiteFor(id: FaultId): string {
  return findFault(id)!.classes.includes('WEAK') ? LITMUS_SUITE : SUITE;
}

/** How a fault is looked for. */
export interface FaultPlan {
  /** Root of all seeds. */
  readonly seed: string;
  /** Tests after which it counts as survived. */
  readonly count: number;
  /** Time for making the killing test small. */
  readonly shrinkMs: number;
}

/** The result of one fault. */
export interface FaultVerdict {
  readonly id: FaultId;
  readonly title: string;
  readonly killed: boolean;
  /** Rule of the first violation in the killing test. */
  readonly rule?: RuleId;
  /** Whether that rule is of a class that faults.md names. */
  readonly ofClass: boolean;
  /** Tests and their waves until the fault was killed or given up. */
  readonly tests: number;
  readonly waves: number;
  /** Size of the killing test once shrunk. */
  readonly shrunk?: { readonly waves: number; readonly primitives: number };
  readonly seconds: number;
  /** Name of the killing test. */
  readonly killer?: string;
  readonly repro?: string;
  /** Tests after which each rule first fired; warnings only those of the killing test that its clean twin lacks. */
  readonly rules: Readonly<ByRule<number>>;
}

interface Kill {
  readonly rule: RuleId;
  readonly tests: number;
  readonly waves: number;
  readonly test: PlannedTest;
}

/** Runs tests with the fault until one kills it, beside their clean twins. The same plan gives the same verdict but for the time and the shrunk size. */
export async function qualifyFault(id: FaultId, plan: FaultPlan, corpus: Corpus): Promise<FaultVerdict> {
  const began = performance.now();
  const overrides = { ...NO_OVERRIDES, faults: [id] };
  const planned = planTests(
    readSeed(plan.seed),
    selectSequences(findSuite(suiteFor(id)), undefined, overrides),
  );
  const rules: ByRule<number> = {};
  let kill: Kill | undefined;
  let otherClass: Kill | undefined;
  let waves = 0;
  for (let tests = 1; tests <= plan.count && (kill === undefined || tests <= MATRIX_TESTS); tests++) {
    const test = planned.next().value;
    const request = { sequence: findSequence(test.sequence), seed: test.seed, overrides, corpus };
    const result = runScenarioTest(generateTest(request));
    waves += result.run.waves;
    for (const { rule, severity } of result.verdict.violations)
      if (severity === 'error') rules[rule] ??= tests;
    if (kill !== undefined) continue;
    const killing = killingRules(request, result);
    const [rule] = killing;
    if (rule === undefined) continue;
    for (const each of killing) rules[each] ??= tests;
    if (isOfClass([id], rule)) kill = { rule, tests, waves, test };
    else otherClass ??= { rule, tests, waves, test };
  }
  const found = kill ?? otherClass;
  return {
    id,
    title: findFault(id)!.title,
    killed: found !== undefined,
    ofClass: kill !== undefined,
    tests: found?.tests ?? plan.count,
    waves: found?.waves ?? waves,
    ...(found === undefined ? {} : await describeKill(id, found, plan, corpus)),
    rules,
    seconds: (performance.now() - began) / 1000,
  };
}

type KillFacts = Pick<FaultVerdict, 'rule' | 'shrunk' | 'killer' | 'repro'>;

async function describeKill(
  id: FaultId,
  { rule, test }: Kill,
  { shrinkMs }: FaultPlan,
  corpus: Corpus,
): Promise<KillFacts> {
  const overrides = { ...NO_OVERRIDES, faults: [id] };
  const { sequence, seed } = test;
  const scenario = generateTest({ sequence: findSequence(sequence), seed, overrides, corpus });
  const name = { suite: suiteFor(id), sequence, seed, hash: scenarioHash(encodeScenario(scenario)) };
  const small = (await shrinkScenario(scenario, { budgetMs: shrinkMs, warning: rule }))?.shrunk;
  return {
    rule,
    killer: formatTestName(name),
    repro: reproLine(name, overrides),
    ...(small === undefined ? {} : { shrunk: { waves: small.waves, primitives: small.primitives } }),
  };
}
