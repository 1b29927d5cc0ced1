import { isStimulusFault, runScenarioTest } from '../../harness/one-test/index.js';
import { DEVICE, listErrors } from '../../harness/records/index.js';
import { programs } from '../../stimulus/index.js';
import type { RuleId, Scenario } from '../../transactions/index.js';
import { findRuleId, getErrorRule, getFamily, isInFamily } from '../groups/one-bug-rules.js';

/** A failing scenario and the errors it triggers (`listErrors`). */
export interface FailingScenario {
  readonly scenario: Scenario;
  readonly fired: readonly string[];
}

/** A device bug hidden in a failure that is also caused by incorrect programs or registers. */
export interface DeviceBug {
  /** The rule of the errors that also fire on a device without faults. */
  readonly cause: RuleId;
  /** The rule of the errors that fire only on the device under test. */
  readonly other: RuleId;
  /** The failure's primitives with a correct program and registers, if `other` also fires there. */
  readonly isolated?: Scenario;
}

/** The rule that fires for any ordering bug in memory accesses. */
const GENERIC_ORDERING_RULE: RuleId = 'ORD-03';

/** Returns whether a failing scenario may show a device bug, which requires a fault in the device. */
export function mayShowDeviceBug({ faults }: Scenario): boolean {
  return !faults.every(isStimulusFault);
}

/**
 * Looks for a device bug besides the bug in a failure's programs or registers. Errors that also fire on a device
 * without faults are caused by the programs or registers. All others are caused by the device, whether they fire in the
 * failure itself or under a correct program. Returns undefined unless both kinds of error occur and their rules belong
 * to different families.
 */
export function detectDeviceBug({ scenario, fired }: FailingScenario): DeviceBug | undefined {
  const programErrors = findErrors({ ...scenario, faults: [] });
  const cause = findRuleId(getErrorRule(programErrors[0] ?? ''));
  if (cause === undefined) return undefined;
  const correctScenario = programs.withMinimalProgram(scenario);
  const correctErrors =
    correctScenario === undefined
      ? []
      : findErrorsMissingFrom(findErrors(correctScenario), findErrors({ ...correctScenario, faults: [] }));
  const deviceErrors = findErrorsMissingFrom(fired, programErrors);
  const [error] = [...deviceErrors, ...correctErrors].filter((candidate) => !isInFamily(candidate, cause));
  const other = error === undefined ? undefined : findRuleId(getErrorRule(error));
  if (other === undefined) return undefined;
  const reproducesInIsolation = correctErrors.some((candidate) => isInFamily(candidate, other));
  return { cause, other, ...(reproducesInIsolation ? { isolated: correctScenario! } : {}) };
}

/** Returns the fired errors whose families are not in `excluded`. Omits ORD-03 and DEVICE, which fire for many bugs. */
function findErrorsMissingFrom(fired: readonly string[], excluded: readonly string[]): string[] {
  const excludedFamilies = new Set(excluded.map((error) => getFamily(getErrorRule(error))));
  return fired.filter((error) => {
    const rule = getErrorRule(error);
    return rule !== GENERIC_ORDERING_RULE && rule !== DEVICE && !excludedFamilies.has(getFamily(rule));
  });
}

/** Returns the errors that fire for a scenario, or none if the model rejects it. */
function findErrors(scenario: Scenario): readonly string[] {
  try {
    return listErrors(runScenarioTest(scenario).verdict.violations);
  } catch {
    return [];
  }
}
