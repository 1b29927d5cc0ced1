import { makeUnknownNameError } from '../../harness/basics/index.js';
import {
  listRuleIds,
  RULE_IDS,
  type RuleClass,
  type RuleId,
  type Verdict,
} from '../../transactions/index.js';

const CLASSES: ReadonlySet<string> = new Set(RULE_IDS.map((id) => id.slice(0, id.indexOf('-'))));

/** Looks up rules and classes by name, such as `RACE-01` or `ORD`. Throws `UsageError` for an unknown name. */
export function parseRequiredRules(names: readonly string[]): (RuleId | RuleClass)[] {
  return names.map((name) => {
    const ids: readonly string[] = listRuleIds();
    if (ids.includes(name) || CLASSES.has(name)) return name as RuleId | RuleClass;
    throw makeUnknownNameError('rule', name, [...CLASSES, ...ids]);
  });
}

/** What a rule did while a trace was checked. */
export interface RuleActivity {
  readonly rule: RuleId;
  /** How many times the rule checked something. */
  readonly judged: number;
  /** How many times it fired, including violations that were not stored. */
  readonly fired: number;
  /** The data that the rule needs but the trace lacks, if any. */
  readonly missing?: string;
}

/** Returns the activity of every rule that applies to the chip, by id. */
export function getRuleActivity({ armed, fired = {}, unchecked }: Verdict): RuleActivity[] {
  const missing = new Map(unchecked.map((entry) => [entry.rule, entry.missing]));
  return (Object.entries(armed) as [RuleId, number][]).map(([rule, judged]) => {
    const missingData = missing.get(rule);
    return {
      rule,
      judged,
      fired: fired[rule] ?? 0,
      ...(missingData === undefined ? {} : { missing: missingData }),
    };
  });
}
