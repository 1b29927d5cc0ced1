/**
 * Runs and judges scenarios in your own tests (suites.md).
 *
 * @example
 * ```js
 * import fc from 'fast-check';
 * import { explainScenario, runScenario } from 'pops-testbench/harness';
 * import { scenarios, seededBy } from 'pops-testbench/stimulus';
 *
 * // A device whose exiting id runs ahead by one: the rule on order sees it.
 * const broken = scenarios.rmw_buffer({ chips: ['navi21'], faults: ['F46'] });
 * const [scenario] = fc.sample(broken, { ...seededBy('0x1'), numRuns: 1 });
 * const { passed, violations } = runScenario(scenario);
 * console.log(passed, violations[0].rule); // false ORD-06
 * console.log(explainScenario(scenario).split('\n').length > 10); // true
 * ```
 *
 * @module
 */

import { AssertionError } from 'node:assert';
import { colours } from '../base/text/index.js';
import { replayText } from '../failures/text/index.js';
import { replayScenario, runScenarioTest } from '../harness/one-test/index.js';
import {
  type Place,
  parseScenario,
  type RuleId,
  type Scenario,
  type Severity,
  type Violation,
} from '../transactions/index.js';

export type { Place, RuleId, Scenario, Severity, Violation };

/** The scoreboards' verdict on one scenario (suites.md). */
export interface ScenarioVerdict {
  /** No error fired that the scenario does not expect, and every rule had its data. */
  readonly passed: boolean;
  /** Bucket of the failure; undefined if it passed. */
  readonly signature: string | undefined;
  /** By cycle: the first is the finding. Includes warnings. */
  readonly violations: readonly Violation[];
  /** How often each rule was armed. */
  readonly armed: Readonly<Record<string, number>>;
  /** Waves formed. */
  readonly waves: number;
  /** Cycles until the device was quiescent. */
  readonly cycles: number;
  /** Instructions executed by all waves. */
  readonly instructions: number;
}

/**
 * Runs a scenario through the model under all scoreboards; a pure function (suites.md). Throws `UsageError` for an invalid scenario.
 */
export function runScenario(scenario: Scenario): ScenarioVerdict {
  parseScenario(scenario, 'of this test');
  const { finding, verdict, run } = runScenarioTest(scenario);
  return {
    passed: finding === undefined,
    signature: finding?.signature,
    violations: verdict.violations,
    armed: verdict.armed,
    waves: run.waves,
    cycles: run.cycles,
    instructions: run.instructions,
  };
}

/**
 * Parses a scenario file's text, such as `shrunk.json` (seeds.md). Throws `SyntaxError` for invalid JSON, and `UsageError` for
 * an invalid scenario or another version.
 */
export function readScenario(json: string): Scenario {
  return parseScenario(JSON.parse(json), 'of this test');
}

/** Assertions about a scenario (suites.md). */
export interface ScenarioExpectation {
  /** Throws `AssertionError` if the scenario does not pass, with the output of `pops-tb replay`. */
  toPass(): ScenarioVerdict;
  /** Throws `AssertionError` if that rule fires no error, with what happened instead. */
  toBreak(rule: RuleId): ScenarioVerdict;
}

/**
 * Runs a scenario for a test of Vitest, Jest or `node:test`: `expectScenario(scenario).toPass()` (suites.md). Throws `UsageError` for
 * an invalid scenario.
 */
export function expectScenario(scenario: Scenario): ScenarioExpectation {
  const verdict = runScenario(scenario);
  return {
    toPass() {
      if (verdict.passed) return verdict;
      throw new AssertionError({
        message: explainScenario(scenario),
        actual: verdict.signature,
        expected: 'a test that passes',
        operator: 'toPass',
      });
    },
    toBreak(rule) {
      const errors = verdict.violations
        .filter(({ severity }) => severity === 'error')
        .map((violation) => violation.rule);
      if (errors.includes(rule)) return verdict;
      throw new AssertionError({
        message: `Expected an error of ${rule}, got ${[...new Set(errors)].join(', ') || 'none'}`,
        actual: errors,
        expected: rule,
        operator: 'toBreak',
      });
    },
  };
}

/** Columns of the picture in an explanation. */
const COLUMNS = 110;

/**
 * What `pops-tb replay` prints for a scenario: its first violation with the waves involved, and the verdict. Throws
 * `UsageError` for an invalid scenario.
 */
export function explainScenario(scenario: Scenario): string {
  parseScenario(scenario, 'of this test');
  return replayText(replayScenario(scenario), 'the scenario of this test', {
    colour: colours(false),
    width: COLUMNS,
    unicode: true,
  });
}
