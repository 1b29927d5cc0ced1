import { GENERATIONS, type Gfx } from '../arch/index.js';
import { RULE_IDS, type RuleDefinition, setUserRuleTexts } from '../transactions/index.js';
import type { Rule } from './evidence/rule/rule.js';
import { RULE_RECORDS } from './rule-records.js';

const BY_ID = new Map<string, Rule>(RULE_RECORDS.map((rule) => [rule.id, rule]));

const BUILT_IN_RULES: readonly Rule[] = RULE_IDS.map((id) => BY_ID.get(id)!);
const rules: Rule[] = [...BUILT_IN_RULES];
let byGeneration = groupByGeneration();

/** All rules: the built-in ones in id order, followed by the user-defined ones. */
export const RULES: readonly Rule[] = rules;

/** Returns the rules that apply to a generation. */
export function getRulesFor(gfx: Gfx): readonly Rule[] {
  return byGeneration.get(gfx)!;
}

/** Registers user-defined rules in this thread, replacing any that were registered before. */
export function setUserRules(definitions: readonly RuleDefinition[]): void {
  for (const { id } of rules.splice(BUILT_IN_RULES.length)) BY_ID.delete(id);
  for (const definition of definitions) {
    const rule: Rule = { severity: 'error', generations: GENERATIONS, statements: [], ...definition };
    rules.push(rule);
    BY_ID.set(rule.id, rule);
  }
  setUserRuleTexts(definitions);
  byGeneration = groupByGeneration();
}

function groupByGeneration(): ReadonlyMap<Gfx, readonly Rule[]> {
  return new Map(
    GENERATIONS.map((gfx) => [gfx, rules.filter(({ generations }) => generations.includes(gfx))]),
  );
}

/** Returns the rule with the given id, or undefined if there is none. */
export function findRule(id: string): Rule | undefined {
  return BY_ID.get(id);
}
