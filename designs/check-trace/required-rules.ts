import { makeUnknownNameError } from '../../base/basics/index.js';
import { listRuleIds, RULE_IDS, type RuleClass, type RuleId } from '../../transactions/index.js';

const CLASSES: ReadonlySet<string> = new Set(RULE_IDS.map((id) => id.slice(0, id.indexOf('-'))));

/** Looks up rules and classes by name, such as `RACE-01` or `ORD`. Throws `UsageError` for an unknown name. */
export function parseRequiredRules(names: readonly string[]): (RuleId | RuleClass)[] {
  return names.map((name) => {
    const ids: readonly string[] = listRuleIds();
    if (ids.includes(name) || CLASSES.has(name)) return name as RuleId | RuleClass;
    throw makeUnknownNameError('rule', name, [...CLASSES, ...ids]);
  });
}
