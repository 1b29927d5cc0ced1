import { RULE_IDS } from './rule-ids.js';

/** Classes of rules, in their order in reports: the word before the dash of an id (faults.md, "Checker classes"). */
export type RuleClass =
  | 'ORD'
  | 'IDLE'
  | 'HANG'
  | 'RACE'
  | 'VIS'
  | 'PROTO'
  | 'CFG'
  | 'LAUNCH'
  | 'EXP'
  | 'WIRE'
  | 'PERF'
  | 'WEAK';

/** A violation of an `error` fails the test; a `warning` never does (checking.md). */
export type Severity = 'error' | 'warning';

/** Id of a rule (`pops-tb list rules`); everything else about it is its record in `checkers/`. */
export type RuleId = (typeof RULE_IDS)[number];

const IDS: ReadonlySet<string> = new Set(RULE_IDS);

/** Whether a rule has that id. */
export function isRuleId(text: unknown): text is RuleId {
  return typeof text === 'string' && IDS.has(text);
}

/** Class of a rule id: `ORD-05` is of class `ORD`. */
export function classOfRule(id: RuleId): RuleClass {
  return id.slice(0, id.indexOf('-')) as RuleClass;
}
