import { generateTest, runScenarioTest, type TestRequest } from '../../harness/one-test/index.js';
import {
  findSequence,
  formatTestName,
  NO_OVERRIDES,
  type PlannedTest,
  parseTestName,
  reproLine,
  scenarioHash,
} from '../../harness/selection/index.js';
import { type Corpus, LITMUS_SUITE } from '../../stimulus/index.js';
import {
  type ByRule,
  encodeScenario,
  type FaultId,
  findFault,
  type RuleId,
  type Scenario,
} from '../../transactions/index.js';
import { isOfClass, killingRules } from './killing-rules.js';

/** Suite that tests are drawn from: it holds every sequence with the same weight. */
export const SUITE = 'smoke';

/** Suite whose tests can see a fault: one that makes the device too strong shows in litmus cells alone. */
export function suiteFor(id: FaultId): string {
  return findFault(id)!.classes.includes('WEAK') ? LITMUS_SUITE : SUITE;
}

/** A test with a fault. */
export function requestOf(
  id: FaultId,
  { sequence, seed }: Pick<PlannedTest, 'sequence' | 'seed'>,
  corpus: Corpus,
): TestRequest {
  return { sequence: findSequence(sequence), seed, overrides: { ...NO_OVERRIDES, faults: [id] }, corpus };
}

/** Name of a killing test and the line that shows it again. */
export function killerOf(
  id: FaultId,
  { sequence, seed }: Pick<PlannedTest, 'sequence' | 'seed'>,
  scenario: Scenario,
): { readonly killer: string; readonly repro: string } {
  const name = { suite: suiteFor(id), sequence, seed, hash: scenarioHash(encodeScenario(scenario)) };
  return { killer: formatTestName(name), repro: reproLine(name, { ...NO_OVERRIDES, faults: [id] }) };
}

/** A row of a kill matrix, as far as another run of its killer needs it. */
export interface StoredKill {
  readonly killer: string;
  readonly tests: number;
  readonly rules: Readonly<ByRule<number>>;
}

/** What the killing test of a kill matrix shows now. */
export interface KilledAgain {
  readonly rule: RuleId;
  readonly waves: number;
  readonly killer: string;
  readonly repro: string;
}

/** Runs the killing test of a fault again; undefined where no rule of the fault's class sees it first. */
export function killedAgain(id: FaultId, killer: string, corpus: Corpus): KilledAgain | undefined {
  const test = parseTestName(killer);
  const request = requestOf(id, test, corpus);
  const scenario = generateTest(request);
  const result = runScenarioTest(scenario);
  const [rule] = killingRules(request, result);
  if (rule === undefined || !isOfClass([id], rule)) return undefined;
  return { rule, waves: result.run.waves, ...killerOf(id, test, scenario) };
}
