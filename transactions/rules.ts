import { RULE_IDS } from './rule-ids.js';
import { isUserDefinedId, type UserId } from './user-id.js';

/**
 * The rule classes in report order. A rule's class is the part of its id before the dash (faults.md, "Checker
 * classes").
 */
export const RULE_CLASSES = [
  'ORD',
  'IDLE',
  'HANG',
  'RACE',
  'VIS',
  'HAZ',
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

/** The id of a rule, built-in or user-defined (`pops-tb list rules`). Built-in rules are defined in `checkers/`. */
export type RuleId = (typeof RULE_IDS)[number] | UserId;

/** Optional values by rule id. */
export type ByRule<T> = { [id in (typeof RULE_IDS)[number]]?: T } & { [id: UserId]: T };

const BUILT_IN_IDS: ReadonlySet<string> = new Set(RULE_IDS);

/** Returns whether a value is the id of a built-in rule, or a valid id for a user-defined one. */
export function isRuleId(text: unknown): text is RuleId {
  return typeof text === 'string' && (BUILT_IN_IDS.has(text) || isUserDefinedId(text));
}

/** Built-in rules that earlier versions had. Stored runs may name them; what they counted is left out. */
export const RETIRED_RULES: readonly string[] = ['WEAK-08'];

/** Returns the class of a rule: `ORD` for `ORD-05`, and undefined for a user-defined rule. */
export function getRuleClass(id: RuleId): RuleClass | undefined {
  return BUILT_IN_IDS.has(id) ? (id.slice(0, id.indexOf('-')) as RuleClass) : undefined;
}
