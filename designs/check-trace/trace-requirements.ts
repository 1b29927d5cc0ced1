import { chipOf } from '../../arch/index.js';
import { RULES } from '../../checkers/index.js';
import type { RuleClass, RuleId, Scenario, Verdict } from '../../transactions/index.js';
import { getRuleClass } from '../../transactions/index.js';

/** What a trace must satisfy to pass, in addition to the rules. */
export interface TraceRequirements {
  /** Rules or entire classes that must check something. */
  readonly require?: readonly (RuleId | RuleClass)[];
  /**
   * Whether the trace must be complete: no truncated record, no unfinished work, and a device that is idle at the end.
   */
  readonly complete?: boolean;
}

/** Returns the requirements that a verdict does not meet, one sentence each. */
export function findUnmetRequirements(
  required: readonly (RuleId | RuleClass)[],
  scenario: Scenario,
  { armed, unchecked }: Pick<Verdict, 'armed' | 'unchecked'>,
): string[] {
  const { gfx } = chipOf(scenario.chip);
  const findMissing = (id: RuleId): string | undefined => unchecked.find(({ rule }) => rule === id)?.missing;
  return required.flatMap((name) => {
    const rules = RULES.filter(({ id }) => id === name || getRuleClass(id) === name).filter(
      ({ generations, litmus }) => generations.includes(gfx) && litmus === undefined,
    );
    if (rules.length === 0) return [`${name} is required but checks nothing on ${gfx}`];
    const uncheckedRules = rules.filter(({ id }) => findMissing(id) !== undefined);
    if (uncheckedRules.length > 0)
      return uncheckedRules.map(
        ({ id }) => `${id} is required but was not checked (missing: ${findMissing(id)})`,
      );
    const checkedSomething = rules.some(({ id, onlyChecksHangs }) => onlyChecksHangs || (armed[id] ?? 0) > 0);
    return checkedSomething ? [] : [`${name} is required but had nothing to check`];
  });
}
