import { chipOf } from '../../arch/index.js';
import { unknownName } from '../../base/basics/index.js';
import { RULES } from '../../checkers/index.js';
import type { RuleClass, RuleId, Scenario, Verdict } from '../../transactions/index.js';
import { classOfRule, RULE_IDS } from '../../transactions/index.js';

/** Requirements for a trace to pass besides the rules. */
export interface TraceDemands {
  /** Rules, or whole classes, that must be armed. */
  readonly require?: readonly (RuleId | RuleClass)[];
  /** Whether the trace must be complete: no truncated record, no unfinished work, and an idle device at its end. */
  readonly complete?: boolean;
}

const CLASSES: ReadonlySet<string> = new Set(RULE_IDS.map((id) => id.slice(0, id.indexOf('-'))));

/** Rules and classes (`RACE-01`, `ORD`) by name; throws `UsageError` for an unknown one. */
export function readRequired(names: readonly string[]): (RuleId | RuleClass)[] {
  return names.map((name) => {
    const ids: readonly string[] = RULES.map(({ id }) => id);
    if (ids.includes(name) || CLASSES.has(name)) return name as RuleId | RuleClass;
    throw unknownName('rule', name, [...CLASSES, ...ids]);
  });
}

/** A verdict's unmet requirements, one sentence each. */
export function unmetRequirements(
  required: readonly (RuleId | RuleClass)[],
  scenario: Scenario,
  { armed, unchecked }: Pick<Verdict, 'armed' | 'unchecked'>,
): string[] {
  const { gfx } = chipOf(scenario.chip);
  const missingOf = (id: RuleId): string | undefined => unchecked.find(({ rule }) => rule === id)?.missing;
  return required.flatMap((name) => {
    const rules = RULES.filter(({ id }) => id === name || classOfRule(id) === name).filter(
      ({ generations, litmus }) => generations.includes(gfx) && litmus === undefined,
    );
    if (rules.length === 0) return [`${name} is required, and judges nothing on ${gfx}`];
    const uncheckedRules = rules.filter(({ id }) => missingOf(id) !== undefined);
    if (uncheckedRules.length > 0)
      return uncheckedRules.map(
        ({ id }) => `${id} is required, and was not checked (missing: ${missingOf(id)})`,
      );
    const wasArmed = rules.some(({ id, judgesHangsOnly }) => judgesHangsOnly || (armed[id] ?? 0) > 0);
    return wasArmed ? [] : [`${name} is required, and had nothing to judge`];
  });
}
