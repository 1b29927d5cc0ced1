import { isOwnId, type OwnId } from './own-id.js';
import { RULE_IDS } from './rule-ids.js';

/** Rule classes in report order: the part of an id before the dash (faults.md, "Checker classes"). */
export const RULE_CLASSES = [
  'ORD',
  'IDLE',
  'HANG',
  'RACE',
  'VIS',
  'PROTO',
  'CFG',
  'LAUNCH',
  'EXP',
  'WIRE',
  'PERF',
  'WEAK',
] as const;

/** A class of rules (faults.md, "Checker classes"). */
export type RuleClass = (typeof RULE_CLASSES)[number];

/** A violation of an `error` fails the test; a `warning` never does (checking.md). */
export type Severity = 'error' | 'warning';

/** Id of a rule, the project's or a user's (`pops-tb list rules`); the rest is in its record in `checkers/`. */
export type RuleId = (typeof RULE_IDS)[number] | OwnId;

/** Optional values by rule. */
export type ByRule<T> = { [id in (typeof RULE_IDS)[number]]?: T } & { [id: OwnId]: T };

const IDS: ReadonlySet<string> = new Set(RULE_IDS);

/** Whether an id is one of the project's rules, or a valid id for a user's rule. */
export function isRuleId(text: unknown): text is RuleId {
  return typeof text === 'string' && (IDS.has(text) || isOwnId(text));
}

/** Class of a rule id: `ORD-05` is of class `ORD`; undefined for a user's rule. */
export function classOfRule(id: RuleId): RuleClass | undefined {
  return IDS.has(id) ? (id.slice(0, id.indexOf('-')) as RuleClass) : undefined;
}
