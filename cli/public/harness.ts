/**
 * Runs and checks scenarios in your own tests (suites.md).
 *
 * @example
 * ```js
 * import fc from 'fast-check';
 * import { explainScenario, runScenario } from 'pops-testbench/harness';
 * import { scenarios, seededBy } from 'pops-testbench/stimulus';
 *
 * // A device whose exiting id is off by one: an ordering rule fires.
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
import { formatReplay } from '../../failures/text/index.js';
import { replayScenario, runScenarioTest } from '../../harness/one-test/index.js';
import { makeColours } from '../../harness/text/index.js';
import {
  type Place,
  parseScenario,
  type RuleId,
  type Scenario,
  type Severity,
  type Violation,
} from '../../transactions/index.js';

export type { Place, RuleId, Scenario, Severity, Violation };

/** The scoreboards' verdict on one scenario (suites.md). */
export interface ScenarioVerdict {
  /** True if there were no unexpected errors and every rule had the data it needed. */
  readonly passed: boolean;
  /** The signature by which failures are grouped; undefined if the scenario passed. */
  readonly signature: string | undefined;
  /** The violations in order of cycle, including warnings. The first unexpected error determines `signature`. */
  readonly violations: readonly Violation[];
  /** How often each rule had something to check. */
  readonly armed: Readonly<Record<string, number>>;
  /** The number of waves formed. */
  readonly waves: number;
  /** The number of cycles until the device became quiescent. */
  readonly cycles: number;
  /** The number of instructions executed by all waves. */
  readonly instructions: number;
}

/**
 * Runs a scenario on the model with all scoreboards. Pure function (suites.md). Throws `UsageError` for an invalid
 * scenario.
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
 * Parses the text of a scenario file such as `shrunk.json` (seeds.md). Throws `SyntaxError` for invalid JSON, and
 * `UsageError` for a scenario that is invalid or from another version.
 */
export function readScenario(json: string): Scenario {
  return parseScenario(JSON.parse(json), 'of this test');
}

/** Assertions about a scenario (suites.md). */
export interface ScenarioExpectation {
  /** Throws an `AssertionError` with the output of `pops-tb replay` if the scenario does not pass. */
  toPass(): ScenarioVerdict;
  /** If the rule does not report an error, throws an `AssertionError` that explains what happened instead. */
  toBreak(rule: RuleId): ScenarioVerdict;
}

/**
 * Runs a scenario in a Vitest, Jest or `node:test` test: `expectScenario(scenario).toPass()` (suites.md). Throws
 * `UsageError` for an invalid scenario.
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
        message: `Expected ${rule} to report an error, but got ${[...new Set(errors)].join(', ') || 'none'}`,
        actual: errors,
        expected: rule,
        operator: 'toBreak',
      });
    },
  };
}

/** The width of the picture in an explanation, in columns. */
const COLUMNS = 110;

/**
 * Returns what `pops-tb replay` prints for a scenario: its first violation with the waves involved, and the verdict.
 * Throws `UsageError` for an invalid scenario.
 */
export function explainScenario(scenario: Scenario): string {
  parseScenario(scenario, 'of this test');
  return formatReplay(replayScenario(scenario), "this test's scenario", {
    colour: makeColours(false),
    width: COLUMNS,
    unicode: true,
  });
}
