import { programs } from '../../stimulus/index.js';
import type { RuleId, Scenario } from '../../transactions/index.js';
import { runScenarioTest, type TestResult } from '../one-test/run-test.js';
import { firedErrors } from '../records/cause-order.js';
import { isOfFamily } from '../run/failure-groups.js';
import { shrinkScenario } from '../shrink/shrink.js';

/** A failure in which two rules fired, of which one is taken for the consequence of the other. */
export interface SharedFailure {
  readonly scenario: Scenario;
  /** `firedErrors` of it. */
  readonly fired: readonly string[];
}

/** What each shrink may take. */
interface Budget {
  readonly budgetMs: number;
  readonly signal?: AbortSignal;
}

/** Failures that are tried for each rule. */
const TRIED = 6;
/** Units whose rules judge what the device is given, not what it does. */
const GIVEN = / (?:program|registers)$/;

/**
 * A scenario in which `other` fires and `cause` does not, where `cause` also fires without `other`: the two then come from two bugs.
 * Undefined where either always brings the other along, as a bug and its consequence do.
 *
 * A cause in program or registers is taken away by a right program with right registers under the same primitives; what it does by
 * itself shows on a device without faults. Any other cause has to go, or stay, while the failure is shrunk.
 */
export async function shownAlone(
  failures: readonly SharedFailure[],
  cause: RuleId,
  other: RuleId,
  options: Budget,
): Promise<Scenario | undefined> {
  const both = failures.filter(({ fired }) => fires(fired, other)).slice(0, TRIED);
  const withCause = failures.filter(({ fired }) => fires(fired, cause)).slice(0, TRIED);
  const isNaturallyAlone = withCause.some(({ fired }) => !fires(fired, other));
  const isGiven = failures.some(({ fired }) =>
    fired.some((error) => isOfFamily(error, cause) && GIVEN.test(error)),
  );
  if (isGiven) {
    const plain = both.map(({ scenario }) => plainWith(scenario, cause, other)).find(Boolean);
    const stays = isNaturallyAlone || withCause.some(({ scenario }) => hasAlone(scenario, [], cause, other));
    return plain !== undefined && stays ? smallest(plain, cause, other, options) : undefined;
  }
  const shrunk = await shrunkAlone(both[0], cause, other, options);
  if (shrunk === undefined || isNaturallyAlone) return shrunk;
  return (await shrunkAlone(withCause[0], other, cause, options)) && shrunk;
}

/** The scenario shrunk as long as it shows `other` alone. */
async function smallest(alone: Scenario, cause: RuleId, other: RuleId, options: Budget): Promise<Scenario> {
  const shows = ({ verdict }: TestResult): boolean => {
    const fired = firedErrors(verdict.violations);
    return fires(fired, other) && !fires(fired, cause);
  };
  return (await shrinkScenario(alone, { ...options, shows }))?.scenario ?? alone;
}

/** The failure's primitives under a right program, if `other` fires there and only on a device with faults. */
function plainWith(scenario: Scenario, cause: RuleId, other: RuleId): Scenario | undefined {
  const plain = programs.plainScene(scenario);
  if (plain === undefined || !hasAlone(plain, plain.faults, other, cause)) return undefined;
  const right = plain.faults.length === 0 ? [] : firedIn({ ...plain, faults: [] });
  return fires(right, other) ? undefined : plain;
}

function hasAlone(scenario: Scenario, faults: Scenario['faults'], rule: RuleId, without: RuleId): boolean {
  const fired = firedIn({ ...scenario, faults });
  return fires(fired, rule) && !fires(fired, without);
}

/** The failure shrunk to what still fires `rule`, if `without` does not fire in it any more. */
async function shrunkAlone(
  failure: SharedFailure | undefined,
  without: RuleId,
  rule: RuleId,
  options: Budget,
): Promise<Scenario | undefined> {
  if (failure === undefined) return undefined;
  const result = await shrinkScenario(failure.scenario, {
    ...options,
    shows: ({ verdict }) => fires(firedErrors(verdict.violations), rule),
  });
  if (result === undefined || !hasAlone(result.scenario, result.scenario.faults, rule, without))
    return undefined;
  return result.scenario;
}

/** Nothing for a scenario that the model refuses. */
function firedIn(scenario: Scenario): readonly string[] {
  try {
    return firedErrors(runScenarioTest(scenario).verdict.violations);
  } catch {
    return [];
  }
}

function fires(fired: readonly string[], rule: RuleId): boolean {
  return fired.some((error) => isOfFamily(error, rule));
}
