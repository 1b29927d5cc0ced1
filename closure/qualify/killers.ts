import { generateTest, runScenarioTest, type TestRequest } from '../../harness/one-test/index.js';
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
  encodeScenario,
  type FaultId,
  findFault,
  type RuleId,
  type Scenario,
} from '../../transactions/index.js';
import { findKillingRules, hasFaultClass } from './killing-rules.js';

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
export interface RepeatedKill {
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
