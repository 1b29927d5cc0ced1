import { RULE_IDS } from '../transactions/index.js';
import type { Rule } from './rule/rule.js';
import { RULE_RECORDS } from './rule-records.js';

const BY_ID = new Map<string, Rule>(RULE_RECORDS.map((rule) => [rule.id, rule]));

/** All rules, in the order of their ids. */
export const RULES: readonly Rule[] = RULE_IDS.map((id) => BY_ID.get(id)!);

/** The rule of that id, or undefined. */
export function findRule(id: string): Rule | undefined {
  return BY_ID.get(id);
}
